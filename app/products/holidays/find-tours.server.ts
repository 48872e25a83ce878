import { hearWords, type HeardWords } from '#app/commerce/catalogue-search/hear-words.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { regionCodes, type RegionCode } from '#app/values/regions.ts';
import { departuresOf } from './departure-rules.ts';
import {
  budgetSteps,
  countTours,
  filterTours,
  lengthBandNames,
  orderTours,
  waysOut,
  type DatedTour,
  type LengthBand,
  type TourFilter,
} from './filter-tours.ts';
import { listTours } from './list-tours.server.ts';
import { listTourCards } from './tours-store.server.ts';
import { groupKinds, tourStyles, type GroupKind, type TourCard, type TourStyle } from './tour.ts';
import type { TourSearch } from './tour-search-form.ts';

const pageSize = 12;
const shownDepartures = 2;

/** A tour as a card of a page shows it. */
export interface TourOnList extends Pick<
  DatedTour,
  'id' | 'region' | 'title' | 'tagline' | 'days' | 'nights' | 'group' | 'groupSize' | 'stars' | 'price' | 'poster' | 'isTop' | 'isPopular'
> {
  readonly countries: readonly string[];
  readonly route: readonly string[];
  /** The next departures, at most two. */
  readonly next: readonly string[];
  readonly departures: number;
}

export interface Choice<Value> {
  readonly value: Value;
  readonly count: number;
}

export interface FoundTours {
  readonly tours: readonly TourOnList[];
  readonly matching: number;
  readonly all: number;
  readonly page: number;
  readonly pages: number;
  readonly facets: {
    readonly regions: readonly Choice<RegionCode>[];
    readonly countries: readonly (Choice<string> & { readonly name: string })[];
    readonly months: readonly Choice<string>[];
    readonly lengths: readonly Choice<LengthBand>[];
    readonly budgets: readonly Choice<number>[];
    readonly styles: readonly Choice<TourStyle>[];
    readonly groups: readonly Choice<GroupKind>[];
  };
  /** Words nothing is called by, and what was looked for instead. */
  readonly corrections: HeardWords['corrections'];
  /** With nothing found: parts of the filter that, taken off, show tours again. */
  readonly waysOut: readonly { readonly part: keyof TourFilter; readonly count: number }[];
}

/** The date at the house's desk. */
export function todayAtDesk(platform: Platform): CalendarDate {
  return dateIn('Asia/Dubai', platform.clock.now());
}

/** Cards for a strip on any page, in the order of the house. */
export async function showTours(
  platform: Platform,
  language: LanguageCode,
  choice: Parameters<typeof listTours>[2] = {},
): Promise<TourOnList[]> {
  const today = todayAtDesk(platform);
  return (await listTours(platform, language, choice)).map((tour) => onList(dated(tour, today), language));
}

/** One page of the list with the counts of its filters. */
export async function findTours(platform: Platform, { filter, order, page }: TourSearch, language: LanguageCode): Promise<FoundTours> {
  const today = todayAtDesk(platform);
  const t = textsFor(language).of('holidays');
  const [tours, cards] = await Promise.all([listTours(platform, language), listTourCards(platform, language)]);
  const heard = hearWords(cards, filter.words, (card) => searchWordsOf(card, t));
  const all = tours.map((tour) => {
    const own = dated(tour, today);
    return heard ? { ...own, isHeard: heard.finds(tour.id) } : own;
  });
  const matching = orderTours(filterTours(all, filter), order);
  const counts = countTours(all, filter);
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const shown = Math.min(page, pages);
  const choices = <Value>(values: readonly Value[], of: ReadonlyMap<Value, number>): Choice<Value>[] =>
    values.map((value) => ({ value, count: of.get(value) ?? 0 }));
  const countries = [...new Set([...all.flatMap((tour) => tour.countries), ...(filter.countries ?? [])])];
  return {
    tours: matching.slice((shown - 1) * pageSize, shown * pageSize).map((tour) => onList(tour, language)),
    matching: matching.length,
    all: all.length,
    page: shown,
    pages,
    facets: {
      regions: choices(regionCodes, counts.regions),
      countries: choices(countries, counts.countries)
        .map((choice) => ({ ...choice, name: countryName(choice.value, language) }))
        .sort((a, b) => a.name.localeCompare(b.name, language)),
      months: choices([...new Set(all.flatMap((tour) => tour.departureDays.map((day) => day.slice(0, 7))))].sort(), counts.months),
      lengths: choices(lengthBandNames, counts.lengths),
      budgets: choices(budgetSteps, counts.budgets),
      styles: choices(
        tourStyles.filter((style) => all.some((tour) => tour.styles.includes(style))),
        counts.styles,
      ),
      groups: choices(groupKinds, counts.groups),
    },
    corrections: heard?.corrections ?? [],
    waysOut: matching.length === 0 ? waysOut(all, filter) : [],
  };
}

/** Cards are kept for a while, and their departures change with the day only. */
const datedCards = new WeakMap<TourCard, { readonly today: CalendarDate; readonly tour: DatedTour }>();

function dated(card: TourCard, today: CalendarDate): DatedTour {
  const before = datedCards.get(card);
  if (before?.today === today) return before.tour;
  const tour = { ...card, departureDays: departuresOf(card.departures, today), isHeard: true };
  datedCards.set(card, { today, tour });
  return tour;
}

/** With the names of its styles, transport and region in the page's language. */
function searchWordsOf(tour: TourCard, t: Translate): string {
  const labels = [
    t(`regions.${tour.region}`),
    ...tour.styles.map((style) => t(`styles.${style}`)),
    ...tour.transport.map((one) => t(`transport.${one}`)),
  ];
  return `${tour.searchWords} ${foldText(labels.join(' '))}`;
}

function onList(tour: DatedTour, language: LanguageCode): TourOnList {
  const { id, region, title, tagline, days, nights, group, groupSize, stars, price, poster, isTop, isPopular } = tour;
  return {
    id,
    region,
    title,
    tagline,
    days,
    nights,
    group,
    groupSize,
    stars,
    price,
    poster,
    isTop,
    isPopular,
    countries: tour.countries.map((code) => countryName(code, language)),
    route: tour.route.map((place) => place.name),
    next: tour.departureDays.slice(0, shownDepartures),
    departures: tour.departureDays.length,
  };
}
