import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask, wakeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import type { OrderMachine, Product } from '../product-contract.ts';
import { moveOrder, mustMoveOrder } from './move-order.server.ts';
import { lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { causesToCheck, type CheckAnswer, type CheckCause } from './payment-check-rules.ts';
import { beginCheck, endCheck, findPaymentCheck, markAsked, readPayerFacts, saveAnswer } from './payment-checks-store.server.ts';

const subjectOf = (order: Pick<Order, 'id'>) => `orders:${order.id}`;

/**
 * Holds a paid order back that the house's own rules want looked at, once: what a colleague released is not stopped again
 * by a rule. Returns the order as it then stands. The caller has locked it and goes on only with one that is still paid.
 */
export async function holdBackByRule(tx: Tx, platform: Platform, machine: OrderMachine, order: Order): Promise<Order> {
  if (order.status !== 'paid' || (await findPaymentCheck(tx, order.id))) return order;
  const causes = causesToCheck(await readPayerFacts(tx, order, platform.clock.now()));
  return causes.length === 0 ? order : holdBack(tx, platform, machine, order, causes, { by: 'system', who: 'system' });
}

/** Moves the order, opens its check and the task of whoever looks, and tells the buyer. */
async function holdBack(
  tx: Tx,
  platform: Platform,
  machine: OrderMachine,
  order: Order,
  causes: readonly CheckCause[],
  asker: { readonly by: 'system' | 'staff'; readonly who: string; readonly reason?: string },
): Promise<Order> {
  const now = platform.clock.now();
  const held = await mustMoveOrder(tx, machine, now, { order, event: 'hold-back', ...asker, detail: { causes } });
  await beginCheck(tx, now, { orderId: order.id, causes, by: asker.who });
  await openStaffTask(tx, now, {
    kind: 'payment-check',
    subject: subjectOf(order),
    textKey: 'tasks:payment-check',
    detail: { order: order.reference },
  });
  await tellOrder(tx, platform.jobs, held, 'order-on-hold');
  return held;
}

export interface CheckAsk {
  readonly orderId: string;
  /** As the audit names people. */
  readonly who: string;
  readonly reason: string;
}

/** A colleague wants a paid order looked at before its tickets are issued. */
export async function holdBackByStaff(platform: Platform, product: Product, ask: CheckAsk): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'paid' && order?.status !== 'ticketing_failed') return refuse('not-possible');
    const { who, reason } = ask;
    return done(await holdBack(tx, platform, product.machine, order, ['colleague'], { by: 'staff', who, reason }));
  });
}

/** Asks the buyer who paid; asked again, the answer of before is put away. */
export async function askBuyer(
  platform: Platform,
  product: Product,
  ask: Omit<CheckAsk, 'reason'>,
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'on_hold') return refuse('not-possible');
    const now = platform.clock.now();
    await markAsked(tx, now, order.id, ask.who);
    const noted = await mustMoveOrder(tx, product.machine, now, { order, event: 'noted-buyer-asked', by: 'staff', who: ask.who });
    await tellOrder(tx, platform.jobs, noted, 'order-evidence');
    await keep?.(tx, noted);
    return done(noted);
  });
}

/** What the buyer says. It decides nothing: whoever looks at the order reads it. */
export async function answerCheck(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string; readonly answer: CheckAnswer },
  keep?: Keep<true>,
): Promise<Outcome<Order, 'not-asked'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-asked'>> => {
    const order = await lockOrder(tx, ask.orderId);
    const check = order?.status === 'on_hold' ? await findPaymentCheck(tx, order.id) : null;
    if (!order || !check?.askedAt || check.answeredAt) return refuse('not-asked');
    const now = platform.clock.now();
    await saveAnswer(tx, platform.crypto, now, order.id, ask.answer);
    // Whoever put it off until there is an answer has it back.
    await wakeStaffTask(tx, { kind: 'payment-check', subject: subjectOf(order) });
    const note = { order, event: 'noted-buyer-answered', by: 'customer', who: ask.who } as const;
    const noted = await mustMoveOrder(tx, product.machine, now, note);
    await keep?.(tx, true);
    return done(noted);
  });
}

/** Nothing speaks against it: the tickets are issued as they would have been. */
export async function releaseOrder(platform: Platform, product: Product, ask: CheckAsk): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (!order) return refuse('not-possible');
    const now = platform.clock.now();
    const { who, reason } = ask;
    const moved = await moveOrder(tx, product.machine, now, { order, event: 'release', by: 'staff', who, reason });
    if (!moved.ok) return refuse('not-possible');
    await settleCheck(tx, platform, order, 'released', who);
    await product.sendFulfilment(tx, order.id);
    return moved;
  });
}

/** The check of an order ends with it, or with its release; for one that has none nothing happens. */
export async function settleCheck(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  order: Pick<Order, 'id'>,
  decision: 'released' | 'ended',
  who: string,
): Promise<void> {
  const now = platform.clock.now();
  await endCheck(tx, now, order.id, decision, who);
  await closeStaffTask(tx, now, { kind: 'payment-check', subject: subjectOf(order), by: who });
}
