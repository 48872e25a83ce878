import type { Instant } from '#app/values/dates.ts';
import type { CurrencyCode, Money } from '#app/values/money.ts';
import type { ExternalOutcome, Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { DisputeStatus } from '../disputes/dispute-status.ts';
import type { DeclineClass, PaymentStatus, RefundStatus } from './payment-status.ts';
import type { Wallet } from './wallets.ts';

/**
 * How a payment is made on the provider's page: with a card, or in four parts that the provider collects of the traveller,
 * while it owes us the whole as it does for a card.
 */
export const paymentMethods = ['card', 'four'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The provider's names for a payment: the session a traveller opens and, once it exists, the money itself. */
export interface ProviderRef {
  readonly ref: string;
  readonly intentRef: string | null;
}

export interface DisputeRef {
  readonly payment: ProviderRef;
  readonly ref: string;
}

/** A payment as its provider has it at the moment of asking. Amounts are totals so far, in the payment's currency. */
export interface ProviderPayment extends ProviderRef {
  /** Our id, as given when the session was made; null on a payment that we never asked for. */
  readonly paymentId: string | null;
  readonly status: Exclude<PaymentStatus, 'stuck'>;
  readonly amount: Money;
  /** What the bank holds or has held for us; stays when it is captured, is 0 after a release. */
  readonly authorised: Money;
  readonly captured: Money;
  /** The provider's own charge for this payment. */
  readonly fee: Money;
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  readonly declineClass: DeclineClass | null;
  /** The last four digits of the card that holds or paid it, where the provider tells. */
  readonly cardEnding?: string | null;
  /** What gave that card; null where it was typed, and where the provider does not tell. */
  readonly wallet?: Wallet | null;
  /** Where the traveller pays; null once that is over. */
  readonly redirectTo: string | null;
  readonly changedAt: Instant;
}

export interface ProviderRefund {
  readonly ref: string;
  /** Our id, as given. */
  readonly refundId: string | null;
  readonly amount: Money;
  readonly status: Exclude<RefundStatus, 'stuck'>;
}

/** A complaint about a payment as the cardholder's bank has it. Amounts are totals so far, in the payment's currency. */
export interface ProviderDispute {
  readonly ref: string;
  readonly status: DisputeStatus;
  /** The bank's own word. */
  readonly reason: string;
  readonly amount: Money;
  readonly taken: Money;
  readonly returned: Money;
  /** The provider's charge for it. */
  readonly fee: Money;
  /** Until when we are heard; null where the bank does not ask. */
  readonly respondBy: Instant | null;
  readonly openedAt: Instant;
}

export interface ProviderEvent {
  readonly eventId: string;
  readonly type: string;
  /** Any names by which our payment can be found: our id, the session, the money. */
  readonly refs: readonly string[];
  /** The state it tells of, where its type alone says so: what we know already need not be asked about. */
  readonly says?: Exclude<PaymentStatus, 'stuck'>;
}

export interface NewSession {
  readonly paymentId: string;
  /** What the traveller knows the order by. */
  readonly reference: string;
  readonly amount: Money;
  readonly method: PaymentMethod;
  readonly language: LanguageCode;
  /** Absolute addresses. */
  readonly successUrl: string;
  readonly failureUrl: string;
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
}

/** As what a paper speaks: of what was charged, of what was delivered, or of anything else. A bank takes one of each. */
export const evidenceSlots = ['receipt', 'service', 'other'] as const;
export type EvidenceSlot = (typeof evidenceSlots)[number];

export interface EvidencePaper {
  readonly name: string;
  readonly slot: EvidenceSlot;
  readonly type: 'application/pdf' | 'image/jpeg' | 'image/png';
  readonly content: Uint8Array;
}

export interface DisputeEvidence {
  readonly words: string;
  /** Papers that the provider has already, by the names it gave them. */
  readonly papers: readonly { readonly slot: EvidenceSlot; readonly ref: string; readonly name: string }[];
}

export type CallRefusal = 'not-found' | 'not-possible' | 'bad-request';
export type WebhookRefusal = 'no-signature' | 'bad-signature' | 'too-old' | 'from-the-future' | 'not-an-event' | 'other-mode';
export type ProviderAnswer<Value> = Promise<ExternalOutcome<Value, CallRefusal>>;

/**
 * Payments taken on pages of a provider. Every call ends within ten seconds. `key` is the id of our attempt: the
 * provider does the work once per key, so a repeat with the same key is a look-up. Unknown means that it may or may
 * not have happened.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** What it can take of what we charge; another method is refused. */
  readonly methods: readonly PaymentMethod[];
  /** In which currencies it takes money for us; a sum in another one is refused before anybody is asked to pay it. */
  readonly currencies: readonly CurrencyCode[];
  /** Opens a page on which the whole amount can be authorised, to be captured or released later. */
  createSession(session: NewSession, key: string): ProviderAnswer<ProviderPayment>;
  fetchPayment(ref: ProviderRef): ProviderAnswer<ProviderPayment>;
  /** Finds the session of one of our payments when the answer to `createSession` was lost. */
  findSession(paymentId: string, createdAt: Instant): ProviderAnswer<ProviderPayment>;
  capture(ref: ProviderRef, amount: Money, key: string): ProviderAnswer<ProviderPayment>;
  /** Releases an authorisation, or closes a session that was never paid. */
  cancel(ref: ProviderRef, key: string): ProviderAnswer<ProviderPayment>;
  refund(ref: ProviderRef, refund: { refundId: string; amount: Money }, key: string): ProviderAnswer<ProviderPayment>;
  /** Says to the cardholder's bank what speaks for the payment. It is heard once. */
  answerDispute(dispute: DisputeRef, evidence: DisputeEvidence, key: string): ProviderAnswer<ProviderPayment>;
  /** Keeps a paper that an answer then names; tells how the provider calls it. Refused for good when it takes no such paper. */
  keepEvidence(paper: EvidencePaper, key: string): ProviderAnswer<string>;
  /** Gives the dispute up: the money stays with the cardholder. */
  acceptDispute(dispute: DisputeRef, key: string): ProviderAnswer<ProviderPayment>;
  /** The provider's own list after a cursor, oldest first; null starts a day back. */
  eventsSince(cursor: string | null): ProviderAnswer<{ readonly events: readonly ProviderEvent[]; readonly cursor: string | null }>;
  /** Every payment made since an instant, for reconciliation. */
  listPayments(since: Instant): ProviderAnswer<readonly ProviderPayment[]>;
  /** Judges a webhook by its raw bytes. */
  readWebhook(body: string, header: (name: string) => string | null, now: Instant): Outcome<ProviderEvent, WebhookRefusal>;
}
