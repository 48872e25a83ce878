import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { evisaDocuments, type EvisaDocument } from './evisa.tables.ts';

/** Papers that count, newest of each kind; those that were replaced are left out. */
export async function findDocuments(db: Db, applicationIds: readonly string[]): Promise<EvisaDocument[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaDocuments)
    .where(
      and(inArray(evisaDocuments.applicationId, [...applicationIds]), isNull(evisaDocuments.replacedAt), isNull(evisaDocuments.purgedAt)),
    )
    .orderBy(asc(evisaDocuments.at));
}

export async function findDocument(db: Db, id: string): Promise<EvisaDocument | null> {
  const [row] = await db.select().from(evisaDocuments).where(eq(evisaDocuments.id, id));
  return row ?? null;
}

/** Puts a paper in the place of the one before it. Returns names of stored files that are no longer needed. */
export async function insertDocument(tx: Tx, document: typeof evisaDocuments.$inferInsert): Promise<void> {
  await tx
    .update(evisaDocuments)
    .set({ replacedAt: document.at })
    .where(
      and(
        eq(evisaDocuments.applicationId, document.applicationId),
        eq(evisaDocuments.kind, document.kind),
        isNull(evisaDocuments.replacedAt),
      ),
    );
  await tx.insert(evisaDocuments).values(document);
}

/** Keeps a paper beside those of its kind that came before. */
export async function addDocument(tx: Tx, document: typeof evisaDocuments.$inferInsert): Promise<void> {
  await tx.insert(evisaDocuments).values(document);
}

export async function shareDocument(tx: Tx, id: string, sharedAt: Date | null): Promise<void> {
  await tx.update(evisaDocuments).set({ sharedAt }).where(eq(evisaDocuments.id, id));
}

export async function replaceDocument(tx: Tx, now: Instant, id: string): Promise<void> {
  await tx
    .update(evisaDocuments)
    .set({ replacedAt: new Date(now) })
    .where(eq(evisaDocuments.id, id));
}

/** Every paper of these, replaced ones too: what lies on disk. */
export async function findStored(db: Db, applicationIds: readonly string[]): Promise<EvisaDocument[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaDocuments)
    .where(and(inArray(evisaDocuments.applicationId, [...applicationIds]), isNull(evisaDocuments.purgedAt)));
}

/** Kinds of papers that were sent from an instant on and still count. */
export async function findPapersSince(db: Db, applicationId: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ kind: evisaDocuments.kind })
    .from(evisaDocuments)
    .where(and(eq(evisaDocuments.applicationId, applicationId), isNull(evisaDocuments.replacedAt), gte(evisaDocuments.at, since)));
  return rows.map((row) => row.kind);
}

/** Of each application, how many papers count and how many of them bear a mark of the checks. */
export async function countPapers(
  db: Db,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly papers: number; readonly marked: number }>> {
  const counts = new Map<string, { papers: number; marked: number }>();
  for (const { applicationId, warnings } of await findDocuments(db, applicationIds)) {
    const before = counts.get(applicationId) ?? { papers: 0, marked: 0 };
    counts.set(applicationId, { papers: before.papers + 1, marked: before.marked + (warnings.length > 0 ? 1 : 0) });
  }
  return counts;
}
