import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { awaitsCheck } from '../orders/await-check.server.ts';
import { settleDelivered } from '../orders/deliver-order.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { lockOrder } from '../orders/orders-store.server.ts';
import type { Product } from '../product-contract.ts';
import { bookingNotice } from './booking-jobs.server.ts';
import { findInstalments, lockBookings, markInstalmentPaid, mustMoveBooking } from './bookings-store.server.ts';

/**
 * Confirms a paid order: every booking gets its voucher number and its operator a letter, the first part is paid, the
 * money is taken, invoice and mail go out, all in one transaction. Doing it twice is doing it once. An order whose buyer took
 * money back before stays paid and unconfirmed until a colleague has looked at it.
 */
export async function confirmBookings(platform: Platform, product: Product, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'paid' || (await awaitsCheck(tx, platform, order))) return;
    for (const booking of await lockBookings(tx, orderId)) {
      const confirmed = await mustMoveBooking(tx, now, {
        booking,
        event: 'confirm',
        by: 'system',
        who: 'system',
        with: { voucher: newReference() },
      });
      await platform.jobs.send(tx, bookingNotice, { kind: 'confirmed', bookingId: booking.id, version: confirmed.version });
    }
    if ((await findInstalments(tx, orderId)).length > 0) await markInstalmentPaid(tx, now, orderId, 1);
    const confirmed = await mustMoveOrder(tx, product.machine, now, { order, event: 'confirm', by: 'system', who: 'system' });
    await settleDelivered(tx, platform, confirmed, product.nameLines, 'order-confirmed');
  });
}
