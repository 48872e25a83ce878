import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, addMonths, calendarDate, dateIn, dayNumber, fromDayNumber, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { cityPoster, type CityPoster } from '../city-poster.ts';
import { isOpen, type FlightDeal } from '../deals/flight-deal.ts';
import { listDeals } from '../deals/flight-deal-store.server.ts';
import { formatSearch, salesDays } from './flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch } from '../offer.ts';
import { airportsOf, findPlace } from '../world/places.ts';
import { dealSearch } from '../deals/flight-deal.ts';
import type { PagePatience } from './page-patience.ts';
import { popularRoutes } from './popular-routes.ts';

const houseCity = 'DXB';
const usualNights = 7;

export interface DealCard {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly price: Money;
  readonly bookBy: string;
  readonly travelFrom: string;
  readonly travelUntil: string;
  readonly nights: number | null;
  readonly direct: boolean;
  readonly bag: boolean;
  readonly poster: CityPoster;
}

export interface RouteCard {
  readonly code: string;
  readonly city: string;
  readonly weekly: number;
  readonly minutes: number;
  readonly poster: CityPoster;
}

export interface MonthPrice {
  /** YYYY-MM */
  readonly month: string;
  /** Null: no flights on the days asked. Undefined: not known, because a source did not answer. */
  readonly total: Money | null | undefined;
  /** Results page of the month view. */
  readonly to: string;
}

export function dealCard(deal: FlightDeal, flights: Flights, language: LanguageCode): DealCard {
  const city = (code: string) => flights.geography.city(code, language);
  return {
    id: deal.id,
    from: city(deal.from),
    to: city(deal.to),
    price: deal.price,
    bookBy: deal.bookBy,
    travelFrom: deal.travelFrom,
    travelUntil: deal.travelUntil,
    nights: deal.nights,
    direct: deal.directOnly,
    bag: deal.withBag,
    poster: cityPoster(deal.to, findPlace(flights.world.places, deal.to, language)?.country ?? null),
  };
}

export async function openDeals(platform: Platform, flights: Flights, language: LanguageCode): Promise<DealCard[]> {
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const deals = await listDeals(platform.db);
  return deals
    .filter((deal) => isOpen(deal, today))
    .slice(0, 3)
    .map((deal) => dealCard(deal, flights, language));
}

const known = new WeakMap<object, Map<string, ReturnType<typeof popularRoutes>>>();

/** Often flown routes from a city; the house's own without one. */
export function routesFrom(
  flights: Flights,
  code: string | null,
  language: LanguageCode,
): { readonly from: string; readonly city: string; readonly routes: RouteCard[] } {
  const { world, geography } = flights;
  const from = code && findPlace(world.places, code, language) ? code : houseCity;
  let kept = known.get(world.timetable);
  if (!kept) known.set(world.timetable, (kept = new Map()));
  let routes = kept.get(from);
  if (!routes) kept.set(from, (routes = popularRoutes(world.timetable, airportsOf(world.places, from), 12)));
  return {
    from,
    city: geography.city(from, language),
    routes: routes.map((route) => ({
      code: route.to,
      city: geography.city(route.to, language),
      weekly: route.weekly,
      minutes: route.minutes,
      poster: cityPoster(route.to, findPlace(world.places, route.to, language)?.country ?? null),
    })),
  };
}

/** Days of each month on which its lowest price is asked for. */
const sampledDays = [4, 11, 18, 25];

/** The lowest price found in each month on sale, for one adult; four days of each month are asked. */
export async function cheapestMonths(
  flights: Flights,
  rules: PricingRules,
  route: { readonly from: string; readonly to: string; readonly oneWay: boolean },
  today: CalendarDate,
  now: Instant,
  page: PagePatience,
): Promise<MonthPrice[]> {
  const last = dayNumber(addDays(today, salesDays)) - (route.oneWay ? 0 : usualNights);
  const months: { readonly month: string; readonly searches: readonly FlightSearch[] }[] = [];
  for (let month = today.slice(0, 7); `${month}-01` <= fromDayNumber(last); month = addMonths(calendarDate(`${month}-01`), 1).slice(0, 7)) {
    const days = sampledDays
      .map((day) => addDays(calendarDate(`${month}-01`), day - 1))
      .filter((day) => day > today && dayNumber(day) <= last);
    if (days.length > 0) months.push({ month, searches: days.map((day) => searchOn(route, day)) });
  }
  const asked = months.flatMap(({ searches }) => searches);
  const answers = await flights.desk.lowestOfEach(asked, rules, now, page);
  const totalOf = new Map(asked.map((search, at) => [search, answers[at]]));
  return months.map(({ month, searches }) => {
    const totals = searches.map((search) => totalOf.get(search));
    const found = totals.flatMap((total) => total ?? []).sort((a, b) => a.amount - b.amount);
    const none = totals.includes(undefined) ? undefined : null;
    return { month, total: found[0] ?? none, to: `/flight-search-results?${formatSearch(searches[0]!)}&view=month` };
  });
}

function searchOn(route: { readonly from: string; readonly to: string; readonly oneWay: boolean }, date: CalendarDate): FlightSearch {
  return dealSearch(
    { from: route.from, to: route.to, nights: route.oneWay ? null : usualNights, cabin: 'economy', directOnly: false, withBag: false },
    date,
  );
}
