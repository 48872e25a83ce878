import type { RenewalRefusal, Renewals } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse } from '#app/values/outcome.ts';
import { wantsAddress } from '../delivery/delivery-address.ts';
import { findGroupOfOrder, openContact } from './evisa-groups-store.server.ts';
import { placeVisaOrder, type PlaceEvisaRefusal, type VisaSale } from './place-evisa-order.server.ts';
import { readGroup } from './read-evisa-group.server.ts';

const refusals: Readonly<Record<PlaceEvisaRefusal, RenewalRefusal>> = {
  'not-ready': 'not-ready',
  'contact-missing': 'not-ready',
  'address-missing': 'not-ready',
  'not-agreed': 'not-ready',
  'duplicate-application': 'duplicate',
  'already-placed': 'duplicate',
  'price-changed': 'price-changed',
  'promo-used-up': 'promo-used-up',
  'in-progress': 'in-progress',
  'form-reused': 'form-reused',
};

/** Renewals of applications that were whole and agreed to when their order was placed: the group is placed once more. */
export function renewVisa(platform: Platform, sale: VisaSale): Renewals {
  return {
    async read(orderId, language) {
      const group = await findGroupOfOrder(platform.db, orderId);
      // Placed once more on its own pages meanwhile: these lead to that order.
      if (!group || (group.orderId !== null && group.orderId !== orderId)) return null;
      const read = await readGroup(platform, group);
      // A passport that ran out or a day that is too near now: its form says what is wrong, and beside which field.
      if (read.travellers.some(({ ready, application }) => !ready || application.status !== 'pre_checked')) return null;
      if (wantsAddress(group) && !openContact(platform.crypto, group)?.address) return null;
      return sale.price(platform, read, { language, promo: null });
    },
    async place(orderId, toRenew) {
      const group = await findGroupOfOrder(platform.db, orderId);
      if (!group) return refuse('gone');
      const placed = await placeVisaOrder(platform, sale, { ...toRenew, groupId: group.id, agreed: true, instead: orderId });
      return placed.ok ? placed : refuse(refusals[placed.refused]);
    },
  };
}
