import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { CostlyRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { countLines } from '../../bank/bank-store.server.ts';
import { houseZone } from './invoice-desk-store.server.ts';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
/** How far back money is looked for; what is older has a task of its own. */
const reachDays = 90;
const mostTasks = 200;
/** Far above what a house could leave lying; what owes most is read first. */
const mostOrders = 5_000;
/** Tasks about what a provider and we say differently. */
const aboutPayments = ['payment-difference', 'payment-unknown', 'payment-unexpected'];

/** Queues of the bank's lines that are not over. */
const unexplained = ['open', 'asked', 'to-return'] as const;

/** An order that holds more of its customer's money than its documents ask for; fils. */
export interface UnmatchedOrder {
  readonly reference: string;
  readonly status: string;
  readonly invoiced: number;
  readonly money: number;
  readonly over: number;
  /** A refund of it is on its way: then it settles by itself. */
  readonly returning: boolean;
  /** The newest invoice, by which it could be credited or returned. */
  readonly invoice: string | null;
}

/** What one provider took, gave back and kept, by its own postings; minor units. */
export interface ProviderSums {
  readonly provider: string;
  readonly currency: CurrencyCode;
  readonly captured: number;
  readonly refunded: number;
  readonly fees: number;
  /** Moved between a provider and the house's own bank, and what that bank took; what left is negative. */
  readonly paidOut: number;
  readonly balance: number;
}

interface Reckoned {
  readonly orders: readonly UnmatchedOrder[];
  readonly providers: readonly ProviderSums[];
  readonly at: Instant;
}

const reckoned = new CostlyRead<Reckoned>();

/**
 * Money that belongs to nothing that was invoiced, and what differs between the payment provider and us. The sums go over
 * the whole ledger: in a large house they are those of `asOf` (HH:MM in Dubai), a few minutes ago; null where they are of this moment.
 */
export async function openUnmatched({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const [{ value, kept }, tasks, lines] = await Promise.all([
    reckoned.read(db, 'all', () => reckon(db, clock.now())),
    listOpenStaffTasks(db, mostTasks, aboutPayments),
    countLines(db),
  ]);
  return {
    orders: value.orders,
    providers: value.providers,
    /** Lines of bank statements that nobody has explained, that a second person looks at, or whose money is to go back. */
    atBank: unexplained.map((queue) => ({ queue, lines: lines[queue] })).filter(({ lines: some }) => some > 0),
    asOf: kept ? localTimeIn(houseZone, value.at).slice(11) : null,
    differences: tasks.map(({ id, textKey, detail, openedAt }) => ({ id, textKey, detail, openedAt: openedAt.toISOString() })),
  };
}

/** What the page was told before is reckoned anew for its next reader. */
export function reckonAnew(db: Db): void {
  reckoned.forget(db);
}

async function reckon(db: Db, now: Instant): Promise<Reckoned> {
  const since = new Date(now - reachDays * dayMs).toISOString();
  const [orders, sums] = await Promise.all([
    db.execute(sql`
      select o.reference, o.status, held.money, coalesce(asked.gross, 0) as invoiced, asked.number as invoice,
        exists (select 1 from refunds r where r.order_id = o.id and r.status in ('pending', 'stuck')) as returning
      from (
        select t.order_id, sum(-e.amount) as money from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id
        where a.code = 'customer-funds' and t.order_id in (
          select order_id from ledger_transfers where posted_at >= ${since}::timestamptz and kind in ('capture', 'refund'))
        group by t.order_id
      ) held
      join orders o on o.id = held.order_id
      left join lateral (
        select sum(i.gross) as gross, max(i.number) filter (where i.kind = 'invoice') as number from invoices i where i.order_id = o.id
      ) asked on true
      where held.money > coalesce(asked.gross, 0) order by held.money - coalesce(asked.gross, 0) desc, o.reference limit ${mostOrders}`),
    db.execute(sql`
      select split_part(a.code, ':', 2) as provider, e.currency,
        coalesce(sum(e.amount) filter (where t.kind = 'capture'), 0) as captured,
        coalesce(-sum(e.amount) filter (where t.kind = 'refund'), 0) as refunded,
        coalesce(-sum(e.amount) filter (where t.kind = 'fee'), 0) as fees,
        coalesce(sum(e.amount) filter (where t.kind in ('payout', 'bank-charge', 'payer-money')), 0) as paid_out, sum(e.amount) as balance
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
      where a.code like 'provider-clearing:%' group by 1, 2 order by 1, 2`),
  ]);
  return {
    orders: rowsOf<{ reference: string; status: string; money: string; invoiced: string; invoice: string | null; returning: boolean }>(
      orders,
    ).map((row): UnmatchedOrder => ({
      reference: row.reference,
      status: row.status,
      invoiced: Number(row.invoiced),
      money: Number(row.money),
      over: Number(row.money) - Number(row.invoiced),
      returning: row.returning,
      invoice: row.invoice,
    })),
    providers: rowsOf<Record<'provider' | 'captured' | 'refunded' | 'fees' | 'paid_out' | 'balance', string> & { currency: CurrencyCode }>(
      sums,
    ).map((row): ProviderSums => ({
      provider: row.provider,
      currency: row.currency,
      captured: Number(row.captured),
      refunded: Number(row.refunded),
      fees: Number(row.fees),
      paidOut: Number(row.paid_out),
      balance: Number(row.balance),
    })),
    at: now,
  };
}
