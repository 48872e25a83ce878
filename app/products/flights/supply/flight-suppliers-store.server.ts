import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import {
  flightSupplierBanks,
  flightSupplierPapers,
  flightSuppliers,
  type RegisteredSupplier,
  type SupplierBank,
  type SupplierPaper,
} from './flight-supply.tables.ts';

export async function listSuppliers(db: Db): Promise<RegisteredSupplier[]> {
  return db.select().from(flightSuppliers).orderBy(asc(flightSuppliers.name));
}

export async function findSupplier(db: Db, code: string): Promise<RegisteredSupplier | null> {
  const [row] = await db.select().from(flightSuppliers).where(eq(flightSuppliers.code, code));
  return row ?? null;
}

/** False when the code is taken. */
export async function insertSupplier(
  tx: Tx,
  row: Omit<RegisteredSupplier, 'status' | 'version' | 'createdAt' | 'changedAt'>,
  now: Instant,
): Promise<boolean> {
  const at = new Date(now);
  const made = await tx
    .insert(flightSuppliers)
    .values({ ...row, createdAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ code: flightSuppliers.code });
  return made.length > 0;
}

/** Changes it as it was read; false when somebody else did meanwhile. */
export async function changeSupplier(
  tx: Tx,
  read: RegisteredSupplier,
  change: Partial<RegisteredSupplier>,
  now: Instant,
): Promise<boolean> {
  const changed = await tx
    .update(flightSuppliers)
    .set({ ...change, version: read.version + 1, changedAt: new Date(now) })
    .where(and(eq(flightSuppliers.code, read.code), eq(flightSuppliers.version, read.version)))
    .returning({ code: flightSuppliers.code });
  return changed.length > 0;
}

/** Of one supplier, or of all; those that end first stand first. */
export async function listPapers(db: Db, supplier?: string): Promise<SupplierPaper[]> {
  const standing = isNull(flightSupplierPapers.removedAt);
  return db
    .select()
    .from(flightSupplierPapers)
    .where(supplier === undefined ? standing : and(standing, eq(flightSupplierPapers.supplier, supplier)))
    .orderBy(asc(flightSupplierPapers.expiresOn));
}

export async function insertPaper(tx: Tx, paper: Omit<SupplierPaper, 'removedAt'>): Promise<void> {
  await tx.insert(flightSupplierPapers).values(paper);
}

export async function removePaper(tx: Tx, supplier: string, id: string, now: Instant): Promise<boolean> {
  const removed = await tx
    .update(flightSupplierPapers)
    .set({ removedAt: new Date(now) })
    .where(and(eq(flightSupplierPapers.id, id), eq(flightSupplierPapers.supplier, supplier), isNull(flightSupplierPapers.removedAt)))
    .returning({ id: flightSupplierPapers.id });
  return removed.length > 0;
}

/** The account in use and a change that waits for its second person; newest first. */
export async function listBanks(db: Db, supplier: string): Promise<SupplierBank[]> {
  return db.select().from(flightSupplierBanks).where(eq(flightSupplierBanks.supplier, supplier)).orderBy(desc(flightSupplierBanks.askedAt));
}

/** False when a change waits already. */
export async function insertBank(
  tx: Tx,
  bank: Pick<SupplierBank, 'id' | 'supplier' | 'account' | 'ending' | 'askedBy' | 'askedAt'>,
): Promise<boolean> {
  const made = await tx.insert(flightSupplierBanks).values(bank).onConflictDoNothing().returning({ id: flightSupplierBanks.id });
  return made.length > 0;
}

export async function answerBank(
  tx: Tx,
  id: string,
  answer: { readonly status: 'confirmed' | 'refused'; readonly by: string; readonly callBack: string | null },
  now: Instant,
): Promise<boolean> {
  const answered = await tx
    .update(flightSupplierBanks)
    .set({ status: answer.status, answeredBy: answer.by, answeredAt: new Date(now), callBack: answer.callBack })
    .where(and(eq(flightSupplierBanks.id, id), eq(flightSupplierBanks.status, 'asked')))
    .returning({ id: flightSupplierBanks.id });
  return answered.length > 0;
}
