import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, parseCalendarDate } from '#app/values/dates.ts';
import { placeVisaOrder, type ToPlaceEvisa, type VisaSale } from '../evisa/place-evisa-order.server.ts';
import type { ReadGroup } from '../evisa/read-evisa-group.server.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { quoteAssisted } from './assisted-price.ts';
import { offerOf } from './assisted-words.server.ts';

/** What a party costs now, by the offer it was begun under. */
export async function priceParty(platform: Pick<Platform, 'db' | 'clock'>, read: Pick<ReadGroup, 'group' | 'travellers'>): Promise<Quote> {
  const now = platform.clock.now();
  return quoteAssisted(
    {
      offer: offerOf(read.group),
      arrival: read.group.arrival,
      people: read.travellers.map(({ person, typed }) => ({
        type: person?.type ?? 'adult',
        birthDate: parseCalendarDate(typed.birthDate ?? ''),
      })),
      courier: read.group.courier,
    },
    await getPricingRules(platform.db, now),
    { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now + dayMs).toISOString() },
  );
}

export const assistedSale: VisaSale = {
  kind: 'assisted-visa',
  machine: assistedOrderMachine,
  price: priceParty,
  wordsOf: (group) => ({ key: 'orders:item.assisted-visa', values: { country: group.country, type: group.typeCode } }),
};

/** Turns a whole party into an order that waits a day for its payment. */
export const placeAssistedOrder = (platform: Platform, toPlace: ToPlaceEvisa) => placeVisaOrder(platform, assistedSale, toPlace);
