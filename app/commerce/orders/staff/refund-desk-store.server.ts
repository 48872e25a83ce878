import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { RefundStatus } from '../../payments/payment-status.ts';
import type { ProductKind } from '../../product-contract.ts';
import { bankDays, expectedBy, partOf, refundStateOf, type RefundTrackState } from '../refund-track-rules.ts';
import type { RefundListView, RefundQueue } from './refund-list-view.ts';

/** A sum on its way back, as the list shows it. Instants are ISO in UTC. */
export interface RefundRow {
  readonly id: string;
  readonly reference: string;
  readonly kind: ProductKind;
  readonly amount: Money;
  readonly state: RefundTrackState;
  readonly reason: string;
  readonly part: number | null;
  readonly asked: string;
  readonly days: number;
  readonly sent: string | null;
  readonly settled: string | null;
  readonly expectedBy: CalendarDate | null;
  readonly late: boolean;
  readonly ownerId: string | null;
}

type Row = {
  id: string;
  reference: string;
  kind: ProductKind;
  amount: string;
  currency: CurrencyCode;
  status: RefundStatus | 'asked' | 'owed';
  reason: string;
  purpose: string;
  asked_at: string | Date;
  moved_at: string | Date;
  sent_at: string | Date | null;
  assigned_to: string | null;
  sort_key: string;
};

const rowsOf = <Found>(result: unknown): Found[] => (result as { rows: Found[] }).rows;

/** Refunds that were made or are being made; the id of what staff asked for stands in the key. */
const made = sql`
  select r.id, r.order_id, r.payment_id, r.amount, r.currency, r.status, r.reason, coalesce(q.asked_at, r.created_at) as asked_at,
    r.created_at as made_at, r.changed_at as moved_at
  from refunds r left join refund_requests q on r.key like 'request:%' and q.id = substr(r.key, 9)`;
/** What a second person has not allowed yet. */
const waiting = sql`
  select q.id, q.order_id, q.payment_id, q.amount, q.currency, 'asked' as status, 'staff-refund' as reason, q.asked_at,
    q.asked_at as made_at, q.asked_at as moved_at
  from refund_requests q where q.status = 'asked'`;
/** Owed by an order that ended, while the bank still takes or lets go what it would come from. */
const owed = sql`
  select o.id, o.id as order_id, null as payment_id, (e.detail->>'owed')::bigint as amount, o.currency, 'owed' as status,
    coalesce(e.reason, '') as reason, e.at as asked_at, e.at as made_at, e.at as moved_at
  from orders o join lateral (
    select detail, reason, at from order_events where order_id = o.id and event = 'owe-refund' order by version desc limit 1
  ) e on true
  where o.status = 'refund_due' and not exists (select 1 from refunds r where r.order_id = o.id and r.created_at >= e.at)`;

/** A refund that came back is open until somebody has closed its task: another way was found. */
const failedOpen = sql`exists (
  select 1 from staff_tasks s where s.kind = 'refund-failed' and s.subject = 'refunds:' || r.id and s.closed_at is null)`;

const ofQueue = (queue: RefundQueue, now: Instant): SQL => {
  const since = new Date(now - bankDays * dayMs).toISOString();
  const all = {
    bank: sql`${made} where r.status in ('pending', 'stuck')`,
    late: sql`${made} where r.status in ('pending', 'stuck') and r.created_at < ${since}::timestamptz`,
    failed: sql`${made} where r.status = 'failed' and ${failedOpen}`,
    settled: sql`${made} where r.status = 'succeeded'`,
  };
  if (queue === 'waiting') return sql`${waiting} union all ${owed}`;
  if (queue === 'open') return sql`${waiting} union all ${owed} union all ${all.bank} union all ${all.failed}`;
  if (queue === 'all') return sql`${waiting} union all ${owed} union all ${made}`;
  return all[queue];
};

/** The refunds of a view, a page at a time. For pages behind a permission. */
export async function findRefundRows(
  db: Db,
  view: RefundListView,
  { now, me, most }: { readonly now: Instant; readonly me: string; readonly most: number },
): Promise<{ readonly rows: RefundRow[]; readonly next: { readonly key: string; readonly id: string } | null }> {
  const start = view.find.toUpperCase().replace(/[^0-9A-Z-]/g, '');
  const bare = view.sort === 'amount' ? sql`c.amount::numeric` : sql`extract(epoch from c.asked_at)`;
  const key = view.descending ? sql`-(${bare})` : bare;
  const where = [
    view.kind && sql`o.kind = ${view.kind}`,
    view.owner && (view.owner === 'nobody' ? sql`o.assigned_to is null` : sql`o.assigned_to = ${view.owner === 'mine' ? me : view.owner}`),
    view.age && sql`c.asked_at <= ${new Date(now - view.age * dayMs).toISOString()}::timestamptz`,
    view.find && sql`o.reference like ${`${start}%`}`,
    view.after && sql`(${key}, c.id) > (${view.after.key}::numeric, ${view.after.id})`,
  ].filter((part) => part !== null && typeof part !== 'string' && typeof part !== 'number');
  const found = rowsOf<Row>(
    await db.execute(sql`
      select page.*, (select min(a.called_at) from payment_attempts a where a.payment_id = page.payment_id and a.refund_id = page.id) as sent_at,
        coalesce((select p.purpose from payments p where p.id = page.payment_id), 'order') as purpose
      from (
        select c.*, o.reference, o.kind, o.assigned_to, (${key})::text as sort_key
        from (${ofQueue(view.queue, now)}) c join orders o on o.id = c.order_id
        where ${where.length > 0 ? sql.join(where, sql` and `) : sql`true`}
        order by ${key}, c.id limit ${most + 1}
      ) page order by page.sort_key::numeric, page.id`),
  );
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => rowOf(row, now)),
    next: found.length > most && last ? { key: last.sort_key, id: last.id } : null,
  };
}

function rowOf(row: Row, now: Instant): RefundRow {
  const asked = new Date(row.asked_at);
  const sent = row.sent_at ? new Date(row.sent_at) : null;
  const settled = row.status === 'succeeded' ? new Date(row.moved_at) : null;
  const state = row.status === 'asked' || row.status === 'owed' ? row.status : refundStateOf(row.status, sent);
  const open = state !== 'settled' && state !== 'failed';
  const until = settled?.getTime() ?? now;
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    amount: money(Number(row.amount), row.currency),
    state,
    reason: row.reason,
    part: partOf(row.purpose),
    asked: asked.toISOString(),
    days: Math.max(0, Math.floor((until - asked.getTime()) / dayMs)),
    sent: sent?.toISOString() ?? null,
    settled: settled?.toISOString() ?? null,
    expectedBy: expectedBy(state, sent, settled),
    late: open && now - asked.getTime() > bankDays * dayMs,
    ownerId: row.assigned_to,
  };
}

/** How many refunds each queue holds, of one kind of order or of all. */
export async function countRefunds(db: Db, kind: ProductKind | null, now: Instant): Promise<Readonly<Record<RefundQueue, number>>> {
  const since = new Date(now - bankDays * dayMs).toISOString();
  const of = (id: SQL) => (kind ? sql`and exists (select 1 from orders k where k.id = ${id} and k.kind = ${kind})` : sql``);
  const [counted] = rowsOf<{ waiting: number; bank: number; late: number; failed: number; failed_all: number; settled: number }>(
    await db.execute(sql`
      select
        (select count(*)::int from (${waiting}) w where true ${of(sql`w.order_id`)})
          + (select count(*)::int from (${owed}) w where true ${of(sql`w.order_id`)}) as waiting,
        (select count(*)::int from refunds r where r.status in ('pending', 'stuck') ${of(sql`r.order_id`)}) as bank,
        (select count(*)::int from refunds r where r.status in ('pending', 'stuck') and r.created_at < ${since}::timestamptz
          ${of(sql`r.order_id`)}) as late,
        (select count(*)::int from refunds r where r.status = 'failed' and ${failedOpen} ${of(sql`r.order_id`)}) as failed,
        (select count(*)::int from refunds r where r.status = 'failed' ${of(sql`r.order_id`)}) as failed_all,
        (select count(*)::int from refunds r where r.status = 'succeeded' ${of(sql`r.order_id`)}) as settled`),
  );
  const { waiting: asked, bank, late, failed, failed_all: failedEver, settled } = counted!;
  return { open: asked + bank + failed, waiting: asked, bank, late, failed, settled, all: asked + bank + failedEver + settled };
}

/** The sum of what a queue holds, minor units by currency. */
export async function sumOpenRefunds(db: Db, kind: ProductKind | null, now: Instant): Promise<readonly Money[]> {
  const rows = rowsOf<{ currency: CurrencyCode; sum: string }>(
    await db.execute(sql`
      select c.currency, sum(c.amount)::text as sum from (${ofQueue('open', now)}) c join orders o on o.id = c.order_id
      where ${kind ? sql`o.kind = ${kind}` : sql`true`} group by c.currency order by c.currency`),
  );
  return rows.map(({ currency, sum }) => money(Number(sum), currency));
}

/** For the count beside a link from a product's own desk. */
export async function countOpenRefunds(db: Db, kind: ProductKind, now: Instant): Promise<number> {
  return (await countRefunds(db, kind, now)).open;
}
