import { awaitsCheck } from '#app/commerce/orders/await-check.server.ts';
import { giveUpOrder } from '#app/commerce/orders/cancel-order.server.ts';
import { settleDelivered } from '#app/commerce/orders/deliver-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { findGroupOfOrder, lockGroup, updateGroup } from '../evisa/evisa-groups-store.server.ts';
import { nameAssistedLines } from './name-assisted-lines.server.ts';
import { assistedMail } from './assisted-jobs.server.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { findCasesById, insertCases } from './assisted-store.server.ts';
import { offerOf } from './assisted-words.server.ts';
import { winInquiry } from '../inquiries/win-inquiry.server.ts';

/**
 * Takes a paid party on: a case is opened for every traveller, the money is taken and the invoice issued, all in one
 * transaction. Money that came late for a party that was paid by another order goes back.
 */
export async function acceptAssisted(platform: Platform, product: Product, orderId: string): Promise<void> {
  const taken = await transact(platform.db, async (tx): Promise<boolean> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'paid') return true;
    const known = (await findGroupOfOrder(tx, orderId))!;
    const group = (await lockGroup(tx, known.id))!;
    const applications = await findApplications(tx, group.id);
    const ids = applications.map(({ id }) => id);
    const free = group.orderId === null || group.orderId === orderId;
    if (!free || (await findCasesById(tx, ids)).length > 0) return false;
    if (group.orderId === null) await updateGroup(tx, now, group.id, { orderId });
    const terms = offerOf(group).assisted;
    await insertCases(
      tx,
      now,
      ids.map((id) => ({
        id,
        orderId,
        country: group.country,
        package: terms.package,
        place: terms.counter.city,
        travelsOn: group.arrival,
      })),
    );
    await platform.jobs.send(tx, assistedMail, { template: 'opened', groupId: group.id, caseId: null, number: 0 });
    const accepted = await mustMoveOrder(tx, assistedOrderMachine, now, { order, event: 'accept', by: 'system', who: 'system' });
    // Cases are read and prepared meanwhile; nothing is filed for who took money back before, until a colleague has looked.
    await awaitsCheck(tx, platform, accepted);
    await winInquiry(tx, platform, group.id, order.reference);
    await settleDelivered(tx, platform, accepted, nameAssistedLines, 'order-accepted');
    return true;
  });
  if (!taken) await giveUpOrder(platform, product, { orderId, by: 'system', who: 'system', reason: 'group-already-placed' });
}
