import type {
  DescribedBag,
  DescribedContract,
  DescribedEnd,
  DescribedExtra,
  DescribedLayover,
  DescribedRequest,
  DescribedRule,
  DescribedSegment,
  DescribedSlice,
  DescribedTask,
  DescribedTerms,
  OrderDescription,
} from '#app/commerce/orders/order-description.ts';
import { addMonths, calendarDate } from '#app/values/dates.ts';
import { checkInWindow } from '../trip/check-in-rules.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { ChosenSeat, FlightContract } from '../flight-price.ts';
import { ourFee } from '../change/change-rules.ts';
import { contractsOf } from '../fares/fare-rules.ts';
import {
  feelsOf,
  type BaggageAllowance,
  type FamilyRules,
  type FareRule,
  type LocalMoment,
  type Offer,
  type Segment,
  type Slice,
} from '../offer.ts';
import { minimumConnection } from '../engine/connection-rules.ts';
import { flownNow, type AirlineSaid, type FlownNow } from '../schedule/flown-now.ts';
import type { FlightStop } from '../schedule/find-stops.server.ts';
import { joinTickets } from '../join-tickets.ts';
import { joinStops, journeyStops } from '../journey-stops.ts';
import type { PaperNames } from '../tickets/paper-names.ts';
import { bagNotes } from '../extras/bag-notes.ts';
import { taxesBack } from '../refunds/tax-refunds.ts';
import type { BagSizes } from '../world/bag-sizes.ts';
import type { CheckInTimes, ExitTask } from '../world/ground-facts.ts';

/** A flight purchase, placed or not yet, with the people who travel. */
export interface FlightsToDescribe {
  readonly contracts: readonly (FlightContract & {
    readonly locator: string | null;
    readonly familyName: string;
    /** What its airline changed and nobody has answered; absent where it flies what was sold. */
    readonly said?: AirlineSaid | null;
  })[];
  readonly people: readonly Pick<PassengerDetails, 'type' | 'title' | 'givenNames' | 'surname' | 'document'>[];
  /** Positions of those who left the order; absent where nobody did. */
  readonly left?: ReadonlySet<number>;
  readonly seats: readonly ChosenSeat[];
  /** Ticket numbers by traveller, from 0. */
  readonly tickets: ReadonlyMap<number, readonly string[]>;
  /** Asked of the airlines, by traveller. */
  readonly requests: ReadonlyMap<number, readonly DescribedRequest[]>;
  /** Paid beside the fare, by traveller. */
  readonly extras?: ReadonlyMap<number, readonly DescribedExtra[]>;
  readonly posterOf: OrderDescription['posterOf'];
  /** Where other flights are asked for, and what waits there; absent when none can be. */
  readonly change?: OrderDescription['change'];
  /** Where more is bought beside the flights; absent where nothing is. */
  readonly adds?: OrderDescription['adds'];
  readonly names?: OrderDescription['names'];
  /** Where only some of them leave it; absent where nobody can. */
  readonly leaves?: OrderDescription['leaves'];
  /** How far an airline may move a flight unasked; absent where it is not to be said now. */
  readonly allows?: OrderDescription['allows'];
  readonly priceUntil?: string | null;
  /** What keeps it from being paid as it was placed; absent where nothing does. */
  readonly stop?: FlightStop | null;
  /** Where the steps of the draft are changed; absent once it is placed. */
  readonly draftPaths?: Partial<Readonly<Record<BuyingStep, string>>>;
}

const buyingSteps = ['flights', 'travellers', 'ticket', 'extras', 'seats', 'pay'] as const;
export type BuyingStep = (typeof buyingSteps)[number];

export interface DescriptionNames extends PaperNames {
  country(code: string): string;
  /** ISO 3166 alpha-2 of an airport; null where it is not known. */
  countryOf(airport: string): string | null;
  /** A local time as a day and a clock. */
  day(local: string): string;
  checkIn(airline: string): CheckInTimes | null;
  bagSizes(airline: string): BagSizes | null;
  /** A day alone. */
  date(day: string): string;
  exitTasks(trip: { readonly from: string; readonly to: string; readonly passports: readonly string[] }): readonly ExitTask[];
  /** Words of the orders catalogue. */
  words(key: string, values?: Readonly<Record<string, string>>): string;
}

/** What commerce's pages show of it, with the names of places in the reader's language. */
export function describeFlights(flights: FlightsToDescribe, names: DescriptionNames): OrderDescription {
  let sold = 0;
  const flying = flights.people.map((person, index) => ({ person, index })).filter(({ index }) => !flights.left?.has(index));
  const people = flying.map(({ person }) => person);
  const babies = people.some(({ type }) => type === 'infant');
  const tickets = flights.contracts.map(({ offer, said }) => {
    const now = flownNow(offer.slices, said ?? null);
    const before = sold;
    sold += offer.slices.reduce((sum, { segments }) => sum + segments.length, 0);
    const flown = now.flown.map((one) => ({ ...one, seat: one.position === null ? null : before + one.position }));
    return { ...offer, slices: now.slices, flown };
  });
  const flown = tickets.flatMap((ticket) => ticket.flown);
  let position = 0;
  const slices = joinTickets(tickets).map((slice): DescribedSlice => ({
    from: names.place(slice.from).city,
    to: names.place(slice.to).city,
    minutes: slice.minutes,
    stops: slice.stops,
    dayShift: slice.dayShift,
    ...checkInOf(slice.segments[0]!, names),
    segments: slice.segments.map((segment, index) => {
      const now = flown[position++]!;
      return {
        flight: `${segment.airline} ${segment.number}`,
        airlineCode: segment.airline,
        airline: names.airline(segment.airline),
        operator: segment.operator === segment.airline ? null : names.airline(segment.operator),
        from: endOf(segment.from, segment.fromTerminal, segment.departs, names),
        to: endOf(segment.to, segment.toTerminal, segment.arrives, names),
        minutes: segment.minutes,
        cabin: segment.cabin,
        seats: flights.seats
          .filter((seat) => seat.segment === now.seat)
          .sort((a, b) => a.passenger - b.passenger)
          .map((seat) => seat.designator),
        layover: index > 0 ? layoverOf(slice, index - 1) : null,
        ...(slice.layovers[index - 1]?.selfTransfer ? checkInOf(segment, names) : {}),
        ...changedOf(now),
      };
    }),
  }));
  const fromCity = slices[0]!.from;
  // The farthest point of a journey that comes back is where its first direction ends; of others, the last stop.
  const toCity = slices.at(-1)!.to === fromCity ? slices[0]!.to : slices.at(-1)!.to;
  const where = whereOf(slices, toCity, names);
  const hasSeats = flights.seats.length === sold * people.filter(({ type }) => type !== 'infant').length;
  // Of whoever left the booking the taxes went back with them.
  const taxesOfThose = (brand: Parameters<typeof taxesBack>[0]) =>
    taxesBack({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, count: flying.filter(({ person }) => person.type === fare.type).length })),
    });
  return {
    title: names.words('journey.route', { from: fromCity, to: joinStops(journeyStops(slices)) }),
    starts: slices[0]!.segments[0]!.from.local.slice(0, 10),
    way: buyingSteps.map((step) => ({ label: names.words(`steps.${step}`), to: flights.draftPaths?.[step] ?? null })),
    again: { same: '/checkout', other: '/flights' },
    next: [
      ...passportsAfter(people, slices.at(-1)!.segments.at(-1)!.to.local, names),
      ...visaStep(slices, where, names),
      { icon: 'clock', words: checkInWords(slices[0]!, names), to: null },
      ...(hasSeats ? [] : [{ icon: 'seat' as const, words: names.words('success.nextSeats'), to: null }]),
    ],
    tasks: exitTasksOf({ ...flights, people }, names),
    // The key is the specification's.
    keptDraft: 'flightBooking',
    parts: [],
    ...(flights.change ? { change: flights.change } : {}),
    ...(flights.adds ? { adds: flights.adds } : {}),
    ...(flights.names ? { names: flights.names } : {}),
    ...(flights.leaves ? { leaves: flights.leaves } : {}),
    ...(flights.allows ? { allows: flights.allows } : {}),
    ...(flights.stop
      ? { stopped: { title: names.words(`stopped.${flights.stop}.title`), text: names.words(`stopped.${flights.stop}.text`) } }
      : {}),
    ...(flights.priceUntil ? { priceUntil: flights.priceUntil } : {}),
    fromCity,
    toCity,
    where,
    posterOf: flights.posterOf,
    slices,
    separateTickets: contractsOf(flights.contracts.map(({ offer }) => offer)),
    travellers: flying.map(({ person, index }) => ({
      name: printedName(person),
      type: person.type,
      passport: person.document
        ? {
            country: names.country(person.document.issuedBy),
            code: person.document.issuedBy,
            lastDigits: person.document.number.slice(-3),
            expires: person.document.expires,
          }
        : null,
      tickets: flights.tickets.get(index) ?? [],
      requests: flights.requests.get(index) ?? [],
      extras: flights.extras?.get(index) ?? [],
    })),
    ...(flights.left
      ? {
          left: [...flights.left].flatMap((index) => {
            const person = flights.people[index];
            return person ? [`${person.givenNames} ${person.surname}`.trim()] : [];
          }),
        }
      : {}),
    contracts: flights.contracts.map(({ offer, brand, locator, familyName }): DescribedContract => ({
      airline: names.airline(offer.validatingAirline),
      ...(flights.contracts.length > 1 ? { flights: routeOf(offer.slices) } : {}),
      locator,
      family: familyName,
      refund: ruleOf(brand.refundBefore),
      ...(taxesOfThose(brand).amount > 0 ? { taxesBack: taxesOfThose(brand) } : {}),
      noShow: ruleOf(brand.noShow),
      ourChangeFee: ourFee,
      ...termsOf(brand, babies),
      ...bagsOf(offer.slices, offer, brand, names),
      ...(brand.directions
        ? {
            directions: brand.directions.map((family, at) => ({
              from: names.place(offer.slices[at]!.from).city,
              to: names.place(offer.slices[at]!.to).city,
              ...termsOf(family, babies),
              ...bagsOf([offer.slices[at]!], offer, family, names),
            })),
          }
        : {}),
    })),
  };
}

/** Many countries ask for a passport of half a year; what is said after a purchase is about the passports of this order. */
function passportsAfter(
  people: FlightsToDescribe['people'],
  lands: string,
  { words }: Pick<DescriptionNames, 'words'>,
): OrderDescription['next'] {
  const line = (said: string) => ({ icon: 'passport', words: said, to: null }) as const;
  const enough = addMonths(calendarDate(lands.slice(0, 10)), 6);
  const short = people.filter(({ document }) => document && document.expires < enough);
  if (short.length > 0)
    return short.map(({ givenNames, surname }) => line(words('success.nextPassportShort', { name: `${givenNames} ${surname}`.trim() })));
  return [line(words(people.every(({ document }) => document) ? 'success.nextPassportFine' : 'success.nextPassport'))];
}

/** What may be had in another family for each direction. */
function termsOf(family: FamilyRules, babies: boolean): DescribedTerms {
  const { lapInfantBag } = family;
  return {
    change: ruleOf(family.changeBefore),
    cabinBag: bagOf(family.cabinBag),
    checkedBag: bagOf(family.checkedBag),
    ...(babies ? { lapInfantBag: bagOf(lapInfantBag === undefined ? { pieces: null, kilograms: null } : lapInfantBag) } : {}),
  };
}

/** What is said of the bags on some directions of a ticket. */
function bagsOf(
  slices: readonly Slice[],
  ticket: Pick<Offer, 'slices' | 'validatingAirline' | 'bagsByCarrier'>,
  family: Pick<FamilyRules, 'cabinBag' | 'checkedBag'>,
  names: Pick<DescriptionNames, 'words' | 'airline' | 'date' | 'countryOf' | 'bagSizes'>,
): Pick<DescribedTerms, 'bagNotes' | 'flown'> {
  return {
    bagNotes: bagNotes(slices, ticket, family, names),
    flown: slices.reduce((sum, { segments }) => sum + segments.length, 0),
  };
}

/** HADDAD / LAYLA MS; a single name stands alone. */
export function printedName(person: Pick<PassengerDetails, 'title' | 'givenNames' | 'surname'>): string {
  const name = person.givenNames === '' ? person.surname : `${person.surname} / ${person.givenNames}`;
  return [name, person.title].filter(Boolean).join(' ').toUpperCase();
}

function checkInOf(first: Segment, names: DescriptionNames): Pick<DescribedSlice, 'checkIn'> {
  const times = names.checkIn(first.operator);
  return times ? { checkIn: { airline: names.airline(first.operator), ...checkInWindow(first.departs, times) } } : {};
}

function checkInWords({ checkIn, from }: DescribedSlice, names: DescriptionNames): string {
  if (!checkIn) return names.words('success.nextCheckin');
  return names.words('success.nextCheckinAt', { airline: checkIn.airline, time: names.day(checkIn.opens.local), place: from });
}

/** Of each country that is left, once. */
function exitTasksOf({ contracts, people }: Pick<FlightsToDescribe, 'contracts' | 'people'>, names: DescriptionNames): DescribedTask[] {
  const passports = people.flatMap(({ document }) => (document ? [document.issuedBy] : []));
  const tasks = joinTickets(contracts.map(({ offer }) => offer)).flatMap(({ from, to }) => names.exitTasks({ from, to, passports }));
  return [...new Map(tasks.map((one) => [one.task, one])).values()].map(({ task, ...facts }) => ({
    title: names.words(`tasks.${task}.title`),
    text: names.words(`tasks.${task}.text`),
    ...facts,
  }));
}

/** Whether a visa is needed, asked with the days of this journey; nothing within one country. */
function visaStep(
  slices: readonly DescribedSlice[],
  { countries, setsOff }: OrderDescription['where'],
  names: DescriptionNames,
): OrderDescription['next'] {
  if (countries.length > 0 && countries.every((each) => each === setsOff?.country)) return [];
  const arrives = slices[0]!.segments.at(-1)!.to.local.slice(0, 10);
  const leaves = isReturn(slices) ? slices[1]!.segments[0]!.from.local.slice(0, 10) : null;
  const to = `/e-visa?to=${countries[0]}&arrives=${arrives}${leaves ? `&leaves=${leaves}` : ''}`;
  return [{ icon: 'visa', words: names.words('success.nextVisa'), to: countries.length === 1 ? to : '/visa-services' }];
}

function whereOf(slices: readonly DescribedSlice[], city: string, names: DescriptionNames): OrderDescription['where'] {
  const [from, home] = [slices[0]!.segments[0]!.from.code, slices[0]!.from];
  const away = slices.filter(({ to }) => to !== home).map(({ segments }) => names.countryOf(segments.at(-1)!.to.code));
  return {
    countries: [...new Set(away.filter((code) => code !== null))],
    city,
    setsOff: { city: home, country: names.countryOf(from) },
    permit: false,
  };
}

function isReturn(slices: readonly DescribedSlice[]): boolean {
  return slices.length === 2 && slices[0]!.from === slices[1]!.to;
}

/** What its airline changed of a flight, beside what was sold. */
function changedOf({ segment, sold, change }: FlownNow): Pick<DescribedSegment, 'changed'> {
  if (change === 'none') return {};
  const was = (before: string | undefined, now: string) => (before === undefined || before === now ? null : before);
  return {
    changed: {
      flies: change !== 'cancelled',
      flight: was(sold ? `${sold.airline} ${sold.number}` : undefined, `${segment.airline} ${segment.number}`),
      from: was(sold?.departs.local, segment.departs.local),
      to: was(sold?.arrives.local, segment.arrives.local),
    },
  };
}

function endOf(code: string, terminal: string | null, moment: LocalMoment, names: PaperNames): DescribedEnd {
  return { code, ...names.place(code), terminal, local: moment.local, utc: moment.utc, zone: moment.zone };
}

function layoverOf({ segments, layovers }: Slice, index: number): DescribedLayover {
  const { airport, minutes, overnight, airportChange, selfTransfer } = layovers[index]!;
  const [from, to] = [segments[index]!.toTerminal, segments[index + 1]!.fromTerminal];
  const terminals = !airportChange && from !== null && to !== null && from !== to ? { from, to } : null;
  const short = selfTransfer && minutes < minimumConnection.selfTransfer;
  const feels = short ? null : feelsOf(layovers[index]!);
  return {
    minutes,
    overnight,
    arrivesAt: airport,
    airportChange,
    terminals,
    selfTransfer,
    ...(short ? { short } : {}),
    ...(feels ? { feels } : {}),
  };
}

/** The flights of a contract as codes of airports, to tell it from another one. */
export function routeOf(slices: readonly Pick<Slice, 'from' | 'to'>[]): string {
  return slices.map(({ from, to }) => `${from}–${to}`).join(' · ');
}

function ruleOf({ permission, penalty }: FareRule): DescribedRule {
  return { permission, penalty };
}

function bagOf(bag: BaggageAllowance | null): DescribedBag | null {
  return bag && { pieces: bag.pieces, kilograms: bag.kilograms };
}
