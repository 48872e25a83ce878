import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { kilometresBetween } from '#app/values/distance.ts';
import { localTimeIn, type LocalTime } from '#app/values/local-time.ts';
import type { Money } from '#app/values/money.ts';
import { helpfulToDrop, narrowed, pageOf } from '#app/values/narrow-list.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import {
  stayFacetsOf,
  stayOrders,
  staysInOrder,
  stayTests,
  type PricedStay,
  type StayFacets,
  type StayFilter,
  type StayOrder,
} from './filter-staycations.ts';
import { listStaycations, searchStaycations } from './list-staycations.server.ts';
import { cancelSteps } from './stay-cancel-rules.ts';
import {
  chosenIn,
  readStaySearch,
  typedPlan,
  unreadPlan,
  usualPlan,
  stayAddress,
  stayDaysAhead,
  stayListAddress,
  type StayPlan,
  type StaySearch,
  type TypedPlan,
} from './stay-search-form.ts';
import type { StayCountry, Staycation, StaycationFacts } from './staycation.ts';

/** What a card shows. */
export interface StayTile extends Pick<
  StaycationFacts,
  | 'id'
  | 'poster'
  | 'stars'
  | 'kind'
  | 'boards'
  | 'pool'
  | 'beach'
  | 'kidsClub'
  | 'pets'
  | 'spa'
  | 'residentOffer'
  | 'freeCancelDays'
  | 'dayPass'
> {
  readonly title: string;
  readonly areaName: string;
  readonly country: string;
  readonly countryCode: StayCountry;
  readonly tagline: string;
  readonly to: string;
  /** How many of the cheapest kind of room the party needs. */
  readonly rooms: number;
  readonly night: Money;
  readonly total: Money;
  /** Of the chosen arrival. */
  readonly freeUntil: LocalTime | null;
}

export interface StaycationsView {
  readonly search: StaySearch;
  /** What prices are for: what was asked, or, where it could not be read, a night of two at its lowest. */
  readonly plan: StayPlan;
  readonly typed: TypedPlan;
  readonly tiles: readonly StayTile[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly today: CalendarDate;
  readonly lastDay: CalendarDate;
  readonly facets: StayFacets;
  /** The houses of this page, each at its place. */
  readonly map: readonly { name: string; lat: number; lon: number; to: string }[];
  readonly places: readonly { code: string; country: string; areas: readonly { code: string; name: string; count: number }[] }[];
  readonly chosen: readonly { key: keyof StayFilter; value: string; to: string }[];
  /** Words nothing is called by, and what was looked for instead. */
  readonly corrections: readonly { readonly typed: string; readonly used: string }[];
  /** Filters that keep an empty list empty. */
  readonly relax: readonly { key: keyof StayFilter; count: number; to: string }[];
  /** No house has rooms for so many. */
  readonly tooMany: boolean;
  readonly orders: readonly { order: StayOrder; to: string }[];
}

const pageSize = 10;

/** The list of stays for an address, in a language. */
export async function openStaycations(
  platform: Platform,
  params: URLSearchParams,
  language: LanguageCode,
  shopper: Shopper,
): Promise<StaycationsView> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const typed = typedPlan(params, today);
  const read = readStaySearch(params, today);
  // Nobody is told what another stay costs than the one that was asked for.
  const search = typed.faults.length === 0 ? read : { ...read, unread: unreadPlan(params) };
  const plan = typed.faults.length === 0 ? read : { ...usualPlan, unread: search.unread };
  const { stays: all, corrections } = await searchStaycations(platform, language, plan, search.filter.words, shopper);
  const found = staysInOrder(narrowed(stayTests, all, search.filter), search.order);
  const { shown, page, pages } = pageOf(found, search.page, pageSize);
  const facets = stayFacetsOf(all, search.filter);
  const without = (key: keyof StayFilter) => {
    const { [key]: _left, ...rest } = search.filter;
    return stayListAddress({ ...search, filter: rest, page: 1 });
  };
  return {
    search: { ...search, page },
    plan: { arrival: plan.arrival, nights: plan.nights, party: plan.party },
    typed,
    tiles: shown.map((card) => tileOf(card, plan, localTimeIn(card.zone, now), language)),
    total: found.length,
    page,
    pages,
    today,
    lastDay: addDays(today, stayDaysAhead),
    facets,
    map: shown.map(({ id, title, latitude, longitude }) => ({ name: title, lat: latitude, lon: longitude, to: stayAddress(id, search) })),
    places: placesOf(all, facets, language),
    chosen: chosenIn(search).map(({ key, value, without: left }) => ({ key, value, to: stayListAddress(left) })),
    corrections,
    relax: found.length > 0 ? [] : helpfulToDrop(stayTests, all, search.filter).map(({ key, count }) => ({ key, count, to: without(key) })),
    tooMany: all.length === 0,
    orders: stayOrders.map((order) => ({ order, to: stayListAddress({ ...search, order, page: 1 }) })),
  };
}

/** Cards where no address chooses: the nearest to a stay, without itself, or to Dubai. */
export async function nearbyStays(
  platform: Platform,
  language: LanguageCode,
  plan: StayPlan,
  to: Pick<Staycation, 'id' | 'latitude' | 'longitude'> | null,
  most: number,
  shopper: Shopper,
): Promise<StayTile[]> {
  const now = platform.clock.now();
  const others = (await listStaycations(platform, language, plan, shopper)).filter((card) => card.id !== to?.id);
  const nearest = to ? others.toSorted((a, b) => kilometresBetween(a, to) - kilometresBetween(b, to)) : others;
  return nearest.slice(0, most).map((card) => tileOf(card, plan, localTimeIn(card.zone, now), language));
}

function tileOf(card: PricedStay, plan: StayPlan, now: LocalTime, language: LanguageCode): StayTile {
  const first = plan.arrival ? cancelSteps(card, plan.arrival, now)[0] : undefined;
  // The rest of a card stays here: every byte of it would travel with the page.
  const {
    zone: _zone,
    latitude: _latitude,
    longitude: _longitude,
    area: _area,
    searchWords: _words,
    rooms: _rooms,
    isHeard: _heard,
    best,
    ...shown
  } = card;
  return {
    ...shown,
    country: countryName(card.country, language),
    countryCode: card.country,
    rooms: best.rooms,
    night: best.night,
    total: best.total,
    to: stayAddress(card.id, plan),
    freeUntil: first?.cost === 'nothing' ? first.until : null,
  };
}

function placesOf(all: readonly PricedStay[], facets: StayFacets, language: LanguageCode): StaycationsView['places'] {
  const counts = new Map(facets.areas.map(({ value, count }) => [value, count]));
  const areas = new Map(all.map((card) => [card.area, { code: card.area, name: card.areaName, country: card.country }]));
  const byName = new Intl.Collator(language);
  return facets.countries.map(({ value }) => ({
    code: value,
    country: countryName(value, language),
    areas: [...areas.values()]
      .filter((area) => area.country === value)
      .map(({ code, name }) => ({ code, name, count: counts.get(code) ?? 0 }))
      .sort((a, b) => byName.compare(a.name, b.name)),
  }));
}
