import type { Platform } from '#app/platform/platform.server.ts';
import { refuse } from '#app/values/outcome.ts';
import { findOrderAsSystem, readPeople } from '../orders/orders-store.server.ts';
import type { OfferedItems, Renewals } from '../product-counter.ts';

/**
 * Renewals of what is whole in an address of its own. `itemOf` gives the address of just what an order was placed for, and
 * what its booker noted, and where they are fetched; null where that cannot be told any more.
 */
export function renewItems(
  platform: Platform,
  offers: OfferedItems,
  itemOf: (orderId: string) => Promise<{ readonly item: string; readonly note: string; readonly pickup?: string } | null>,
): Renewals {
  return {
    async read(orderId, language) {
      const [was, order] = await Promise.all([itemOf(orderId), findOrderAsSystem(platform.db, orderId)]);
      return was && ((await offers.read(was.item, language, order?.userId)) ?? 'gone');
    },
    async place(orderId, toRenew) {
      const [was, order] = await Promise.all([itemOf(orderId), findOrderAsSystem(platform.db, orderId)]);
      if (!was || !order) return refuse('gone');
      const { contact, travellers } = await readPeople(platform.db, platform.crypto, order);
      const { givenNames = '', surname = '' } = travellers[0] ?? {};
      const booker = { givenNames, surname, email: contact.email, phone: contact.phone, note: was.note, pickup: was.pickup ?? '' };
      return offers.place({ ...toRenew, item: was.item, booker, shopper: order.userId });
    },
  };
}
