import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { leftToCredit } from '#app/commerce/invoices/invoice-lines.ts';
import { creditNotesOf, findInvoiceInForce } from '#app/commerce/invoices/invoices-store.server.ts';
import { findSnapshots, getQuote, insertSnapshot, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundRequests } from '#app/commerce/orders/refund-requests-store.server.ts';
import { replaceInvoice } from '#app/commerce/orders/replace-invoice.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { withLess, type PriceLine } from '#app/commerce/pricing/quote.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { nameFlightLines } from '../order/name-flight-lines.server.ts';
import { closeTask, nameFeeCode, note, openRestTask, type NameRefusal } from '../names/correct-names.server.ts';
import { findChanges, saveChange } from '../change/flight-changes-store.server.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import { changePurpose } from '../change/change-purpose.ts';
import { correctionClosed, isOneSum, untouchedBy } from '../names/name-correction-rules.ts';
import { findCorrection, saveCorrection, type NameCorrection } from '../names/name-corrections-store.server.ts';
import { rulesToChange } from '../booking/rules-of-quote.server.ts';

/** The order with what went back, and its papers, which are written last: they lock the counter of invoices. */
export interface GivenBack {
  readonly order: Order;
  readonly amount: number;
  readonly snapshot: number;
  invoice(): Promise<void>;
}

/**
 * What was paid for contracts whose tickets are not written after all goes back: their lines leave the price, and the
 * difference goes the way it came. Null where nothing of them goes back by itself: what colleagues gave back of a line, or
 * what waits for their second person, is counted, and where only part of it is left, or it was paid as one sum for several
 * airlines, a colleague is called. A line that has left is not there a second time. The caller holds the order's lock and has
 * seen that what was paid for it is taken, or is not to come.
 */
export async function giveBackNameFees(
  tx: Tx,
  platform: Platform,
  order: Order,
  correction: Pick<NameCorrection, 'id' | 'takes' | 'fee'>,
  contracts: readonly number[],
  by: { readonly by: 'staff' | 'system'; readonly who: string; readonly reason?: string },
  { unpaid = false, uninvoiced = false, closed = false }: Giving = {},
): Promise<GivenBack | null> {
  const now = platform.clock.now();
  const before = await getQuote(tx, order);
  const paid = (await findChanges(tx, order.id)).filter(
    ({ correction: of, status, difference }) => of === correction.id && status === 'done' && difference > 0,
  );
  if (paid.length === 0) return null;
  const isOf = ({ kind, code }: PriceLine, contract: number) =>
    kind === 'change-fee' && paid.some(({ number }) => code === nameFeeCode(number, contract));
  const taken = (await findPaymentsOfOrder(tx, order.id)).filter(({ status }) => status === 'succeeded');
  const own = taken.filter(({ purpose }) => paid.some((change) => changePurpose(change) === purpose));
  const untouched = uninvoiced ? () => 'not' as const : await findUntouched(tx, order);
  const lines = contracts.flatMap((contract) => {
    const at = before.lines.findIndex((line) => isOf(line, contract));
    return at < 0 ? [] : [{ contract, credited: untouched(at) }];
  });
  // A fee that its bank never handed over is not given out of what was paid for the tickets.
  const waits =
    closed || (!unpaid && own.length === 0) || (await findRefundRequests(tx, order.id)).some(({ status }) => status === 'asked');
  const whole = contracts.length > 0 && isOneSum(correction);
  if (whole || lines.some(({ credited }) => credited === 'partly' || (waits && credited === 'not')))
    await openRestTask(tx, platform, order);
  if (whole || waits) return null;
  const back = lines.flatMap(({ contract, credited }) => (credited === 'not' ? [contract] : []));
  const { rules } = await rulesToChange(tx, now, before);
  const after = withLess(before, (line) => back.some((contract) => isOf(line, contract)), rules);
  const amount = before.total.amount - after.total.amount;
  if (amount <= 0) return null;
  const one = paid.find(({ number }) => before.lines.some(({ code }) => back.some((contract) => code === nameFeeCode(number, contract))))!;
  const snapshot = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, snapshot, after, 'consented', new Date(now));
  const detail = { correction: correction.id, contracts: back, amount, ...(unpaid ? { unpaid } : {}) };
  const given = await note(tx, platform, order, 'noted-name-fee-returned', by, detail, { total: after.total.amount, snapshot });
  if (!unpaid) {
    await saveChange(tx, one, { refund: one.refund + amount });
    const key = `order:${order.id}:name:${correction.id}:${back.toSorted((a, b) => a - b).join('-')}`;
    // Of the payment of the fee itself, whatever else was paid since: what is not left there a person is called for.
    const its = own.filter(({ purpose }) => purpose === changePurpose(one));
    await refundOver(tx, platform, given, its.length > 0 ? its : own, { amount, key, reason: 'not-delivered', askedBy: by.who });
  }
  return { order: given, amount, snapshot, invoice: () => replaceInvoice(tx, platform, given, nameFlightLines, snapshot) };
}

interface Giving {
  /** The bank took its promise back: the lines leave the price, and no money goes. */
  readonly unpaid?: boolean;
  /** The lines came into the price in this transaction: no paper of them is there. */
  readonly uninvoiced?: boolean;
  /** Something of the order is under way that has them in its price: a colleague does it. */
  readonly closed?: boolean;
}

/** What of a line of the price, by its place, was given back by hand. */
async function findUntouched(tx: Tx, order: Order): Promise<(at: number) => 'not' | 'partly' | 'all'> {
  const invoice = await findInvoiceInForce(tx, order.id);
  if (!invoice) return () => 'not';
  const left = leftToCredit(
    invoice.lines,
    (await creditNotesOf(tx, invoice.id)).flatMap((credit) => credit.lines),
  );
  return (at) => {
    const line = invoice.lines.find(({ position }) => position === at + 1);
    const rest = left.get(at + 1)?.gross ?? 0;
    // Lines of fees have the same words, and an invoice made out anew carries what was given back to the first of them.
    const alike = invoice.lines.filter(({ words }) => words.en === line?.words.en);
    if (line && rest === line.gross) return alike.every((one) => left.get(one.position)?.gross === one.gross) ? 'not' : 'partly';
    return rest > 0 ? 'partly' : 'all';
  };
}

/** Why nothing of what was paid for a name goes back at this moment by a press; null when it can. */
export async function feesClosed(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  order: Order,
  contracts: Parameters<typeof correctionClosed>[1],
): Promise<NameRefusal | null> {
  // What is quoted or agreed to meanwhile holds the fee in its price.
  const closed = correctionClosed(order.status, contracts, platform.clock.now());
  if (closed !== null && closed !== 'too-late') return closed;
  if (await waitsForCapture(tx, order.id)) return 'money-moving';
  return (await findRefundRequests(tx, order.id)).some(({ status }) => status === 'asked') ? 'refund-waiting' : null;
}

/**
 * Some of its tickets have the name and the others are not to have it: its traveller reads why, and what was paid for those
 * goes back. The same name can be asked for again for them.
 */
export async function leaveRest(
  platform: Platform,
  ask: { readonly orderId: string; readonly correction: string; readonly who: string; readonly reason: string },
): Promise<Outcome<null, NameRefusal>> {
  if (ask.reason.length < 3) return refuse('reason-missing');
  return transact(platform.db, async (tx): Promise<Outcome<null, NameRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const correction = order && (await findCorrection(tx, platform.crypto, order.id, ask.correction));
    if (!order || correction?.status !== 'asked' || correction.written.length === 0) return refuse('not-possible');
    const { contracts } = await getFlightOrder(tx, order.id);
    const closed = await feesClosed(tx, platform, order, contracts);
    if (closed) return refuse(closed);
    const rest = untouchedBy(contracts, correction).map(({ position }) => position);
    const settled = { settledBy: ask.who, settledAt: new Date(platform.clock.now()) };
    await saveCorrection(tx, correction.id, { status: 'done', leftOut: rest, reason: ask.reason, ...settled });
    const by = { by: 'staff', who: ask.who, reason: ask.reason } as const;
    const noted = await note(tx, platform, order, 'noted-name-rest-left', by, { correction: correction.id, written: correction.written });
    // What was left out before has had its money looked at.
    const fresh = rest.filter((contract) => !correction.leftOut.includes(contract));
    const given = await giveBackNameFees(tx, platform, noted, correction, fresh, by);
    await tellOrder(tx, platform.jobs, given?.order ?? noted, 'name-refused');
    await closeTask(tx, platform, order, ask.who);
    await given?.invoice();
    return done(null);
  });
}
