import type { Platform } from '#app/platform/platform.server.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { stepPaths, type FlightBooking } from './booking-draft.ts';
import { quoteOffer } from '../flight-price.ts';
import { formatSearch } from '../search/flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch } from '../offer.ts';
import { wordsIn } from '../search/open-results.server.ts';
import { PagePatience } from '../search/page-patience.ts';
import { cardSlice } from '../search/results-view.ts';
import { offerIdsOf } from './split-tickets.ts';
import type { SliceView } from './booking-view.ts';

/** How many flights are offered in the place of those that are gone. */
const mostNearest = 3;

export interface NearestFlight {
  /** What the button carries, as on the list of flights. */
  readonly choice: string;
  readonly slices: readonly SliceView[];
  /** For the whole party, in the family that was chosen where it has one of that name. */
  readonly total: Money;
}

export interface NearestFlights {
  /** Where the choice is posted: the search of the same route and days. */
  readonly to: string;
  readonly flights: readonly NearestFlight[];
}

/** What is sold now on the route and days of flights that are gone, the nearest in time first; null where nothing is. */
export async function findNearestFlights(
  platform: Pick<Platform, 'db' | 'clock'>,
  flights: Flights,
  booking: FlightBooking<unknown>,
  language: LanguageCode,
): Promise<NearestFlights | null> {
  const gone = booking.selectedOutboundFlight;
  if (!booking.searchParams || !gone) return null;
  const search = searchOfChosen(booking.searchParams, booking);
  const now = platform.clock.now();
  const rules = await flights.desk.pricingRules(platform.db, now);
  const { offers } = await flights.desk.askForPage(search, now, new PagePatience());
  const wanted = minutesOf(gone.summary.departs);
  const ids = new Set(offerIdsOf(booking));
  const byTime = flights.desk
    .priced(offers, search, rules)
    .map((facts) => ({ facts, apart: wanted === null ? 0 : Math.abs(facts.departs - wanted) }))
    .toSorted((a, b) => a.apart - b.apart || a.facts.price - b.facts.price);
  const words = wordsIn(flights, language);
  const nearest: NearestFlight[] = [];
  for (const { facts } of byTime) {
    if (nearest.length === mostNearest) break;
    const offer = offers.offer(facts);
    if (ids.has(offer.id)) continue;
    const brand = offer.brands.find(({ code }) => code === gone.brand) ?? offer.brands[facts.shown]!;
    const { total } = quoteOffer(offer, brand, rules);
    nearest.push({
      choice: `${total.amount} ${brand.code} ${offer.id}`,
      slices: offer.slices.map((slice) => ({
        fromCity: flights.geography.city(slice.from, language),
        toCity: flights.geography.city(slice.to, language),
        slice: cardSlice(slice, words),
      })),
      total,
    });
  }
  return nearest.length === 0 ? null : { to: `${stepPaths.results}?${formatSearch(search)}`, flights: nearest };
}

/** The search that was meant in the end: of the days and ends that were chosen where those around were asked for, too. */
function searchOfChosen(search: FlightSearch, booking: FlightBooking<unknown>): FlightSearch {
  const chosen = [booking.selectedOutboundFlight, booking.selectedReturnFlight];
  return {
    ...search,
    slices: search.slices.map(({ from, to, date, flexDays, nearby }, index) => {
      const flown = chosen[index]?.summary;
      const ends = nearby && flown ? { from: flown.from, to: flown.to } : { from, to };
      return { ...ends, date: (flexDays && flown?.departs.slice(0, 10)) || date };
    }),
  };
}

/** Minutes after midnight of `YYYY-MM-DDTHH:mm`; null where it is not known. */
function minutesOf(local: string): number | null {
  const [, hours, minutes] = /T(\d\d):(\d\d)$/.exec(local) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}
