import { hearWords, type HeardWords } from '#app/commerce/catalogue-search/hear-words.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { kilometresBetween } from '#app/values/distance.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import { helpfulToDrop, narrowed, pageOf } from '#app/values/narrow-list.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ExperienceFacts } from './experience.ts';
import { priceFrom } from './experience-price.ts';
import { openDays, runsOn, sessionsOn, type Session } from './experience-rules.ts';
import { chosenIn, listAddress, readExperienceSearch, type ExperienceSearch } from './experience-search-form.ts';
import { listExperienceCards } from './experiences-store.server.ts';
import {
  dubai,
  experienceOrders,
  experienceTests,
  facetsOf,
  inOrder,
  type ExperienceFacets,
  type ExperienceFilter,
  type ExperienceOrder,
  type PricedExperience,
} from './filter-experiences.ts';

/** What a card shows. */
export interface ExperienceTile extends Pick<ExperienceFacts, 'id' | 'poster' | 'durationMinutes' | 'instant' | 'freeCancelHours'> {
  readonly title: string;
  readonly cityName: string;
  readonly tagline: string;
  readonly price: Money;
  readonly to: string;
  /** The first start that can be asked for: of the chosen day, or of the next one it runs. */
  readonly next: Session | null;
  /** From where the visitor is; null when they have not said. */
  readonly kilometres: number | null;
}

export interface ExperiencesView {
  readonly search: ExperienceSearch;
  readonly tiles: readonly ExperienceTile[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly today: CalendarDate;
  readonly facets: ExperienceFacets;
  /** Where those of this page are, by city; `to` is the list of that city. */
  readonly map: readonly { name: string; lat: number; lon: number; note: string; to: string }[];
  /** Cities by country, with the names of both. */
  readonly places: readonly { readonly country: string; readonly cities: readonly { code: string; name: string; count: number }[] }[];
  readonly guides: Readonly<Record<string, string>>;
  readonly chosen: readonly { key: keyof ExperienceFilter; value: string; to: string }[];
  /** Words nothing is called by, and what was looked for instead. */
  readonly corrections: HeardWords['corrections'];
  /** Filters that keep an empty list empty. */
  readonly relax: readonly { key: keyof ExperienceFilter; count: number; to: string }[];
  readonly orders: readonly { order: ExperienceOrder; to: string }[];
}

const pageSize = 10;

/** The list of experiences for an address, in a language. */
export async function openExperiences(platform: Platform, params: URLSearchParams, language: LanguageCode): Promise<ExperiencesView> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const search = readExperienceSearch(params, today);
  const { filter, order, at } = search;
  const [cards, rules] = await Promise.all([listExperienceCards(platform, language), getPricingRules(platform.db, now)]);
  const heard = hearWords(cards, filter.words, (card) => card.searchWords);
  const clock = (card: { zone: string }) => localTimeIn(card.zone, now);
  const all = cards
    // What runs on the day but has closed already is not there for that day.
    .filter((card) => !filter.date || !runsOn(card, filter.date) || sessionsOn(card, filter.date, clock(card)).some(({ open }) => open))
    .map((card): PricedExperience => ({
      ...card,
      price: priceFrom(card, rules, new Date(now).toISOString()),
      isHeard: heard?.finds(card.id) ?? true,
    }));
  const found = inOrder(narrowed(experienceTests, all, filter), order, at ?? dubai);
  const { shown, page, pages } = pageOf(found, search.page, pageSize);
  const facets = facetsOf(all, filter);
  const without = (key: keyof ExperienceFilter) => {
    const { [key]: _left, ...rest } = filter;
    return listAddress({ ...search, filter: rest, page: 1 });
  };
  return {
    search: { ...search, page },
    tiles: shown.map((card) => {
      const day = filter.date ?? openDays(card, clock(card), 1)[0];
      const next = day ? (sessionsOn(card, day, clock(card)).find(({ open }) => open) ?? null) : null;
      return tileOf(card, filter.date, next, at ? kilometresBetween(card, at) : null);
    }),
    total: found.length,
    page,
    pages,
    today,
    facets,
    map: citiesOf(shown, (city) => listAddress({ ...search, filter: { ...filter, city }, page: 1 })),
    places: placesOf(all, facets, language),
    guides: Object.fromEntries(facets.guides.map(({ value }) => [value, languageName(value, language)])),
    chosen: chosenIn(search).map(({ key, value, without: left }) => ({ key, value, to: listAddress(left) })),
    corrections: heard?.corrections ?? [],
    relax: found.length > 0 ? [] : helpfulToDrop(experienceTests, all, filter).map(({ key, count }) => ({ key, count, to: without(key) })),
    orders: experienceOrders.map((one) => ({ order: one, to: listAddress({ ...search, order: one, page: 1 }) })),
  };
}

/** Cards for a place where no address chooses: the nearest to an experience, without itself. */
export async function nearbyExperiences(
  platform: Platform,
  language: LanguageCode,
  to: { readonly id?: string; readonly latitude: number; readonly longitude: number },
  most: number,
): Promise<ExperienceTile[]> {
  const now = platform.clock.now();
  const [cards, rules] = await Promise.all([listExperienceCards(platform, language), getPricingRules(platform.db, now)]);
  const priced = cards
    .filter((card) => card.id !== to.id)
    .map((card) => ({ ...card, price: priceFrom(card, rules, new Date(now).toISOString()), isHeard: true }));
  return inOrder(priced, 'near', to)
    .slice(0, most)
    .map((card) => tileOf(card, undefined, null, null));
}

function tileOf(card: PricedExperience, date: CalendarDate | undefined, next: Session | null, kilometres: number | null): ExperienceTile {
  // The rest of a card stays here: every byte of it would travel with the page.
  const { id, title, cityName, tagline, poster, price, durationMinutes, instant, freeCancelHours } = card;
  return {
    id,
    title,
    cityName,
    tagline,
    poster,
    price,
    durationMinutes,
    instant,
    freeCancelHours,
    next,
    to: `/experience/${id}${date ? `?date=${date}` : ''}`,
    kilometres: kilometres === null ? null : Math.round(kilometres),
  };
}

function citiesOf(shown: readonly PricedExperience[], to: (city: string) => string): ExperiencesView['map'] {
  return [...new Set(shown.map((card) => card.city))].map((city) => {
    const here = shown.filter((card) => card.city === city);
    // The first stands for its city: near enough at the scale of these maps.
    const { cityName: name, latitude: lat, longitude: lon } = here[0]!;
    return { name, lat, lon, note: here.length > 1 ? `(${here.length})` : '', to: to(city) };
  });
}

function placesOf(all: readonly PricedExperience[], facets: ExperienceFacets, language: LanguageCode): ExperiencesView['places'] {
  const counts = new Map(facets.cities.map(({ value, count }) => [value, count]));
  const cities = new Map(all.map((card) => [card.city, { code: card.city, name: card.cityName, country: card.country }]));
  const byName = new Intl.Collator(language);
  return [...new Set([...cities.values()].map(({ country }) => country))]
    .map((country) => ({
      country: countryName(country, language),
      cities: [...cities.values()]
        .filter((city) => city.country === country)
        .map(({ code, name }) => ({ code, name, count: counts.get(code) ?? 0 }))
        .sort((a, b) => byName.compare(a.name, b.name)),
    }))
    .sort((a, b) => byName.compare(a.country, b.country));
}
