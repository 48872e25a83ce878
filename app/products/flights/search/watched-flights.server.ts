import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import type { WatchedKind } from '#app/commerce/price-alerts/watched-kind.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { dateIn } from '#app/values/dates.ts';
import { formatSearch } from './flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch } from '../offer.ts';
import type { PagePatience } from './page-patience.ts';

/** The search that a kept flight stands for: one adult in economy. Null for what is no flight. */
export function searchOfThing(thing: string): FlightSearch | null {
  const flight = readFlightThing(thing);
  if (!flight) return null;
  const { from, to, departs, returns } = flight;
  return {
    slices: [{ from, to, date: departs }, ...(returns ? [{ from: to, to: from, date: returns }] : [])],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy',
    maxStops: 2,
  };
}

/** Kept flights, until the day of their departure; with the patience of a page that somebody waits for, or that of a job. */
export function watchedFlights(
  { db }: Pick<Platform, 'db'>,
  flights: Pick<Flights, 'desk' | 'geography'>,
  page?: PagePatience,
): WatchedKind {
  return {
    owns: (thing) => readFlightThing(thing) !== null,
    async lowest(thing, now) {
      const search = searchOfThing(thing);
      if (!search || search.slices[0]!.date <= dateIn('Asia/Dubai', now)) return 'over';
      const { total, whole } = await flights.desk.askLowest(search, await getPricingRules(db, now), now, page);
      return { lowest: total, whole };
    },
    async tell(thing, { language, lowest, below, day }) {
      const search = searchOfThing(thing);
      if (!search) return null;
      const t = await mailWords(db, language, 'price-alerts');
      const [out, back] = search.slices;
      const values = {
        from: flights.geography.city(out!.from, language),
        to: flights.geography.city(out!.to, language),
        price: formatMoney(lowest, language),
        below: formatMoney(below, language),
        date: formatDate(day, language, 'long'),
      };
      return {
        kind: 'price-alerts.mail',
        subject: t('mail.subject', values),
        title: t('mail.title', values),
        text: t('mail.text', values),
        rows: [
          { head: t('mail.out'), words: formatDate(out!.date, language, 'long') },
          ...(back ? [{ head: t('mail.back'), words: formatDate(back.date, language, 'long') }] : []),
        ],
        button: t('mail.button'),
        path: `/flight-search-results?${formatSearch(search)}`,
      };
    },
  };
}
