import { and, asc, count, eq, gt, inArray, isNotNull, max, ne, sql } from 'drizzle-orm';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { staffRoles, type StaffRole } from './access.ts';
import { internalUsers } from './access.tables.ts';
import type { Db, Tx } from './database.server.ts';
import { secondFactors } from './second-factor.tables.ts';
import { sessions, users } from './session.tables.ts';

/** A colleague as the page of staff accounts shows one, whether or not they may come in just now. */
export interface StaffAccount {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly status: 'active' | 'on_leave' | 'suspended' | 'left';
  /** They were invited and have not signed in yet. */
  readonly invited: boolean;
  readonly version: number;
  /** Of the mails that the house writes to them. */
  readonly language: LanguageCode;
  readonly since: Date;
  readonly secondFactor: boolean;
  /** It was reset by somebody else, and is to be set up anew. */
  readonly factorReset: boolean;
  /** Null: has no session that is open. */
  readonly seenAt: Date | null;
  readonly sessions: number;
}

export interface StaffFilter {
  readonly status: StaffAccount['status'] | null;
  readonly role: StaffRole | null;
  /** A part of a name or an address. */
  readonly find: string;
}

const columns = {
  userId: internalUsers.userId,
  name: internalUsers.displayName,
  email: users.email,
  roles: internalUsers.roles,
  status: internalUsers.employmentStatus,
  invited: sql<boolean>`(${internalUsers.invitedAt} is not null and ${internalUsers.employmentStatus} = 'active')`,
  version: internalUsers.version,
  language: internalUsers.language,
  since: internalUsers.createdAt,
  secondFactor: sql<boolean>`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${internalUsers.userId} and ${secondFactors.confirmedAt} is not null)`,
  factorReset: sql<boolean>`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${internalUsers.userId} and ${secondFactors.confirmedAt} is null and ${secondFactors.lastStep} < 0)`,
};

type Row = { readonly roles: string[]; readonly status: string; readonly since: string } & Pick<
  StaffAccount,
  'userId' | 'name' | 'email' | 'version' | 'language' | 'secondFactor' | 'factorReset' | 'invited'
>;

const accountOf = (row: Row, open: { seenAt: Date | null; sessions: number } | undefined): StaffAccount => ({
  ...row,
  roles: staffRoles.filter((role) => row.roles.includes(role)),
  status: row.status as StaffAccount['status'],
  since: new Date(row.since),
  seenAt: open?.seenAt ?? null,
  sessions: open?.sessions ?? 0,
});

/** By name; a house has hundreds of colleagues at most. */
export async function listStaffAccounts(db: Db, filter: StaffFilter, now: Instant): Promise<StaffAccount[]> {
  const find = `%${filter.find
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .select(columns)
    .from(internalUsers)
    .innerJoin(users, eq(users.id, internalUsers.userId))
    .where(
      and(
        filter.status ? eq(internalUsers.employmentStatus, filter.status) : undefined,
        filter.role ? sql`${filter.role} = any(${internalUsers.roles})` : undefined,
        filter.find.trim() ? sql`(lower(${internalUsers.displayName}) like ${find} or ${users.email} like ${find})` : undefined,
      ),
    )
    .orderBy(asc(internalUsers.displayName), asc(internalUsers.userId));
  const open = await openSessionsOf(
    db,
    rows.map(({ userId }) => userId),
    now,
  );
  return rows.map((row) => accountOf(row, open.get(row.userId)));
}

async function openSessionsOf(
  db: Db,
  userIds: readonly string[],
  now: Instant,
): Promise<Map<string, { seenAt: Date | null; sessions: number }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: sessions.userId, seenAt: max(sessions.updatedAt), sessions: count() })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), gt(sessions.expiresAt, new Date(now))))
    .groupBy(sessions.userId);
  return new Map(rows.map(({ userId, ...open }) => [userId, open]));
}

export async function findStaffAccount(db: Db, userId: string): Promise<StaffAccount | null> {
  const [row] = await db
    .select(columns)
    .from(internalUsers)
    .innerJoin(users, eq(users.id, internalUsers.userId))
    .where(eq(internalUsers.userId, userId));
  return row ? accountOf(row, undefined) : null;
}

/** How many there are in each state; who is invited is not counted as active as well. */
export async function countStaffAccounts(db: Db): Promise<Readonly<Record<StaffAccount['status'] | 'invited', number>>> {
  const rows = await db
    .select({ status: internalUsers.employmentStatus, invited: columns.invited, count: count() })
    .from(internalUsers)
    .groupBy(internalUsers.employmentStatus, columns.invited);
  const of = (status: string, invited = false) => rows.find((row) => row.status === status && row.invited === invited)?.count ?? 0;
  return { active: of('active'), invited: of('active', true), on_leave: of('on_leave'), suspended: of('suspended'), left: of('left') };
}

/** Somebody who was invited is there. */
export async function endInvitation(db: Db, userId: string): Promise<void> {
  await db
    .update(internalUsers)
    .set({ invitedAt: null })
    .where(and(eq(internalUsers.userId, userId), isNotNull(internalUsers.invitedAt)));
}

/** False when somebody else changed it since it was read. */
export async function changeStaffAccount(
  tx: Tx,
  read: Pick<StaffAccount, 'userId' | 'version'>,
  change: {
    readonly roles: StaffRole[];
    readonly employmentStatus?: StaffAccount['status'];
    readonly isActive?: boolean;
    readonly invitedAt?: string;
  },
  now: Instant,
): Promise<boolean> {
  const changed = await tx
    .update(internalUsers)
    .set({ ...change, version: sql`${internalUsers.version} + 1`, changedAt: new Date(now).toISOString() })
    .where(and(eq(internalUsers.userId, read.userId), eq(internalUsers.version, read.version)))
    .returning({ userId: internalUsers.userId });
  return changed.length > 0;
}

/** In which language the house writes to a colleague. */
export async function findStaffLanguage(db: Db | Tx, userId: string): Promise<LanguageCode> {
  const [row] = await db.select({ language: internalUsers.language }).from(internalUsers).where(eq(internalUsers.userId, userId));
  return row?.language ?? 'en';
}

/** False when it is that already. It is the colleague's own: whoever changes their roles meanwhile is not held up by it. */
export async function changeStaffLanguage(tx: Tx, userId: string, language: LanguageCode): Promise<boolean> {
  const changed = await tx
    .update(internalUsers)
    .set({ language })
    .where(and(eq(internalUsers.userId, userId), ne(internalUsers.language, language)))
    .returning({ userId: internalUsers.userId });
  return changed.length > 0;
}

const activeOwner = and(
  eq(internalUsers.isActive, true),
  eq(internalUsers.employmentStatus, 'active'),
  sql`'owner' = any(${internalUsers.roles})`,
);

/** Two who leave at once do so one after the other. */
export async function lockOwners(tx: Tx): Promise<void> {
  await tx.select({ userId: internalUsers.userId }).from(internalUsers).where(activeOwner).orderBy(internalUsers.userId).for('update');
}

export async function countOtherOwners(tx: Tx, userId: string): Promise<number> {
  return tx.$count(internalUsers, and(activeOwner, ne(internalUsers.userId, userId)));
}
