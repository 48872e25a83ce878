import type { DraftDeclaration } from '../seats/exit-declaration-rules.ts';
import { ticketTypeOf, type TicketType } from '../fares/fare-rules.ts';
import type { AgreedPrice } from './price-rise-rules.ts';
import { joinTickets, type FollowingTicket } from '../join-tickets.ts';
import type { FlightSearch, Offer, Passengers, PassengerType, Segment, Slice } from '../offer.ts';

/*
 * The flight booking draft. `FlightBooking` has exactly the specification's shape and is what the browser mirrors
 * under `flightBooking`; `FlightDraft` is the server's truth around it. Nothing in either ever reaches a total:
 * prices are quoted afresh from the offer ids and choices.
 */

export const draftStorageKey = 'flightBooking';
export const draftCookieName = 'rihla-draft';

export type Title = 'MR' | 'MRS' | 'MS' | 'MISS' | 'MSTR';
export const titles: readonly Title[] = ['MR', 'MRS', 'MS', 'MISS', 'MSTR'];

/** Special service requests a traveller may ask for; each is asked of the airline, never assumed. */
export const assistanceNeeds = ['WCHR', 'WCHS', 'WCHC', 'BLND', 'DEAF', 'DPNA', 'MAAS', 'PREG', 'XBLT'] as const;
export type AssistanceNeed = (typeof assistanceNeeds)[number];

/** What can be asked of the airlines for somebody: an airline takes no expectant mother who is a child or a Mr. */
export function needsFor({ type, title }: { readonly type: PassengerType; readonly title: Title | null }): readonly AssistanceNeed[] {
  return assistanceNeeds.filter((need) => {
    if (need === 'PREG') return type === 'adult' && title !== 'MR';
    return type === 'adult' || need !== 'XBLT';
  });
}

export interface TravelDocument {
  readonly number: string;
  /** YYYY-MM-DD */
  readonly expires: string;
  /** ISO 3166 alpha-2. */
  readonly issuedBy: string;
  /** YYYY-MM-DD; only where a country on the way asks how old a passport is. */
  readonly issued?: string;
}

export interface FrequentFlyer {
  readonly airline: string;
  readonly number: string;
}

export interface PassengerDetails {
  readonly type: PassengerType;
  readonly title: Title | null;
  /** Latin letters as in the passport's machine-readable zone. */
  readonly givenNames: string;
  readonly surname: string;
  /** The passport holds one name only; it stands in `surname`. */
  readonly singleName: boolean;
  /** The name in its own script; kept for the traveller, never on the ticket. */
  readonly nativeName: string;
  /** YYYY-MM-DD, or empty until known. */
  readonly birthDate: string;
  /** ISO 3166 alpha-2 codes, or empty. */
  readonly nationality: string;
  readonly residence: string;
  /** Null when the journey does not demand one, or it is not given yet. */
  readonly document: TravelDocument | null;
  readonly frequentFlyer: FrequentFlyer | null;
  readonly assistance: readonly AssistanceNeed[];
}

/** What a browser may keep of a traveller: no birth date and no document. */
export type MirroredPassenger = Omit<PassengerDetails, 'birthDate' | 'document'>;

export interface ContactInfo {
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly secondPhone: string;
}

/** What a chosen flight looks like, for showing only. */
export interface FlightSummary {
  readonly from: string;
  readonly to: string;
  /** Wall-clock times at the airports, YYYY-MM-DDTHH:mm. */
  readonly departs: string;
  readonly arrives: string;
  readonly flights: readonly string[];
}

/** A contract of its own. */
export interface ChosenTicket {
  readonly offerId: string;
  /** Code of the fare brand. */
  readonly brand: string;
  /** It goes on where the ticket before it ends, within one direction: the traveller changes on their own. */
  readonly onward: boolean;
}

export interface SelectedFlight extends Pick<ChosenTicket, 'offerId' | 'brand'> {
  readonly summary: FlightSummary;
  /** The tickets after the first one, where it takes several: of this direction, or of a journey of three and more. */
  readonly further?: readonly ChosenTicket[];
}

export interface FlightExtras {
  /** `segmentKey:passenger` to an IATA meal code. */
  readonly mealPreferences: Readonly<Record<string, string>>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
}

export interface FlightBooking<Passenger = PassengerDetails> {
  readonly searchParams: FlightSearch | null;
  /** The whole journey's offer when it is sold as one; else the first direction's, and of three and more all others behind it. */
  readonly selectedOutboundFlight: SelectedFlight | null;
  /** Same offer id as outbound when the return is one offer; another id means a second ticket. */
  readonly selectedReturnFlight: SelectedFlight | null;
  readonly passengerDetails: readonly Passenger[];
  readonly contactInfo: ContactInfo | null;
  readonly ticketType: TicketType;
  readonly extras: FlightExtras;
  /** `segmentKey:passenger` to a seat such as 24A. A missing key: the airline seats the traveller. */
  readonly seatSelections: Readonly<Record<string, string>>;
  /** Whole AED as last shown; never read by pricing. */
  readonly totalPrice: number;
  /** The furthest step opened, 1 (search) to 6 (pay). */
  readonly currentStep: number;
}

/** The travellers' form as it was last typed, right or wrong, and who the cards stood for then. */
export interface TypedTravellers {
  readonly types: readonly PassengerType[];
  readonly fields: Readonly<Record<string, string>>;
}

/** The server's draft: the booking plus what has no place in the specified shape. */
export interface FlightDraft {
  readonly id: string;
  /** Grows with every save. */
  readonly version: number;
  readonly booking: FlightBooking;
  /** `slice:passenger` to extra checked pieces, beyond what the fare includes. */
  readonly checkedBags: Readonly<Record<string, number>>;
  /** `segmentKey:passenger` to what was declared for a seat in an exit row. */
  readonly exitDeclarations?: Readonly<Record<string, DraftDeclaration>>;
  /** What its flights cost as their traveller last knew it; absent until a step was shown. */
  readonly agreed?: AgreedPrice;
  /** Absent until the travellers' step was typed into. The booking holds what of it is right; this is never sold on. */
  readonly typed?: TypedTravellers;
}

/** What a change leaves of a draft; what was typed stays unless it says otherwise, and goes with null. */
export type DraftChange = Pick<FlightDraft, 'booking' | 'checkedBags'> & { readonly typed?: TypedTravellers | null };

export const emptyBooking: FlightBooking = {
  searchParams: null,
  selectedOutboundFlight: null,
  selectedReturnFlight: null,
  passengerDetails: [],
  contactInfo: null,
  ticketType: 'standard',
  extras: { mealPreferences: {}, fastTrack: false, insurance: false },
  seatSelections: {},
  totalPrice: 0,
  currentStep: 1,
};

/** Adults, children and infants; 1 when there are no search parameters. */
export function totalPassengers(booking: { readonly searchParams: { readonly passengers: Passengers } | null }): number {
  const passengers = booking.searchParams?.passengers;
  return passengers ? passengers.adults + passengers.children + passengers.infants : 1;
}

/** One entry per traveller: adults, then children, then infants. Passenger indexes everywhere follow this order. */
export function passengerTypes(passengers: Passengers): PassengerType[] {
  return [
    ...Array.from({ length: passengers.adults }, () => 'adult' as const),
    ...Array.from({ length: passengers.children }, () => 'child' as const),
    ...Array.from({ length: passengers.infants }, () => 'infant' as const),
  ];
}

/** `EK332-20261205`: the marketing flight and its local departure date. */
export function segmentKey(segment: Pick<Segment, 'flight' | 'departs'>): string {
  return `${segment.flight}-${segment.departs.local.slice(0, 10).replaceAll('-', '')}`;
}

/** Key of a choice of one passenger on one segment (meals, seats). */
export function choiceKey(segment: Pick<Segment, 'flight' | 'departs'>, passenger: number): string {
  return `${segmentKey(segment)}:${passenger}`;
}

/** Key of a choice of one passenger in one direction (bags). */
export function bagKey(slice: number, passenger: number): string {
  return `${slice}:${passenger}`;
}

/** Bags of one passenger in one direction: those of the first sale under `bagKey`, those added later under keys behind it. */
export function bagsUnder(
  bags: Readonly<Record<string, number>>,
  slice: number,
  passenger: number,
): { readonly key: string; readonly pieces: number }[] {
  const first = bagKey(slice, passenger);
  return Object.entries(bags)
    .filter(([key]) => key === first || key.startsWith(`${first}:`))
    .map(([key, pieces]) => ({ key, pieces }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Key of the bags that come on top of those that somebody has: it says which one the first of them is, `0:1:3`. */
export function nextBagKey(slice: number, passenger: number, has: number): string {
  return has === 0 ? bagKey(slice, passenger) : `${bagKey(slice, passenger)}:${has + 1}`;
}

/** The offers a booking is made of: one, or one for each ticket where the airlines sell none together. */
export function chosenOffers(booking: FlightBooking<unknown>): ChosenTicket[] {
  const { selectedOutboundFlight: outbound, selectedReturnFlight: back } = booking;
  if (!outbound) return [];
  const ticketsOf = ({ offerId, brand, further = [] }: SelectedFlight) => [{ offerId, brand, onward: false }, ...further];
  return back && back.offerId !== outbound.offerId ? [...ticketsOf(outbound), ...ticketsOf(back)] : ticketsOf(outbound);
}

/** The flights of the two directions as a booking has them, or of the first where there are not two: a contract for each offer. */
export function selectedFlights(
  offers: readonly (FollowingTicket & Pick<Offer, 'id'>)[],
  brands: readonly string[],
): Pick<FlightBooking, 'selectedOutboundFlight' | 'selectedReturnFlight'> {
  const [out, back, ...more] = joinTickets(offers);
  if (!out) return { selectedOutboundFlight: null, selectedReturnFlight: null };
  const tickets = offers.map(({ id, passage }, at): ChosenTicket => ({ offerId: id, brand: brands[at] ?? brands[0]!, onward: !!passage }));
  const home = back && more.length === 0 ? back : null;
  // A ticket for both directions is the return's too.
  const turns = home && tickets.findIndex(({ onward }, at) => at > 0 && !onward);
  const selected = ([first, ...further]: readonly ChosenTicket[], slice: Slice): SelectedFlight => ({
    offerId: first!.offerId,
    brand: first!.brand,
    summary: summaryOf(slice),
    ...(further.length > 0 ? { further } : {}),
  });
  if (turns === null) return { selectedOutboundFlight: selected(tickets, out), selectedReturnFlight: null };
  return {
    selectedOutboundFlight: selected(turns < 0 ? tickets : tickets.slice(0, turns), out),
    selectedReturnFlight: selected(turns < 0 ? tickets : tickets.slice(turns), home!),
  };
}

export const bookingSteps = ['search', 'results', 'passengers', 'ticket-type', 'extras', 'seats', 'checkout'] as const;
export type BookingStep = (typeof bookingSteps)[number];

/** Numbers of `currentStep`: choosing flights is 1, paying is 6. */
export const stepNumbers: Readonly<Record<BookingStep, number>> = {
  search: 1,
  results: 1,
  passengers: 2,
  'ticket-type': 3,
  extras: 4,
  seats: 5,
  checkout: 6,
};

export const stepPaths: Readonly<Record<BookingStep, string>> = {
  search: '/flights',
  results: '/flight-search-results',
  passengers: '/flight-passenger-details',
  'ticket-type': '/flight-ticket-type',
  extras: '/flight-extras',
  seats: '/flight-seat-selection',
  checkout: '/checkout',
};

/**
 * A new choice of flights: travellers and contact stay, everything that hung on the old flights goes. A fare brand for each
 * of the offers; one alone is that of all.
 */
export function withFlights(
  booking: FlightBooking,
  search: FlightSearch,
  offers: readonly Offer[],
  ...brands: readonly string[]
): FlightBooking {
  const [first] = offers;
  if (!first) return booking;
  const types = passengerTypes(search.passengers);
  const kept = [...booking.passengerDetails];
  const passengerDetails = types.map((type) => {
    const index = kept.findIndex((passenger) => passenger.type === type);
    return index >= 0 ? kept.splice(index, 1)[0]! : emptyPassenger(type);
  });
  return {
    ...booking,
    searchParams: search,
    ...selectedFlights(offers, brands),
    passengerDetails,
    ticketType: ticketTypeOf(first.brands, brands[0]!),
    extras: { ...booking.extras, mealPreferences: {} },
    seatSelections: {},
    totalPrice: 0,
    currentStep: stepNumbers.passengers,
  };
}

export function emptyPassenger(type: PassengerType): PassengerDetails {
  return {
    type,
    title: null,
    givenNames: '',
    surname: '',
    singleName: false,
    nativeName: '',
    birthDate: '',
    nationality: '',
    residence: '',
    document: null,
    frequentFlyer: null,
    assistance: [],
  };
}

export function summaryOf(slice: Offer['slices'][number]): FlightSummary {
  return {
    from: slice.from,
    to: slice.to,
    departs: slice.segments[0]!.departs.local,
    arrives: slice.segments.at(-1)!.arrives.local,
    flights: slice.segments.map((segment) => segment.flight),
  };
}

/** What the browser keeps: everything but birth dates and documents. */
export function mirrorOf(booking: FlightBooking): FlightBooking<MirroredPassenger> {
  return {
    ...booking,
    passengerDetails: booking.passengerDetails.map(({ birthDate: _birthDate, document: _document, ...rest }) => rest),
  };
}

/** Whether the travellers step holds something for everyone; its own rules decide whether it is right. */
export function passengersComplete(booking: FlightBooking): boolean {
  return (
    booking.contactInfo !== null &&
    booking.passengerDetails.length === totalPassengers(booking) &&
    booking.passengerDetails.every((passenger) => passenger.surname !== '' && passenger.birthDate !== '' && passenger.title !== null)
  );
}

/** The first step that still misses something; `checkout` when nothing does. */
export function firstMissingStep(booking: FlightBooking): BookingStep {
  if (!booking.searchParams) return 'search';
  if (!booking.selectedOutboundFlight) return 'results';
  if (!passengersComplete(booking) || booking.currentStep <= stepNumbers.passengers) return 'passengers';
  if (booking.currentStep <= stepNumbers['ticket-type']) return 'ticket-type';
  if (booking.currentStep <= stepNumbers.extras) return 'extras';
  if (booking.currentStep <= stepNumbers.seats) return 'seats';
  return 'checkout';
}

/** Null when a step may be opened, otherwise the first missing step before it. */
export function missingBefore(booking: FlightBooking, step: BookingStep): BookingStep | null {
  const first = firstMissingStep(booking);
  return bookingSteps.indexOf(first) < bookingSteps.indexOf(step) ? first : null;
}
