import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Broken, Question } from './invariants.ts';

/** What the journal says of one payment, read line by line without the bank's own code. */
export interface JournalPayment {
  readonly bankId: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'open' | 'authorised' | 'captured' | 'canceled';
  readonly captured: number;
  /** How often money was taken: more than once is a double charge, whatever the sums say. */
  readonly captures: number;
  readonly refunds: readonly { readonly refundId: string; readonly amount: number }[];
  /** By their names there: what the cardholder's bank has of the money, and whether it has decided. */
  readonly disputes: Readonly<Record<string, JournalDispute>>;
  readonly changedAt: number;
}

interface JournalDispute {
  readonly amount: number;
  readonly took: boolean;
  readonly state: 'open' | 'won' | 'lost' | 'prevented';
}

interface JournalLine {
  readonly type: string;
  readonly at: number;
  readonly payment?: string;
  readonly amount?: number;
  readonly refund_id?: string;
  readonly dispute?: string;
  readonly warning?: boolean;
  readonly terms?: { readonly payment_id: string; readonly amount: number; readonly currency: string };
}

/** Folds the bank's append-only journal; a last line that a crash cut off was never answered and does not count. */
export function readBankJournal(file: string): JournalPayment[] {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const found = new Map<string, JournalPayment>();
  for (const written of whole.split('\n').filter(Boolean)) {
    const line = JSON.parse(written) as JournalLine;
    if (line.type === 'payment.created' && line.terms && line.payment) {
      const { payment_id: paymentId, amount, currency } = line.terms;
      const begun = { bankId: line.payment, paymentId, amount, currency };
      found.set(line.payment, { ...begun, state: 'open', captured: 0, captures: 0, refunds: [], disputes: {}, changedAt: line.at });
      continue;
    }
    const before = line.payment && line.type !== 'control' ? found.get(line.payment) : undefined;
    if (before) found.set(before.bankId, { ...step(before, line), changedAt: line.at });
  }
  return [...found.values()];
}

function step(before: JournalPayment, line: JournalLine): JournalPayment {
  switch (line.type) {
    case 'payment.authorised':
      return { ...before, state: 'authorised' };
    case 'payment.captured':
      return { ...before, state: 'captured', captured: before.captured + line.amount!, captures: before.captures + 1 };
    case 'payment.canceled':
      return { ...before, state: 'canceled' };
    case 'payment.refunded':
      return { ...before, refunds: [...before.refunds, { refundId: line.refund_id!, amount: line.amount! }] };
    case 'dispute.opened':
      return withDispute(before, line, { amount: line.amount!, took: line.warning !== true, state: 'open' });
    case 'dispute.charged':
      return withDispute(before, line, { took: true });
    case 'dispute.accepted':
    case 'dispute.lost':
      return withDispute(before, line, { took: true, state: 'lost' });
    case 'dispute.won':
      return withDispute(before, line, { state: 'won' });
    case 'dispute.prevented':
      return withDispute(before, line, { state: 'prevented' });
    default:
      return before;
  }
}

function withDispute(before: JournalPayment, line: JournalLine, change: Partial<JournalDispute>): JournalPayment {
  const was = before.disputes[line.dispute!];
  return { ...before, disputes: { ...before.disputes, [line.dispute!]: { ...was, ...change } as JournalDispute } };
}

interface OurPayment {
  readonly id: string;
  readonly order_id: string;
  readonly provider_ref: string | null;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly captured: string;
  readonly refunded: string;
  /** Held back by a cardholder's bank, and given up to it. */
  readonly disputed: string;
  readonly lost: string;
}

const ofState = { authorised: 'requires_capture', captured: 'succeeded', canceled: 'canceled' } as const;

/** Lays the journal beside our payments, row by row and both ways; and looks for an order that was charged twice. */
export async function differencesFromBank(db: Db, file: string, { now, settleMs }: Question): Promise<Broken[]> {
  const theirs = readBankJournal(file);
  const result = (await db.execute(sql`
    select p.id, p.order_id, p.provider_ref, p.status, p.amount, p.currency,
      coalesce((select sum(-e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.payment_id in (select p.id union all select s.id from payments s where s.part_of = p.id) and t.kind = 'capture' and a.code = 'customer-funds'), 0) as captured,
      coalesce((select sum(r.amount) from refunds r where r.payment_id in (select p.id union all select s.id from payments s where s.part_of = p.id) and r.status = 'succeeded'), 0) as refunded,
      coalesce((select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.payment_id in (select p.id union all select s.id from payments s where s.part_of = p.id) and a.code = 'disputed-funds'), 0) as disputed,
      coalesce((select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.payment_id in (select p.id union all select s.id from payments s where s.part_of = p.id) and a.code = 'chargeback-losses'), 0) as lost
    from payments p where p.provider = 'sandbox' and p.part_of is null`)) as unknown as { rows: OurPayment[] };
  const ours = new Map(result.rows.map((row) => [row.id, row]));
  const broken: Broken[] = [];
  for (const payment of theirs) {
    if (payment.changedAt > now - settleMs) continue;
    const row = ours.get(payment.paymentId);
    const say = (what: string) => broken.push({ subject: `bank:${payment.bankId}`, what });
    if (!row) {
      say(`is for payment ${payment.paymentId}, which we do not have`);
      continue;
    }
    if (payment.captures > 1) say(`was captured ${payment.captures} times`);
    if (Number(row.amount) !== payment.amount || row.currency !== payment.currency)
      say(`is over ${payment.amount} ${payment.currency}, ours over ${row.amount} ${row.currency}`);
    const expected = payment.state === 'open' ? null : ofState[payment.state];
    const settled = ['requires_capture', 'succeeded'].includes(row.status);
    if (expected ? row.status !== expected : settled) say(`is ${payment.state}, ours ${row.status}`);
    const given = payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (Number(row.captured) !== payment.captured) say(`took ${payment.captured}, our ledger has ${row.captured}`);
    if (Number(row.refunded) !== given) say(`gave back ${given}, we have ${row.refunded}`);
    const disputes = Object.values(payment.disputes);
    const sumOf = (state: JournalDispute['state']) =>
      disputes.filter((one) => one.took && one.state === state).reduce((sum, one) => sum + one.amount, 0);
    if (Number(row.disputed) !== sumOf('open')) say(`has ${sumOf('open')} taken back and not decided, our ledger ${row.disputed}`);
    if (Number(row.lost) !== sumOf('lost')) say(`gave ${sumOf('lost')} to the cardholder, our ledger has lost ${row.lost}`);
  }
  const known = new Set(theirs.map((payment) => payment.paymentId));
  for (const row of result.rows)
    if (row.provider_ref && !known.has(row.id)) broken.push({ subject: `payments:${row.id}`, what: 'is not in the bank’s journal' });
  return [...broken, ...chargedTwice(theirs, ours)];
}

/** Money kept under two payments of one order: the traveller paid twice, however well our books agree. */
function chargedTwice(theirs: readonly JournalPayment[], ours: ReadonlyMap<string, OurPayment>): Broken[] {
  const charges = new Map<string, number>();
  for (const payment of theirs) {
    const orderId = ours.get(payment.paymentId)?.order_id;
    const kept = payment.captured - payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (orderId && kept > 0) charges.set(orderId, (charges.get(orderId) ?? 0) + 1);
  }
  return [...charges]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => ({ subject: `orders:${id}`, what: `was charged ${count} times` }));
}
