import type { RecordDisputes } from '#app/commerce/disputes/staff/record-disputes.ts';
import type { MoneyPosition } from '#app/commerce/ledger/ledger-postings.ts';
import type { CheckCause } from '#app/commerce/orders/payment-check-rules.ts';
import type { SnapshotCause } from '#app/commerce/orders/orders.tables.ts';
import type { NotedCall } from '#app/commerce/record-notes/call-rules.ts';
import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import type { CancelTerms } from '#app/commerce/product-contract.ts';
import type { Money } from '#app/values/money.ts';
import type { ConsentWay } from '../schedule/moves-allowed-rules.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { TravellerRequest } from '../flight.tables.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import type { ExtraState } from '../extras/extra-status.ts';
import type { BaggageAllowance, Layover, Segment } from '../offer.ts';
import type { CorrectionState } from '../names/name-correction-status.ts';
import type { BrokenConnection, ScheduleKind, Severity } from '../schedule/schedule-rules.ts';
import type { ScheduleState } from '../schedule/schedule-status.ts';
import type { NameRules } from '../world/name-rules.ts';
import type { DeskChoice } from './desk-action-rules.ts';

/** A traveller with everything personal masked but the name on the ticket. */
export interface RecordTraveller {
  readonly name: string;
  readonly type: PassengerDetails['type'];
  /** When they left the order, by whose press, with how many others and what went back for all of them; null for who flies. */
  readonly left: {
    readonly at: string;
    readonly by: string;
    readonly byName: boolean;
    readonly together: number;
    readonly back: Money;
  } | null;
  readonly nationality: string;
  /** The last four characters behind dots; null: no document given. */
  readonly document: string | null;
  readonly tickets: readonly {
    readonly number: string;
    readonly status: string;
    /** Which flights of its contract are on which number; empty where it has only one. */
    readonly coupons: readonly { readonly number: string; readonly from: number; readonly to: number }[];
  }[];
  /** The programme with the last four characters of the number; null: none given. */
  readonly flyer: string | null;
  readonly requests: readonly RecordRequest[];
  readonly declarations: readonly { readonly flight: string; readonly seat: string; readonly wording: string; readonly at: string }[];
}

export interface RecordRequest {
  readonly contract: number;
  readonly airline: string;
  readonly kind: TravellerRequest['kind'];
  readonly code: string;
  readonly status: TravellerRequest['status'];
  readonly answeredAt: string | null;
}

export interface RecordExtra {
  readonly id: string;
  /** Surname and given names as on the ticket. */
  readonly traveller: string;
  readonly what: string;
  /** The airline's document: its number has 13 digits. */
  readonly airline: boolean;
  readonly price: Money;
  readonly status: Exclude<ExtraState, 'exchanged'>;
  readonly document: string | null;
  /** The document that it was exchanged for. */
  readonly replaces: string | null;
  /** On its way when the name was written otherwise: it is exchanged once its number is there. */
  readonly renamed: boolean;
  readonly why: string | null;
}

export interface RecordEvent {
  readonly at: string;
  readonly kind: 'event' | 'note' | 'call' | 'money' | 'mail';
  /** Tells events of one moment apart. */
  readonly id: string;
  /** Catalogue key of what happened, or the words of a note. */
  readonly what: string;
  /** A colleague's name, or who among customer, system, supplier, provider. */
  readonly by: string;
  readonly byName: boolean;
  readonly reason: string | null;
  readonly state: FlightOrderState | null;
  readonly amount: Money | null;
  /** Of a note that is of a telephone call. */
  readonly rang?: NotedCall | null;
}

export interface RecordSchedule {
  readonly id: string;
  readonly status: ScheduleState;
  readonly severity: Severity;
  readonly kinds: readonly ScheduleKind[];
  readonly broken: readonly BrokenConnection[];
  readonly was: readonly (readonly Segment[])[];
  /** Null: cancelled. */
  /** Direction by direction; null: it is not flown. */
  readonly now: readonly (readonly Segment[] | null)[];
  readonly told: boolean;
  readonly answerBy: string | null;
  readonly answer: 'accept' | 'instead' | null;
  readonly reason: string | null;
  /** The consent given beforehand by which it was accepted; null where somebody answered. */
  readonly allowed: RecordConsent | null;
}

/** By how many minutes a flight may be moved unasked, who said so and when. */
export interface RecordConsent {
  readonly minutes: number;
  readonly from: ConsentWay;
  readonly at: string;
}

/** Why a paid order is, or was, held back, and what its buyer was asked. */
export interface RecordCheck {
  readonly causes: readonly CheckCause[];
  readonly begunAt: string;
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  readonly decision: 'released' | 'ended' | null;
}

export interface RecordView {
  readonly reference: string;
  readonly version: number;
  readonly status: FlightOrderState;
  readonly fromCity: string;
  readonly toCity: string;
  readonly limit: string | null;
  readonly limitKind: 'hold' | 'kept' | 'ticket' | 'given-up' | 'quote' | 'answer' | null;
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly placedAt: string;
  /** What suppliers owe or owed for tickets that they took back. */
  readonly returns: readonly {
    readonly part: number;
    readonly supplier: string;
    /** As the register names it; a code that it does not know as it is. */
    readonly supplierName: string;
    readonly owed: Money;
    readonly askedAt: string;
    readonly received: Money | null;
    readonly receivedAt: string | null;
    readonly note: string | null;
  }[];
  /** Living orders that may be the same trip. */
  readonly disputes: RecordDisputes;
  readonly twins: readonly { readonly reference: string; readonly status: FlightOrderState }[];
  readonly contracts: readonly {
    readonly locator: string | null;
    readonly supplier: string;
    readonly supplierName: string;
    readonly airline: string;
    readonly airlineName: string;
    readonly brandKey: string;
    /** What its airline corrects of a name. */
    readonly names: NameRules;
    /** Of each flight in flying order, for an adult; empty where the seller does not say. */
    readonly fareBasis: readonly string[];
    /** What each grown-up may carry and check in, direction by direction where they differ. */
    readonly bags: readonly {
      readonly from: string;
      readonly to: string;
      readonly cabin: BaggageAllowance | null;
      readonly checked: BaggageAllowance | null;
    }[];
    readonly voidUntil: string | null;
    /** The way to its first flight from the contract before, where the traveller changes on their own. */
    readonly passage: Layover | null;
    readonly slices: readonly {
      readonly from: string;
      readonly to: string;
      readonly segments: readonly Segment[];
      readonly layovers: readonly Layover[];
    }[];
  }[];
  readonly travellers: readonly RecordTraveller[];
  readonly contact: { readonly email: string; readonly phone: string };
  readonly customer: 'account' | 'guest';
  /** The edition of the terms that was agreed to. */
  readonly termsEdition: number | null;
  readonly lines: readonly PriceLine[];
  readonly total: Money;
  readonly vatTotal: Money;
  readonly rulesVersion: number;
  readonly quotedAt: string;
  readonly snapshots: readonly {
    readonly number: number;
    readonly cause: SnapshotCause;
    readonly total: Money;
    readonly at: string;
    readonly inForce: boolean;
  }[];
  readonly money: MoneyPosition;
  readonly ledger: readonly { readonly kind: string; readonly amount: Money; readonly at: string }[];
  readonly payments: readonly {
    readonly id: string;
    /** What one of two cards pays; null: another payment. */
    readonly card: 'first' | 'waiting' | 'four' | null;
    /** The last four digits of its card. */
    readonly ending: string | null;
    /** What gave that card, by its name; null where it was typed. */
    readonly wallet: string | null;
    readonly status: string;
    readonly decline: string | null;
    readonly amount: Money;
    readonly at: string;
  }[];
  readonly refunds: readonly {
    readonly id: string;
    /** The last four digits of the card it goes to. */
    readonly ending: string | null;
    readonly status: string;
    readonly amount: Money;
    readonly reason: string;
    readonly at: string;
  }[];
  readonly invoices: readonly { readonly number: string; readonly kind: string; readonly gross: Money; readonly at: string }[];
  readonly terms: CancelTerms | null;
  /** What may be given back outside a cancellation; null where nothing was taken, or the clerk may not ask for it. */
  readonly refund: {
    readonly left: Money;
    readonly limit: Money;
    readonly paid: { readonly amount: Money; readonly at: string };
    /** How much of it goes to the first card asked, and to which other the rest; null where one payment has all of it. */
    readonly cards: { readonly first: Money; readonly ending: string; readonly other: string } | null;
    readonly lines: readonly { readonly position: number; readonly left: Money }[];
    readonly waiting: {
      readonly amount: Money;
      readonly reason: string;
      readonly by: string;
      readonly own: boolean;
      readonly mayApprove: boolean;
    } | null;
  } | null;
  /** Paid beside the fare, by traveller. */
  readonly extras: readonly RecordExtra[];
  /** Names that are to be written otherwise and are not settled, the newest first. */
  readonly names: readonly {
    readonly id: string;
    readonly was: string;
    readonly wanted: string;
    readonly status: CorrectionState;
    /** A second person is called. */
    readonly waits: boolean;
    readonly fee: Money | null;
    readonly askedAt: string;
  }[];
  /** What is chosen beside the tickets and not paid: how much, until when, and whether a clerk put it together; null without. */
  readonly addition: { readonly amount: Money; readonly until: string; readonly desk: boolean } | null;
  /** What the airline changed after the tickets were written, the newest first. */
  readonly schedules: readonly RecordSchedule[];
  /** How far an airline may move a flight from now on; null where it is asked about. */
  readonly moves: RecordConsent | null;
  readonly check: RecordCheck | null;
  /** Its traveller says that nobody boarded. */
  readonly claimed: boolean;
  readonly timeline: readonly RecordEvent[];
  /** The supplier log, line by line. */
  readonly log: readonly string[];
  readonly choices: readonly DeskChoice[];
  /** What this clerk may still give back of the order without a second person. */
  readonly alone: Money;
  /** What the airline’s price has risen by, while the traveller has not agreed. */
  readonly rise: Money | null;
  /** Who asked a second person for what, and why; null when nothing waits. */
  readonly asked: { readonly by: string; readonly reason: string } | null;
}

/** What was masked, in the clear: for the moment after an audited request. */
export interface Revealed {
  readonly email: string;
  readonly phone: string;
  readonly travellers: readonly {
    readonly birthDate: string;
    readonly document: string;
    readonly expires: string;
    readonly issuedBy: string;
  }[];
}
