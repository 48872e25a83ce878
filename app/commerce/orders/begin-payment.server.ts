import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import { isSameMoney, money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { DisplayCurrency, LanguageCode } from '#app/values/preferences.ts';
import { extendClaims } from '../availability/claims-store.server.ts';
import { mostExtensions } from '../availability/hold-rules.ts';
import { isBlocked } from '../customers/records/customer-blocks-store.server.ts';
import { findRefusedWay } from '../credits/check-ways.server.ts';
import { smallestCharge } from '../credits/credit-rules.ts';
import { creditOn, payWithCredit } from '../credits/use-credit.server.ts';
import { readShownRate, type ShownRate } from '../currencies/read-shown-rate.server.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import type { FourRefusal } from '../payments/four-rules.ts';
import type { PaymentMethod, PaymentProvider } from '../payments/payment-provider.ts';
import type { WayRefusal } from '../payments/payment-ways.ts';
import { findPaymentsOfOrder, findWaitingFirst } from '../payments/payments-store.server.ts';
import { closeSession } from '../payments/release-payment.server.ts';
import { startPayment, type StartRefusal } from '../payments/start-payment.server.ts';
import { firstCardPurpose } from '../payments/two-card-rules.ts';
import type { PriceCheck, Product, Unready } from '../product-contract.ts';
import { moveOrder, mustMoveOrder } from './move-order.server.ts';
import { findOrderAsSystem, getQuote, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { releaseFirst } from './return-money.server.ts';
import { findFourRefusal } from './pay-in-four.server.ts';
import { settlePrice } from './settle-price.server.ts';

export type PayRefusal =
  | 'not-payable'
  | 'hold-over'
  | 'price-changed'
  /** Not what the page showed that was pressed on. */
  | 'amount-changed'
  | 'offer-gone'
  | Unready
  | 'supplier-silent'
  | 'blocked'
  /** The price has fallen so far that the first card holds all of it: its money is let go. */
  | 'two-cards-void'
  | WayRefusal<'card' | 'credit'>
  | FourRefusal
  | StartRefusal;

export interface ToPay {
  readonly orderId: string;
  readonly by: 'customer' | 'staff';
  /** As the audit names people. */
  readonly who: string;
  readonly returnTo: { readonly success: string; readonly failure: string };
  readonly language: LanguageCode;
  /** In what this browser is shown prices; null where it has not said. */
  readonly shownIn?: DisplayCurrency | null;
  /** What the pressed page said is to be paid now, null where it said none; absent where no page of the order was pressed. */
  readonly seenDue?: Money | null;
  /** With others of one trip, on one bank's page. */
  readonly inTrip?: true;
  /** How what is due is paid on the provider's page; with a card unless told. */
  readonly method?: PaymentMethod;
}

/** Less than this left of a hold, and pressing pay asks for more: a bank's page needs a few minutes. */
const enoughToPayMs = 8 * minuteMs;

/**
 * Checks the price once more, moves the order to payment_pending and opens the provider's page. Pressing twice leads to
 * one page. A dearer price stops here and waits for consent, and so does a page that showed another amount than is due;
 * the provider is called outside any transaction.
 */
export async function beginPayment(
  platform: Platform,
  provider: PaymentProvider,
  product: Product,
  toPay: ToPay,
): Promise<Outcome<{ redirectTo: string; paymentId: string }, PayRefusal>> {
  const inFour = toPay.method === 'four';
  const before = inFour ? await findOrderAsSystem(platform.db, toPay.orderId) : null;
  const notInFour = before && (await findFourRefusal(platform.db, provider, before, await dueNow(platform.db, before)));
  if (notInFour) return refuse(notInFour);
  const closed = await closePages(platform, provider, toPay.orderId, firstCardPurpose);
  if (!closed.ok) return closed;
  const ready = await readyToPay(platform, product, toPay);
  if (!ready.ok) return ready;
  const order = ready.value;
  const due = await dueNow(platform.db, order);
  const first = await findWaitingFirst(platform.db, order.id);
  if (first && due.amount < smallestCharge) {
    await transact(platform.db, (tx) => releaseFirst(tx, platform, order, first));
    await payFailed(platform, product, order.id, 'two-cards-void');
    return refuse('two-cards-void');
  }
  if (due.amount === 0) {
    const paid = await payWithCredit(platform, provider, order.id);
    // The credit is not there any more: the order waits for a way to be paid, as before.
    if (!paid.ok && paid.refused === 'not-payable') await payFailed(platform, product, order.id, 'no-credit');
    return paid.ok ? done({ redirectTo: toPay.returnTo.success, paymentId: paid.value.paymentId }) : paid;
  }
  // Asked for the sum as it stands now that its price was checked once more.
  const outgrown = inFour ? await findFourRefusal(platform.db, provider, order, due) : null;
  if (outgrown) {
    await payFailed(platform, product, order.id, outgrown);
    return refuse(outgrown);
  }
  const started = await startPayment(platform, provider, {
    orderId: order.id,
    orderVersion: order.version,
    reference: order.reference,
    amount: due,
    ...(inFour ? { method: 'four' } : {}),
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: instant(order.heldUntil!.getTime()),
    // What a first card holds may be given up in another tab at this moment.
    ...(first ? { still: (tx: Tx) => mustBeDue(tx, order.id, due) } : {}),
  }).catch((fault: unknown) => {
    if (fault instanceof DueChanged) return null;
    throw fault;
  });
  if (!started) {
    await payFailed(platform, product, order.id, 'amount-changed');
    return refuse('amount-changed');
  }
  if (started.ok || !['provider-refused', 'expired'].includes(started.refused)) return started;
  await payFailed(platform, product, order.id, started.refused);
  return started;
}

/** What a press on pay comes to for an order by itself: its first part or all of it, without what credit pays and a first card holds. */
export async function dueNow(db: Db, order: Pick<Order, 'id' | 'total' | 'currency'>): Promise<Money> {
  const [first, credit, held] = await Promise.all([firstDue(db, order), creditOn(db, order, true), findWaitingFirst(db, order.id)]);
  return money(first - credit - (held?.amount ?? 0), order.currency);
}

/** Another sum is owed by now than the page was to ask for. */
export class DueChanged extends Error {}

/** Throws when an order asks for another sum than `due` by now, or cannot be paid any more. */
export async function mustBeDue(tx: Tx, orderId: string, due: Money): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const asked = order !== null && ['held', 'payment_pending'].includes(order.status);
  if (!asked || (await dueNow(tx, order)).amount !== due.amount) throw new DueChanged(`Order ${orderId} asks for another sum`);
}

/**
 * Closes the pages of a bank that ask for the sum of one purpose, whose place another is about to take. The bank is asked
 * first: money that a first card holds by now stays held, and the caller counts with it.
 */
export async function closePages(
  platform: Platform,
  provider: PaymentProvider,
  orderId: string,
  purpose: string,
): Promise<Outcome<null, 'already-paid' | 'in-progress' | 'provider-silent'>> {
  for (const payment of await findPaymentsOfOrder(platform.db, orderId)) {
    // What two cards have paid together is paid.
    if (payment.purpose !== purpose || payment.status === 'canceled' || payment.fate === 'take') continue;
    const held = purpose === firstCardPurpose && payment.status === 'requires_capture';
    const closed = held ? done(payment) : await closeSession(platform, provider, payment.id);
    if (!closed.ok)
      return refuse(closed.refused === 'captured' ? 'already-paid' : closed.refused === 'in-progress' ? 'in-progress' : 'provider-silent');
    if (purpose !== firstCardPurpose && closed.value.status !== 'canceled') return refuse('already-paid');
  }
  return done(null);
}

/** Checks the price once more and moves the order to payment_pending, or says why it cannot be paid now. */
export async function readyToPay(platform: Platform, product: Product, toPay: ToPay): Promise<Outcome<Order, PayRefusal>> {
  const before = await findOrderAsSystem(platform.db, toPay.orderId);
  if (!before) return refuse('not-payable');
  if (await isBlocked(platform.db, before)) return refuse('blocked');
  if (before.status === 'price_changed') return refuse('price-changed');
  if (!['held', 'payment_pending'].includes(before.status)) return refuse(before.status === 'expired' ? 'hold-over' : 'not-payable');
  if (isOver(before, platform.clock.now())) return refuse('hold-over');
  const unoffered = await findRefusedWay(platform.db, before, !toPay.inTrip, toPay.method);
  if (unoffered) return refuse(unoffered);
  const check: PriceCheck = before.status === 'held' ? await product.checkPrice(before.id) : { kind: 'agreed' };
  if (check.kind === 'gone') return refuse('offer-gone');
  const shown = toPay.shownIn ? await readShownRate(platform, toPay.shownIn) : null;
  await failpoint('pay.before-commit');
  const moved = await moveToPending(platform, product, toPay, check, shown);
  if (moved.ok) await failpoint('pay.after-commit');
  return moved;
}

/** No page was opened: the order is kept as it was before. */
export async function payFailed(platform: Platform, product: Product, orderId: string, reason: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status === 'payment_pending')
      await mustMoveOrder(tx, product.machine, platform.clock.now(), {
        order,
        event: 'payment-failed',
        by: 'system',
        who: 'system',
        reason,
      });
  });
}

async function moveToPending(
  platform: Platform,
  product: Product,
  toPay: ToPay,
  check: PriceCheck,
  shown: ShownRate | null,
): Promise<Outcome<Order, PayRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, PayRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, toPay.orderId);
    const { seenDue } = toPay;
    if (order && seenDue !== undefined && !(seenDue && isSameMoney(await dueNow(tx, order), seenDue))) return refuse('amount-changed');
    // What lies in a trip is paid by one card.
    if (order && toPay.inTrip && (await findWaitingFirst(tx, order.id))) return refuse('not-payable');
    // A page of the bank that stands open is not gone back to either.
    const unready = order && (await product.unready?.(tx, order.id));
    if (order?.status === 'payment_pending') return unready ? refuse(unready) : done(order);
    if (order?.status !== 'held') return refuse('not-payable');
    if (isOver(order, now)) return refuse('hold-over');
    if (unready) return refuse(unready);
    const agreed = await getQuote(tx, order);
    if (check.kind === 'unknown' && Date.parse(agreed.expiresAt) <= now) return refuse('supplier-silent');
    const settled = check.kind === 'fresh' ? await settlePrice(tx, order, agreed, check.quote, now) : { consent: false, with: {} };
    if (settled.consent) {
      await mustMoveOrder(tx, product.machine, now, {
        order,
        event: 'price-differs',
        by: 'supplier',
        who: 'supplier',
        detail: { from: agreed.total.amount, to: check.kind === 'fresh' ? check.quote.total.amount : null },
      });
      return refuse('price-changed');
    }
    const more = await moreTime(platform, tx, order);
    const paying = await moveOrder(tx, product.machine, now, {
      order,
      event: 'pay',
      by: toPay.by,
      who: toPay.who,
      with: { ...settled.with, ...more, ...shown },
    });
    return paying.ok ? paying : refuse('not-payable');
  });
}

/** Pressing pay late counts as asking for more time, as long as there is any. */
export async function moreTime(platform: Platform, tx: Tx, order: Order): Promise<Partial<Pick<Order, 'heldUntil' | 'extensions'>>> {
  const now = platform.clock.now();
  const [until, hardUntil] = [order.heldUntil!.getTime(), order.hardUntil!.getTime()];
  if (until - now >= enoughToPayMs || order.extensions >= mostExtensions || hardUntil <= until) return {};
  const extended = await extendClaims(tx, order.id, now, platform.env.HOLD_TTL_MS);
  return extended.ok ? { heldUntil: new Date(Math.min(Math.max(extended.value, until), hardUntil)), extensions: order.extensions + 1 } : {};
}

/** Judged by the clock, whether or not the sweeper has come by. */
export function isOver(order: Pick<Order, 'heldUntil'>, now: number): boolean {
  return order.heldUntil === null || order.heldUntil.getTime() <= now;
}
