import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { SignedInUser } from './access.ts';
import type { Db, Tx } from './database.server.ts';
import { credentials, sessions, users } from './session.tables.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

const account = { id: users.id, email: users.email, emailVerified: users.emailVerified, name: users.name };

/** Addresses are stored in lower case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const [row] = await db.select(account).from(users).where(eq(users.email, email));
  return row ?? null;
}

/** Whose accounts these addresses are, in lower case. */
export async function findAccountsByEmail(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export async function findAccount(db: Db, userId: string): Promise<Account | null> {
  const [row] = await db.select(account).from(users).where(eq(users.id, userId));
  return row ?? null;
}

/** An account as a request of its holder would bring it. */
export async function findSignedInUser(db: Db, userId: string): Promise<SignedInUser | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) return null;
  const { id, email, emailVerified, name, createdAt } = user;
  return { id, email, emailVerified, fullName: name || null, createdAt: createdAt.toISOString() };
}

/** The accounts of these people, by their ids. */
export async function findAccounts(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select(account)
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
}

/** An account whose mailbox has been proved; null when the address has one already. */
export async function insertAccount(tx: Tx, person: NewAccount, now: Date): Promise<string | null> {
  const id = crypto.randomUUID();
  const [made] = await tx
    .insert(users)
    .values({ id, ...person, emailVerified: true, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return made?.id ?? null;
}

/** Confirms the address of an account, which may be a new one; false when another account has it. */
export async function confirmAddress(tx: Tx, userId: string, email: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)));
  if (other) return false;
  await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  return true;
}

/** The hash of an account's password; null for one that only signs in with Google. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')));
  return row?.password ?? null;
}

export async function savePasswordHash(tx: Tx, userId: string, password: string): Promise<void> {
  await tx
    .insert(credentials)
    .values({ id: crypto.randomUUID(), accountId: userId, providerId: 'credential', userId, password })
    .onConflictDoUpdate({ target: [credentials.providerId, credentials.accountId], set: { password, updatedAt: sql`now()` } });
}

/** The account that somebody of an outside provider signs in to, by the provider's own id of them. */
export async function findLinkedAccount(db: Db, provider: string, subject: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: credentials.userId })
    .from(credentials)
    .where(and(eq(credentials.providerId, provider), eq(credentials.accountId, subject)));
  return row?.userId ?? null;
}

export async function linkAccount(tx: Tx, userId: string, provider: string, subject: string): Promise<void> {
  await tx.insert(credentials).values({ id: crypto.randomUUID(), accountId: subject, providerId: provider, userId }).onConflictDoNothing();
}

export interface OpenSession {
  readonly id: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly openedAt: Date;
  readonly seenAt: Date;
}

/** Sessions of an account that are still open, last used first. */
export async function findSessions(db: Db, userId: string, now: Date): Promise<OpenSession[]> {
  return db
    .select({
      id: sessions.id,
      address: sessions.ipAddress,
      userAgent: sessions.userAgent,
      openedAt: sessions.createdAt,
      seenAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt));
}

/** Ends one session of this account; false when it has none of that id. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Ends all sessions of an account, or all but one. */
export async function endSessions(db: Db, userId: string, except: string | null = null): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), except === null ? undefined : ne(sessions.id, except)));
}

/** Sessions that ended before a day, with the network and browser they were opened from. Returns how many went. */
export async function deleteOldSessions(db: Db, before: Date): Promise<number> {
  return (await db.delete(sessions).where(lt(sessions.expiresAt, before)).returning({ id: sessions.id })).length;
}

export async function countOldSessions(db: Db, before: Date): Promise<number> {
  return db.$count(sessions, lt(sessions.expiresAt, before));
}

export async function markProved(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
}
