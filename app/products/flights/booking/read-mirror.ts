import { parseCalendarDate } from '#app/values/dates.ts';
import {
  assistanceNeeds,
  emptyBooking,
  passengerTypes,
  titles,
  type ChosenTicket,
  type FlightBooking,
  type FlightSummary,
  type MirroredPassenger,
  type SelectedFlight,
} from './booking-draft.ts';
import { cabinLetters, type FlightSearch, type Passengers } from '../offer.ts';
import { checkCounts } from './passenger-eligibility.ts';

/*
 * Reads a browser's copy of a booking, which may be corrupt, old or tampered with. Only what is understood is taken,
 * key by key; birth dates, documents and prices are never taken.
 */

const longest = 40_000;

/** Null when the text is not a booking. Throws never. */
export function readMirror(text: string): FlightBooking<MirroredPassenger> | null {
  if (text.length > longest) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(raw)) return null;
  const searchParams = readSearch(raw.searchParams);
  if (raw.searchParams !== null && raw.searchParams !== undefined && !searchParams) return null;
  const outbound = readFlight(raw.selectedOutboundFlight);
  const extras = isRecord(raw.extras) ? raw.extras : {};
  const types = searchParams ? passengerTypes(searchParams.passengers) : [];
  const given = Array.isArray(raw.passengerDetails) ? raw.passengerDetails : [];
  return {
    searchParams,
    selectedOutboundFlight: outbound,
    selectedReturnFlight: outbound ? readFlight(raw.selectedReturnFlight) : null,
    passengerDetails: types.map((type, index) => readPassenger(given[index], type)),
    contactInfo: isRecord(raw.contactInfo)
      ? { email: text100(raw.contactInfo.email), phone: text100(raw.contactInfo.phone), secondPhone: text100(raw.contactInfo.secondPhone) }
      : null,
    ticketType: oneOf(raw.ticketType, ['light', 'standard', 'flex']) ?? emptyBooking.ticketType,
    extras: {
      mealPreferences: readMap(extras.mealPreferences, /^[A-Z0-9]{3,7}-\d{8}:\d$/, /^[A-Z]{4}$/),
      fastTrack: extras.fastTrack === true,
      insurance: extras.insurance === true,
    },
    seatSelections: readMap(raw.seatSelections, /^[A-Z0-9]{3,7}-\d{8}:\d$/, /^\d{1,3}[A-Z]$/),
    totalPrice: typeof raw.totalPrice === 'number' && Number.isFinite(raw.totalPrice) ? raw.totalPrice : 0,
    currentStep:
      typeof raw.currentStep === 'number' && Number.isInteger(raw.currentStep) && raw.currentStep >= 1 && raw.currentStep <= 6
        ? raw.currentStep
        : 1,
  };
}

function readSearch(raw: unknown): FlightSearch | null {
  if (!isRecord(raw) || !Array.isArray(raw.slices) || raw.slices.length < 1 || raw.slices.length > 6) return null;
  const slices: FlightSearch['slices'][number][] = [];
  for (const slice of raw.slices as unknown[]) {
    if (!isRecord(slice)) return null;
    const { from, to, date, flexDays, nearby } = slice;
    if (!isCode(from) || !isCode(to) || typeof date !== 'string' || !parseCalendarDate(date)) return null;
    slices.push({ from, to, date, ...(flexDays === 3 ? { flexDays } : {}), ...(nearby === true ? { nearby } : {}) });
  }
  const passengers = readPassengers(raw.passengers);
  const cabin = oneOf(raw.cabin, ['economy', 'premium', 'business', 'first'] as const);
  if (!passengers || !cabin || !Object.hasOwn(cabinLetters, cabin)) return null;
  const maxStops = raw.maxStops === 0 || raw.maxStops === 1 ? raw.maxStops : 2;
  return {
    slices,
    passengers,
    cabin,
    maxStops,
    ...(raw.bags === true ? { bags: true } : {}),
    ...(raw.selfTransfer === true ? { selfTransfer: true } : {}),
  };
}

/** Counts that could be sold; null for anything else. */
export function readPassengers(raw: unknown): Passengers | null {
  if (!isRecord(raw)) return null;
  const { adults, children, infants, childAges } = raw;
  if (typeof adults !== 'number' || typeof children !== 'number' || typeof infants !== 'number') return null;
  const ages = Array.isArray(childAges)
    ? childAges.filter((age): age is number => typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= 17).slice(0, 9)
    : [];
  const passengers = { adults, children, infants, ...(ages.length > 0 ? { childAges: ages } : {}) };
  return checkCounts(passengers) === null ? passengers : null;
}

function readFlight(raw: unknown): SelectedFlight | null {
  if (!isRecord(raw) || !isOfferId(raw.offerId) || !isBrand(raw.brand) || !isRecord(raw.summary)) return null;
  const { from, to, departs, arrives, flights } = raw.summary;
  if (!isCode(from) || !isCode(to)) return null;
  const summary: FlightSummary = {
    from,
    to,
    departs: text100(departs).slice(0, 16),
    arrives: text100(arrives).slice(0, 16),
    flights: Array.isArray(flights) ? flights.slice(0, 6).map((flight) => text100(flight).slice(0, 7)) : [],
  };
  const further = (Array.isArray(raw.further) ? raw.further : []).slice(0, mostFurther).map(readTicket);
  if (further.includes(null)) return null;
  return { offerId: raw.offerId, brand: raw.brand, summary, ...(further.length > 0 ? { further: further as ChosenTicket[] } : {}) };
}

/** Six directions of two tickets each, without the first one. */
const mostFurther = 11;

function readTicket(raw: unknown): ChosenTicket | null {
  if (!isRecord(raw) || !isOfferId(raw.offerId) || !isBrand(raw.brand)) return null;
  return { offerId: raw.offerId, brand: raw.brand, onward: raw.onward === true };
}

function readPassenger(raw: unknown, type: MirroredPassenger['type']): MirroredPassenger {
  const from = isRecord(raw) ? raw : {};
  const flyer = isRecord(from.frequentFlyer)
    ? { airline: text100(from.frequentFlyer.airline).slice(0, 2), number: text100(from.frequentFlyer.number).slice(0, 16) }
    : null;
  return {
    type,
    title: oneOf(from.title, titles),
    givenNames: text100(from.givenNames),
    surname: text100(from.surname),
    singleName: from.singleName === true,
    nativeName: text100(from.nativeName).slice(0, 80),
    nationality: text100(from.nationality).slice(0, 2),
    residence: text100(from.residence).slice(0, 2),
    frequentFlyer: flyer && flyer.number !== '' ? flyer : null,
    assistance: Array.isArray(from.assistance) ? assistanceNeeds.filter((need) => (from.assistance as unknown[]).includes(need)) : [],
  };
}

function readMap(raw: unknown, key: RegExp, value: RegExp): Record<string, string> {
  if (!isRecord(raw)) return {};
  return Object.fromEntries(
    Object.entries(raw)
      .filter((entry): entry is [string, string] => key.test(entry[0]) && typeof entry[1] === 'string' && value.test(entry[1]))
      .slice(0, 120),
  );
}

const isRecord = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null && !Array.isArray(raw);
const isOfferId = (raw: unknown): raw is string => typeof raw === 'string' && /^[\w.+-]{3,400}$/.test(raw);
const isBrand = (raw: unknown): raw is string => typeof raw === 'string' && /^[\w-]{1,40}$/.test(raw);
const isCode = (raw: unknown): raw is string => typeof raw === 'string' && /^[A-Z]{3}$/.test(raw);
const text100 = (raw: unknown): string => (typeof raw === 'string' ? raw.slice(0, 100) : '');
const oneOf = <Choice extends string>(raw: unknown, choices: readonly Choice[]): Choice | null =>
  choices.find((choice) => choice === raw) ?? null;
