import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { accountCodes, type AccountCode, type CodePurpose } from './account-codes.tables.ts';

/** Guesses at one code; with a million codes, five of them find it once in two hundred thousand tries. */
export const mostGuesses = 5;

/** The six digits of a code: derived, so that the table holds none. */
export function digitsOf(crypto: FieldCrypto, codeId: string): string {
  const bytes = Buffer.from(crypto.blindIndex(codeId, 'account-code'), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

const place = (id: string) => `account_codes|target|${id}`;
export function targetOf(crypto: FieldCrypto, code: Pick<AccountCode, 'id' | 'target'>): string {
  return crypto.open(code.target, place(code.id));
}

/** Puts a new code in the place of every earlier one of its purpose. */
export async function insertCode(
  tx: Tx,
  crypto: FieldCrypto,
  code: Omit<typeof accountCodes.$inferInsert, 'target'> & { readonly target: string },
): Promise<void> {
  if (code.purpose !== 'told')
    await tx.delete(accountCodes).where(and(eq(accountCodes.userId, code.userId), eq(accountCodes.purpose, code.purpose)));
  await tx.insert(accountCodes).values({ ...code, target: crypto.seal(code.target, place(code.id)) });
}

export async function findCode(db: Db, id: string): Promise<AccountCode | null> {
  const [row] = await db.select().from(accountCodes).where(eq(accountCodes.id, id));
  return row ?? null;
}

/** The code that somebody is expected to type; null when none is, or it is too old or was guessed at too often. */
export async function findOpenCode(db: Db, userId: string, purpose: CodePurpose, now: Date): Promise<AccountCode | null> {
  const [row] = await db
    .select()
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.userId, userId),
        eq(accountCodes.purpose, purpose),
        isNull(accountCodes.usedAt),
        gt(accountCodes.expiresAt, now),
        lt(accountCodes.tries, mostGuesses),
      ),
    )
    .orderBy(desc(accountCodes.createdAt))
    .limit(1);
  return row ?? null;
}

/** Counts a guess before it is compared; false when there are none left. */
export async function takeGuess(db: Db, id: string): Promise<boolean> {
  const taken = await db
    .update(accountCodes)
    .set({ tries: sql`${accountCodes.tries} + 1` })
    .where(and(eq(accountCodes.id, id), lt(accountCodes.tries, mostGuesses), isNull(accountCodes.usedAt)))
    .returning({ id: accountCodes.id });
  return taken.length > 0;
}

/** Uses a code up; false when another request was first. */
export async function useCode(tx: Db | Tx, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(accountCodes)
    .set({ usedAt: now })
    .where(and(eq(accountCodes.id, id), isNull(accountCodes.usedAt)))
    .returning({ id: accountCodes.id });
  return used.length > 0;
}

/** Former addresses stay: a copy and an erasing must know what once went to them. */
export async function deleteOldCodes(db: Db, before: Date): Promise<number> {
  return (await db.delete(accountCodes).where(oldCodes(before)).returning({ id: accountCodes.id })).length;
}

export async function countOldCodes(db: Db, before: Date): Promise<number> {
  return db.$count(accountCodes, oldCodes(before));
}

const oldCodes = (before: Date) => and(lt(accountCodes.expiresAt, before), ne(accountCodes.purpose, 'told'));
