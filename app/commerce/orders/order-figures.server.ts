import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';

export interface ServiceFigures {
  /** Orders of flights that reached a paid state in the window, and how many of them became tickets. */
  readonly paid: number;
  readonly ticketed: number;
  /** Median minutes from paid to ticketed. */
  readonly minutesToTicket: number | null;
  /** Refunds sent in the window, and the median of days from asking to sending. */
  readonly refunds: number;
  readonly daysToRefund: number | null;
}

export const figureDays = 90;

/** What the about page says of our work, counted from the orders' own history over the last 90 days. */
export async function readServiceFigures(db: Db, now: Instant): Promise<ServiceFigures> {
  const since = new Date(now - figureDays * dayMs).toISOString();
  const result = (await db.execute(sql`
    with paid as (
      select order_id, min(order_events.at) as at from order_events join orders on orders.id = order_id and orders.kind = 'flight'
      where to_status = 'paid' and order_events.at >= ${since} group by order_id
    ), ticketed as (
      select paid.order_id, min(order_events.at) - paid.at as took
      from paid join order_events on order_events.order_id = paid.order_id
      where order_events.to_status = 'ticketed' and order_events.at >= paid.at
      group by paid.order_id, paid.at
    ), sent as (
      select changed_at - created_at as took from refunds where status = 'succeeded' and changed_at >= ${since}
    )
    select
      (select count(*)::int from paid) as paid,
      (select count(*)::int from ticketed) as ticketed,
      (select percentile_cont(0.5) within group (order by extract(epoch from took)) from ticketed)::float8 as seconds_to_ticket,
      (select count(*)::int from sent) as refunds,
      (select percentile_cont(0.5) within group (order by extract(epoch from took)) from sent)::float8 as seconds_to_refund`)) as unknown as {
    rows: {
      paid: number;
      ticketed: number;
      seconds_to_ticket: number | null;
      refunds: number;
      seconds_to_refund: number | null;
    }[];
  };
  const [row] = result.rows;
  const rounded = (seconds: number | null | undefined, unit: number) =>
    seconds === null || seconds === undefined ? null : Math.ceil(seconds / unit);
  return {
    paid: row?.paid ?? 0,
    ticketed: row?.ticketed ?? 0,
    minutesToTicket: rounded(row?.seconds_to_ticket, 60),
    refunds: row?.refunds ?? 0,
    daysToRefund: rounded(row?.seconds_to_refund, 86_400),
  };
}
