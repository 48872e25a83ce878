import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { formatSearch } from './flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import { airportsOf, findPlace } from '../world/places.ts';
import {
  exploreDays,
  exploreSearch,
  monthsOnSale,
  mostDestinations,
  readBudget,
  withinBudget,
  type ExploreFields,
  type ExploreProblem,
  type PricedPlace,
} from './explore-rules.ts';
import type { PagePatience } from './page-patience.ts';
import { popularRoutes } from './popular-routes.ts';
import { searchWorldOf } from './search-world.server.ts';

export interface ExploredPlace {
  readonly city: string;
  readonly country: string;
  /** Local date of departure. */
  readonly date: CalendarDate;
  readonly total: Money;
  /** The list of that day. */
  readonly to: string;
  readonly lat: number;
  readonly lon: number;
}

export interface Explored {
  readonly within: readonly ExploredPlace[];
  /** The cheapest place above the budget. */
  readonly above: ExploredPlace | null;
  /** How many places were asked, and for how many of them no price is known because a source did not answer. */
  readonly asked: number;
  readonly silent: number;
  /** ISO instant. */
  readonly pricedAt: string;
}

export interface ExploreView {
  readonly from: string;
  readonly city: string;
  readonly months: readonly string[];
  readonly fields: ExploreFields;
  readonly problems: readonly ExploreProblem[];
  /** Null before somebody asked, and while something is wrong. */
  readonly found: Explored | null;
}

interface Visitor {
  readonly language: LanguageCode;
  readonly now: Instant;
  /** Of the page the section stands on. */
  readonly page: PagePatience;
}

/** The section of the landing page: its form, and the places that a sum buys once it was asked. `origin`: the page's own city. */
export async function openExplore(
  flights: Flights,
  rules: PricingRules,
  asked: ExploreFields | null,
  origin: { readonly from: string; readonly city: string },
  today: CalendarDate,
  visitor: Visitor,
): Promise<ExploreView> {
  const months = monthsOnSale(today);
  const usual = months[1] ?? months[0]!;
  const { language, now } = visitor;
  if (!asked)
    return { ...origin, months, fields: { from: origin.from, budget: '', month: usual, oneWay: false }, problems: [], found: null };
  const place = asked.from === '' ? null : searchWorldOf(flights, language, now).resolve(asked.from);
  const budget = readBudget(asked.budget);
  const problems: ExploreProblem[] = [
    ...(place && place.kind !== 'found' ? (['from'] as const) : []),
    ...(budget === null ? (['budget'] as const) : []),
    ...(months.includes(asked.month) ? [] : (['month'] as const)),
  ];
  const from = place?.kind === 'found' ? place.place.code : origin.from;
  const city = flights.geography.city(from, language);
  const found = problems.length > 0 || budget === null ? null : await explore(flights, rules, { ...asked, from }, budget, today, visitor);
  return { from, city, months, fields: { ...asked, from: asked.from || origin.from }, problems, found };
}

async function explore(
  flights: Flights,
  rules: PricingRules,
  { from, month, oneWay }: ExploreFields,
  budget: number,
  today: CalendarDate,
  { language, now, page }: Visitor,
): Promise<Explored> {
  const { places, timetable } = flights.world;
  const routes = popularRoutes(timetable, airportsOf(places, from), mostDestinations);
  const days = exploreDays(month, oneWay, today);
  const priced: PricedPlace[] = [];
  let silent = 0;
  const asked = routes.flatMap(({ to }) => days.map((day) => exploreSearch(from, to, day, oneWay)));
  const answers = await flights.desk.lowestOfEach(asked, rules, now, page);
  for (const [place, { to }] of routes.entries()) {
    const totals = answers.slice(place * days.length, (place + 1) * days.length);
    const [least] = totals
      .flatMap((total, at) => (total ? [{ to, date: days[at]!, total }] : []))
      .sort((a, b) => a.total.amount - b.total.amount || (a.date < b.date ? -1 : 1));
    if (least) priced.push(least);
    else if (totals.includes(undefined)) silent += 1;
  }
  const shown = ({ to, date, total }: PricedPlace): ExploredPlace => {
    const airport = places.airports.get(airportsOf(places, to)[0]!)!;
    return {
      city: flights.geography.city(to, language),
      country: findPlace(places, to, language)?.countryName ?? '',
      date,
      total,
      to: `/flight-search-results?${formatSearch(exploreSearch(from, to, date, oneWay))}`,
      lat: airport.latitude,
      lon: airport.longitude,
    };
  };
  const { within, above } = withinBudget(priced, budget);
  return { within: within.map(shown), above: above && shown(above), asked: routes.length, silent, pricedAt: new Date(now).toISOString() };
}
