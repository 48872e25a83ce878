import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { ImportKind } from './import-rules.ts';
import { supplyImports, type SupplyImport } from './supply.tables.ts';

export async function insertImport(tx: Tx, row: Omit<SupplyImport, 'appliedBy' | 'appliedAt'>): Promise<void> {
  await tx.insert(supplyImports).values(row);
}

/** One upload; `lock` keeps it for the rest of the transaction. */
export async function findImport(db: Db, id: string, lock = false): Promise<SupplyImport | null> {
  const asked = db.select().from(supplyImports).where(eq(supplyImports.id, id));
  const [row] = await (lock ? asked.for('update') : asked);
  return row ?? null;
}

const mostListed = 12;

/** The last uploads of a thing, newest first, without their rows. */
export async function listImports(db: Db, kind: ImportKind, subject: string) {
  const { id, fileName, madeBy, madeAt, appliedBy, appliedAt } = supplyImports;
  return db
    .select({ id, fileName, madeBy, madeAt, appliedBy, appliedAt })
    .from(supplyImports)
    .where(and(eq(supplyImports.kind, kind), eq(supplyImports.subject, subject)))
    .orderBy(desc(supplyImports.madeAt), desc(supplyImports.id))
    .limit(mostListed);
}

/** Whether a file of this content was written already. */
export async function wasApplied(db: Db, { kind, subject, hash }: Pick<SupplyImport, 'kind' | 'subject' | 'hash'>): Promise<boolean> {
  const rows = await db
    .select({ id: supplyImports.id })
    .from(supplyImports)
    .where(
      and(
        eq(supplyImports.kind, kind),
        eq(supplyImports.subject, subject),
        eq(supplyImports.hash, hash),
        isNotNull(supplyImports.appliedAt),
      ),
    );
  return rows.length > 0;
}

export async function markApplied(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx.update(supplyImports).set({ appliedBy: by, appliedAt: at }).where(eq(supplyImports.id, id));
}
