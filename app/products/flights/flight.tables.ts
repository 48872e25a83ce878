import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CurrencyCode } from '#app/values/money.ts';
import type { CancelTerms } from '#app/commerce/product-contract.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { AddedChoices } from './addition/addition-rules.ts';
import type { AdditionState } from './addition/addition-status.ts';
import type { ExtraKind } from './extras/extra-rules.ts';
import type { ExtraState } from './extras/extra-status.ts';
import type { CorrectionKind, NameTake } from './names/name-correction-rules.ts';
import type { CorrectionState } from './names/name-correction-status.ts';
import type { ChosenSeat } from './flight-price.ts';
import type { ConsentWay } from './schedule/moves-allowed-rules.ts';
import type { Offer, Passengers, PassengerType, Slice } from './offer.ts';
import type { BrokenConnection, ScheduleKind, Severity } from './schedule/schedule-rules.ts';
import type { ScheduleState } from './schedule/schedule-status.ts';
import type { RequestAnswer, RequestKind, SeatChoice, Ticket, WrittenExtra } from './supplier/flight-supplier.ts';
import type { Filler } from './world/name-rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What was chosen beside the flights; positions, never people. */
export interface FlightChoices {
  readonly seats: readonly ChosenSeat[];
  readonly checkedBags: Readonly<Record<string, number>>;
  readonly meals: Readonly<Record<string, string>>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
}

/** A place of an order whose traveller does not fly any more. */
export interface LeftTraveller {
  readonly traveller: number;
  readonly type: PassengerType;
}

export const flightOrders = pgTable('flight_orders', {
  orderId: text('order_id').primaryKey(),
  origin: text('origin').notNull(),
  destination: text('destination').notNull(),
  departsOn: date('departs_on', { mode: 'string' }).notNull(),
  departsAt: at('departs_at').notNull(),
  airline: text('airline').notNull(),
  supplier: text('supplier').notNull(),
  /** Of those who fly, and `passengers` too. */
  seats: integer('seats').notNull(),
  passengers: jsonb('passengers').$type<Passengers>().notNull(),
  choices: jsonb('choices').$type<FlightChoices>().notNull(),
  /** Who left the order after it had its tickets; their places stay theirs. */
  left: jsonb('left_travellers').$type<readonly LeftTraveller[]>().notNull().default([]),
  ticketedAt: at('ticketed_at'),
  /** Until when somebody must see to it. The database keeps it: nothing writes it. */
  limitAt: at('limit_at'),
  /** The state of the order that this limit is of; the database keeps it too. */
  limitOf: text('limit_of'),
  /** How its money stands meanwhile; kept too. */
  limitPaid: text('limit_paid'),
  /** The state of the order, but for those in which nearly all of them end; kept too. */
  rareState: text('rare_state'),
  /** Null: its twins are still to be sought. */
  twinsSoughtAt: at('twins_sought_at'),
  /** As it was when the order was placed: an exchange makes other flights of it. Null on what is older. */
  placedRoute: text('placed_route'),
  placedCabin: text('placed_cabin'),
  placedDeparts: date('placed_departs', { mode: 'string' }),
  /** By how many minutes an airline may move a flight of it unasked, who said so and when; null where nobody did. */
  movesAllowed: integer('moves_allowed'),
  /** As the audit names people. */
  movesAllowedBy: text('moves_allowed_by'),
  movesAllowedAt: at('moves_allowed_at'),
  movesAllowedWay: text('moves_allowed_way').$type<ConsentWay>(),
});
export type FlightOrderRow = typeof flightOrders.$inferSelect;

/** Surnames of an order's travellers, keyed, beside all that its list is sorted by: kept by triggers. */
export const flightSurnames = pgTable(
  'flight_surnames',
  {
    orderId: text('order_id').notNull(),
    surnameIndex: text('surname_index').notNull(),
    placedAt: at('placed_at').notNull(),
    limitAt: at('limit_at'),
    departsAt: at('departs_at').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.surnameIndex] })],
);

/** Two orders that may be one trip bought twice; the later one first. */
export const flightTwins = pgTable(
  'flight_twins',
  {
    orderId: text('order_id').notNull(),
    otherId: text('other_id').notNull(),
    foundAt: at('found_at').notNull(),
    /** A colleague looked: they are two trips. */
    dismissedAt: at('dismissed_at'),
    /** A colleague's id. */
    dismissedBy: text('dismissed_by'),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.otherId] })],
);
export type FlightTwin = typeof flightTwins.$inferSelect;

export const flightContracts = pgTable(
  'flight_contracts',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    supplier: text('supplier').notNull(),
    offerId: text('offer_id').notNull(),
    brand: text('brand').notNull(),
    offer: jsonb('offer').$type<Offer>().notNull(),
    /** In place of given names for a single name; null: nothing was. */
    nameFiller: text('name_filler').$type<Filler>(),
    locator: text('locator'),
    airlineLocators: jsonb('airline_locators').$type<Readonly<Record<string, string>>>().notNull().default({}),
    payBy: at('pay_by'),
    priceGuaranteedUntil: at('price_guaranteed_until'),
    ticketBy: at('ticket_by'),
    voidUntil: at('void_until'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
export type FlightContractRow = typeof flightContracts.$inferSelect;

export const flightSegments = pgTable(
  'flight_segments',
  {
    orderId: text('order_id').notNull(),
    position: integer('position').notNull(),
    contract: integer('contract').notNull(),
    flight: text('flight').notNull(),
    airline: text('airline').notNull(),
    fromAirport: text('from_airport').notNull(),
    toAirport: text('to_airport').notNull(),
    departsAt: at('departs_at').notNull(),
    arrivesAt: at('arrives_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

export const flightTickets = pgTable('flight_tickets', {
  number: text('number').primaryKey(),
  /** How many numbers it has: see `ticket-number.ts`. */
  booklets: integer('booklets').notNull().default(1),
  orderId: text('order_id').notNull(),
  contract: integer('contract').notNull(),
  traveller: integer('traveller').notNull(),
  airline: text('airline').notNull(),
  status: text('status').$type<'open' | 'flown' | 'void' | 'refunded' | 'exchanged'>().notNull().default('open'),
  issuedAt: at('issued_at').notNull(),
});
export type FlightTicket = typeof flightTickets.$inferSelect;

/** A paid extra of one traveller; see `extra-status.ts`. */
export const flightExtras = pgTable('flight_extras', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  contract: integer('contract').notNull(),
  traveller: integer('traveller').notNull(),
  kind: text('kind').$type<ExtraKind>().notNull(),
  code: text('code').notNull(),
  facts: jsonb('facts').$type<Readonly<Record<string, string>>>().notNull().default({}),
  price: bigint('price', { mode: 'number' }).notNull(),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  status: text('status').$type<ExtraState>().notNull(),
  document: text('document'),
  attempt: text('attempt'),
  why: text('why'),
  refundRequest: text('refund_request'),
  /** The document in whose place its own is written. */
  replaces: text('replaces'),
  /** The name of whose it is was written otherwise after its airline was asked: what comes is exchanged once more. */
  renamed: boolean('renamed').notNull().default(false),
  requestedAt: at('requested_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type FlightExtra = typeof flightExtras.$inferSelect;

export type AttemptAction = 'hold' | 'keep' | 'name' | 'ticket' | 'cancel' | 'void' | 'exchange' | 'divide';
export type AttemptOutcome = 'ok' | 'refused' | 'pending' | 'unknown';

export const flightAttempts = pgTable('flight_attempts', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  contract: integer('contract').notNull(),
  action: text('action').$type<AttemptAction>().notNull(),
  intendedAt: at('intended_at').notNull(),
  calledAt: at('called_at'),
  answeredAt: at('answered_at'),
  outcome: text('outcome').$type<AttemptOutcome>(),
  detail: jsonb('detail').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  appliedAt: at('applied_at'),
});
export type FlightAttempt = typeof flightAttempts.$inferSelect;

/** Other flights for a ticketed order, from asking what they cost to the airline's exchange. */
export const flightChanges = pgTable(
  'flight_changes',
  {
    orderId: text('order_id').notNull(),
    number: integer('number').notNull(),
    contract: integer('contract').notNull(),
    status: text('status').$type<'quoted' | 'accepted' | 'done' | 'dropped' | 'failed'>().notNull(),
    offerId: text('offer_id').notNull(),
    brand: text('brand').notNull(),
    offer: jsonb('offer').$type<Offer>().notNull(),
    /** The whole price of the order after it. */
    quote: jsonb('quote').$type<Quote>().notNull(),
    /** To be paid for it, or to be given back; minor units. */
    difference: bigint('difference', { mode: 'number' }).notNull(),
    refund: bigint('refund', { mode: 'number' }).notNull(),
    currency: text('currency').$type<CurrencyCode>().notNull(),
    claims: text('claims').array().notNull().default([]),
    letGo: text('let_go').array().notNull().default([]),
    attempt: text('attempt'),
    quotedAt: at('quoted_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    acceptedAt: at('accepted_at'),
    settledAt: at('settled_at'),
    why: text('why'),
    /** The change of schedule it answers; null for one that the traveller asked for. */
    schedule: text('schedule'),
    /** Positions in the contract of flights on which chosen seats are lost. */
    seatsLost: integer('seats_lost').array().notNull().default([]),
    /** The correction of a name that it carries out: the flights stay; null for every other. */
    correction: text('correction'),
    /** The places of those who leave the order by it: the others fly as booked; null for every other. */
    leaves: integer('leaves').array(),
    /** What goes back of each line of the price before it, of those who leave alone; null for every other. */
    terms: jsonb('terms').$type<CancelTerms>(),
    /** Who asked what it would be, as the audit names people; null for every other. */
    askedBy: text('asked_by'),
    /** The directions that its flights replaced, kept when it was done; null for one that replaced none. */
    was: jsonb('was').$type<readonly Slice[]>(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
);
export type FlightChange = typeof flightChanges.$inferSelect;

/** A name that is to be written otherwise; see `name-correction-status.ts`. */
export const nameCorrections = pgTable('name_corrections', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  traveller: integer('traveller').notNull(),
  status: text('status').$type<CorrectionState>().notNull(),
  /** Sealed. */
  was: text('was').notNull(),
  wanted: text('wanted').notNull(),
  kind: text('kind').$type<CorrectionKind>().notNull(),
  letters: integer('letters').notNull(),
  /** A paper that shows who it is is looked at first. */
  paper: boolean('paper').notNull(),
  /** Of all its airlines together, minor units; null while one of them has not said. */
  fee: bigint('fee', { mode: 'number' }),
  currency: text('currency').$type<CurrencyCode>().notNull(),
  /** Contracts whose tickets were written anew for it. */
  written: integer('written').array().notNull().default([]),
  /** Contracts whose airline had it already: before there were tickets, or by a correction that left others out. */
  told: integer('told').array().notNull().default([]),
  /** Contracts whose airline does not do it: their tickets keep the name that they have. */
  leftOut: integer('left_out').array().notNull().default([]),
  /** What each airline takes, as the desk wrote it down. */
  takes: jsonb('takes').$type<readonly NameTake[]>().notNull().default([]),
  /** As the audit names people. */
  documentSeenBy: text('document_seen_by'),
  /** Why one of them is to take less than its rule names, and who wrote so. */
  feeReason: text('fee_reason'),
  feeBy: text('fee_by'),
  feeAt: at('fee_at'),
  /** It counts for nothing until a second person has agreed. */
  feeWaits: boolean('fee_waits').notNull().default(false),
  feeSeenBy: text('fee_seen_by'),
  askedBy: text('asked_by').notNull(),
  askedAt: at('asked_at').notNull(),
  offeredBy: text('offered_by'),
  offeredAt: at('offered_at'),
  offerEndsAt: at('offer_ends_at'),
  agreedBy: text('agreed_by'),
  agreedAt: at('agreed_at'),
  settledBy: text('settled_by'),
  settledAt: at('settled_at'),
  /** Of a refusal: what its traveller reads. */
  reason: text('reason'),
  /** Why the airline did not do it the last time. */
  why: text('why'),
});
export type NameCorrectionRow = typeof nameCorrections.$inferSelect;

/** What is bought beside flights that have their tickets; see `addition-status.ts`. */
export const flightAdditions = pgTable(
  'flight_additions',
  {
    orderId: text('order_id').notNull(),
    number: integer('number').notNull(),
    status: text('status').$type<AdditionState>().notNull(),
    chosen: jsonb('chosen').$type<AddedChoices>().notNull(),
    /** The whole price of the order with it. */
    quote: jsonb('quote').$type<Quote>().notNull(),
    /** To be paid for it, minor units; 0: free of charge. */
    difference: bigint('difference', { mode: 'number' }).notNull(),
    currency: text('currency').$type<CurrencyCode>().notNull(),
    /** The number of the price that it stands on. */
    snapshot: integer('snapshot').notNull(),
    claims: text('claims').array().notNull().default([]),
    /** Of seats that were given up for others. */
    letGo: text('let_go').array().notNull().default([]),
    /** As the audit names people. */
    chosenBy: text('chosen_by').notNull(),
    chosenAt: at('chosen_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    settledAt: at('settled_at'),
    why: text('why'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.number] })],
);
export type FlightAddition = typeof flightAdditions.$inferSelect;

/** What an airline changed after the tickets were written, on one contract. */
export const scheduleChanges = pgTable('schedule_changes', {
  id: text('id').primaryKey(),
  source: text('source').notNull(),
  notice: text('notice').notNull(),
  orderId: text('order_id').notNull(),
  contract: integer('contract').notNull(),
  status: text('status').$type<ScheduleState>().notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  kinds: text('kinds').array().$type<ScheduleKind[]>().notNull(),
  was: jsonb('was').$type<readonly Slice[]>().notNull(),
  /** Null: cancelled. */
  slices: jsonb('slices').$type<readonly Slice[]>(),
  /** Of a cancelled booking, the positions of the flights that are not flown; empty: its source does not say which. */
  gone: integer('gone').array().notNull().default([]),
  /** Of one whose source says which are not flown: every direction as it flies now, the lost ones as they were sold. */
  flies: jsonb('flies').$type<readonly Slice[]>(),
  seatsLost: integer('seats_lost').array().notNull().default([]),
  broken: jsonb('broken').$type<readonly BrokenConnection[]>().notNull().default([]),
  refundable: boolean('refundable').notNull(),
  acceptable: boolean('acceptable').notNull(),
  /** The earlier of the first departures of before and now. */
  departsAt: at('departs_at').notNull(),
  saidAt: at('said_at').notNull(),
  receivedAt: at('received_at').notNull(),
  /** Null until the traveller is told, which begins the time to answer. */
  toldAt: at('told_at'),
  answerBy: at('answer_by'),
  /** When the traveller was last written to once more. */
  toldAgainAt: at('told_again_at'),
  overdueAt: at('overdue_at'),
  answer: text('answer').$type<'accept' | 'instead'>(),
  /** As the audit names people. */
  answeredBy: text('answered_by'),
  answeredAt: at('answered_at'),
  reason: text('reason'),
  /** The consent by which it was accepted unasked: its minutes, whose it is and when it was given; null without one. */
  allowedMinutes: integer('allowed_minutes'),
  allowedBy: text('allowed_by'),
  allowedAt: at('allowed_at'),
  allowedWay: text('allowed_way').$type<ConsentWay>(),
  settledAt: at('settled_at'),
});
export type ScheduleChange = typeof scheduleChanges.$inferSelect;

/** Messages of an airline after which a contract flies as its traveller has it: nothing to answer, and not to be heard twice. */
export const unchangedNotices = pgTable(
  'unchanged_notices',
  {
    source: text('source').notNull(),
    notice: text('notice').notNull(),
    orderId: text('order_id').notNull(),
    contract: integer('contract').notNull(),
    saidAt: at('said_at').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.notice] })],
);

export const travellerRequests = pgTable(
  'traveller_requests',
  {
    orderId: text('order_id').notNull(),
    contract: integer('contract').notNull(),
    traveller: integer('traveller').notNull(),
    kind: text('kind').$type<RequestKind>().notNull(),
    code: text('code').notNull(),
    status: text('status').$type<'requested' | 'confirmed' | 'refused'>().notNull().default('requested'),
    answeredAt: at('answered_at'),
    answeredBy: text('answered_by'),
    /** The answer the traveller has been told. */
    toldStatus: text('told_status').$type<'confirmed' | 'refused'>(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.contract, table.traveller, table.kind, table.code] })],
);
export type TravellerRequest = typeof travellerRequests.$inferSelect;

export const exitDeclarations = pgTable(
  'exit_declarations',
  {
    orderId: text('order_id').notNull(),
    traveller: integer('traveller').notNull(),
    segment: integer('segment').notNull(),
    seat: text('seat').notNull(),
    wording: text('wording').notNull(),
    declaredAt: at('declared_at').notNull(),
    declaredBy: text('declared_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.traveller, table.segment, table.seat] })],
);
export type ExitDeclaration = typeof exitDeclarations.$inferSelect;

export const houseBookings = pgTable('house_bookings', {
  locator: text('locator').primaryKey(),
  holdAttempt: text('hold_attempt').notNull(),
  attempts: text('attempts').array().notNull(),
  offerId: text('offer_id').notNull(),
  brand: text('brand').notNull(),
  offer: jsonb('offer').$type<Offer>().notNull(),
  travellers: text('travellers').array().notNull(),
  seats: jsonb('seats').$type<readonly SeatChoice[]>().notNull(),
  status: text('status').$type<'held' | 'ticketed' | 'cancelled' | 'voided'>().notNull(),
  payBy: at('pay_by').notNull(),
  ticketBy: at('ticket_by').notNull(),
  tickets: jsonb('tickets').$type<readonly Ticket[]>().notNull().default([]),
  /** Sealed. */
  services: text('services'),
  answers: jsonb('answers').$type<readonly RequestAnswer[]>().notNull().default([]),
  documents: jsonb('documents')
    .$type<readonly (WrittenExtra & { readonly attempt: string; readonly replaces?: string })[]>()
    .notNull()
    .default([]),
  voidUntil: at('void_until'),
  createdAt: at('created_at').notNull(),
  changedAt: at('changed_at').notNull(),
});
export type HouseBooking = typeof houseBookings.$inferSelect;

export const ticketSerials = pgTable('ticket_serials', {
  accounting: text('accounting').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});
