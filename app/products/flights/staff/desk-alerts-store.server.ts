import { sql, type SQL } from 'drizzle-orm';
import { bankDays } from '#app/commerce/orders/refund-track-rules.ts';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, instant, type Instant } from '#app/values/dates.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import { idsOfTwinsAmong } from '../order/twins-store.server.ts';
import { alertsOf, type AlertFacts, type DeskAlert } from './desk-alert-rules.ts';

type Row = {
  id: string;
  schedule: AlertFacts['schedule'];
  open_tickets: number;
  due_tickets: number;
  extra_failed: boolean;
  refund: AlertFacts['refund'];
  owed_since: string | Date | null;
};

/** Tickets are only missed where there should be some: of other orders they are not counted. */
const ofTicketed = (counted: SQL) => sql`(case when o.status = 'ticketed' then (${counted}) else 0 end)::int`;

/** What of each of these orders asks for somebody; those with nothing are left out. One question for a whole page. */
export async function readAlerts(
  db: Db,
  now: Instant,
  orders: readonly { readonly id: string; readonly status: FlightOrderState; readonly limit_at: string | Date | null }[],
): Promise<ReadonlyMap<string, readonly DeskAlert[]>> {
  if (orders.length === 0) return new Map();
  const ids = orders.map(({ id }) => id);
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const late = sql`${new Date(now - bankDays * dayMs).toISOString()}::timestamptz`;
  const [found, twins] = await Promise.all([
    db.execute(sql`
      select o.id,
        (select case
            when bool_or(s.status = 'open' and s.answer is null and s.answer_by <= ${at}) then 'late'
            when bool_or(s.status = 'open' and s.answer is null) then 'open'
            when bool_or(s.status = 'held') then 'held' end
          from schedule_changes s where s.order_id = o.id) as schedule,
        ${ofTicketed(sql`select count(*) from flight_tickets k where k.order_id = o.id and k.status = 'open'`)} as open_tickets,
        ${ofTicketed(sql`
          select (select count(*) from order_travellers t where t.order_id = o.id and t.left_at is null)
            * (select count(*) from flight_contracts c where c.order_id = o.id)`)} as due_tickets,
        exists (select 1 from flight_extras e where e.order_id = o.id and e.status = 'failed') as extra_failed,
        (select case
            when bool_or(r.status = 'failed' and exists (
              select 1 from staff_tasks k where k.kind = 'refund-failed' and k.subject = 'refunds:' || r.id and k.closed_at is null)) then 'failed'
            when bool_or(r.status = 'stuck' or (r.status = 'pending' and r.created_at < ${late})) then 'stuck' end
          from refunds r where r.order_id = o.id) as refund,
        (select min(g.asked_at) from supplier_returns g where g.order_id = o.id and g.received_at is null) as owed_since
      from orders o where o.id = any(${sql.param(ids)}::text[])`) as unknown as Promise<{ rows: Row[] }>,
    idsOfTwinsAmong(db, ids),
  ]);
  const facts = new Map(found.rows.map((row) => [row.id, row]));
  return new Map(
    orders.map(({ id, status, limit_at: limit }) => {
      const row = facts.get(id)!;
      const of: AlertFacts = {
        status,
        limit: limit === null ? null : instant(new Date(limit).getTime()),
        schedule: row.schedule,
        twin: twins.has(id),
        tickets: { open: row.open_tickets, due: row.due_tickets },
        extraFailed: row.extra_failed,
        refund: row.refund,
        owedSince: row.owed_since === null ? null : instant(new Date(row.owed_since).getTime()),
      };
      return [id, alertsOf(of, now)];
    }),
  );
}
