import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { findSnapshots, getQuote, insertSnapshot, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { replaceInvoice } from '#app/commerce/orders/replace-invoice.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { withLess, type PriceLine } from '#app/commerce/pricing/quote.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { closeTask, nameFeeCode, note, subjectOf, type NameRefusal } from './correct-names.server.ts';
import { findChanges, saveChange } from './flight-changes-store.server.ts';
import { getFlightOrder } from './flight-store.server.ts';
import { untouchedBy } from './name-correction-rules.ts';
import { findCorrection, saveCorrection, type NameCorrection } from './name-corrections-store.server.ts';
import { rulesToChange } from './rules-of-quote.server.ts';

/** The order with what went back, and its papers, which are written last: they lock the counter of invoices. */
export interface GivenBack {
  readonly order: Order;
  readonly amount: number;
  readonly snapshot: number;
  invoice(): Promise<void>;
}

/**
 * What was paid for contracts whose tickets are not written after all goes back: their lines leave the price, and the
 * difference goes the way it came. Null where nothing of them was paid. A line that has left is not there a second time.
 * The caller holds the order's lock.
 */
export async function giveBackNameFees(
  tx: Tx,
  platform: Platform,
  order: Order,
  correction: Pick<NameCorrection, 'id'>,
  contracts: readonly number[],
  by: { readonly by: 'staff' | 'system'; readonly who: string; readonly reason?: string },
): Promise<GivenBack | null> {
  const now = platform.clock.now();
  const before = await getQuote(tx, order);
  const paid = (await findChanges(tx, order.id)).filter((one) => one.correction === correction.id && one.status === 'done');
  const isOf = ({ kind, code }: PriceLine, number: number) =>
    kind === 'change-fee' && contracts.some((contract) => code === nameFeeCode(number, contract));
  const one = paid.find(({ number }) => before.lines.some((line) => isOf(line, number)));
  if (!one) return null;
  const { rules } = await rulesToChange(tx, now, before);
  const after = withLess(before, (line) => isOf(line, one.number), rules);
  const amount = before.total.amount - after.total.amount;
  if (amount <= 0) return null;
  await saveChange(tx, one, { refund: one.refund + amount });
  const snapshot = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, snapshot, after, 'consented', new Date(now));
  const detail = { correction: correction.id, contracts: [...contracts], amount };
  const given = await note(tx, platform, order, 'noted-name-fee-returned', by, detail, { total: after.total.amount, snapshot });
  const taken = (await findPaymentsOfOrder(tx, order.id)).filter(({ status }) => status === 'succeeded');
  const key = `order:${order.id}:name:${correction.id}:${[...contracts].toSorted((a, b) => a - b).join('-')}`;
  await refundOver(tx, platform, given, taken, { amount, key, reason: 'not-delivered', askedBy: by.who });
  return { order: given, amount, snapshot, invoice: () => replaceInvoice(tx, platform, given, snapshot) };
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
    if (await waitsForCapture(tx, order.id)) return refuse('money-moving');
    const { contracts } = await getFlightOrder(tx, order.id);
    const rest = untouchedBy(contracts, correction).map(({ position }) => position);
    const settled = { settledBy: ask.who, settledAt: new Date(platform.clock.now()) };
    await saveCorrection(tx, correction.id, { status: 'done', leftOut: rest, reason: ask.reason, ...settled });
    const by = { by: 'staff', who: ask.who, reason: ask.reason } as const;
    const noted = await note(tx, platform, order, 'noted-name-rest-left', by, { correction: correction.id, written: correction.written });
    const given = await giveBackNameFees(tx, platform, noted, correction, rest, by);
    await tellOrder(tx, platform.jobs, given?.order ?? noted, 'name-refused');
    await closeTask(tx, platform, order, ask.who);
    // Paid as one line for all of its airlines, as it was before each had its own: what of it goes back is by hand.
    if (!given && correction.takes.length === 0 && (correction.fee ?? 0) > 0)
      await openStaffTask(tx, platform.clock.now(), {
        kind: 'name-rest',
        subject: subjectOf(order),
        textKey: 'tasks:name-rest',
        detail: { order: order.reference },
      });
    await given?.invoice();
    return done(null);
  });
}
