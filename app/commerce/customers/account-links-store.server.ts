import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { accountLinks, type AccountLink, type LinkKind } from './account-links.tables.ts';

/** The mailed token of a link: 256 bits, derived from the installation's secret so that only its hash is kept. */
export function tokenOf(platform: Pick<Platform, 'crypto'>, linkId: string): string {
  return platform.crypto.blindIndex(linkId, 'account-link');
}

export type NewLink = Omit<typeof accountLinks.$inferInsert, 'tokenHash'>;

export async function insertLink(tx: Tx, platform: Pick<Platform, 'crypto'>, link: NewLink): Promise<void> {
  await tx.insert(accountLinks).values({ ...link, tokenHash: sha256(tokenOf(platform, link.id)) });
}

/** A link that may still be used, by what its mail carries; null for one that is unknown, used or too old. */
export async function findOpenLink(db: Db, token: string, now: Date, kinds: readonly LinkKind[]): Promise<AccountLink | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db
    .select()
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, sha256(token)), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)));
  return row && kinds.includes(row.kind) ? row : null;
}

export async function findLink(db: Db, id: string): Promise<AccountLink | null> {
  const [row] = await db.select().from(accountLinks).where(eq(accountLinks.id, id));
  return row ?? null;
}

/** Uses a link up, in the transaction that does what it was for; false when another request was first. */
export async function useLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.id, id), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)))
    .returning({ id: accountLinks.id });
  return used.length > 0;
}

/** Shuts every open link of a kind that went to an address. */
export async function shutLinks(tx: Tx, kind: LinkKind, email: string, now: Date): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.kind, kind), eq(accountLinks.email, email), isNull(accountLinks.usedAt)));
}

/** Invitations of everybody to the desk. */
export async function shutInvitations(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usedAt: now })
    .where(and(eq(accountLinks.kind, 'staff-invite'), isNull(accountLinks.usedAt)));
}

/** Asks for the mail of an open link once more; the number of the new mail, or null. */
export async function askAgain(tx: Tx, id: string, now: Date): Promise<number | null> {
  const [row] = await tx
    .update(accountLinks)
    .set({ asked: sql`${accountLinks.asked} + 1` })
    .where(and(eq(accountLinks.id, id), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now)))
    .returning({ asked: accountLinks.asked });
  return row?.asked ?? null;
}

export async function recordMailedLink(db: Db, id: string, mail: number): Promise<void> {
  await db
    .update(accountLinks)
    .set({ mailed: mail })
    .where(and(eq(accountLinks.id, id), lt(accountLinks.mailed, mail)));
}

/** Links are kept for a day after their end, then go with everything they waited with. */
export async function deleteOldLinks(db: Db, before: Date): Promise<number> {
  return (await db.delete(accountLinks).where(lt(accountLinks.expiresAt, before)).returning({ id: accountLinks.id })).length;
}

export async function countOldLinks(db: Db, before: Date): Promise<number> {
  return db.$count(accountLinks, lt(accountLinks.expiresAt, before));
}
