import { and, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { sha256, type FieldCrypto } from './crypto.server.ts';
import type { Db, Tx } from './database.server.ts';
import { recoveryCodes, secondFactors } from './second-factor.tables.ts';

export interface SecondFactor {
  /** Base32, as an authenticator takes it. */
  readonly secret: string;
  readonly confirmedAt: Date | null;
  /** Somebody else reset it, and it is to be set up anew. */
  readonly wasReset: boolean;
}

const whereSecret = (userId: string) => `second_factors|secret|${userId}`;

/** Whether an account has a second factor that it has used once. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return row !== undefined;
}

export async function findSecondFactor(db: Db, crypto: FieldCrypto, userId: string): Promise<SecondFactor | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ? { secret: crypto.open(row.secret, whereSecret(userId)), confirmedAt: row.confirmedAt, wasReset: row.lastStep < 0 } : null;
}

/** Keeps a new secret until its first code confirms it. A confirmed one is not replaced; who must set one up must still. */
export async function offerSecret(db: Db, crypto: FieldCrypto, userId: string, secret: string, now: Date): Promise<void> {
  const sealed = crypto.seal(secret, whereSecret(userId));
  await db
    .insert(secondFactors)
    .values({ userId, secret: sealed, createdAt: now })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sealed, createdAt: now, lastStep: sql`least(${secondFactors.lastStep}, 0)` },
      setWhere: isNull(secondFactors.confirmedAt),
    });
}

/** Takes the code of a 30-second step, once: false when this step or a later one was taken before. */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0;
}

export async function confirmSecondFactor(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(secondFactors).set({ confirmedAt: now }).where(eq(secondFactors.userId, userId));
}

export async function deleteSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

/** Takes it away from somebody who must have one: the secret in its place was shown to nobody, and no code of it was taken. */
export async function oweSecondFactor(tx: Tx, crypto: FieldCrypto, userId: string, secret: string, now: Date): Promise<void> {
  await deleteSecondFactor(tx, userId);
  await tx.insert(secondFactors).values({ userId, secret: crypto.seal(secret, whereSecret(userId)), lastStep: -1, createdAt: now });
}

/** Replaces all recovery codes; only their hashes are kept. */
export async function saveRecoveryCodes(tx: Tx, userId: string, codes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: sha256(code) })));
}

/** Uses a recovery code up; false when it is none or was used. */
export async function takeRecoveryCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, sha256(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
