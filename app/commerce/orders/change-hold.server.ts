import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { extendClaims } from '../availability/claims-store.server.ts';
import { endsAtSupplier, mayExtend } from '../availability/hold-rules.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { remindOfLimit } from '../messages/remind-of-limit.server.ts';
import { getPricingVersion } from '../pricing/pricing-store.server.ts';
import { absorb, changedLines, type PriceLine, type Quote } from '../pricing/quote.ts';
import type { Product } from '../product-contract.ts';
import { isOver } from './begin-payment.server.ts';
import { moveOrder, mustMoveOrder } from './move-order.server.ts';
import { findOrderAsSystem, findSnapshots, getQuote, insertSnapshot, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { settlePrice } from './settle-price.server.ts';
import type { Db } from '#app/platform/database.server.ts';

/**
 * Gives a held order another 15 minutes from its present end, twice at most and never beyond its hard end: whoever asks early
 * loses nothing. Returns the new end.
 */
export async function extendHold(
  platform: Platform,
  product: Product,
  ask: { orderId: string; who: string },
  keep?: Keep<Instant>,
): Promise<Outcome<Instant, 'not-held' | 'hold-over' | 'supplier-sets-hold' | 'no-more-extensions'>> {
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (!order || !['held', 'price_changed', 'payment_pending'].includes(order.status)) return refuse('not-held');
    if (isOver(order, now)) return refuse('hold-over');
    const hold = holdOf(order);
    if (endsAtSupplier(hold)) return refuse('supplier-sets-hold');
    if (!mayExtend(hold)) return refuse('no-more-extensions');
    const left = Math.max(0, hold.heldUntil - now);
    const extended = await extendClaims(tx, order.id, now, left + platform.env.HOLD_TTL_MS);
    if (!extended.ok) return extended;
    const until = new Date(Math.min(extended.value, order.hardUntil!.getTime()));
    await mustMoveOrder(tx, product.machine, now, {
      order,
      event: 'noted-extended',
      by: 'customer',
      who: ask.who,
      with: { heldUntil: until, extensions: order.extensions + 1 },
    });
    await keep?.(tx, instant(until.getTime()));
    return done(instant(until.getTime()));
  });
}

/** The two ends of a hold as numbers; of an order that has been held. */
export function holdOf(order: Pick<Order, 'heldUntil' | 'hardUntil' | 'extensions' | 'payLater'>): Parameters<typeof mayExtend>[0] {
  const { heldUntil, hardUntil, extensions, payLater } = order;
  return { heldUntil: heldUntil?.getTime() ?? 0, hardUntil: hardUntil?.getTime() ?? Number.MAX_SAFE_INTEGER, extensions, payLater };
}

/**
 * A clerk keeps places that are paid later a day longer, once and never beyond what their seller allows. The traveller is
 * told of the new limit and reminded of it.
 */
export async function keepLonger(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string; readonly reason: string },
): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'no-more-extensions'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'no-more-extensions'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (!order?.payLater || !['held', 'price_changed', 'payment_pending'].includes(order.status)) return refuse('not-possible');
    if (isOver(order, now)) return refuse('hold-over');
    const longest = order.hardUntil!.getTime();
    if (longest <= order.heldUntil!.getTime()) return refuse('no-more-extensions');
    const extended = await extendClaims(tx, order.id, now, longest - now);
    // Of seats that their seller keeps there is no claim of ours: its own limit is what counts.
    if (!extended.ok && extended.refused === 'no-more-extensions') return extended;
    const kept = await mustMoveOrder(tx, product.machine, now, {
      order,
      event: 'noted-kept-longer',
      by: 'staff',
      who: ask.who,
      reason: ask.reason,
      with: { heldUntil: order.hardUntil },
    });
    await tellOrder(tx, platform.jobs, kept, 'order-kept');
    await remindOfLimit(tx, platform, kept);
    return done(kept);
  });
}

/** Writes to the traveller where the order is paid, while it can be. */
export async function sendPayLink(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible' | 'hold-over'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'hold-over'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'held' && order?.status !== 'payment_pending') return refuse('not-possible');
    if (isOver(order, now)) return refuse('hold-over');
    const noted = await mustMoveOrder(tx, product.machine, now, { order, event: 'noted-pay-link', by: 'staff', who: ask.who });
    await tellOrder(tx, platform.jobs, noted, 'pay-link');
    await keep?.(tx, noted);
    return done(noted);
  });
}

export interface ProposedPrice {
  readonly before: Quote;
  readonly after: Quote;
  readonly changes: readonly { readonly before: PriceLine | null; readonly after: PriceLine | null }[];
}

/** What a traveller is asked to agree to, old beside new; null unless the order waits for it. */
export async function findProposedPrice(db: Db, order: Order): Promise<ProposedPrice | null> {
  if (order.status !== 'price_changed') return null;
  const proposed = (await findSnapshots(db, order.id)).filter((snapshot) => snapshot.cause === 'proposed').at(-1);
  if (!proposed) return null;
  const before = await getQuote(db, order);
  return { before, after: proposed.quote, changes: changedLines(before.lines, proposed.quote.lines) };
}

/** Agrees to a dearer price. `seenTotal` is what was read on the page: another one by now needs another look. */
export async function acceptPrice(
  platform: Platform,
  product: Product,
  ask: { orderId: string; by: 'customer' | 'staff'; who: string; seenTotal: Money },
): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'price-changed'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'price-changed'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'price_changed') return refuse('not-possible');
    if (isOver(order, now)) return refuse('hold-over');
    const proposed = (await findSnapshots(tx, order.id)).filter((snapshot) => snapshot.cause === 'proposed').at(-1);
    if (!proposed || proposed.total !== ask.seenTotal.amount || proposed.currency !== ask.seenTotal.currency)
      return refuse('price-changed');
    const moved = await moveOrder(tx, product.machine, now, {
      order,
      event: 'accept-price',
      by: ask.by,
      who: ask.who,
      detail: { total: proposed.total },
      with: { total: proposed.total, snapshot: proposed.number },
    });
    return moved.ok ? moved : refuse('not-possible');
  });
}

/** What a proposed price is dearer than the one agreed to; null where none is proposed. */
export async function riseOf(db: Db, order: Order): Promise<number | null> {
  const proposed = await findProposedPrice(db, order);
  return proposed && proposed.after.total.amount - proposed.before.total.amount;
}

/**
 * The house carries what the price has risen by: the traveller pays what they agreed to, and the order is held again.
 * `rise` is what the page showed and a colleague may carry.
 */
export async function carryPrice(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string; readonly reason: string; readonly rise: number },
): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'price-changed'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'price-changed'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const proposed = order && (await findProposedPrice(tx, order));
    if (!order || !proposed) return refuse('not-possible');
    if (isOver(order, now)) return refuse('hold-over');
    const { before, after } = proposed;
    const rise = after.total.amount - before.total.amount;
    if (rise !== ask.rise || rise <= 0) return refuse('price-changed');
    const carried = absorb(after, money(rise, after.total.currency), await getPricingVersion(tx, after.rulesVersion, now));
    const number = (await findSnapshots(tx, order.id)).length + 1;
    await insertSnapshot(tx, order.id, number, carried, 'absorbed', new Date(now));
    const moved = await moveOrder(tx, product.machine, now, {
      order,
      event: 'accept-price',
      by: 'staff',
      who: ask.who,
      reason: ask.reason,
      detail: { total: order.total, carried: rise },
      with: { snapshot: number },
    });
    if (!moved.ok) return refuse('not-possible');
    await tellOrder(tx, platform.jobs, moved.value, 'order-held');
    return moved;
  });
}

/**
 * Asks what an unpaid order costs by now, as pressing pay does: lower counts at once, a small rise is carried by the house,
 * a larger one waits for its traveller to agree. Nothing changes while its seller does not say.
 */
export async function recheckPrice(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible' | 'hold-over' | 'offer-gone' | 'supplier-silent'>> {
  const before = await findOrderAsSystem(platform.db, ask.orderId);
  if (before?.status !== 'held') return refuse('not-possible');
  if (isOver(before, platform.clock.now())) return refuse('hold-over');
  const check = await product.checkPrice(before.id);
  if (check.kind === 'gone') return refuse('offer-gone');
  if (check.kind === 'unknown') return refuse('supplier-silent');
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'hold-over'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    // Asked of an order that has moved meanwhile, the answer is about another price.
    if (order?.status !== 'held' || order.version !== before.version) return refuse('not-possible');
    if (isOver(order, now)) return refuse('hold-over');
    const agreed = await getQuote(tx, order);
    const settled = check.kind === 'fresh' ? await settlePrice(tx, order, agreed, check.quote, now) : { consent: false, with: {} };
    const { who } = ask;
    const moved = settled.consent
      ? await mustMoveOrder(tx, product.machine, now, {
          order,
          event: 'price-differs',
          by: 'supplier',
          who,
          detail: { from: agreed.total.amount, to: check.kind === 'fresh' ? check.quote.total.amount : null },
        })
      : await mustMoveOrder(tx, product.machine, now, { order, event: 'noted-price-checked', by: 'staff', who, with: settled.with });
    await keep?.(tx, moved);
    return done(moved);
  });
}

/** Writes to the traveller that the price has changed and what they can do about it. */
export async function writeOfPrice(
  platform: Platform,
  product: Product,
  ask: { readonly orderId: string; readonly who: string },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'price_changed') return refuse('not-possible');
    const now = platform.clock.now();
    const noted = await mustMoveOrder(tx, product.machine, now, { order, event: 'noted-price-written', by: 'staff', who: ask.who });
    await tellOrder(tx, platform.jobs, noted, 'order-price');
    await keep?.(tx, noted);
    return done(noted);
  });
}
