import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { RenewalRefusal, Renewals } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { refuse } from '#app/values/outcome.ts';
import { findTour } from '../tours-store.server.ts';
import { checkForm } from './check-holiday-form.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { findDraftOfOrder, openForm } from './holiday-draft-store.server.ts';
import { quoteHoliday } from './holiday-price.ts';
import { placesOf } from './party-rules.ts';
import { deskZone, placeHolidayOrder, type PlaceHolidayRefusal } from './place-holiday-order.server.ts';

const refusals: Readonly<Record<PlaceHolidayRefusal, RenewalRefusal>> = {
  'not-ready': 'not-ready',
  'not-agreed': 'not-ready',
  'no-option': 'not-ready',
  'already-placed': 'duplicate',
  'duplicate-booking': 'duplicate',
  'departure-closed': 'gone',
  'sold-out': 'sold-out',
  'too-many-holds': 'too-many-holds',
  'network-full': 'network-full',
  'price-changed': 'price-changed',
  'promo-used-up': 'promo-used-up',
  'in-progress': 'in-progress',
  'parts-off': 'parts-off',
  'parts-other-size': 'parts-other-size',
  'form-reused': 'form-reused',
};

/** Renewals of tours: the draft that became the order is placed once more, with its people, rooms and way of paying. */
export function renewHoliday(platform: Platform): Renewals {
  const { db, clock, crypto } = platform;
  return {
    async read(orderId, language) {
      const draft = await findDraftOfOrder(db, orderId);
      if (!draft) return null;
      const tour = await findTour(db, draft.tourId, language);
      if (!tour) return 'gone';
      const form = openForm(crypto, draft);
      const now = clock.now();
      const departure = (await listDepartures(db, now, tour, dateIn(deskZone, now))).find(({ setsOff }) => setsOff === form.setsOff);
      if (departure?.state !== 'open' || departure.left < placesOf(form.trip)) return 'gone';
      // Somebody is too old for their place by now, or a passport ran out: the form says so beside its field.
      if (!checkForm(form, tour).people) return null;
      const at = new Date(now).toISOString();
      return quoteHoliday(
        { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip: form.trip },
        await getPricingRules(db, now),
        { quotedAt: at, expiresAt: at },
        { travel: form.setsOff, language, promo: null },
      );
    },
    async place(orderId, toRenew) {
      const draft = await findDraftOfOrder(db, orderId);
      if (!draft) return refuse('gone');
      const placed = await placeHolidayOrder(platform, { ...toRenew, draftId: draft.id, agreed: true, option: false, instead: orderId });
      return placed.ok ? placed : refuse(refusals[placed.refused]);
    },
  };
}
