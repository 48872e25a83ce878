import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { MailKind } from './mail-kinds.ts';
import { mailWordings, type MailWording } from './mail-wordings.tables.ts';

export async function findWordings(db: Db | Tx, kind: MailKind): Promise<MailWording[]> {
  return db.select().from(mailWordings).where(eq(mailWordings.kind, kind)).orderBy(desc(mailWordings.number));
}

/** What is live, and what is being written, of every kind. */
export async function findOpenWordings(db: Db): Promise<MailWording[]> {
  return db
    .select()
    .from(mailWordings)
    .where(inArray(mailWordings.status, ['live', 'draft', 'in_review']));
}

export async function insertWording(tx: Tx, row: typeof mailWordings.$inferInsert): Promise<boolean> {
  return (await tx.insert(mailWordings).values(row).onConflictDoNothing().returning({ id: mailWordings.id })).length > 0;
}

/** False when it was changed since its version was read. */
export async function changeWording(
  tx: Tx,
  now: Date,
  wording: Pick<MailWording, 'id' | 'version'>,
  change: Partial<Omit<MailWording, 'id' | 'version' | 'kind' | 'number'>>,
): Promise<boolean> {
  const changed = await tx
    .update(mailWordings)
    .set({ ...change, version: wording.version + 1, changedAt: now })
    .where(and(eq(mailWordings.id, wording.id), eq(mailWordings.version, wording.version)))
    .returning({ id: mailWordings.id });
  return changed.length > 0;
}

export async function nextNumber(tx: Tx, kind: MailKind): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${mailWordings.number}), 0)::int` })
    .from(mailWordings)
    .where(eq(mailWordings.kind, kind));
  return (row?.last ?? 0) + 1;
}

/** Takes what is live off, for what follows it. */
export async function retireLive(tx: Tx, now: Date, kind: MailKind): Promise<void> {
  await tx
    .update(mailWordings)
    .set({ status: 'retired', changedAt: now })
    .where(and(eq(mailWordings.kind, kind), eq(mailWordings.status, 'live')));
}
