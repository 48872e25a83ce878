import { passportChoiceText, readPassportChoice, type PassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { sortOrders, type OfferFilter, type SortOrder, type Span } from './filter-offers.ts';

/** Everything the results page keeps in its address besides the search itself. What makes no sense is left out. */
export interface ResultsAddress {
  readonly filter: OfferFilter;
  readonly sort: SortOrder;
  /** From 1. */
  readonly page: number;
  /** Keys of the slices chosen so far, in order of travel. */
  readonly chosen: readonly string[];
  /** Slice key whose price is laid open. */
  readonly why: string | null;
  /** Slice keys to lay side by side. */
  readonly compare: readonly string[];
  readonly view: 'list' | 'month';
  /** YYYY-MM of the month view. */
  readonly month: string | null;
  /** Whose changes of flights are judged. In the address, since lists are kept for everyone. */
  readonly passport: PassportChoice | null;
}

export const mostCompared = 4;
/** Whole hours, a day at most. */
const mostHours = 72;

/** Windows of the day a visitor may choose; minutes after local midnight, both ends included. */
export const dayWindows = {
  night: { from: 0, to: 359 },
  morning: { from: 360, to: 719 },
  afternoon: { from: 720, to: 1079 },
  evening: { from: 1080, to: 1439 },
} as const satisfies Record<string, Span>;
export type DayWindow = keyof typeof dayWindows;

const sliceKey = /^[A-Z0-9]{2}[1-9]\d{0,3}-\d{8}(_[A-Z0-9]{2}[1-9]\d{0,3}-\d{8}){0,2}$/;
const airlineCode = /^[A-Z0-9]{2}$/;
const airportCode = /^[A-Z]{3}$/;
const aircraftCode = /^[A-Z0-9]{3,4}$/;

export function readResultsAddress(params: URLSearchParams): ResultsAddress {
  const many = (name: string, pattern: RegExp, most = 40) => {
    const values = params
      .getAll(name)
      .flatMap((value) => value.slice(0, 400).split(','))
      .filter((value) => pattern.test(value));
    return [...new Set(values)].slice(0, most);
  };
  const some = (name: string, pattern: RegExp) => {
    const values = many(name, pattern);
    return values.length > 0 ? values : undefined;
  };
  const whole = (name: string, most: number) => {
    const value = params.get(name) ?? '';
    return /^\d{1,7}$/.test(value) && Number(value) > 0 && Number(value) <= most ? Number(value) : undefined;
  };
  const yes = (name: string) => (params.get(name) === '1' ? true : undefined);
  const window = (name: string): Span | undefined => {
    const value = params.get(name) ?? '';
    return Object.hasOwn(dayWindows, value) ? dayWindows[value as DayWindow] : undefined;
  };
  const stops = some('stops', /^[012]$/)?.map(Number);
  const most = whole('max', 9_999_999);
  const wait = whole('wait', mostHours);
  const hours = whole('hours', mostHours);
  const passport = readPassportChoice(params.get('passport'));
  const filter: OfferFilter = withoutBlanks({
    stops,
    maxPrice: most === undefined ? undefined : most * 100,
    departs: window('leaves'),
    arrives: window('lands'),
    airlines: some('airline', airlineCode),
    alliances: some('alliance', /^(star|oneworld|skyteam)$/),
    from: some('at', airportCode),
    to: some('into', airportCode),
    via: some('via', airportCode),
    layover: wait === undefined ? undefined : { from: 0, to: wait * 60 },
    maxMinutes: hours === undefined ? undefined : hours * 60,
    checkedBag: yes('bag'),
    refundable: yes('refund'),
    changeable: yes('change'),
    aircraft: some('aircraft', aircraftCode),
    noOvernight: yes('nights'),
    noAirportChange: yes('same'),
    // Without a passport nothing could be judged: the page asks for one first.
    visaFree: passport?.nationality ? yes('transit') : undefined,
  });
  const sort = params.get('sort');
  const month = params.get('month') ?? '';
  return {
    filter,
    sort: sortOrders.find((order) => order === sort) ?? 'best',
    page: whole('page', 500) ?? 1,
    chosen: many('out', sliceKey, 5),
    why: many('why', sliceKey, 1)[0] ?? null,
    compare: many('compare', sliceKey, mostCompared),
    view: params.get('view') === 'month' ? 'month' : 'list',
    passport: passport?.nationality ? passport : null,
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : null,
  };
}

/** The parameters an address is written with; the search's own come first, see `formatSearch`. */
export function formatResultsAddress(address: ResultsAddress, params = new URLSearchParams()): URLSearchParams {
  const { filter } = address;
  const list = (name: string, values: readonly (string | number)[] | undefined) => {
    for (const value of values ?? []) params.append(name, String(value));
  };
  const flag = (name: string, on: boolean | undefined) => {
    if (on) params.set(name, '1');
  };
  const window = (name: string, span: Span | undefined) => {
    const known = windowOf(span);
    if (known) params.set(name, known);
  };
  list('stops', filter.stops);
  if (filter.maxPrice !== undefined) params.set('max', String(Math.floor(filter.maxPrice / 100)));
  window('leaves', filter.departs);
  window('lands', filter.arrives);
  list('airline', filter.airlines);
  list('alliance', filter.alliances);
  list('at', filter.from);
  list('into', filter.to);
  list('via', filter.via);
  if (filter.layover) params.set('wait', String(Math.floor(filter.layover.to / 60)));
  if (filter.maxMinutes !== undefined) params.set('hours', String(Math.floor(filter.maxMinutes / 60)));
  flag('bag', filter.checkedBag);
  flag('refund', filter.refundable);
  flag('change', filter.changeable);
  list('aircraft', filter.aircraft);
  flag('nights', filter.noOvernight);
  flag('same', filter.noAirportChange);
  flag('transit', filter.visaFree);
  if (address.sort !== 'best') params.set('sort', address.sort);
  if (address.page > 1) params.set('page', String(address.page));
  list('out', address.chosen);
  if (address.why) params.set('why', address.why);
  list('compare', address.compare);
  if (address.view === 'month') params.set('view', 'month');
  if (address.month) params.set('month', address.month);
  if (address.passport) params.set('passport', passportChoiceText(address.passport));
  return params;
}

export function windowOf(span: Span | undefined): DayWindow | null {
  if (!span) return null;
  return (
    (Object.keys(dayWindows) as DayWindow[]).find((name) => dayWindows[name].from === span.from && dayWindows[name].to === span.to) ?? null
  );
}

function withoutBlanks(filter: { [Name in keyof OfferFilter]: OfferFilter[Name] | undefined }): OfferFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as OfferFilter;
}

/** That a visitor wants only layovers without a visa, and told no passport here: `told` once they were asked for it. */
export function transitAsked(params: URLSearchParams): 'asked' | 'told' | null {
  const asked = params.get('transit');
  if (readPassportChoice(params.get('passport'))?.nationality) return null;
  return asked === '1' ? 'asked' : asked === 'told' ? 'told' : null;
}
