import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { ImportKind } from './import-rules.ts';
import { supplyImports, type SupplyImport } from './supply.tables.ts';

export async function insertImport(tx: Tx, row: Omit<SupplyImport, 'appliedBy' | 'appliedAt' | 'droppedBy' | 'droppedAt'>): Promise<void> {
  await tx.insert(supplyImports).values(row);
}

/** One upload; `lock` keeps it for the rest of the transaction. */
export async function findImport(db: Db, id: string, lock = false): Promise<SupplyImport | null> {
  const asked = db.select().from(supplyImports).where(eq(supplyImports.id, id));
  const [row] = await (lock ? asked.for('update') : asked);
  return row ?? null;
}

const mostListed = 12;

/** The last uploads of a thing, newest first, without their rows: how many there are, how many of them are wrong, and whether any has a price. */
export async function listImports(db: Db, kind: ImportKind, subject: string, priceColumn: string) {
  const { id, fileName, madeBy, madeAt, appliedBy, appliedAt, droppedBy } = supplyImports;
  const rows = (where: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from jsonb_array_elements(${supplyImports.rows}) as one(uploaded) where ${where})`;
  return db
    .select({
      id,
      fileName,
      madeBy,
      madeAt,
      appliedBy,
      appliedAt,
      droppedBy,
      // Somebody may have written the same content from another upload.
      written: sql<boolean>`exists (select 1 from supply_imports twin where twin.kind = supply_imports.kind
        and twin.subject = supply_imports.subject and twin.hash = supply_imports.hash and twin.applied_at is not null)`,
      rows: rows(sql`true`),
      faulty: rows(sql`jsonb_array_length(one.uploaded -> 'faults') > 0`),
      priced: rows(sql`one.uploaded -> 'cells' ->> ${priceColumn}::text <> ''`),
    })
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

export async function markDropped(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx.update(supplyImports).set({ droppedBy: by, droppedAt: at }).where(eq(supplyImports.id, id));
}

/** Uploads of this very content that were neither written nor dropped, by their ids. */
export async function findOpenTwins(tx: Tx, { kind, subject, hash }: Pick<SupplyImport, 'kind' | 'subject' | 'hash'>): Promise<string[]> {
  const { appliedAt, droppedAt } = supplyImports;
  const rows = await tx
    .select({ id: supplyImports.id })
    .from(supplyImports)
    .where(
      and(
        eq(supplyImports.kind, kind),
        eq(supplyImports.subject, subject),
        eq(supplyImports.hash, hash),
        isNull(appliedAt),
        isNull(droppedAt),
      ),
    );
  return rows.map(({ id }) => id);
}
