import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import type { WatchedKind } from '#app/commerce/price-alerts/watched-kind.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { listDepartures, type Departure } from './booking/departures-store.server.ts';
import type { Tour } from './tour.ts';
import { findTour } from './tours-store.server.ts';

/** Kept tours: the lowest price of one person sharing on any departure that can be booked. A tour that is off sale may come back. */
export function watchedTours({ db, clock }: Pick<Platform, 'db' | 'clock'>): WatchedKind {
  const cheapest = async (tour: Tour, now: Instant): Promise<Departure | null> => {
    const open = (await listDepartures(db, now, tour, dateIn('Asia/Dubai', now))).filter(({ state }) => state === 'open');
    return open.toSorted((one, other) => one.price.amount - other.price.amount)[0] ?? null;
  };
  return {
    owns: (thing) => readFlightThing(thing) === null,
    async lowest(thing, now) {
      const tour = await findTour(db, thing, 'en');
      return { lowest: tour && ((await cheapest(tour, now))?.price ?? null), whole: true };
    },
    async tell(thing, { language, lowest, below, day }) {
      const tour = await findTour(db, thing, language);
      if (!tour) return null;
      const t = await mailWords(db, language, 'price-alerts');
      const departure = await cheapest(tour, clock.now());
      const values = {
        tour: tour.words.title,
        price: formatMoney(lowest, language),
        below: formatMoney(below, language),
        date: formatDate(day, language, 'long'),
      };
      return {
        kind: 'price-alerts.tour',
        subject: t('tour.subject', values),
        title: t('tour.title', values),
        text: t('tour.text', values),
        rows: departure ? [{ head: t('tour.departs'), words: formatDate(departure.setsOff, language, 'long') }] : [],
        button: t('tour.button'),
        path: `/tour/${tour.id}${departure ? `?departure=${departure.setsOff}` : ''}`,
      };
    },
  };
}
