import type { CatalogueIndex } from '#app/commerce/catalogue-search/catalogue-index.ts';
import {
  chosenIn,
  readCatalogueSearch,
  searchAddress,
  searchOrders,
  withWord,
  type CatalogueSearch,
  type FacetName,
  type SearchOrder,
} from '#app/commerce/catalogue-search/search-form.ts';
import {
  addressOf,
  keyOf,
  lengths,
  promises,
  themes,
  thingKinds,
  type KnownThing,
  type ThingFacts,
  type ThingKind,
} from '#app/commerce/catalogue-search/search-thing.ts';
import { longestTyped, mostSuggestions, type Suggestion } from '#app/commerce/catalogue-search/suggestion.ts';
import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { ownNights } from '#app/products/staycations/list-staycations.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { readCatalogue } from './kept-catalogue.server.ts';

const pageSize = 12;
/** Countries that stand in the open; the others are behind a line. */
const openCountries = 8;

/** What a row of the list shows. */
export interface ThingTile {
  readonly kind: ThingKind;
  readonly id: string;
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly place: string;
  readonly tagline: string;
  readonly price: Money;
  readonly poster: PosterArt;
  readonly facts: Pick<ThingFacts, 'days' | 'minutes' | 'stars'>;
  readonly isFreeToCancel: boolean;
}

export interface FacetChoice {
  readonly value: string;
  readonly count: number;
  /** Where it is not a word of the catalogue: a country, a month. */
  readonly name?: string;
}

export interface SearchView {
  readonly search: CatalogueSearch;
  readonly tiles: readonly ThingTile[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly facets: Readonly<Record<FacetName, readonly FacetChoice[]>>;
  /** Countries beyond those that stand in the open. */
  readonly moreCountries: readonly FacetChoice[];
  readonly corrections: readonly { readonly typed: string; readonly used: string }[];
  readonly missing: readonly { readonly typed: string; readonly near: readonly { readonly word: string; readonly to: string }[] }[];
  readonly loosen: readonly {
    readonly facet: FacetName | 'words' | 'word';
    readonly count: number;
    readonly words: string;
    readonly to: string;
  }[];
  readonly chosen: readonly { readonly facet: FacetName; readonly value: string; readonly name?: string; readonly to: string }[];
  readonly orders: readonly { readonly order: SearchOrder; readonly to: string }[];
  readonly map: readonly { readonly name: string; readonly lat: number; readonly lon: number; readonly to: string }[];
}

/** The search of an address, in a language. */
export async function openSearch(
  platform: Platform,
  params: URLSearchParams,
  language: LanguageCode,
  shopper: Shopper,
): Promise<SearchView> {
  const search = readCatalogueSearch(params);
  const [index, nights] = await Promise.all([readCatalogue(platform), ownNights(platform, language, shopper)]);
  const found = index.search(search, pageSize);
  const months = monthsFrom(dateIn('Asia/Dubai', platform.clock.now()));
  const list = (facet: FacetName, values: readonly string[]): FacetChoice[] =>
    values
      .filter((value) => found.counts[facet].has(value) || search.chosen[facet]?.includes(value))
      .map((value) => ({ value, count: found.counts[facet].get(value) ?? 0 }));
  const countries = namedCountries(found.counts.country, search.chosen.country ?? [], language);
  const named = (facet: FacetName, value: string) =>
    facet === 'country' ? countryName(value, language) : facet === 'month' ? months.find(({ month }) => month === value)?.date : undefined;
  return {
    search: { ...search, page: found.page },
    tiles: found.things.map((thing) => tileOf(thing, language, nights)),
    total: found.total,
    page: found.page,
    pages: found.pages,
    facets: {
      kind: list('kind', thingKinds),
      country: countries.slice(0, openCountries),
      theme: list('theme', themes),
      length: list('length', lengths),
      month: months.map(({ month, date }) => ({ value: month, count: found.counts.month.get(month) ?? 0, name: date })),
      price: list(
        'price',
        [...found.counts.price.keys()].sort((a, b) => Number(a) - Number(b)),
      ),
      promise: list('promise', promises),
    },
    moreCountries: countries.slice(openCountries).sort((a, b) => a.name!.localeCompare(b.name!, language)),
    corrections: found.words?.corrections ?? [],
    missing: (found.words?.missing ?? []).map(({ typed, near }) => ({
      typed,
      near: near.map((word) => ({ word, to: searchAddress({ ...search, page: 1, words: withWord(search.words!, typed, word) }) })),
    })),
    loosen: found.loosen.map(({ facet, count, search: left }) => ({ facet, count, words: left.words ?? '', to: searchAddress(left) })),
    chosen: chosenIn(search).map(({ facet, value, without }) => {
      const name = named(facet, value);
      return { facet, value, ...(name ? { name } : {}), to: searchAddress(without) };
    }),
    orders: searchOrders.map((order) => ({ order, to: searchAddress({ ...search, order, page: 1 }) })),
    map: found.things.map((thing) => ({
      name: thing.names[language].title,
      lat: thing.at.latitude,
      lon: thing.at.longitude,
      to: addressOf(thing),
    })),
  };
}

/** `nights`: what stays cost this visitor where that is not what they cost everybody. */
export function tileOf(thing: KnownThing, language: LanguageCode, nights: ReadonlyMap<string, Money> | null): ThingTile {
  const { kind, id, poster, facts } = thing;
  const price = (kind === 'stay' && nights?.get(id)) || thing.price;
  const { days, minutes, stars } = facts;
  return {
    kind,
    id,
    key: keyOf(thing),
    to: addressOf(thing),
    ...thing.names[language],
    price,
    poster,
    facts: { ...(days ? { days } : {}), ...(minutes ? { minutes } : {}), ...(kind === 'stay' && stars ? { stars } : {}) },
    isFreeToCancel: thing.promises.includes('free-cancel'),
  };
}

/** What the list says as data, 24 things of it, for the address of a search. */
export async function answerSearch(platform: Platform, params: URLSearchParams, language: LanguageCode) {
  const index: CatalogueIndex = await readCatalogue(platform);
  const search = readCatalogueSearch(params);
  const found = index.search(search, 24);
  return {
    total: found.total,
    page: found.page,
    pages: found.pages,
    things: found.things.map((thing) => {
      const { title, place } = thing.names[language];
      return { kind: thing.kind, id: thing.id, to: addressOf(thing), title, place, price: thing.price };
    }),
    facets: Object.fromEntries(Object.entries(found.counts).map(([facet, counts]) => [facet, Object.fromEntries(counts)])),
    corrections: found.words?.corrections ?? [],
    complete: search.words === undefined ? [] : index.complete(search.words, 6),
  };
}

/** What is suggested to somebody who is still typing; of one kind, or null for all. */
export async function suggestThings(
  platform: Platform,
  ask: { readonly typed: string; readonly kind: ThingKind | null; readonly language: LanguageCode },
): Promise<Suggestion[]> {
  const index = await readCatalogue(platform);
  return index.suggest(ask.typed.slice(0, longestTyped), ask.kind, mostSuggestions).map((thing) => {
    const { title, place } = thing.names[ask.language];
    return { title, place, to: addressOf(thing) };
  });
}

/** The months from a day on, once round the year. */
function monthsFrom(today: string): { readonly month: string; readonly date: string }[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: 12 }, (_, ahead) => {
    const number = ((month - 1 + ahead) % 12) + 1;
    return { month: String(number), date: `${number < month ? year + 1 : year}-${String(number).padStart(2, '0')}-01` };
  });
}

/** Chosen ones first, then those with most to see. */
function namedCountries(counts: ReadonlyMap<string, number>, chosen: readonly string[], language: LanguageCode): FacetChoice[] {
  const codes = [...counts.keys(), ...chosen].filter(
    (code, at, all) => all.indexOf(code) === at && (chosen.includes(code) || (counts.get(code) ?? 0) > 0),
  );
  return codes
    .map((value) => ({ value, count: counts.get(value) ?? 0, name: countryName(value, language) }))
    .sort(
      (a, b) =>
        Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)) || b.count - a.count || a.name.localeCompare(b.name, language),
    );
}
