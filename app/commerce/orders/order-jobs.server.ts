import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { followBasketPayment } from '../baskets/follow-basket-payment.server.ts';
import { dropOldShownQuotes } from '../pricing/shown-quotes-store.server.ts';
import { paymentChanged } from '../payments/payment-jobs.server.ts';
import type { Product } from '../product-contract.ts';
import { applyPaymentChange } from './apply-payment-change.server.ts';
import { chaseSuppliers } from './chase-suppliers.server.ts';
import { expireOrders } from './expire-orders.server.ts';
import { findOrderAsSystem } from './orders-store.server.ts';

/** Ends what nobody paid in time. */
export const ordersExpire = jobKind<Record<string, never>>('orders.expire', 1);

/** Tells staff to chase what suppliers owe. */
export const suppliersChase = jobKind<Record<string, never>>('orders.chase-suppliers', 1);

/** Starts the workers that every kind of order needs. */
export async function workOnOrders(platform: Platform, products: readonly Product[]): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(paymentChanged, async (change) => {
    const order = await findOrderAsSystem(platform.db, change.orderId);
    if (!order) return followBasketPayment(platform, change);
    const product = products.find((each) => each.kind === order.kind);
    if (product) await applyPaymentChange(platform, product, change);
  });
  await jobs.handle(ordersExpire, async () => {
    await expireOrders(platform, products);
    const now = platform.clock.now();
    await noteRetention(platform.db, now, 'shown-prices', await dropOldShownQuotes(platform.db, now));
  });
  await jobs.schedule(ordersExpire, '* * * * *');
  await jobs.handle(suppliersChase, () => chaseSuppliers(platform));
  await jobs.schedule(suppliersChase, '17 * * * *');
}
