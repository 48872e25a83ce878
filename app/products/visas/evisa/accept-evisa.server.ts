import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { awaitsCheck } from '#app/commerce/orders/await-check.server.ts';
import { giveUpOrder } from '#app/commerce/orders/cancel-order.server.ts';
import { settleDelivered } from '#app/commerce/orders/deliver-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { nameEvisaLines } from './name-evisa-lines.server.ts';
import { deliverBy } from './evisa-deadline.ts';
import { findSpeed, findType } from './evisa-offer.ts';
import { evisaOrderMachine } from './evisa-order-status.ts';
import { findApplications, mustMoveApplication } from './evisa-applications-store.server.ts';
import { findGroupOfOrder, lockGroup, updateGroup } from './evisa-groups-store.server.ts';
import { winInquiry } from '../inquiries/win-inquiry.server.ts';

/**
 * Takes a paid group on: every application is received, its promised day is counted from now, the money is taken and the
 * invoice issued, all in one transaction. Money that came late for a group that was paid by another order goes back.
 */
export async function acceptEvisa(platform: Platform, product: Product, orderId: string): Promise<void> {
  const taken = await transact(platform.db, async (tx): Promise<boolean> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'paid') return true;
    const known = (await findGroupOfOrder(tx, orderId))!;
    const group = (await lockGroup(tx, known.id))!;
    const applications = await findApplications(tx, group.id);
    const free = group.orderId === null || group.orderId === orderId;
    if (!free || applications.some(({ status }) => status !== 'pre_checked')) return false;
    if (group.orderId === null) await updateGroup(tx, now, group.id, { orderId });
    const speed = findSpeed(findType(group.offer, group.typeCode)!, group.speed)!;
    const counted = { authority: group.offer.calendar, houseWorks: await readDeskDays(tx, 'visas') };
    const promised = deliverBy(counted, speed.days, dateIn('Asia/Dubai', now));
    for (const application of applications)
      await mustMoveApplication(tx, now, {
        application,
        event: 'pay',
        by: 'system',
        who: 'system',
        detail: { order: order.reference },
        with: {
          receivedAt: new Date(now),
          deliverBy: promised,
          byDeskDays: true,
          country: group.country,
          arrival: group.arrival,
          speed: group.speed,
        },
      });
    const accepted = await mustMoveOrder(tx, evisaOrderMachine, now, { order, event: 'accept', by: 'system', who: 'system' });
    // Cases are read and prepared meanwhile; nothing is filed for who took money back before, until a colleague has looked.
    await awaitsCheck(tx, platform, accepted);
    await winInquiry(tx, platform, group.id, order.reference);
    await settleDelivered(tx, platform, accepted, nameEvisaLines, 'order-accepted');
    return true;
  });
  if (!taken) await giveUpOrder(platform, product, { orderId, by: 'system', who: 'system', reason: 'group-already-placed' });
}
