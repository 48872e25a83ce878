import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findBasketOfOrder } from '../baskets/baskets-store.server.ts';
import { findInstalments } from '../bookings/bookings-store.server.ts';
import { readOfferedWays } from '../payments/offered-ways.server.ts';
import { paymentClose } from '../payments/payment-jobs.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { refusedWay, type WayRefusal } from '../payments/payment-ways.ts';
import { findPaymentsOfOrder, findWaitingFirst, isMoneyMoving } from '../payments/payments-store.server.ts';
import { startPayment } from '../payments/start-payment.server.ts';
import { faultOfFirst, firstCardPurpose, isWaitingForRest, leastOf, type FirstCardFault } from '../payments/two-card-rules.ts';
import type { Product } from '../product-contract.ts';
import {
  closePages,
  DueChanged,
  dueNow,
  isOver,
  mustBeDue,
  payFailed,
  readyToPay,
  type PayRefusal,
  type ToPay,
} from './begin-payment.server.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { findOrderAsSystem, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { releaseFirst } from './return-money.server.ts';

export type TwoCardsRefusal =
  | PayRefusal
  | WayRefusal<'two-cards'>
  | FirstCardFault
  /** Paid in parts, or together with other orders. */
  | 'two-cards-not-here'
  /** One card holds its part already. */
  | 'first-reserved';

/** What is to be paid with two cards, and the least that either of them pays. */
export interface TwoCardsOffer {
  readonly due: Money;
  readonly least: Money;
}

/** Why an order is not paid with two cards. Null: it can be. */
async function refusedFor(db: Db, order: Order): Promise<'two-cards-not-here' | 'first-reserved' | WayRefusal<'two-cards'> | null> {
  const unoffered = refusedWay(await readOfferedWays(db), 'two-cards', order);
  if (unoffered) return unoffered;
  // A plan of one part is the whole.
  if ((await findInstalments(db, order.id)).length > 1 || (await findBasketOfOrder(db, order.id))) return 'two-cards-not-here';
  return (await findWaitingFirst(db, order.id)) ? 'first-reserved' : null;
}

/** What the page of a kept and unpaid order offers; null where it is not paid with two cards. */
export async function offerTwoCards({ db, clock }: Pick<Platform, 'db' | 'clock'>, order: Order): Promise<TwoCardsOffer | null> {
  if (!['held', 'payment_pending'].includes(order.status) || isOver(order, clock.now())) return null;
  if (await refusedFor(db, order)) return null;
  const due = await dueNow(db, order);
  const least = leastOf(due.amount);
  return least === null ? null : { due, least: money(least, due.currency) };
}

/**
 * Opens the provider's page for what the first of two cards pays, minor units. Nothing of it is taken before a second card
 * holds the rest. A page that asks for all of it is closed first: who paid there has paid.
 */
export async function beginFirstCard(
  platform: Platform,
  provider: PaymentProvider,
  product: Product,
  toPay: ToPay & { readonly first: number },
): Promise<Outcome<{ redirectTo: string; paymentId: string }, TwoCardsRefusal>> {
  const before = await findOrderAsSystem(platform.db, toPay.orderId);
  if (!before) return refuse('not-payable');
  const refused = await refusedFor(platform.db, before);
  if (refused) return refuse(refused);
  const closed = await closePages(platform, provider, before.id, 'order');
  if (!closed.ok) return closed;
  const ready = await readyToPay(platform, product, toPay);
  if (!ready.ok) return ready;
  const order = ready.value;
  const due = await dueNow(platform.db, order);
  const fault = faultOfFirst(due.amount, toPay.first);
  if (fault) {
    await payFailed(platform, product, order.id, fault);
    return refuse(fault);
  }
  const started = await startPayment(platform, provider, {
    orderId: order.id,
    orderVersion: order.version,
    reference: order.reference,
    amount: money(toPay.first, order.currency),
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: instant(order.heldUntil!.getTime()),
    purpose: firstCardPurpose,
    still: (tx: Tx) => mustBeDue(tx, order.id, due),
  }).catch((fallen: unknown) => {
    if (fallen instanceof DueChanged) return null;
    throw fallen;
  });
  if (started?.ok || (started && !['provider-refused', 'expired'].includes(started.refused))) return started;
  const why = started ? started.refused : 'amount-changed';
  await payFailed(platform, product, order.id, why);
  return refuse(why);
}

/** Its owner pays in another way, or not at all: what the first card holds goes back, and the page for the rest is closed. */
export async function giveUpFirstCard(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly orderId: string; readonly by: 'customer' | 'staff'; readonly who: string },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible' | 'money-moving'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'money-moving'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const first = await findWaitingFirst(tx, ask.orderId);
    if (!order || !first || !['held', 'payment_pending', 'price_changed'].includes(order.status)) return refuse('not-possible');
    const others = (await findPaymentsOfOrder(tx, order.id)).filter((payment) => !isWaitingForRest(payment));
    if (others.some(isMoneyMoving)) return refuse('money-moving');
    for (const { id, status } of others) if (status !== 'canceled') await platform.jobs.send(tx, paymentClose, { paymentId: id });
    const noted = await mustMoveOrder(tx, product.machine, now, {
      order,
      event: 'noted-first-card-back',
      by: ask.by,
      who: ask.who,
      detail: { payment: first.id, amount: first.amount, currency: first.currency },
    });
    await releaseFirst(tx, platform, noted, first);
    await keep?.(tx, noted);
    return done(noted);
  });
}
