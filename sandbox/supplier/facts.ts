import type { LineOf } from '../lines.ts';

/** Why the supplier says no, in the words of the port behind which it stands. */
export type Refusal =
  | 'bad-request'
  | 'departed'
  | 'offer-expired'
  | 'hold-expired'
  | 'not-found'
  | 'already-cancelled'
  | 'void-window-closed';

export interface RequestAnswer {
  readonly traveller: string;
  readonly kind: 'assistance' | 'loyalty' | 'meal';
  readonly code: string;
  readonly state: 'requested' | 'confirmed';
}

/** What is asked to be kept. Of the travellers only their ids are written down. */
export interface HoldTerms {
  /** Of whoever issues the tickets: its code, and the three digits their numbers begin with. */
  readonly airline: string;
  readonly accounting: string;
  readonly offer_id: string;
  readonly brand: string;
  /** Sealed by the store: what it priced, given back as it came. */
  readonly terms: string;
  /** First departure, milliseconds since 1970. */
  readonly departs: number;
  /** How many there are; absent in what was written before it was asked. */
  readonly flights?: number;
  readonly travellers: readonly string[];
  readonly answers: readonly RequestAnswer[];
}

/** Other flights for a booking that has tickets; `only`: those of one traveller alone, whose name was wrong. */
export type ExchangeTerms = Pick<HoldTerms, 'offer_id' | 'brand' | 'terms' | 'departs' | 'flights'> & { readonly only?: string };

/** What was paid beside the fare; the store's own id of it. `replaces`: the document whose value it took over. */
export interface AskedExtra {
  readonly extra: string;
  readonly replaces?: string;
}
export interface IssuedExtra extends AskedExtra {
  readonly number: string;
}

export interface IssuedTicket {
  readonly traveller: string;
  readonly number: string;
  /** How many numbers in a row it has: four flights are on each. Absent: one. */
  readonly booklets?: number;
  readonly airline: string;
}

/** What happened to a booking, as it is written down before anybody is told. `attempt` is the store's own key of the call. */
export type Fact =
  | {
      readonly type: 'booking.held';
      readonly locator: string;
      readonly attempt: string;
      readonly terms: HoldTerms;
      readonly pay_by: number;
      readonly ticket_by: number;
    }
  /** Accepted, to be done when it is next asked about. */
  | { readonly type: 'booking.ticketing'; readonly locator: string; readonly attempt: string }
  | {
      readonly type: 'booking.ticketed';
      readonly locator: string;
      readonly attempt: string;
      readonly tickets: readonly IssuedTicket[];
      readonly void_until: number;
    }
  | {
      readonly type: 'booking.exchanged';
      readonly locator: string;
      readonly attempt: string;
      readonly terms: ExchangeTerms;
      readonly tickets: readonly IssuedTicket[];
    }
  | {
      readonly type: 'booking.divided';
      readonly locator: string;
      readonly attempt: string;
      /** Who left it, and the tickets of those who stay. */
      readonly left: readonly string[];
      readonly tickets: readonly IssuedTicket[];
    }
  | {
      readonly type: 'booking.extras-written';
      readonly locator: string;
      readonly attempt: string;
      readonly documents: readonly IssuedExtra[];
    }
  | { readonly type: 'booking.cancelled'; readonly locator: string; readonly attempt: string }
  | { readonly type: 'booking.voided'; readonly locator: string; readonly attempt: string }
  | { readonly type: 'control'; readonly rules: Rules };

export type Line = LineOf<Fact>;

export type Operation = 'hold' | 'ticket' | 'lookup' | 'cancel' | 'void' | 'exchange' | 'divide' | 'extras';

/**
 * How a call goes wrong: `before` it is done or `after`, with a 500 or without a word; late by `ms`; done twice, as by a
 * network that repeats itself; answered with half a sentence or with somebody else's booking; accepted and not done yet.
 */
export type Fault =
  | 'error-before'
  | 'error-after'
  | 'silent-before'
  | 'silent-after'
  | 'slow'
  | 'twice'
  | 'garbage'
  | 'other-booking'
  | 'pending';

/** How the supplier should misbehave; for drills. */
export interface Rules {
  readonly api?: readonly {
    readonly operation: Operation | 'any';
    readonly fault: Fault;
    /** So many calls, and of those that match only each `every`th; default 1. */
    readonly times: number;
    readonly every?: number;
    readonly ms?: number;
  }[];
}
