import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { keptCount, KeptRead } from '#app/platform/kept-read.server.ts';
import { dayMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { RefundStatus } from '../../payments/payment-status.ts';
import { houseBank } from '../../ledger/ledger-postings.ts';
import { firstCardPurpose } from '../../payments/two-card-rules.ts';
import type { ProductKind } from '../../product-contract.ts';
import { bankDays, expectedBy, partOf, refundStateOf, transferBy, type RefundTrackState } from '../refund-track-rules.ts';
import { owedFor, owedSince } from '../supplier-returns-store.server.ts';
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
  /** The last digits of its card, where two cards paid the order. */
  readonly ending: string | null;
  /** Paid in four: it goes to who collects the parts. */
  readonly inFour: boolean;
  /** Came by transfer: finance sends it from the house's account. With the line it came by, where a statement brought it. */
  readonly byTransfer: boolean;
  readonly cameBy: string | null;
  readonly asked: string;
  readonly days: number;
  readonly sent: string | null;
  readonly settled: string | null;
  readonly expectedBy: CalendarDate | null;
  readonly late: boolean;
  /** Since when a supplier owes money of its order. */
  readonly owedSince: string | null;
  readonly orderId: string;
  readonly ownerId: string | null;
}

type Row = {
  id: string;
  order_id: string;
  owed_since: string | Date | null;
  reference: string;
  kind: ProductKind;
  amount: string;
  currency: CurrencyCode;
  status: RefundStatus | 'asked' | 'owed';
  reason: string;
  purpose: string;
  ending: string | null;
  in_four: boolean | null;
  by_transfer: boolean | null;
  came_by: string | null;
  at: string | Date;
  asked_at: string | Date;
  moved_at: string | Date;
  sent_at: string | Date | null;
  assigned_to: string | null;
  sort_key: string;
};

const rowsOf = <Found>(result: unknown): Found[] => (result as { rows: Found[] }).rows;

/** Far beyond every refund, and a time that the database knows; an address may say anything. */
const latestSecond = 9e11;

/** Rows of one kind with the columns by which they are filtered and sorted; each is read from its own end and merged. */
interface Part {
  readonly rows: SQL;
  readonly where: SQL;
  readonly id: SQL;
  readonly at: SQL;
  readonly amount: SQL;
}

/** Refunds that were made or are being made; the id of what staff asked for stands in the key. */
const made = (where: SQL): Part => ({
  rows: sql`
    select r.id, r.order_id, r.payment_id, r.amount, r.currency, r.status, r.reason, r.key, r.created_at as at, r.changed_at as moved_at,
      o.reference, o.kind, o.assigned_to
    from refunds r join orders o on o.id = r.order_id`,
  where,
  id: sql`r.id`,
  at: sql`r.created_at`,
  amount: sql`r.amount`,
});
/** What a second person has not allowed yet. */
const waiting: Part = {
  rows: sql`
    select q.id, q.order_id, q.payment_id, q.amount, q.currency, 'asked' as status, 'staff-refund' as reason, null as key, q.asked_at as at,
      q.asked_at as moved_at, o.reference, o.kind, o.assigned_to
    from refund_requests q join orders o on o.id = q.order_id`,
  where: sql`q.status = 'asked'`,
  id: sql`q.id`,
  at: sql`q.asked_at`,
  amount: sql`q.amount`,
};
/** Owed by an order that ended, while the bank still takes or lets go what it would come from. */
const owed: Part = {
  rows: sql`
    select w.order_id as id, w.order_id, null as payment_id, w.amount, o.currency, 'owed' as status,
      coalesce((select e.reason from order_events e where e.order_id = w.order_id and e.version = w.version), '') as reason, null as key,
      w.owed_at as at, w.owed_at as moved_at, o.reference, o.kind, o.assigned_to
    from owed_refunds w join orders o on o.id = w.order_id`,
  where: sql`true`,
  id: sql`w.order_id`,
  at: sql`w.owed_at`,
  amount: sql`w.amount`,
};

/** A refund that came back is open until somebody has closed its task: another way was found. Such tasks are few. */
const failedOpen = sql`r.status = 'failed' and r.id in (
  select substr(s.subject, length('refunds:') + 1) from staff_tasks s where s.kind = 'refund-failed' and s.closed_at is null)`;
const onItsWay = sql`r.status in ('pending', 'stuck')`;
/** Money that came by transfer waits for finance, who writes the transfer back; a bank has it only when a statement says so. */
const byTransfer = sql`exists (select 1 from payments b where b.id = r.payment_id and b.provider = ${houseBank})`;
const toTransfer = sql`${onItsWay} and ${byTransfer}`;
const withBank = sql`${onItsWay} and not ${byTransfer}`;
const lateSince = (now: Instant) => sql`r.created_at < ${new Date(now - bankDays * dayMs).toISOString()}::timestamptz`;

function partsOf(queue: RefundQueue, now: Instant): readonly Part[] {
  const parts: Readonly<Record<RefundQueue, readonly Part[]>> = {
    open: [waiting, owed, made(onItsWay), made(failedOpen)],
    waiting: [waiting, owed, made(toTransfer)],
    bank: [made(withBank)],
    late: [made(sql`${onItsWay} and ${lateSince(now)}`)],
    failed: [made(failedOpen)],
    settled: [made(sql`r.status = 'succeeded'`)],
    all: [waiting, owed, made(sql`true`)],
  };
  return parts[queue];
}

/** The refunds of a view, a page at a time. For pages behind a permission. */
export async function findRefundRows(
  db: Db,
  view: RefundListView,
  { now, me, most }: { readonly now: Instant; readonly me: string; readonly most: number },
): Promise<{ readonly rows: RefundRow[]; readonly next: { readonly key: string; readonly id: string } | null }> {
  const start = view.find.toUpperCase().replace(/[^0-9A-Z-]/g, '');
  const byAmount = view.sort === 'amount';
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const { after } = view;
  const from =
    after && (byAmount ? sql`${after.key}::numeric` : sql`to_timestamp(${Math.min(Number(after.key), latestSecond)}::double precision)`);
  const read = ({ rows, where, id, at, amount }: Part) => {
    const key = byAmount ? amount : at;
    const wanted = [
      where,
      view.kind && sql`o.kind = ${view.kind}`,
      view.owner &&
        (view.owner === 'nobody' ? sql`o.assigned_to is null` : sql`o.assigned_to = ${view.owner === 'mine' ? me : view.owner}`),
      view.age && sql`${at} <= ${new Date(now - view.age * dayMs).toISOString()}::timestamptz`,
      view.owed !== null && owedFor(sql`o.id`, view.owed, now),
      view.find && sql`o.reference like ${`${start}%`}`,
      after && sql`(${key}, ${id}) ${sql.raw(view.descending ? '<' : '>')} (${from}, ${after.id})`,
    ].filter((part) => part !== null && typeof part === 'object');
    return sql`(${rows} where ${sql.join(wanted, sql` and `)} order by ${key} ${turn}, ${id} ${turn} limit ${most + 1})`;
  };
  const key = byAmount ? sql`amount` : sql`at`;
  const found = rowsOf<Row>(
    await db.execute(sql`
      select page.*, coalesce(q.asked_at, page.at) as asked_at, ${owedSince(sql`page.order_id`)} as owed_since,
        (${byAmount ? sql`page.amount` : sql`extract(epoch from page.at)`})::text as sort_key,
        (select min(a.called_at) from payment_attempts a where a.payment_id = page.payment_id and a.refund_id = page.id) as sent_at,
        coalesce((select p.purpose from payments p where p.id = page.payment_id), 'order') as purpose,
        (select p.card_ending from payments p where p.id = page.payment_id and page.status <> 'asked' and exists (
          select 1 from payments f where f.order_id = p.order_id and f.purpose = ${firstCardPurpose} and f.status <> 'canceled')) as ending,
        (select p.method = 'four' from payments p where p.id = page.payment_id) as in_four,
        (select p.provider = ${houseBank} from payments p where p.id = page.payment_id) as by_transfer,
        (select split_part(p.provider_ref, ':', 1) from payments p where p.id = page.payment_id and p.provider = ${houseBank}) as came_by
      from (
        select * from (${sql.join(partsOf(view.queue, now).map(read), sql` union all `)}) c
        order by ${key} ${turn}, id ${turn} limit ${most + 1}
      ) page left join refund_requests q on page.key like 'request:%' and q.id = split_part(page.key, ':', 2)
      order by page.${key} ${turn}, page.id ${turn}`),
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
  // Nobody is called for a transfer: it is sent when a statement shows it leaving.
  const sent = row.sent_at && !row.by_transfer ? new Date(row.sent_at) : null;
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
    ending: row.ending,
    inFour: row.in_four === true,
    byTransfer: row.by_transfer === true,
    cameBy: row.came_by,
    asked: asked.toISOString(),
    days: Math.max(0, Math.floor((until - asked.getTime()) / dayMs)),
    sent: sent?.toISOString() ?? null,
    settled: settled?.toISOString() ?? null,
    expectedBy: row.by_transfer && state !== 'asked' ? transferBy(new Date(row.at), settled) : expectedBy(state, sent, settled),
    owedSince: row.owed_since === null ? null : new Date(row.owed_since).toISOString(),
    orderId: row.order_id,
    late: open && now - asked.getTime() > bankDays * dayMs,
    ownerId: row.assigned_to,
  };
}

interface OpenCounts {
  readonly waiting: number;
  readonly bank: number;
  readonly late: number;
  readonly failed: number;
}

/** What is open is little, and counted as it stands. */
async function countOpen(db: Db, kind: ProductKind | null, now: Instant): Promise<OpenCounts> {
  const count = (part: Part) =>
    sql`(select count(*) from (${part.rows} where ${part.where} ${kind ? sql`and o.kind = ${kind}` : sql``}) counted)::int`;
  const owing = sql`(select count(*) from owed_refunds ${kind ? sql`where kind = ${kind}` : sql``})::int`;
  const ofKind = kind ? sql`join orders o on o.id = r.order_id and o.kind = ${kind}` : sql``;
  const [counted] = rowsOf<OpenCounts>(
    await db.execute(sql`
      select ${count(waiting)} + ${owing} + b.transfers as waiting, ${count(made(failedOpen))} as failed, b.bank, b.late
      from (
        select (count(*) filter (where not ${byTransfer}))::int as bank, (count(*) filter (where ${byTransfer}))::int as transfers,
          (count(*) filter (where ${lateSince(now)}))::int as late
        from refunds r ${ofKind} where ${onItsWay}
      ) b`),
  );
  return counted!;
}

const over = keptCount<{ readonly settled: number; readonly failed: number }>();

/** How many refunds each queue holds, of one kind of order or of all. What is over may be half a minute old. */
export async function countRefunds(db: Db, kind: ProductKind | null, now: Instant): Promise<Readonly<Record<RefundQueue, number>>> {
  const of = kind ? sql`and exists (select 1 from orders o where o.id = r.order_id and o.kind = ${kind})` : sql``;
  const [open, ended] = await Promise.all([
    countOpen(db, kind, now),
    over.read(db, kind ?? 'all', now, async () => {
      const [row] = rowsOf<{ settled: number; failed: number }>(
        await db.execute(sql`
          select (select count(*)::int from refunds r where r.status = 'succeeded' ${of}) as settled,
            (select count(*)::int from refunds r where r.status = 'failed' ${of}) as failed`),
      );
      return row!;
    }),
  ]);
  const { waiting: asked, bank, late, failed } = open;
  return {
    open: asked + bank + failed,
    waiting: asked,
    bank,
    late,
    failed,
    settled: ended.settled,
    all: asked + bank + ended.failed + ended.settled,
  };
}

const sums = new KeptRead<readonly Money[]>(30_000);

/** The sum of what is open, minor units by currency; every open refund is read for it, so it may be half a minute old. */
export function sumOpenRefunds(db: Db, kind: ProductKind | null, now: Instant): Promise<readonly Money[]> {
  return sums.read(db, kind ?? 'all', now, () => addUpOpen(db, kind, now));
}

async function addUpOpen(db: Db, kind: ProductKind | null, now: Instant): Promise<readonly Money[]> {
  const parts = partsOf('open', now).map(({ rows, where }) => sql`(${rows} where ${where})`);
  const rows = rowsOf<{ currency: CurrencyCode; sum: string }>(
    await db.execute(sql`
      select c.currency, sum(c.amount)::text as sum from (${sql.join(parts, sql` union all `)}) c
      where ${kind ? sql`c.kind = ${kind}` : sql`true`} group by c.currency order by c.currency`),
  );
  return rows.map(({ currency, sum }) => money(Number(sum), currency));
}

const openOf = keptCount<number>();

/** For the count beside a link from a product's own desk; it may be half a minute old. */
export function countOpenRefunds(db: Db, kind: ProductKind, now: Instant): Promise<number> {
  return openOf.read(db, kind, now, async () => {
    const { waiting: asked, bank, failed } = await countOpen(db, kind, now);
    return asked + bank + failed;
  });
}
