import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import type { DisplayCurrency, LanguageCode } from '#app/values/preferences.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import { creditOn } from '../credits/use-credit.server.ts';
import { payFailed, readyToPay, type PayRefusal } from '../orders/begin-payment.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { basketPurpose, findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { startPayment } from '../payments/start-payment.server.ts';
import type { Product, ProductKind } from '../product-contract.ts';
import { shareOf } from './basket-outcome.ts';
import { findBasketAsSystem, findOrdersIn, lockBasket } from './baskets-store.server.ts';

export type BasketPayRefusal = PayRefusal | 'empty' | 'sum-changed';

export interface BasketToPay {
  readonly basketId: string;
  /** Minor units: the sum the traveller saw on the button. */
  readonly seen: number;
  /** References of the orders the traveller saw; others that lie here still are not paid. All of them without it. */
  readonly shown?: readonly string[];
  readonly who: string;
  readonly returnTo: { readonly success: string; readonly failure: string };
  readonly language: LanguageCode;
  /** In what this browser is shown prices; null where it has not said. */
  readonly shownIn?: DisplayCurrency | null;
}

/**
 * Opens one bank's page for everything in a basket. Each order is checked and moved as if it were paid alone; one that
 * cannot be paid stops all of them, and those that were moved go back. The order whose limit is shortest sets the page's.
 * `about` names the order that stands in the way.
 */
export async function beginBasketPayment(
  platform: Platform,
  provider: PaymentProvider,
  productOf: (kind: ProductKind) => Product,
  toPay: BasketToPay,
): Promise<Outcome<{ redirectTo: string; paymentId: string }, BasketPayRefusal> & { readonly about?: string }> {
  const basket = await findBasketAsSystem(platform.db, toPay.basketId);
  if (!basket) return refuse('empty');
  if (basket.closedAt) return refuse('already-paid');
  const inside = (await findOrdersIn(platform.db, basket.id)).filter(({ reference }) => toPay.shown?.includes(reference) ?? true);
  if (inside.length === 0) return refuse('empty');
  const ready: Order[] = [];
  const backAgain = async (why: string) => {
    for (const order of ready) await payFailed(platform, productOf(order.kind), order.id, why);
  };
  // One after the other by id, so that two baskets that share nothing never wait for each other.
  for (const order of [...inside].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const one = await readyToPay(platform, productOf(order.kind), { ...toPay, orderId: order.id, by: 'customer', inTrip: true });
    if (!one.ok) {
      await backAgain(one.refused);
      return { ...one, about: order.reference };
    }
    ready.push(one.value);
  }
  // Each order leaves its smallest charge to the card, so that all of them are paid by one.
  const dueOf = async (order: Order) => (await firstDue(platform.db, order)) - (await creditOn(platform.db, order, false));
  const shares = [];
  for (const order of ready) shares.push({ orderId: order.id, orderVersion: order.version, amount: await dueOf(order) });
  const sum = shares.reduce((total, share) => total + share.amount, 0);
  // A price that fell while everybody was asked is told too: nobody is sent to a page with another sum than they saw.
  if (sum !== toPay.seen) {
    await backAgain('sum-changed');
    return refuse('sum-changed');
  }
  const start = startPayment(platform, provider, {
    orderId: basket.id,
    orderVersion: 1,
    purpose: basketPurpose,
    shares,
    reference: basket.reference,
    amount: money(sum, ready[0]!.currency),
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: instant(Math.min(...ready.map((order) => order.heldUntil!.getTime()))),
    still: (tx) => mustLieIn(tx, basket.id, ready),
  });
  const started = await start.catch((fault: unknown) => {
    if (fault instanceof BasketChanged) return null;
    throw fault;
  });
  if (!started) {
    for (const order of ready)
      if (shareOf(await findPaymentsOfOrder(platform.db, order.id)) === null)
        await payFailed(platform, productOf(order.kind), order.id, 'sum-changed');
    const closed = (await findBasketAsSystem(platform.db, basket.id))?.closedAt;
    return refuse(closed ? 'already-paid' : 'sum-changed');
  }
  if (!started.ok && ['provider-refused', 'expired'].includes(started.refused)) await backAgain(started.refused);
  return started;
}

/** Something was taken out, or everything was paid, while the prices were being checked. */
class BasketChanged extends Error {}

async function mustLieIn(tx: Tx, basketId: string, wanted: readonly Order[]): Promise<void> {
  const basket = await lockBasket(tx, basketId);
  const inside = new Set((await findOrdersIn(tx, basketId)).map(({ id }) => id));
  if (!basket || basket.closedAt !== null || wanted.some(({ id }) => !inside.has(id)))
    throw new BasketChanged(`Basket ${basketId} changed while its page was being opened`);
}
