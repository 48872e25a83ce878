import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';

export interface RuleFigures {
  readonly orders: number;
  /** What the rule added to orders whose money is here, minor units of AED. */
  readonly earned: number;
}

/** What each rule brought in since a moment, by its id: from the price that each ticketed order stands at. What went back whole brought nothing. */
export async function readRuleFigures(db: Db, since: Instant, until: Instant | null = null): Promise<ReadonlyMap<string, RuleFigures>> {
  const { rows } = (await db.execute(sql`
    select line ->> 'ruleId' as id, count(distinct o.id)::int as orders, sum((line #>> '{amount,amount}')::bigint)::text as earned
    from flight_orders f join orders o on o.id = f.order_id
    join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
    cross join lateral jsonb_array_elements(p.quote -> 'lines') line
    where f.ticketed_at >= ${new Date(since).toISOString()}::timestamptz
      and (${until === null} or f.ticketed_at < ${new Date(until ?? since).toISOString()}::timestamptz) and line ->> 'ruleId' is not null
      and exists (select 1 from order_money_states m where m.order_id = o.id and m.state not in ('unpaid', 'refunded'))
    group by 1`)) as unknown as { rows: { id: string; orders: number; earned: string }[] };
  return new Map(rows.map(({ id, orders, earned }) => [id, { orders, earned: Number(earned) }]));
}

/** How many orders stand at a price of each version. */
export async function countOrdersByVersion(db: Db): Promise<ReadonlyMap<number, number>> {
  const { rows } = (await db.execute(sql`
    select p.rules_version as version, count(*)::int as orders from orders o
    join price_snapshots p on p.order_id = o.id and p.number = o.snapshot where o.kind = 'flight' group by 1`)) as unknown as {
    rows: { version: number; orders: number }[];
  };
  return new Map(rows.map(({ version, orders }) => [version, orders]));
}
