import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { figureAlerts, type FigureAlert } from './analytics.tables.ts';
import { factsOf, type FactName, type Facts, type MeasureName } from './measure-rules.ts';
import { sourceOf, type Window } from './measures.server.ts';

export function listAlerts(db: Db): Promise<FigureAlert[]> {
  return db.select().from(figureAlerts).orderBy(asc(figureAlerts.measure), asc(figureAlerts.id)).limit(100);
}

export async function countAlerts(tx: Tx): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(figureAlerts);
  return row!.n;
}

export async function insertAlert(
  tx: Tx,
  now: Instant,
  rule: Pick<FigureAlert, 'measure' | 'supplier' | 'direction' | 'threshold' | 'minutes' | 'least' | 'changedBy'>,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(figureAlerts).values({ id, ...rule, active: true, changedAt: new Date(now) });
  return id;
}

/** Switches a rule on or off as it was when it was looked at; false when somebody was faster. */
export async function switchAlert(
  tx: Tx,
  now: Instant,
  rule: { id: string; version: number; active: boolean; by: string },
): Promise<boolean> {
  const changed = await tx
    .update(figureAlerts)
    .set({ active: rule.active, version: rule.version + 1, changedBy: rule.by, changedAt: new Date(now) })
    .where(and(eq(figureAlerts.id, rule.id), eq(figureAlerts.version, rule.version)))
    .returning({ id: figureAlerts.id });
  return changed.length > 0;
}

/** The facts of a measure within a window, of one supplier or of all (empty). */
export async function sumFacts(db: Db, measure: MeasureName, supplier: string, window: Window): Promise<Facts> {
  const sums: Partial<Record<FactName, number>> = {};
  for (const fact of factsOf([measure])) {
    const source = sourceOf(fact);
    const of = supplier !== '' && source.splits.includes('supplier') ? sql`r.supplier = ${supplier}` : sql`true`;
    const { rows } = (await db.execute(
      sql`select coalesce(sum((${source.facts[fact]!})::bigint), 0)::text as amount from (${source.rows(window)}) r where ${of}`,
    )) as unknown as { rows: { amount: string }[] };
    sums[fact] = Number(rows[0]!.amount);
  }
  return sums;
}
