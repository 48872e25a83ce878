import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findPayment, findShares } from '../payments/payments-store.server.ts';
import { basketSettled } from './basket-jobs.server.ts';
import { holdToShares, lockBasket, saveBasket } from './baskets-store.server.ts';

/**
 * Brings a basket in line with its payment: closed once the bank has promised the money, told once that is settled. What
 * the orders make of their shares is their own affair. Called for every change, in any order and any number of times.
 */
export async function followBasketPayment(platform: Platform, change: { orderId: string; paymentId: string }): Promise<void> {
  await transact(platform.db, async (tx) => {
    const basket = await lockBasket(tx, change.orderId);
    const payment = await findPayment(tx, change.paymentId);
    if (!basket || !payment) return;
    const now = platform.clock.now();
    const promised = payment.status === 'requires_capture' || payment.status === 'succeeded';
    if (promised && basket.closedAt === null) {
      // What was put in while the bank's page was open is not paid by it.
      const shares = await findShares(tx, payment.id);
      await holdToShares(
        tx,
        basket.id,
        shares.map(({ orderId }) => orderId),
        now,
      );
      await saveBasket(tx, basket.id, { closedAt: new Date(now) }, now);
      await audit(tx, now, {
        actor: 'provider',
        action: 'basket.closed',
        subject: `baskets:${basket.id}`,
        detail: { payment: payment.id },
      });
    }
    const over = payment.status === 'succeeded' || (payment.status === 'canceled' && basket.closedAt !== null);
    if (!over || basket.toldAt !== null) return;
    await saveBasket(tx, basket.id, { toldAt: new Date(now) }, now);
    await platform.jobs.send(tx, basketSettled, { basketId: basket.id });
  });
}
