import type { Money } from '#app/values/money.ts';
import type { DayFare, OfferFacts } from '../search/offer-facts.ts';
import type { Cabin, FlightSearch, Offer, Passengers, PassengerType, Slice } from '../offer.ts';

/**
 * The port behind which every source of flights stands, in the shape of the NDC world: offers, then orders.
 * Every answer is ok, refused (the supplier said no: final) or unknown (no answer, or one that makes no sense:
 * to be resolved by `lookUp`, never by a second attempt).
 */
export type SupplierOutcome<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | { readonly outcome: 'refused'; readonly refused: SupplierRefusal }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type SupplierRefusal =
  | 'not-offered'
  | 'bad-request'
  | 'offer-expired'
  | 'sold-out'
  | 'departed'
  | 'seat-taken'
  | 'hold-not-allowed'
  | 'hold-expired'
  | 'not-found'
  | 'already-ticketed'
  | 'already-cancelled'
  | 'void-window-closed'
  | 'traveller-refused';

/** Every call gets the time and may be told to stop waiting. */
export interface SupplierCall {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

export interface SupplierSearch {
  readonly search: FlightSearch;
  /** Slices already chosen, as slice keys (see `sliceKey` in house ids: `EK332-20261205`), in order. */
  readonly chosen: readonly string[];
}

/** The options for the first slice not yet chosen. */
export interface OfferSet {
  readonly facts: readonly OfferFacts[];
  /**
   * The whole offer of `facts[i].at`. While later slices are open the offer holds the cheapest match for them,
   * so it always has one slice for each slice searched.
   */
  offer(at: number): Offer;
  /** Key of the option's own slice, for `SupplierSearch.chosen` and for merging equal flights. */
  sliceKey(at: number): string;
}

/** What a day (or pair of days) may start at, for the caller to add its own margin to; empty: nothing for sale. */
export interface CalendarDay {
  readonly date: string;
  readonly returnDate: string | null;
  readonly fares: readonly DayFare[];
}

export interface CalendarRequest {
  /** One-way or return. */
  readonly search: FlightSearch;
  /** `flex`: three days either side of each date; `month`: 15 days either side of the first, length of stay kept. */
  readonly kind: 'flex' | 'month';
}

export interface Traveller {
  readonly id: string;
  readonly type: PassengerType;
  readonly title: string;
  /** Latin letters as in the passport's machine-readable zone. */
  readonly givenNames: string;
  readonly surname: string;
  readonly dateOfBirth: string;
  /** The adult whose lap an infant sits on. */
  readonly withAdult?: string;
  readonly frequentFlyer?: { readonly airline: string; readonly number: string };
  /** IATA special service codes such as WCHR. */
  readonly assistance?: readonly string[];
  /** Special meals where meals are served, by flight; IATA codes. */
  readonly meals?: readonly { readonly flight: string; readonly code: string }[];
}

/** What is asked of an airline with a booking. */
export const requestKinds = ['assistance', 'loyalty', 'meal'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** What a supplier says to what a traveller asked for; `requested` while it has not decided. */
export interface RequestAnswer {
  readonly traveller: string;
  readonly kind: RequestKind;
  /** Service code, the airline of the programme, or a meal with its flight: `VGML.EK1`. */
  readonly code: string;
  readonly state: 'requested' | 'confirmed' | 'refused';
}

/** A seat of a traveller on one flight; `segment` counts over all slices from 0. */
export interface SeatChoice {
  readonly traveller: string;
  readonly segment: number;
  readonly designator: string;
}

export interface HoldRequest {
  /** Idempotency key: the same attempt twice is the same hold. */
  readonly attemptId: string;
  readonly offerId: string;
  readonly brand: string;
  readonly passengers: Passengers;
  readonly travellers: readonly Traveller[];
  readonly seats: readonly SeatChoice[];
  /** As the caller priced and claimed it: a source whose seats are the caller's own honours it. */
  readonly priced?: Offer;
}

export interface KeepRequest {
  readonly attemptId: string;
  readonly locator: string;
  /** ISO in UTC. */
  readonly until: string;
}

export interface Hold {
  /** Opaque, 5 to 8 upper-case letters and digits. */
  readonly locator: string;
  readonly airlineLocators: Readonly<Record<string, string>>;
  /** Instants in UTC. After `payBy` the seats go; until `priceGuaranteedUntil` the fares stand. */
  readonly payBy: string;
  readonly priceGuaranteedUntil: string;
  readonly ticketBy: string;
  /** As held now; may differ from the offer shown before. */
  readonly offer: Offer;
  /** To what the travellers asked for; one that is missing is not decided. */
  readonly answers: readonly RequestAnswer[];
}

export interface Ticket {
  readonly traveller: string;
  /** 13 digits: three of the airline, ten of its own. */
  readonly number: string;
  /** How many numbers it has, this one and those that follow at once, where its flights need more than one; absent: one. */
  readonly booklets?: number;
  readonly airline: string;
}

export interface TicketRequest {
  readonly attemptId: string;
  readonly locator: string;
}

/** Other flights for a booking with tickets: everything of a hold, for a booking that is there. */
export interface ExchangeRequest extends HoldRequest {
  readonly locator: string;
  /**
   * The one traveller whose name is written otherwise: the flights stay, and the tickets of the others too. Of a booking without
   * tickets the name is put right. Absent: everybody's tickets are written anew.
   */
  readonly only?: string;
}

/** Some of the travellers of a booking with tickets are taken out of it; the others keep its name and their tickets. */
export interface DivideRequest extends TicketRequest {
  readonly travellers: readonly string[];
  /** Their tickets are taken back inside the void window, or given back by the rules of their fare. */
  readonly as: 'void' | 'cancel';
}

/** What a traveller paid for beside the fare, to be written on a document of the airline (EMD). */
export interface ExtraToWrite {
  readonly extra: string;
  readonly traveller: string;
  readonly kind: 'seat' | 'bag' | 'meal';
  /** Flight, seat, meal code, pieces, airports: as the price line says. */
  readonly facts: Readonly<Record<string, string>>;
  /** The number of the document that it is exchanged for, whose value it takes over; absent where there is none. */
  readonly replaces?: string;
}

export interface ExtrasRequest extends TicketRequest {
  readonly extras: readonly ExtraToWrite[];
}

export interface WrittenExtra {
  readonly extra: string;
  /** 13 digits, of the same stock as the airline's tickets. */
  readonly number: string;
}

export type TicketOutcome =
  | { readonly outcome: 'ticketed'; readonly tickets: readonly Ticket[]; readonly voidUntil: string | null }
  /** Accepted, not done (HTTP 202): ask again with `lookUp`. */
  | { readonly outcome: 'pending'; readonly askAgainAfterSeconds: number }
  | { readonly outcome: 'failed'; readonly refused: SupplierRefusal }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What the supplier knows of an attempt or a locator. */
export type BookingState =
  | { readonly state: 'held'; readonly hold: Hold }
  | { readonly state: 'ticketing'; readonly locator: string }
  | { readonly state: 'ticketed'; readonly locator: string; readonly tickets: readonly Ticket[]; readonly voidUntil: string | null }
  | { readonly state: 'cancelled'; readonly locator: string }
  | { readonly state: 'voided'; readonly locator: string };

export interface SeatMapQuery {
  readonly offerId: string;
  readonly slice: number;
  readonly segment: number;
}

export type SeatState = 'open' | 'taken' | 'blocked';
export type SeatFeature =
  | 'window'
  | 'middle'
  | 'aisle'
  | 'exit-row'
  | 'extra-legroom'
  | 'bassinet'
  | 'no-recline'
  | 'near-lavatory'
  | 'near-galley'
  | 'over-wing'
  | 'bulkhead';

export interface OfferedSeat {
  /** Such as 12A. */
  readonly designator: string;
  readonly letter: string;
  readonly features: readonly SeatFeature[];
  readonly state: SeatState;
  /** For one traveller; null: free of charge. A component for pricing. */
  readonly price: Money | null;
}

export interface SeatRow {
  readonly number: number;
  readonly deck: 'main' | 'upper';
  readonly cabin: Cabin;
  /** From left to right; null is an aisle. */
  readonly seats: readonly (OfferedSeat | null)[];
  readonly exit: boolean;
  readonly overWing: boolean;
  /** What stands before this row. */
  readonly before: readonly ('galley' | 'lavatory' | 'bulkhead')[];
}

export interface SeatMap {
  readonly flight: string;
  readonly date: string;
  readonly aircraft: string;
  readonly aircraftName: string;
  readonly rows: readonly SeatRow[];
}

/** What every source can do for a shop. */
export interface FlightShopping {
  readonly code: string;
  search(request: SupplierSearch, call: SupplierCall): Promise<SupplierOutcome<OfferSet>>;
  /** Prices an offer id afresh: all fare families, exact lines. The id is never trusted. */
  price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>>;
  /** Cheapest prices by day; from sources that can tell without a search for each day. */
  calendar?(request: CalendarRequest, call: SupplierCall): Promise<SupplierOutcome<readonly CalendarDay[]>>;
  seatMap(query: SeatMapQuery, call: SupplierCall): Promise<SupplierOutcome<SeatMap>>;
  /**
   * A text that changes, seconds late at most, when something was sold, held, given back or repriced: what was answered
   * under the same text still stands. From sources that can tell; of the others only time tells.
   */
  revision?(call: Pick<SupplierCall, 'now'>): Promise<string>;
}

/** What every source can do for an order. */
export interface FlightBooking {
  /** How long it keeps a hold that is paid later; absent where it keeps for minutes only. */
  readonly keepsMs?: number;
  /** Keeps a hold until an instant, as far as `keepsMs` allows. Asking again for the same instant changes nothing. */
  keep?(request: KeepRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>>;
  hold(request: HoldRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>>;
  ticket(request: TicketRequest, call: SupplierCall): Promise<TicketOutcome>;
  /** Resolves what became of an attempt; asks, never acts. */
  lookUp(attemptId: string, call: SupplierCall): Promise<SupplierOutcome<BookingState>>;
  /** Gives up a hold. */
  cancel(request: TicketRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>>;
  /** Gives a ticketed booking other flights, or one traveller another name, and writes the tickets anew: whole, or not at all. */
  exchange(request: ExchangeRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>>;
  /**
   * Writes a document for each extra of a ticketed booking, in the order asked. The same attempt twice is the same
   * documents. Of sources that cannot, people ask by hand.
   */
  writeExtras?(request: ExtrasRequest, call: SupplierCall): Promise<SupplierOutcome<readonly WrittenExtra[]>>;
  /**
   * Divides a ticketed booking: those named leave it and their tickets are taken back, whole or not at all. The same attempt
   * twice is the same division. Of sources that cannot, people ask by hand.
   */
  divide?(request: DivideRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>>;
  /** Takes tickets back inside the void window, in full. */
  void(request: TicketRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>>;
}

/** A booking as a supplier lists it, for laying its books beside ours. */
export interface ListedBooking {
  readonly locator: string;
  readonly state: BookingState['state'];
  /** Of the calls that touched it. */
  readonly attempts: readonly string[];
  /** Instants in UTC. */
  readonly payBy: string;
  readonly changedAt: string;
}

/** A supplier that can also say what it has. */
export interface BookingJournal extends FlightBooking {
  writeExtras: NonNullable<FlightBooking['writeExtras']>;
  divide: NonNullable<FlightBooking['divide']>;
  /** What changed since an instant, in milliseconds since the epoch. */
  list(since: number, call: SupplierCall): Promise<SupplierOutcome<readonly ListedBooking[]>>;
}

/** What an airline changed of a booking after its tickets were written. */
export interface ScheduleNotice {
  /** The supplier's own name of the message: the same one twice is one. At most 200 characters. */
  readonly id: string;
  /** When it was said, ISO in UTC. */
  readonly at: string;
  readonly locator: string;
  /** The whole booking as it flies now, direction by direction; null: it does not fly. */
  readonly slices: readonly Slice[] | null;
  /** Where it does not fly: positions in the booking of the flights that do not, as far as the source tells them apart. */
  readonly gone?: readonly number[];
  /** Beside them: every direction as it flies now, those that do not as they were sold. */
  readonly flies?: readonly Slice[];
  /** Positions in the booking of flights on which chosen seats are none any more. */
  readonly seatsLost: readonly number[];
  /** Recorded for the desk; the traveller is told when a colleague says so. */
  readonly heldBack: boolean;
}

/** A supplier that tells of changed schedules. Messages come at least once and in any order. */
export interface ScheduleNews {
  /** Sources whose contracts the messages are about. */
  readonly sources: readonly string[];
  /** Everything said since an instant, in milliseconds since the epoch. */
  notices(since: number, call: SupplierCall): Promise<SupplierOutcome<readonly ScheduleNotice[]>>;
}

export interface FlightSupplier extends FlightShopping, FlightBooking {}
