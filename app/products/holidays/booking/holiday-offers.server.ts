import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { OfferedForms } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { addDays, dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { refuse } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTour } from '../tours-store.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { roomWords } from './room-words.server.ts';
import { createDraft, draftCookie } from './holiday-draft-store.server.ts';
import { readTripAddress } from './holiday-form.ts';
import { quoteHoliday } from './holiday-price.ts';
import { emptyForm } from './open-holiday-booking.server.ts';
import { partyFaults, placesOf } from './party-rules.ts';
import { deskZone } from './place-holiday-order.server.ts';

/** A departure with party, rooms and extras, as a proposal offers it. */
export function holidayOffers(platform: Platform): OfferedForms {
  const { db, clock } = platform;
  /** What an address names, when just that can be had now. */
  const open = async (item: string, language: LanguageCode) => {
    const named = /^\/booking\/([\w-]+)\?(.+)$/.exec(item);
    const tour = named && (await findTour(db, named[1]!, language));
    if (!tour) return null;
    const params = new URLSearchParams(named[2]);
    const setsOff = parseCalendarDate(params.get('departure') ?? '');
    const trip = readTripAddress(params);
    if (!setsOff || !trip || partyFaults(trip, tour).length > 0) return null;
    const now = clock.now();
    const departure = (await listDepartures(db, now, tour, dateIn(deskZone, now))).find((one) => one.setsOff === setsOff);
    return departure?.state === 'open' && departure.left >= placesOf(trip) ? { tour, departure, trip, setsOff } : null;
  };
  return {
    async read(item, language) {
      const found = await open(item, language);
      if (!found) return null;
      const { tour, departure, trip, setsOff } = found;
      const now = clock.now();
      const at = new Date(now).toISOString();
      const quote = quoteHoliday(
        { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip },
        await getPricingRules(db, now),
        { quotedAt: at, expiresAt: at },
        { travel: setsOff, language, promo: null },
      );
      const t = textsFor(language).of('tour-booking');
      const endsOn = addDays(setsOff, tour.days - 1);
      const extras = trip.extras.map((code) => t(`extras.${code}.title`)).join(comma(language));
      return {
        title: tour.words.title,
        facts: [
          { name: t('facts.departs'), value: formatDate(setsOff, language, 'long') },
          { name: t('facts.returns'), value: formatDate(endsOn, language, 'long') },
          { name: t('facts.rooms'), value: roomWords(trip, language) },
          ...(extras ? [{ name: t('facts.extras'), value: extras }] : []),
        ],
        startsOn: setsOff,
        endsOn,
        adults: trip.adults,
        children: trip.childAges.length,
        total: quote.total,
        lines: quote.lines,
      };
    },
    async begin({ item, viewer, booker, from }) {
      const found = await open(item, 'en');
      if (!found) return refuse('gone');
      const { tour, trip, setsOff } = found;
      const { email, phone, givenNames, surname } = booker;
      const form = { ...emptyForm(setsOff), trip, people: [{ givenNames, surname }], contact: { email, phone } };
      const { id } = await createDraft(platform, viewer, tour.id, form, from);
      return { ok: true, value: { draftId: id, to: `/booking/${tour.id}?draft=${id}&step=travellers` } };
    },
    cookieOf: (draftId) => draftCookie(platform, draftId),
  };
}
