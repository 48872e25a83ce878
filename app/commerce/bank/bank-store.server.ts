import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { currencyDecimals, type CurrencyCode } from '#app/values/money.ts';
import { bankLines, bankMatches, bankStatements, type BankLine, type BankMatch, type BankStatement } from './bank.tables.ts';
import type { BankLineStatus } from './bank-status.ts';
import type { BankView } from './bank-view.ts';
import { referencesIn, type Expected } from './match-rules.ts';
import { minorUnits, type ReadStatement } from './read-statement.ts';
import { repeatedLines, type FileFormat, type TakenLine } from './repeated-lines.ts';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
const listOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Who is on the other side of a line, and what was written; sealed in the database. */
export interface LineDetails {
  readonly party: string;
  readonly partyAccount: string;
  readonly text: string;
}
const placeOf = (id: string) => `bank_lines|details|${id}`;

export function openDetails(crypto: FieldCrypto, line: Pick<BankLine, 'id' | 'details'>): LineDetails {
  return JSON.parse(crypto.open(line.details, placeOf(line.id))) as LineDetails;
}

/**
 * Keeps a statement with its lines; null when the house has it, from this file or another. Lines that a statement of
 * overlapping days has brought already are marked as seen. Says how many those are.
 */
export async function keepStatement(
  tx: Tx,
  crypto: FieldCrypto,
  now: Instant,
  file: { readonly hash: string; readonly name: string; readonly format: FileFormat; readonly by: string },
  statement: ReadStatement,
): Promise<{ readonly id: string; readonly seen: number } | null> {
  // Two files of one account are compared one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank-account:${statement.account}`}))`);
  const id = randomUUID();
  const kept = await tx
    .insert(bankStatements)
    .values({
      id,
      fileHash: file.hash,
      fileName: file.name,
      format: file.format,
      account: statement.account,
      currency: statement.currency,
      reference: statement.reference,
      firstOn: statement.firstOn,
      lastOn: statement.lastOn,
      opening: statement.balances?.opening ?? null,
      closing: statement.balances?.closing ?? null,
      takenBy: file.by,
      takenAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning({ id: bankStatements.id });
  if (kept.length === 0) return null;
  const repeats = repeatedLines(statement.lines, file.format, await findTaken(tx, crypto, statement));
  const rows = statement.lines.map(({ bookedOn, amount, ...details }, position) => {
    const lineId = randomUUID();
    const seenIn = repeats[position]!;
    return {
      id: lineId,
      statementId: id,
      position,
      bookedOn,
      amount,
      currency: statement.currency,
      details: crypto.seal(JSON.stringify(details), placeOf(lineId)),
      named: referencesIn(`${details.text} ${details.party}`),
      status: seenIn ? ('seen' as const) : ('open' as const),
      seenIn,
      version: 1,
      changedAt: new Date(now),
    };
  });
  for (let at = 0; at < rows.length; at += 500) await tx.insert(bankLines).values(rows.slice(at, at + 500));
  return { id, seen: rows.filter(({ seenIn }) => seenIn !== null).length };
}

/** Lines of these days that other statements of the account have brought. */
async function findTaken(tx: Tx, crypto: FieldCrypto, statement: ReadStatement): Promise<TakenLine[]> {
  const days = [...new Set(statement.lines.map(({ bookedOn }) => bookedOn))];
  if (days.length === 0) return [];
  const lines = await tx
    .select({
      id: bankLines.id,
      format: bankStatements.format,
      bookedOn: bankLines.bookedOn,
      amount: bankLines.amount,
      details: bankLines.details,
    })
    .from(bankLines)
    .innerJoin(bankStatements, eq(bankStatements.id, bankLines.statementId))
    .where(
      and(
        eq(bankStatements.account, statement.account),
        eq(bankStatements.currency, statement.currency),
        inArray(bankLines.bookedOn, days),
        ne(bankLines.status, 'seen'),
      ),
    )
    .orderBy(asc(bankLines.bookedOn), asc(bankStatements.takenAt), asc(bankLines.position));
  return lines.map(({ id, format, bookedOn, amount, ...line }) => ({
    id,
    format,
    line: { bookedOn, amount, ...openDetails(crypto, { id, ...line }) },
  }));
}

/** The statement's row lock, under the lock of its account. */
export async function lockStatement(tx: Tx, id: string): Promise<BankStatement | null> {
  const [seen] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id));
  if (!seen) return null;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank-account:${seen.account}`}))`);
  const [row] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id)).for('update');
  return row ?? null;
}

/** The lines of a statement, locked. */
export async function lockLinesOf(tx: Tx, statementId: string): Promise<BankLine[]> {
  return tx.select().from(bankLines).where(eq(bankLines.statementId, statementId)).orderBy(asc(bankLines.id)).for('update');
}

/** Whether nothing of a statement is matched or waits for a second person. */
export async function isUntouched(db: Db, statementId: string): Promise<boolean> {
  const [worked] = await db
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(and(eq(bankLines.statementId, statementId), inArray(bankLines.status, ['asked', 'matched'])))
    .limit(1);
  return worked === undefined;
}

/**
 * Takes a statement out with its lines and what was said of them. A line of another statement that repeated one of these is
 * open then; where several did, the first is, and the others repeat it.
 */
export async function dropStatement(tx: Tx, statementId: string, now: Instant): Promise<void> {
  const ours = tx.select({ id: bankLines.id }).from(bankLines).where(eq(bankLines.statementId, statementId));
  const repeats = await tx
    .select()
    .from(bankLines)
    .where(and(inArray(bankLines.seenIn, ours), ne(bankLines.statementId, statementId)))
    .orderBy(asc(bankLines.id))
    .for('update');
  const first = new Map<string, string>();
  for (const line of repeats) {
    const stands = first.get(line.seenIn!);
    if (!stands) first.set(line.seenIn!, line.id);
    await saveLine(tx, line, stands ? { seenIn: stands } : { seenIn: null, ...(line.status === 'seen' ? { status: 'open' } : {}) }, now);
  }
  await tx.delete(bankMatches).where(inArray(bankMatches.lineId, ours));
  await tx.delete(bankLines).where(eq(bankLines.statementId, statementId));
  await tx.delete(bankStatements).where(eq(bankStatements.id, statementId));
}

/** Whether a file of this hash was taken before. */
export async function isFileKnown(db: Db, hash: string): Promise<boolean> {
  const found = await db.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.fileHash, hash)).limit(1);
  return found.length > 0;
}

export type LineRow = BankLine & { readonly account: string };

/** Lines of an amount as it was typed, by the decimals of each currency. */
function ofAmount(typed: string): SQL {
  const currencies = Object.keys(currencyDecimals) as CurrencyCode[];
  const read = currencies.flatMap((currency) => {
    const minor = minorUnits(typed, currency);
    return minor === null ? [] : [sql`(l.currency = ${currency} and l.amount in (${minor}, ${-minor}))`];
  });
  return read.length === 0 ? sql`false` : sql`(${sql.join(read, sql` or `)})`;
}

function conditions(view: BankView): SQL[] {
  return [
    ...(view.queue === 'all' ? [] : [view.queue === 'to-return' ? sql`l.to_return > 0` : sql`l.status = ${view.queue}`]),
    ...(view.find.reference ? [sql`l.named @> array[${view.find.reference}]::text[]`] : []),
    ...(view.find.amount === null ? [] : [ofAmount(view.find.amount)]),
    ...(view.find.unread ? [sql`false`] : []),
    ...(view.account ? [sql`s.account = ${view.account}`] : []),
    ...(view.side === 'in' ? [sql`l.amount > 0`] : view.side === 'out' ? [sql`l.amount < 0`] : []),
    ...(view.from ? [sql`l.booked_on >= ${view.from}::date`] : []),
    ...(view.until ? [sql`l.booked_on <= ${view.until}::date`] : []),
  ];
}

/** Lines of the list, keyset by its sort and the id. The caller has judged access. */
export async function findLineRows(db: Db, view: BankView, most: number): Promise<LineRow[]> {
  const key = view.sort === 'amount' ? sql`l.amount` : sql`l.booked_on`;
  const type = sql.raw(view.sort === 'amount' ? 'bigint' : 'date');
  const turn = sql.raw(view.descending ? 'desc' : 'asc');
  const past = view.after
    ? [sql`(${key}, l.id) ${sql.raw(view.descending ? '<' : '>')} (${view.after.key}::${type}, ${view.after.id})`]
    : [];
  const where = sql.join([sql`true`, ...conditions(view), ...past], sql` and `);
  const found = rowsOf<{ id: string; account: string }>(
    await db.execute(sql`
      select l.id, s.account from bank_lines l join bank_statements s on s.id = l.statement_id
      where ${where} order by ${key} ${turn}, l.id ${turn} limit ${most}`),
  );
  if (found.length === 0) return [];
  const lines = await db
    .select()
    .from(bankLines)
    .where(
      inArray(
        bankLines.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(lines.map((line) => [line.id, line]));
  return found.map(({ id, account }) => ({ ...byId.get(id)!, account }));
}

/** What goes behind the last line of a page. */
export function placeOfLine({ sort }: Pick<BankView, 'sort'>, row: LineRow): NonNullable<BankView['after']> {
  return { key: sort === 'amount' ? String(row.amount) : row.bookedOn, id: row.id };
}

/** How many lines stand under each tab; those with money to be returned are matched as well. */
export async function countLines(db: Db): Promise<Readonly<Record<BankLineStatus | 'to-return', number>>> {
  const rows = rowsOf<{ status: BankLineStatus | 'to-return'; lines: string }>(
    await db.execute(sql`
      select status, count(*) as lines from bank_lines group by status
      union all select 'to-return', count(*) from bank_lines where to_return > 0`),
  );
  return {
    open: 0,
    asked: 0,
    matched: 0,
    'not-ours': 0,
    seen: 0,
    'to-return': 0,
    ...Object.fromEntries(rows.map(({ status, lines }) => [status, Number(lines)])),
  };
}

export async function findLine(db: Db, id: string): Promise<BankLine | null> {
  const [row] = await db.select().from(bankLines).where(eq(bankLines.id, id));
  return row ?? null;
}

/** The row lock under which everything about a line is decided; taken after those of its orders. */
export async function lockLine(tx: Tx, id: string): Promise<BankLine | null> {
  const [row] = await tx.select().from(bankLines).where(eq(bankLines.id, id)).for('update');
  return row ?? null;
}

/** The caller holds the line's lock. */
export async function saveLine(tx: Tx, before: BankLine, change: Partial<BankLine>, now: Instant): Promise<void> {
  await tx
    .update(bankLines)
    .set({ ...change, version: before.version + 1, changedAt: new Date(now) })
    .where(and(eq(bankLines.id, before.id), eq(bankLines.version, before.version)));
}

export async function findStatement(db: Db, id: string): Promise<BankStatement | null> {
  const [row] = await db.select().from(bankStatements).where(eq(bankStatements.id, id));
  return row ?? null;
}

/** What was said of a line, oldest first. */
export async function findMatches(db: Db, lineId: string): Promise<BankMatch[]> {
  return db.select().from(bankMatches).where(eq(bankMatches.lineId, lineId)).orderBy(asc(bankMatches.askedAt), asc(bankMatches.id));
}

/**
 * What somebody matched alone since an instant, in fils: their limit is for all of it together, and in another currency
 * nobody matches alone. What they send in two tabs is judged one after the other.
 */
export async function matchedAloneSince(tx: Tx, by: string, since: Instant): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank-match:${by}`}))`);
  const [row] = rowsOf<{ sum: string }>(
    await tx.execute(sql`
      select coalesce(sum(m.amount), 0) as sum from bank_matches m join bank_lines l on l.id = m.line_id and l.currency = 'AED'
      where m.asked_by = ${by} and m.alone and m.status = 'approved' and m.asked_at >= ${new Date(since).toISOString()}::timestamptz`),
  );
  return Number(row!.sum);
}

export async function insertMatch(tx: Tx, match: BankMatch): Promise<void> {
  await tx.insert(bankMatches).values(match);
}

/** The caller holds the line's lock. */
export async function saveMatch(
  tx: Tx,
  id: string,
  decided: Required<Pick<BankMatch, 'status' | 'decidedBy' | 'decidedAt'>>,
): Promise<void> {
  await tx.update(bankMatches).set(decided).where(eq(bankMatches.id, id));
}

/** Which of these orders are named by money that is to go back to whoever paid it. */
export async function listOrdersOwedTo(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ orderId: bankLines.orderId })
    .from(bankLines)
    .where(and(inArray(bankLines.orderId, [...orderIds]), gt(bankLines.toReturn, 0)));
  return rows.flatMap(({ orderId }) => (orderId ? [orderId] : []));
}

/** Lines with money that is still to go back to whoever paid it, the oldest first. */
export async function findToReturn(db: Db): Promise<BankLine[]> {
  return db.select().from(bankLines).where(gt(bankLines.toReturn, 0)).orderBy(asc(bankLines.bookedOn), asc(bankLines.id)).limit(200);
}

/** Lines with which money that had come with this one went back, or is said to have. */
export async function findReturnsOf(
  db: Db,
  lineId: string,
): Promise<{ readonly id: string; readonly bookedOn: CalendarDate; readonly amount: number; readonly asked: boolean }[]> {
  return rowsOf<{ id: string; booked_on: CalendarDate; amount: string; asked: boolean }>(
    await db.execute(sql`
      select l.id, l.booked_on::text as booked_on, sum((p ->> 'amount')::bigint) as amount, m.status = 'asked' as asked
      from bank_matches m join bank_lines l on l.id = m.line_id cross join lateral jsonb_array_elements(m.parts) p
      where m.status in ('asked', 'approved') and m.parts @> ${JSON.stringify([{ kind: 'returned', about: lineId }])}::text::jsonb
        and p ->> 'kind' = 'returned' and p ->> 'about' = ${lineId}
      group by l.id, m.id order by l.booked_on, l.id`),
  ).map((row) => ({ id: row.id, bookedOn: row.booked_on, amount: Number(row.amount), asked: row.asked }));
}

/** A refund of money that came to the bank and waits to be seen leaving it. */
export interface WaitingRefund {
  readonly id: string;
  readonly reference: string;
  readonly orderId: string;
  readonly amount: number;
  readonly currency: CurrencyCode;
}

type Part = {
  order_id: string;
  reference: string;
  amount: string;
  due_on: CalendarDate | null;
  currency: CurrencyCode;
  buyer: string | null;
  numbers: string[] | null;
};

/** What money is waited for that could explain these lines: parts of plans that are named by their order or its invoice, or of the same amount; payouts; refunds. */
export async function findExpected(
  db: Db,
  lines: readonly Pick<BankLine, 'amount' | 'named'>[],
  now: Instant,
  bank: string,
): Promise<Expected[]> {
  if (lines.length === 0) return [];
  const amounts = [...new Set(lines.filter(({ amount }) => amount > 0).map(({ amount }) => amount))];
  const named = [...new Set(lines.flatMap((line) => line.named))];
  const byName =
    named.length > 0
      ? sql`(o.reference in (${listOf(named)}) or exists (
          select from invoices v where v.order_id = o.id and v.kind = 'invoice' and v.number in (${listOf(named)})))`
      : sql`false`;
  const byAmount =
    amounts.length > 0
      ? sql`i.amount in (${sql.join(
          amounts.map((amount) => sql`${amount}`),
          sql`, `,
        )})`
      : sql`false`;
  const [parts, refunds, days] = await Promise.all([
    db.execute(sql`
      select i.order_id, o.reference, i.amount, i.due_on::text as due_on, o.currency,
        (select v.buyer ->> 'name' from invoices v where v.order_id = o.id and v.kind = 'invoice' order by v.issued_at limit 1) as buyer,
        (select array_agg(v.number) from invoices v where v.order_id = o.id and v.kind = 'invoice') as numbers
      from instalments i join orders o on o.id = i.order_id
      where i.paid_at is null and i.number > 1 and o.status in ('confirmed', 'cancel_quoted') and (${byName} or ${byAmount})
        and not exists (select 1 from instalments e where e.order_id = i.order_id and e.paid_at is null and e.number < i.number)
      order by i.due_on limit 500`),
    findWaitingRefunds(db, bank),
    db.execute(sql`
      select split_part(a.code, ':', 2) as provider, e.currency, (t.posted_at at time zone 'Asia/Dubai')::date::text as day, sum(e.amount) as amount,
        sum(sum(e.amount)) over (partition by a.code, e.currency) as moved
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
      where a.code like 'provider-clearing:%' and a.code <> ${`provider-clearing:${bank}`} and t.kind <> 'payout'
        and t.posted_at >= ${new Date(now - 35 * 86_400_000).toISOString()}::timestamptz
      group by a.code, e.currency, 3`),
  ]);
  const balances = await findProviderBalances(db, bank);
  const expected: Expected[] = rowsOf<Part>(parts).map((part) => ({
    kind: 'order',
    about: part.reference,
    named: [part.reference, ...(part.numbers ?? [])],
    currency: part.currency,
    amounts: [Number(part.amount)],
    on: part.due_on,
    who: part.buyer ?? '',
  }));
  for (const refund of refunds)
    expected.push({ kind: 'refund', about: refund.reference, currency: refund.currency, amounts: [refund.amount], on: null, who: '' });
  const moved = rowsOf<{ provider: string; currency: CurrencyCode; amount: string }>(days);
  for (const { provider, currency, balance } of balances) {
    const ofDays = moved.filter((day) => day.provider === provider && day.currency === currency).map(({ amount }) => Number(amount));
    expected.push({
      kind: 'payout',
      about: provider,
      currency,
      amounts: [...ofDays, balance].filter((amount) => amount > 0),
      on: null,
      who: provider,
    });
  }
  return expected;
}

/** References of the orders of which these invoices are, by their numbers; a number of none is not in it. */
export async function findOrdersOfInvoices(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const found = rowsOf<{ number: string; reference: string }>(
    await db.execute(sql`
      select v.number, o.reference from invoices v join orders o on o.id = v.order_id
      where v.kind = 'invoice' and v.number in (${listOf(numbers)})`),
  );
  return new Map(found.map(({ number, reference }) => [number, reference]));
}

export async function findWaitingRefunds(db: Db, bank: string): Promise<WaitingRefund[]> {
  return rowsOf<{ id: string; reference: string; order_id: string; amount: string; currency: CurrencyCode }>(
    await db.execute(sql`
      select r.id, o.reference, r.order_id, r.amount, r.currency from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
      where p.provider = ${bank} and r.status in ('pending', 'stuck') order by r.created_at limit 200`),
  ).map((row) => ({ id: row.id, reference: row.reference, orderId: row.order_id, amount: Number(row.amount), currency: row.currency }));
}

export interface ProviderBalance {
  readonly provider: string;
  readonly currency: CurrencyCode;
  /** What it owes us by our ledger. */
  readonly balance: number;
}

export async function findProviderBalances(db: Db, bank: string): Promise<ProviderBalance[]> {
  return rowsOf<{ provider: string; currency: CurrencyCode; balance: string }>(
    await db.execute(sql`
      select split_part(a.code, ':', 2) as provider, e.currency, sum(e.amount) as balance
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.code like 'provider-clearing:%' and a.code <> ${`provider-clearing:${bank}`} group by 1, 2 order by 1, 2`),
  ).map((row) => ({ ...row, balance: Number(row.balance) }));
}

/** How an account stands: what the bank says, and what of it is explained. */
export interface AccountStanding {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly statements: number;
  readonly lastOn: CalendarDate;
  /** Of the first and the newest statement that say a balance; null where none does. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly matched: number;
  readonly open: number;
  readonly notOurs: number;
  /** What of the matched lines is still to go back to whoever paid it. */
  readonly toReturn: number;
  /** Statements that do not begin where the one before ended. */
  readonly breaks: number;
}

export async function findAccounts(db: Db): Promise<AccountStanding[]> {
  const rows = rowsOf<
    Record<'statements' | 'matched' | 'open' | 'not_ours' | 'to_return' | 'breaks', string> & {
      account: string;
      currency: CurrencyCode;
      last_on: CalendarDate;
      opening: string | null;
      closing: string | null;
    }
  >(
    await db.execute(sql`
      with told as (
        select s.*, lag(s.closing) over (partition by s.account, s.currency order by s.first_on, s.last_on, s.taken_at) as before
        from bank_statements s where s.closing is not null
      ), moved as (
        select s.account, s.currency, coalesce(sum(l.amount) filter (where l.status = 'matched'), 0) as matched,
          coalesce(sum(l.amount) filter (where l.status in ('open', 'asked')), 0) as open,
          coalesce(sum(l.amount) filter (where l.status = 'not-ours'), 0) as not_ours, coalesce(sum(l.to_return), 0) as to_return
        from bank_statements s left join bank_lines l on l.statement_id = s.id group by 1, 2
      )
      select s.account, s.currency, count(*) as statements, max(s.last_on)::text as last_on, m.matched, m.open, m.not_ours, m.to_return,
        (select t.opening from told t where t.account = s.account and t.currency = s.currency order by t.first_on, t.last_on, t.taken_at limit 1) as opening,
        (select t.closing from told t where t.account = s.account and t.currency = s.currency order by t.first_on desc, t.last_on desc, t.taken_at desc limit 1) as closing,
        (select count(*) from told t where t.account = s.account and t.currency = s.currency and t.before <> t.opening) as breaks
      from bank_statements s join moved m on m.account = s.account and m.currency = s.currency
      group by s.account, s.currency, m.matched, m.open, m.not_ours, m.to_return order by s.account, s.currency`),
  );
  return rows.map((row) => ({
    account: row.account,
    currency: row.currency,
    statements: Number(row.statements),
    lastOn: row.last_on,
    opening: row.opening === null ? null : Number(row.opening),
    closing: row.closing === null ? null : Number(row.closing),
    matched: Number(row.matched),
    open: Number(row.open),
    notOurs: Number(row.not_ours),
    toReturn: Number(row.to_return),
    breaks: Number(row.breaks),
  }));
}
