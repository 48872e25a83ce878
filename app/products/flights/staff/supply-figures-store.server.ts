import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';

/** What a source did for orders since a moment: calls by what they came back with, and orders that have their tickets. */
export interface SourceFigures {
  readonly calls: number;
  readonly refused: number;
  readonly unknown: number;
  /** Seconds of the slowest twentieth; null without calls. */
  readonly slow: number | null;
  readonly orders: number;
  readonly ticketed: number;
}

export const noFigures: SourceFigures = { calls: 0, refused: 0, unknown: 0, slow: null, orders: 0, ticketed: 0 };

/** By source code. */
export async function readSourceFigures(db: Db, since: Instant): Promise<ReadonlyMap<string, SourceFigures>> {
  const from = new Date(since).toISOString();
  const asksCalls = db.execute(sql`
    select c.supplier, count(*)::int as calls, count(*) filter (where a.outcome = 'refused')::int as refused,
      count(*) filter (where a.outcome = 'unknown')::int as unknown,
      percentile_cont(0.95) within group (order by extract(epoch from a.answered_at - a.called_at)) as slow
    from flight_attempts a join flight_contracts c on c.order_id = a.order_id and c.position = a.contract
    where a.intended_at >= ${from}::timestamptz and a.called_at is not null group by c.supplier`);
  // Each order by its key: the planner would rather read every flight there ever was.
  const asksSold = db.execute(sql`
    select f.supplier, count(*)::int as orders, count(f.ticketed_at)::int as ticketed
    from orders o cross join lateral (select supplier, ticketed_at from flight_orders where order_id = o.id offset 0) f
    where o.kind = 'flight' and o.created_at >= ${from}::timestamptz group by f.supplier`);
  const [calls, sold] = (await Promise.all([asksCalls, asksSold])) as unknown as [
    { rows: { supplier: string; calls: number; refused: number; unknown: number; slow: string | number | null }[] },
    { rows: { supplier: string; orders: number; ticketed: number }[] },
  ];
  const figures = new Map<string, SourceFigures>();
  for (const { supplier, slow, ...row } of calls.rows)
    figures.set(supplier, { ...noFigures, ...row, slow: slow === null ? null : Number(slow) });
  for (const { supplier, ...row } of sold.rows) figures.set(supplier, { ...(figures.get(supplier) ?? noFigures), ...row });
  return figures;
}
