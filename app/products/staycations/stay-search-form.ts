import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import type { StayFilter, StayOrder } from './filter-staycations.ts';
import { stayFlags, stayOrders } from './filter-staycations.ts';
import type { StayParty } from './occupancy-rules.ts';
import { boards, stayCountries, stayKinds } from './staycation.ts';

/** Who comes and when: what prices depend on. */
export interface StayPlan {
  /** The day of arrival; null: not chosen yet. */
  readonly arrival: CalendarDate | null;
  readonly nights: number;
  readonly party: StayParty;
  /** How an address asked for a stay that could not be read: its links go on asking so, until somebody mends it. */
  readonly unread?: readonly (readonly [name: string, typed: string])[];
}

export interface StaySearch extends StayPlan {
  readonly filter: StayFilter;
  readonly order: StayOrder;
  /** From 1. */
  readonly page: number;
}

export const mostNights = 21;
export const mostAdults = 12;
export const mostChildren = 6;
export const oldestChild = 17;
/** A weekend. */
const usualNights = 2;
const usualAdults = 2;
/** Rooms are given this far ahead. */
export const stayDaysAhead = 365;

/** For whom and how long a price stands where nobody could be understood. */
export const usualPlan: StayPlan = { arrival: null, nights: usualNights, party: { adults: usualAdults, childAges: [] } };

const code = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longestWords = 80;

function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | undefined {
  return values.find((value) => value === given);
}

function someOf<Value extends string>(values: readonly Value[], given: readonly string[]): readonly Value[] | undefined {
  const found = values.filter((value) => given.includes(value));
  return found.length > 0 ? found : undefined;
}

function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  const value = text && /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

/** Ages as people write them, "4, 9" or "4 9"; in Arabic digits too. What is no age of a child is left out. */
function readAges(texts: readonly string[]): number[] {
  return plainDigits(texts.join(' '))
    .split(/\D+/)
    .filter((age) => age !== '' && Number(age) <= oldestChild)
    .slice(0, mostChildren)
    .map(Number);
}

/** Dates and guests of an address. A day that is past or too far off is no day. */
export function readStayPlan(params: URLSearchParams, today: CalendarDate): StayPlan {
  const arrival = parseCalendarDate(params.get('date') ?? '');
  return {
    arrival: arrival && arrival >= today && arrival <= addDays(today, stayDaysAhead) ? arrival : null,
    nights: wholeNumber(params.get('nights'), 1, mostNights) ?? usualNights,
    party: {
      adults: wholeNumber(params.get('adults'), 1, mostAdults) ?? usualAdults,
      childAges: readAges(params.getAll('ages')),
    },
  };
}

/** A field of the plan that an address fills with something that is none; `past`: a day, but none that is sold. */
export type StayPlanFault = 'past' | 'date' | 'nights' | 'adults' | 'ages';

export interface TypedPlan {
  readonly faults: readonly StayPlanFault[];
  /** As they were typed: what cannot be read is shown again where it was. */
  readonly date: string;
  readonly ages: string;
}

export function typedPlan(params: URLSearchParams, today: CalendarDate): TypedPlan {
  return {
    faults: stayPlanFaults(params, today),
    date: (params.get('date') ?? '').slice(0, 40),
    ages: params.getAll('ages').join(', ').slice(0, 40),
  };
}

/** The plan's part of an address as it was typed. */
export function unreadPlan(params: URLSearchParams): [string, string][] {
  return ['date', 'nights', 'adults', 'ages'].flatMap((name) => {
    const typed = params.getAll(name).join(', ').slice(0, 40);
    return typed === '' ? [] : [[name, typed] as [string, string]];
  });
}

/** What of an address the plan does not hold: nobody is told a price for another stay than the one that was typed. */
export function stayPlanFaults(params: URLSearchParams, today: CalendarDate): StayPlanFault[] {
  const date = params.get('date') || null;
  const isNumber = (name: string, most: number) => !params.get(name) || wholeNumber(params.get(name), 1, most) !== undefined;
  const faults: StayPlanFault[] = [];
  if (date !== null && readStayPlan(params, today).arrival === null) faults.push(parseCalendarDate(date) ? 'past' : 'date');
  if (!isNumber('nights', mostNights)) faults.push('nights');
  if (!isNumber('adults', mostAdults)) faults.push('adults');
  const ages = plainDigits(params.getAll('ages').join(' '))
    .split(/[\s,،;]+/)
    .filter((age) => age !== '');
  if (ages.length > mostChildren || !ages.every((age) => /^\d{1,2}$/.test(age) && Number(age) <= oldestChild)) faults.push('ages');
  return faults;
}

/** Reads a list's address. What makes no sense is left out: an old or mistyped link still shows a list. */
export function readStaySearch(params: URLSearchParams, today: CalendarDate): StaySearch {
  const words = params.get('q')?.trim().slice(0, longestWords);
  // One field offers countries and areas alike.
  const place = params.get('where') ?? '';
  const country = oneOf(stayCountries, place);
  const most = wholeNumber(params.get('max'), 1, 100_000);
  const filter = {
    words: words === '' ? undefined : words,
    country,
    area: !country && code.test(place) && place.length <= 60 ? place : undefined,
    kinds: someOf(stayKinds, params.getAll('kind')),
    boards: someOf(boards, params.getAll('board')),
    maxNight: most === undefined ? undefined : most * 100,
    ...Object.fromEntries(stayFlags.map((flag) => [flag, params.get(flag) === '1' ? true : undefined])),
  };
  return {
    ...readStayPlan(params, today),
    // Only what is set: the number of keys is the number of filters.
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    order: oneOf(stayOrders, params.get('sort')) ?? 'near',
    page: wholeNumber(params.get('page'), 1, 1000) ?? 1,
  };
}

/** The plan's part of an address; what is usual is left out. */
export function planParams({ arrival, nights, party, unread }: StayPlan): [string, string][] {
  if (unread) return unread.map(([name, typed]) => [name, typed]);
  return [
    ...(arrival ? [['date', arrival] as [string, string]] : []),
    ...(nights === usualNights ? [] : [['nights', String(nights)] as [string, string]]),
    ...(party.adults === usualAdults ? [] : [['adults', String(party.adults)] as [string, string]]),
    ...(party.childAges.length === 0 ? [] : [['ages', party.childAges.join(',')] as [string, string]]),
  ];
}

/** The address of the list for a search; reading it gives the same search. */
export function stayListAddress(search: StaySearch): string {
  const { filter, order, page } = search;
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) params.append(name, value);
  };
  add('q', filter.words);
  add('where', filter.country ?? filter.area);
  for (const [name, value] of planParams(search)) add(name, value);
  for (const kind of filter.kinds ?? []) add('kind', kind);
  for (const board of filter.boards ?? []) add('board', board);
  add('max', filter.maxNight === undefined ? undefined : String(filter.maxNight / 100));
  for (const flag of stayFlags) add(flag, filter[flag] ? '1' : undefined);
  add('sort', order === 'near' ? undefined : order);
  add('page', page > 1 ? String(page) : undefined);
  const query = params.toString();
  return query ? `/staycations?${query}` : '/staycations';
}

/** The address of one stay, for the same dates and guests. */
export function stayAddress(id: string, plan: StayPlan): string {
  const query = new URLSearchParams(planParams(plan)).toString();
  return `/staycations/${id}${query ? `?${query}` : ''}`;
}

/** What is chosen, one by one, each with the search that is left without it. */
export function chosenIn(search: StaySearch): { key: keyof StayFilter; value: string; without: StaySearch }[] {
  const { filter } = search;
  return (Object.keys(filter) as (keyof StayFilter)[]).flatMap((key) => {
    const { [key]: chosen, ...rest } = filter;
    const alone = (left: StayFilter) => ({ ...search, filter: left, page: 1 });
    if (!Array.isArray(chosen)) return [{ key, value: String(chosen), without: alone(rest) }];
    return (chosen as string[]).map((value) => {
      const others = (chosen as string[]).filter((other) => other !== value);
      return { key, value, without: alone(others.length > 0 ? { ...filter, [key]: others } : rest) };
    });
  });
}
