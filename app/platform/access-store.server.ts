import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { permissionsOf, staffRoles, type Permission, type StaffMember, type StaffRole } from './access.ts';
import { internalUsers } from './access.tables.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Db } from './database.server.ts';

/** The specified admin check: at most one row, active, with active employment. Every request asks it with its session (session.server.ts). */
export async function findStaffMember(db: Db, userId: string): Promise<StaffMember | null> {
  const [row] = await db
    .select()
    .from(internalUsers)
    .where(and(eq(internalUsers.userId, userId), eq(internalUsers.isActive, true), eq(internalUsers.employmentStatus, 'active')))
    .limit(1);
  return row ? memberOf(row) : null;
}

/**
 * Everybody who is staff now and may do this, by name. Who was invited and never signed in is not at work yet: what they were
 * given would wait for nobody. `also` are those who have the thing already, whoever they are: a list of colleagues to choose
 * from keeps showing whose it is. Equipment may be handed to `joiners` before they sign in for the first time.
 */
export async function listStaffWith(
  db: Db,
  permission: Permission,
  { also = [], joiners = false }: { readonly also?: readonly (string | null | undefined)[]; readonly joiners?: boolean } = {},
): Promise<StaffMember[]> {
  const holders = also.filter((id): id is string => Boolean(id));
  const atWork = and(
    eq(internalUsers.isActive, true),
    eq(internalUsers.employmentStatus, 'active'),
    joiners ? undefined : isNull(internalUsers.invitedAt),
  );
  const rows = await db
    .select()
    .from(internalUsers)
    .where(holders.length === 0 ? atWork : or(atWork, inArray(internalUsers.userId, holders)))
    .orderBy(asc(internalUsers.displayName), asc(internalUsers.userId));
  return rows.map(memberOf).filter(({ userId, roles }) => holders.includes(userId) || permissionsOf(roles).has(permission));
}

/** A row as the rest of the house knows it; roles that are no more are left out. */
export function memberOf(row: typeof internalUsers.$inferSelect): StaffMember {
  const roles = row.roles.filter((role): role is StaffRole => (staffRoles as readonly string[]).includes(role));
  return { userId: row.userId, displayName: row.displayName, roles };
}

/** Names of colleagues by their ids, those who have left included: histories keep naming them. */
export async function findStaffNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: internalUsers.userId, displayName: internalUsers.displayName })
    .from(internalUsers)
    .where(inArray(internalUsers.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row.displayName]));
}

export async function saveStaffMember(
  db: Db,
  member: {
    userId: string;
    displayName: string;
    roles: readonly StaffRole[];
    isActive: boolean;
    employmentStatus: string;
    /** Of the house's mails to them; left out, what it was, or English for somebody new. */
    language?: LanguageCode;
    /** Of somebody who is asked to come in. */
    invitedAt?: string;
  },
): Promise<void> {
  const values = { ...member, roles: [...member.roles] };
  await db.insert(internalUsers).values(values).onConflictDoUpdate({ target: internalUsers.userId, set: values });
}
