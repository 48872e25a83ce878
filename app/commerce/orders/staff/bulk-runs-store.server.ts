import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { deskBulkLines, deskBulkRuns, type BulkLine, type BulkRun, type OrderLine } from './bulk-runs.tables.ts';
import type { DeskListName } from './desk-lists.ts';

/** Writes down a run and its lines, in their order. */
export async function insertBulkRun(
  tx: Tx,
  run: BulkRun,
  lines: readonly (Pick<BulkLine, 'orderId' | 'reference'> & Partial<Pick<BulkLine, 'subject' | 'detail'>>)[],
): Promise<void> {
  await tx.insert(deskBulkRuns).values(run);
  await tx.insert(deskBulkLines).values(lines.map((line, position) => ({ ...line, runId: run.id, position })));
}

/** A run of a list with its lines in their order. */
export async function findBulkRun(
  db: Db,
  list: DeskListName,
  id: string,
): Promise<{ readonly run: BulkRun; readonly lines: readonly BulkLine[] } | null> {
  const [run] = await db
    .select()
    .from(deskBulkRuns)
    .where(and(eq(deskBulkRuns.id, id), eq(deskBulkRuns.list, list)));
  if (!run) return null;
  return { run, lines: await db.select().from(deskBulkLines).where(eq(deskBulkLines.runId, id)).orderBy(asc(deskBulkLines.position)) };
}

/** The orders that runs of an action about this were given, with their run, the first run first. */
export async function findRunsAbout(
  db: Db,
  action: string,
  about: Readonly<Record<string, string>>,
): Promise<{ readonly run: BulkRun; readonly orderId: string }[]> {
  const rows = await db
    .select({ run: deskBulkRuns, orderId: deskBulkLines.orderId })
    .from(deskBulkRuns)
    .innerJoin(deskBulkLines, eq(deskBulkLines.runId, deskBulkRuns.id))
    .where(and(eq(deskBulkRuns.action, action), sql`${deskBulkRuns.detail} @> ${JSON.stringify(about)}::jsonb`))
    .orderBy(asc(deskBulkRuns.startedAt), asc(deskBulkLines.position));
  return rows.flatMap(({ run, orderId }) => (orderId === null ? [] : [{ run, orderId }]));
}

/** A line of a run over orders that nobody has worked on yet, with its run; null when it is done. */
export async function findOpenLine(
  db: Db,
  at: Pick<BulkLine, 'runId' | 'position'>,
): Promise<{ readonly run: BulkRun; readonly line: OrderLine } | null> {
  const open = await readOpen(db, at);
  if (!open) return null;
  const { orderId } = open.line;
  if (orderId === null) throw new Error(`Line ${at.position} of run ${at.runId} names no order`);
  return { run: open.run, line: { ...open.line, orderId } };
}

/** The same of a run over other things; `subject` is the thing's id. */
export async function findOpenThing(
  db: Db,
  at: Pick<BulkLine, 'runId' | 'position'>,
): Promise<{ readonly run: BulkRun; readonly line: BulkLine; readonly subject: string } | null> {
  const open = await readOpen(db, at);
  if (!open) return null;
  const { subject } = open.line;
  if (subject === null) throw new Error(`Line ${at.position} of run ${at.runId} names nothing`);
  return { ...open, subject };
}

async function readOpen(
  db: Db,
  { runId, position }: Pick<BulkLine, 'runId' | 'position'>,
): Promise<{ readonly run: BulkRun; readonly line: BulkLine } | null> {
  const [row] = await db
    .select({ run: deskBulkRuns, line: deskBulkLines })
    .from(deskBulkLines)
    .innerJoin(deskBulkRuns, eq(deskBulkRuns.id, deskBulkLines.runId))
    .where(and(eq(deskBulkLines.runId, runId), eq(deskBulkLines.position, position), isNull(deskBulkLines.ok)));
  return row ?? null;
}

export async function finishLine(
  db: Db,
  now: Instant,
  { runId, position }: Pick<BulkLine, 'runId' | 'position'>,
  outcome: { readonly ok: boolean; readonly said: string },
): Promise<void> {
  await db
    .update(deskBulkLines)
    .set({ ...outcome, doneAt: new Date(now) })
    .where(and(eq(deskBulkLines.runId, runId), eq(deskBulkLines.position, position), isNull(deskBulkLines.ok)));
}
