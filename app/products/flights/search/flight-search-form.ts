import { addDays, dayNumber, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import type { Cabin, FlightSearch, SearchSlice } from '../offer.ts';

/**
 * What the search form accepts, and the address a search has. Every choice is in the address, so a search can be
 * shared, kept and repeated; what was typed is kept as typed until it is understood.
 */
export const tripTypes = ['return', 'one-way', 'multi'] as const;
export type TripType = (typeof tripTypes)[number];

export const cabins: readonly Cabin[] = ['economy', 'premium', 'business', 'first'];
export const mostLegs = 6;
export const mostSeats = 9;
/** Flights are sold from today to this many days ahead. */
export const salesDays = 330;

export interface LegFields {
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

/** The form as typed; any text is possible. */
export interface SearchFields {
  readonly trip: TripType;
  /** At least one. Further legs are read for multi-city only. */
  readonly legs: readonly LegFields[];
  readonly returnDate: string;
  readonly adults: string;
  readonly children: string;
  readonly infants: string;
  readonly ages: readonly string[];
  readonly cabin: string;
  readonly direct: boolean;
  readonly bags: boolean;
  readonly nearby: boolean;
  readonly flex: boolean;
  readonly selfTransfer: boolean;
}

/** A place as the form needs it; `city` is the metro code, equal for all airports of one city. */
export interface FormPlace {
  readonly code: string;
  readonly city: string;
}

export type PlaceAnswer =
  | { readonly kind: 'found'; readonly place: FormPlace }
  | { readonly kind: 'ambiguous'; readonly options: readonly string[] }
  /** With what may have been meant, best first. */
  | { readonly kind: 'unknown'; readonly options?: readonly string[] }
  /** A country, with the places of it that most fly to. */
  | { readonly kind: 'country'; readonly options: readonly string[] };

/** What the checks ask of the world: who is meant by a text, and which day it is there. */
export interface SearchWorld {
  resolve(typed: string): PlaceAnswer;
  todayAt(code: string): CalendarDate;
}

export type SearchErrorCode =
  | 'place-missing'
  | 'place-unknown'
  | 'place-ambiguous'
  | 'place-country'
  | 'same-city'
  | 'date-missing'
  | 'date-impossible'
  | 'date-past'
  | 'date-too-far'
  | 'return-missing'
  | 'return-before-departure'
  | 'leg-before-previous'
  | 'count-not-a-number'
  | 'no-passengers'
  | 'child-needs-adult'
  | 'too-many-seats'
  | 'infants-over-adults'
  | 'ages-missing'
  | 'age-not-a-number'
  | 'age-not-child'
  | 'cabin-unknown'
  | 'watch-several'
  | 'watch-today';

export interface SearchError {
  readonly code: SearchErrorCode;
  /** The text that was not understood, for the message. */
  readonly typed?: string;
  /** Codes of the places that may be meant. */
  readonly options?: readonly string[];
}

/** By field name as in the form: from, to, depart, return, from2 ... date6, adults, children, infants, ages, cabin. */
export type SearchErrors = Readonly<Record<string, SearchError>>;

export type CheckedSearch = { readonly ok: true; readonly search: FlightSearch } | { readonly ok: false; readonly errors: SearchErrors };

const longestText = 80;

/** Reads whatever came in the address. Unknown keys are ignored, of a repeated key the first counts. */
export function readSearchFields(params: URLSearchParams): SearchFields {
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, longestText);
  const yes = (name: string) => ['1', 'true', 'on', 'yes'].includes(text(name).toLowerCase());
  const legs: LegFields[] = [{ from: text('from') || text('from1'), to: text('to') || text('to1'), date: text('depart') || text('date1') }];
  for (let leg = 2; leg <= mostLegs; leg += 1) {
    legs.push({ from: text(`from${leg}`), to: text(`to${leg}`), date: text(`date${leg}`) });
  }
  while (legs.length > 1 && isBlank(legs.at(-1)!)) legs.pop();
  const returnDate = text('return');
  const asked = text('trip');
  const trip = tripTypes.find((type) => type === asked) ?? guessTrip(legs, returnDate);
  const ages = params
    .getAll('ages')
    .flatMap((value) => value.slice(0, longestText).split(','))
    .map((age) => age.trim());
  return {
    trip,
    legs,
    returnDate,
    adults: text('adults') || '1',
    children: text('children') || '0',
    infants: text('infants') || '0',
    ages: ages.filter((age) => age !== '').slice(0, 20),
    cabin: text('cabin') || 'economy',
    direct: yes('direct'),
    bags: yes('bags'),
    nearby: yes('nearby'),
    flex: yes('flex'),
    selfTransfer: yes('self'),
  };
}

function guessTrip(legs: readonly LegFields[], returnDate: string): TripType {
  if (legs.length > 1) return 'multi';
  return returnDate || isBlank(legs[0]!) ? 'return' : 'one-way';
}

function isBlank(leg: LegFields): boolean {
  return leg.from === '' && leg.to === '' && leg.date === '';
}

export function isBlankSearch(fields: SearchFields): boolean {
  return fields.legs.every(isBlank) && fields.returnDate === '';
}

/** The legs that a trip type uses, each with the number its field names carry; blank further legs are left out. */
function usedLegs(fields: SearchFields): { leg: LegFields; number: number }[] {
  const numbered = fields.legs.map((leg, index) => ({ leg, number: index + 1 }));
  return fields.trip === 'multi' ? numbered.filter(({ leg, number }) => number === 1 || !isBlank(leg)) : numbered.slice(0, 1);
}

/** Field names of a leg; the first has those of a simple search. */
export function legNames(number: number): { from: string; to: string; date: string } {
  return number === 1 ? { from: 'from', to: 'to', date: 'depart' } : { from: `from${number}`, to: `to${number}`, date: `date${number}` };
}

/** A search, or what to say beside which field. All faults are found at once. */
export function checkSearch(fields: SearchFields, world: SearchWorld): CheckedSearch {
  const errors: Record<string, SearchError> = {};
  const slices: SearchSlice[] = [];
  const extras = { ...(fields.flex ? { flexDays: 3 as const } : {}), ...(fields.nearby ? { nearby: true } : {}) };
  let previous: CalendarDate | null = null;
  for (const { leg, number } of usedLegs(fields)) {
    const names = legNames(number);
    const from = checkPlace(leg.from, names.from, world, errors);
    const to = checkPlace(leg.to, names.to, world, errors);
    if (from && to && from.city === to.city) errors[names.to] = { code: 'same-city' };
    const date = checkDate(leg.date, names.date, from?.code ?? null, world, errors);
    if (date && previous && dayNumber(date) < dayNumber(previous)) errors[names.date] = { code: 'leg-before-previous' };
    if (date) previous = date;
    if (from && to && date) slices.push({ from: from.code, to: to.code, date, ...extras });
    if (fields.trip === 'return') {
      const back = fields.returnDate === '' ? null : checkDate(fields.returnDate, 'return', to?.code ?? null, world, errors);
      if (fields.returnDate === '') errors.return = { code: 'return-missing' };
      if (date && back && dayNumber(back) < dayNumber(date)) errors.return = { code: 'return-before-departure' };
      if (from && to && back) slices.push({ from: to.code, to: from.code, date: back, ...extras });
    }
  }
  const passengers = checkPassengers(fields, errors);
  const cabin = cabins.find((known) => known === fields.cabin);
  if (!cabin) errors.cabin = { code: 'cabin-unknown' };
  if (Object.keys(errors).length > 0 || !cabin || !passengers) return { ok: false, errors };
  return {
    ok: true,
    search: {
      slices,
      passengers,
      cabin,
      maxStops: fields.direct ? 0 : 2,
      ...(fields.bags ? { bags: true } : {}),
      ...(fields.selfTransfer ? { selfTransfer: true } : {}),
    },
  };
}

/**
 * The same for whoever wants to hear of a price: of one flight out, or out and back, that leaves after `today`. Who
 * travels and how is not asked; a price is watched for one adult in economy.
 */
export function checkWatched(fields: SearchFields, world: SearchWorld, today: CalendarDate): CheckedSearch {
  const { trip, legs, returnDate } = fields;
  const checked = checkSearch({ ...readSearchFields(new URLSearchParams()), trip, legs, returnDate }, world);
  if (!checked.ok) return checked;
  const [out] = checked.search.slices;
  if (tripOf(checked.search) === 'multi') return { ok: false, errors: { from2: { code: 'watch-several' } } };
  return dayNumber(parseCalendarDate(out!.date)!) > dayNumber(today) ? checked : { ok: false, errors: { depart: { code: 'watch-today' } } };
}

function checkPlace(typed: string, name: string, world: SearchWorld, errors: Record<string, SearchError>): FormPlace | null {
  if (typed === '') {
    errors[name] = { code: 'place-missing' };
    return null;
  }
  const answer = world.resolve(typed);
  if (answer.kind === 'found') return answer.place;
  errors[name] = { code: `place-${answer.kind}`, typed, options: answer.options ?? [] };
  return null;
}

function checkDate(
  typed: string,
  name: string,
  at: string | null,
  world: SearchWorld,
  errors: Record<string, SearchError>,
): CalendarDate | null {
  const fail = (code: SearchErrorCode) => {
    errors[name] = { code, typed };
    return null;
  };
  if (typed === '') return fail('date-missing');
  const date = parseCalendarDate(plainDigits(typed));
  if (!date) return fail('date-impossible');
  // An unknown place has no day of its own; the house's then.
  const today = world.todayAt(at ?? '');
  if (dayNumber(date) < dayNumber(today)) return fail('date-past');
  if (dayNumber(date) > dayNumber(addDays(today, salesDays))) return fail('date-too-far');
  return date;
}

function checkPassengers(fields: SearchFields, errors: Record<string, SearchError>): FlightSearch['passengers'] | null {
  const count = (name: 'adults' | 'children' | 'infants') => {
    const typed = plainDigits(fields[name]);
    if (/^\d{1,3}$/.test(typed)) return Number(typed);
    errors[name] = { code: 'count-not-a-number', typed: fields[name] };
    return null;
  };
  const [adults, children, infants] = [count('adults'), count('children'), count('infants')];
  if (adults === null || children === null || infants === null) return null;
  if (adults + children + infants === 0) errors.adults = { code: 'no-passengers' };
  else if (adults === 0) errors.adults = { code: 'child-needs-adult' };
  else if (adults + children > mostSeats) errors.adults = { code: 'too-many-seats' };
  if (adults > 0 && infants > adults) errors.infants = { code: 'infants-over-adults' };
  const childAges = checkAges(fields.ages.slice(0, children), children, errors);
  return { adults, children, infants, ...(childAges.length > 0 ? { childAges } : {}) };
}

/** Ages on the last flight. None at all is accepted: dates of birth are asked for before booking anyway. */
function checkAges(typed: readonly string[], children: number, errors: Record<string, SearchError>): number[] {
  if (typed.length === 0) return [];
  if (typed.length < children) errors.ages = { code: 'ages-missing' };
  for (const age of typed.map(plainDigits)) {
    if (!/^\d{1,3}$/.test(age)) errors.ages = { code: 'age-not-a-number', typed: age };
    else if (Number(age) > 11) errors.ages = { code: 'age-not-child', typed: age };
  }
  return typed.map((age) => Number(plainDigits(age)));
}

/** The trip type a search reads as: out and back the same way is a return. */
export function tripOf(search: FlightSearch): TripType {
  const [out, back] = search.slices;
  if (search.slices.length === 1) return 'one-way';
  return search.slices.length === 2 && out!.from === back!.to && out!.to === back!.from ? 'return' : 'multi';
}

/** The shortest address of a search; reading it gives the same search again. */
export function formatSearch(search: FlightSearch): URLSearchParams {
  const params = new URLSearchParams();
  const [first, second] = search.slices;
  const trip = tripOf(search);
  params.set('from', first!.from);
  params.set('to', first!.to);
  params.set('depart', first!.date);
  if (trip === 'return') params.set('return', second!.date);
  if (trip === 'multi') {
    params.set('trip', 'multi');
    search.slices.slice(1).forEach((slice, index) => {
      const names = legNames(index + 2);
      params.set(names.from, slice.from);
      params.set(names.to, slice.to);
      params.set(names.date, slice.date);
    });
  }
  const { adults, children, infants, childAges } = search.passengers;
  params.set('adults', String(adults));
  if (children > 0) params.set('children', String(children));
  if (childAges && childAges.length > 0) params.set('ages', childAges.join(','));
  if (infants > 0) params.set('infants', String(infants));
  if (search.cabin !== 'economy') params.set('cabin', search.cabin);
  if (search.maxStops === 0) params.set('direct', '1');
  if (search.bags) params.set('bags', '1');
  if (first!.nearby) params.set('nearby', '1');
  if (first!.flexDays) params.set('flex', '1');
  if (search.selfTransfer) params.set('self', '1');
  return params;
}

/** The form as a search would have been typed. */
export function fieldsOf(search: FlightSearch): SearchFields {
  return readSearchFields(formatSearch(search));
}

/** The inquiry for a party that is more than one booking holds, with what was typed so far. */
export function groupPath(fields: SearchFields, placeLabels: Readonly<Record<string, string>>): string {
  const [first] = fields.legs;
  const params = new URLSearchParams({ about: 'group' });
  const set = (name: string, value: string | undefined) => value && params.set(name, value);
  set('from', first && (placeLabels[first.from] ?? first.from));
  set('to', first && (placeLabels[first.to] ?? first.to));
  set('startsOn', first?.date);
  set('endsOn', fields.trip === 'return' ? fields.returnDate : '');
  set('adults', fields.adults);
  set('children', fields.children === '0' ? '' : fields.children);
  set('infants', fields.infants === '0' ? '' : fields.infants);
  set('cabin', fields.cabin);
  return `/contact?${params}`;
}

/** The question for children who fly without a grown-up: airlines take them in their care, which no site sells. */
export function childAlonePath(fields: SearchFields, placeLabels: Readonly<Record<string, string>>): string {
  const [first] = fields.legs;
  const params = new URLSearchParams({ about: 'child-alone' });
  const set = (name: string, value: string | undefined) => value && params.set(name, value);
  set('from', first && (placeLabels[first.from] ?? first.from));
  set('to', first && (placeLabels[first.to] ?? first.to));
  set('startsOn', first?.date);
  return `/contact?${params}`;
}

/** What the buttons of the form do where no script runs. */
export function applyStep(fields: SearchFields, step: string): SearchFields {
  const first = fields.legs[0]!;
  if (step === 'swap') return { ...fields, legs: [{ ...first, from: first.to, to: first.from }, ...fields.legs.slice(1)] };
  if (step === 'remove-leg')
    return { ...fields, trip: 'multi', legs: fields.legs.length > 2 ? fields.legs.slice(0, -1) : fields.legs.slice(0, 1) };
  if (step !== 'add-leg') return fields;
  const legs = fields.legs.length === 1 ? [first, { from: first.to, to: '', date: '' }] : [...fields.legs];
  if (legs.length < mostLegs) legs.push({ from: legs.at(-1)!.to, to: '', date: '' });
  return { ...fields, trip: 'multi', legs };
}
