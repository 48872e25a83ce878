import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { sendAhead, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import { positionOf, type AccountCode, type MoneyPosition, type Position, type Posting, type Transfer } from './ledger-postings.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from './ledger.tables.ts';

/**
 * Posts a transfer in the caller's transaction; false when its key was posted before. The database judges at commit
 * that it balances and that no order gives back more than it took.
 */
export async function post(tx: Tx, now: Instant, transfer: Transfer, linkedTo: number | null = null): Promise<number | null> {
  const [row] = await tx
    .insert(ledgerTransfers)
    .values({
      key: transfer.key,
      kind: transfer.kind,
      currency: transfer.currency,
      orderId: transfer.orderId,
      paymentId: transfer.paymentId,
      linkedTo,
      postedAt: new Date(now),
    })
    .onConflictDoNothing({ target: ledgerTransfers.key })
    .returning({ id: ledgerTransfers.id });
  if (!row) return null;
  const accounts = await accountIds(tx, transfer);
  await sendAhead(
    tx,
    tx.insert(ledgerEntries).values(
      transfer.postings.map((posting) => ({
        transferId: row.id,
        accountId: accounts.get(posting.account)!,
        currency: transfer.currency,
        amount: posting.amount,
      })),
    ),
  );
  return row.id;
}

/** Both halves of an exchange; the second names the first. */
export async function postExchange(tx: Tx, now: Instant, [sold, bought]: readonly [Transfer, Transfer]): Promise<boolean> {
  const first = await post(tx, now, sold);
  if (first === null) return false;
  return (await post(tx, now, bought, first)) !== null;
}

/** The accounts of a transfer, opened where it is the first to use them. */
async function accountIds(tx: Tx, transfer: Transfer): Promise<Map<AccountCode, number>> {
  // In the order of their codes, so that two transfers that open the same accounts wait for each other in one direction.
  const wanted = [...new Map(transfer.postings.map((posting) => [posting.account, posting])).values()].sort((a, b) =>
    a.account < b.account ? -1 : 1,
  );
  const orderOf = (posting: Posting) => (posting.perOrder ? transfer.orderId : null);
  const found = new Map<AccountCode, number>();
  const find = async () => {
    const rows = await tx
      .select({ id: ledgerAccounts.id, code: ledgerAccounts.code, orderId: ledgerAccounts.orderId })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.currency, transfer.currency),
          inArray(
            ledgerAccounts.code,
            wanted.map(({ account }) => account),
          ),
          or(isNull(ledgerAccounts.orderId), transfer.orderId === null ? sql`false` : eq(ledgerAccounts.orderId, transfer.orderId)),
        ),
      );
    for (const posting of wanted) {
      const row = rows.find((each) => each.code === posting.account && each.orderId === orderOf(posting));
      if (row) found.set(posting.account, row.id);
    }
  };
  await find();
  const missing = wanted.filter(({ account }) => !found.has(account));
  if (missing.length === 0) return found;
  const made = await tx
    .insert(ledgerAccounts)
    .values(
      missing.map((posting) => ({ code: posting.account, currency: transfer.currency, kind: posting.kind, orderId: orderOf(posting) })),
    )
    .onConflictDoNothing()
    .returning({ id: ledgerAccounts.id, code: ledgerAccounts.code });
  for (const { id, code } of made) found.set(code as AccountCode, id);
  if (found.size < wanted.length) await find();
  return found;
}

export interface LedgerTotals {
  /** Held by the bank for us and neither captured nor released. */
  readonly authorised: number;
  readonly captured: number;
  readonly refunded: number;
  readonly fees: number;
}

type TotalsRow = { currency: CurrencyCode; authorised: string; captured: string; refunded: string; fees: string };

const totals = sql`
  coalesce(sum(-e.amount) filter (where a.code = 'customer-promise'), 0) as authorised,
  coalesce(sum(-e.amount) filter (where a.code = 'customer-funds' and t.kind = 'capture'), 0) as captured,
  coalesce(sum(e.amount) filter (where a.code = 'customer-funds' and t.kind = 'refund'), 0) as refunded,
  coalesce(sum(e.amount) filter (where a.code = 'provider-fees'), 0) as fees`;

/** What the ledger says of one payment, minor units of its currency. */
export async function ledgerOfPayment(db: Db, paymentId: string): Promise<LedgerTotals> {
  const [row] = rowsOf<TotalsRow>(
    await db.execute(sql`
      select ${totals} from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.payment_id = ${paymentId}`),
  );
  return { authorised: Number(row!.authorised), captured: Number(row!.captured), refunded: Number(row!.refunded), fees: Number(row!.fees) };
}

/** Money that was taken for orders, the first first: each posting with the payment it was of, minor units of its currency. */
export async function findCaptures(
  db: Db,
  orderIds: readonly string[],
): Promise<
  { readonly orderId: string; readonly paymentId: string; readonly amount: number; readonly currency: CurrencyCode; readonly at: string }[]
> {
  if (orderIds.length === 0) return [];
  const rows = rowsOf<{ order_id: string; payment_id: string; currency: CurrencyCode; amount: string; at: string }>(
    await db.execute(sql`
      select t.order_id, t.payment_id, t.currency, sum(-e.amount) as amount, to_json(t.posted_at) #>> '{}' as at
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.order_id = any(${sql.param([...orderIds])}::text[]) and t.kind = 'capture' and t.payment_id is not null and a.code = 'customer-funds'
      group by t.id order by t.posted_at, t.id`),
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    paymentId: row.payment_id,
    amount: Number(row.amount),
    currency: row.currency,
    at: new Date(row.at).toISOString(),
  }));
}

/** Of payments, what banks hold back or have kept and what they charge for it, minor units of their currency. */
export async function disputedInLedger(db: Db, paymentIds: readonly string[]): Promise<number> {
  const [row] = rowsOf<{ disputed: string }>(
    await db.execute(sql`
      select coalesce(sum(e.amount), 0) as disputed from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.payment_id = any(${sql.param([...paymentIds])}::text[]) and a.code in ('disputed-funds', 'chargeback-losses', 'dispute-fees')`),
  );
  return Number(row!.disputed);
}

/**
 * What an order's customer has promised, paid and got back. `due` is the order's total: it gives the currency when
 * nothing has moved yet, and tells part-paid from paid. An order is charged in one currency; two are a fault and throw.
 */
export async function moneyPosition(db: Db, orderId: string, due?: Money): Promise<MoneyPosition> {
  return (await moneyPositions(db, new Map([[orderId, due]]))).get(orderId)!;
}

/** The same of several orders, by id, in one question. */
export async function moneyPositions(db: Db, dueOf: ReadonlyMap<string, Money | undefined>): Promise<ReadonlyMap<string, MoneyPosition>> {
  if (dueOf.size === 0) return new Map();
  const rows = rowsOf<TotalsRow & { order_id: string }>(
    await db.execute(sql`
      select t.order_id, t.currency, ${totals} from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.order_id = any(${sql.param([...dueOf.keys()])}::text[]) and t.kind in ('authorise', 'void', 'capture', 'refund')
      group by t.order_id, t.currency`),
  );
  return new Map(
    [...dueOf].map(([orderId, due]) => {
      const own = rows.filter((row) => row.order_id === orderId);
      if (own.length > 1) throw new Error(`Order ${orderId} was charged in ${own.map((row) => row.currency).join(' and ')}`);
      const currency = own[0]?.currency ?? due?.currency ?? 'AED';
      const amount = (text: string | undefined) => money(Number(text ?? 0), currency);
      return [orderId, positionOf(amount(own[0]?.authorised), amount(own[0]?.captured), amount(own[0]?.refunded), due)];
    }),
  );
}

/** How the money of these orders stands, by id, as the database keeps it: a page of a list need not add up every ledger again. */
export async function keptPositions(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, Position>> {
  if (orderIds.length === 0) return new Map();
  const rows = rowsOf<{ order_id: string; state: Position }>(
    await db.execute(sql`select order_id, state from order_money_states where order_id = any(${sql.param([...orderIds])}::text[])`),
  );
  return new Map(rows.map((row) => [row.order_id, row.state]));
}

/** So few that they are named, instead of asking each order of a list whether it is one of them. */
const mostNamed = 2_000;

/**
 * `positionOf` as a condition on the orders of one kind in a query, by their id: the database keeps it with every posting and
 * new total.
 */
export async function standsAt(db: Db, kind: string, position: Position, orderId: SQL): Promise<SQL> {
  const few = rowsOf<{ order_id: string }>(
    await db.execute(sql`select order_id from order_money_states where kind = ${kind} and state = ${position} limit ${mostNamed + 1}`),
  );
  return few.length > mostNamed
    ? sql`exists (select from order_money_states m where m.order_id = ${orderId} and m.kind = ${kind} and m.state = ${position})`
    : sql`${orderId} = any(${sql.param(few.map((row) => row.order_id))}::text[])`;
}

export interface LedgerLine {
  readonly kind: Transfer['kind'];
  readonly amount: Money;
  readonly postedAt: Date;
  /** Of which payment it was. */
  readonly paymentId: string | null;
}

/** What was posted about an order, oldest first: each transfer with the sum it moved. The caller has judged access. */
export async function findLedgerLines(db: Db, orderId: string): Promise<LedgerLine[]> {
  const rows = rowsOf<{
    kind: Transfer['kind'];
    currency: CurrencyCode;
    posted_at: string | Date;
    payment_id: string | null;
    amount: string;
  }>(
    await db.execute(sql`
      select t.kind, t.currency, t.posted_at, t.payment_id, sum(e.amount) filter (where e.amount > 0) as amount
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      where t.order_id = ${orderId} group by t.id order by t.id`),
  );
  return rows.map((row) => ({
    kind: row.kind,
    amount: money(Number(row.amount), row.currency),
    postedAt: new Date(row.posted_at),
    paymentId: row.payment_id,
  }));
}

/** What moved in some hours, minor units of one currency. */
export interface MovedMoney {
  readonly authorised: number;
  readonly captured: number;
  readonly refunded: number;
}

/** Sums over all orders of what was posted from `from` (included) to `until` (not). */
export async function movedBetween(db: Db, from: Instant, until: Instant, currency: CurrencyCode): Promise<MovedMoney> {
  const [row] = rowsOf<TotalsRow>(
    await db.execute(sql`
      select ${totals} from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.posted_at >= ${new Date(from).toISOString()}::timestamptz and t.posted_at < ${new Date(until).toISOString()}::timestamptz
        and t.currency = ${currency}`),
  );
  return { authorised: Number(row!.authorised), captured: Number(row!.captured), refunded: Number(row!.refunded) };
}

/** The balance of an account over all orders, debit positive, by currency. */
export async function balancesOf(db: Db, code: AccountCode): Promise<ReadonlyMap<CurrencyCode, number>> {
  const rows = rowsOf<{ currency: CurrencyCode; balance: string }>(
    await db.execute(sql`
      select e.currency, sum(e.amount) as balance from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where a.code = ${code} group by e.currency`),
  );
  return new Map(rows.map((row) => [row.currency, Number(row.balance)]));
}

function rowsOf<Row>(result: unknown): Row[] {
  return (result as { rows: Row[] }).rows;
}
