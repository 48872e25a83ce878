import type { StatusTable } from '#app/values/status-table.ts';

export const paymentStates = [
  'requires_payment_method',
  'processing',
  'requires_action',
  'requires_capture',
  'succeeded',
  'canceled',
  'stuck',
] as const;
export type PaymentStatus = (typeof paymentStates)[number];

/** What the provider tells, plus `lost`: it did not answer, so nobody may say whether it happened. */
export type PaymentEvent = 'reopened' | 'processing' | 'challenged' | 'authorised' | 'captured' | 'canceled' | 'lost';
/** Only the provider moves money; the system may say no more than that it does not know. Staff have no move. */
export type PaymentActor = 'provider' | 'system' | 'customer' | 'staff';

const open = ['requires_payment_method', 'processing', 'requires_action'] as const;

/**
 * The names are Stripe's. `requires_capture` is authorised: the bank holds the money for us; `succeeded` is captured.
 * A declined card is no state of its own: the payment waits for another one and says why in its decline class.
 */
export const paymentStatusTable: StatusTable<PaymentStatus, PaymentEvent, PaymentActor> = {
  name: 'payment',
  states: paymentStates,
  initial: 'requires_payment_method',
  moves: [
    { from: ['processing', 'requires_action', 'stuck'], event: 'reopened', to: 'requires_payment_method', by: ['provider'] },
    { from: ['requires_payment_method', 'requires_action', 'stuck'], event: 'processing', to: 'processing', by: ['provider'] },
    { from: ['requires_payment_method', 'processing', 'stuck'], event: 'challenged', to: 'requires_action', by: ['provider'] },
    { from: [...open, 'stuck'], event: 'authorised', to: 'requires_capture', by: ['provider'] },
    { from: [...open, 'requires_capture', 'stuck'], event: 'captured', to: 'succeeded', by: ['provider'] },
    { from: [...open, 'requires_capture', 'stuck'], event: 'canceled', to: 'canceled', by: ['provider'] },
    { from: [...open, 'requires_capture'], event: 'lost', to: 'stuck', by: ['system'] },
  ],
};

/** The event that a provider's own status stands for. */
export const eventOf: Readonly<Record<Exclude<PaymentStatus, 'stuck'>, PaymentEvent>> = {
  requires_payment_method: 'reopened',
  processing: 'processing',
  requires_action: 'challenged',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'canceled',
};

/** States that change without us and are therefore asked about. */
export const inMotion: readonly PaymentStatus[] = ['requires_payment_method', 'processing', 'requires_action', 'stuck'];

export const refundStates = ['pending', 'succeeded', 'failed', 'stuck'] as const;
export type RefundStatus = (typeof refundStates)[number];
export type RefundEvent = 'pending' | 'succeeded' | 'failed' | 'lost';

export const refundStatusTable: StatusTable<RefundStatus, RefundEvent, PaymentActor> = {
  name: 'refund',
  states: refundStates,
  initial: 'pending',
  moves: [
    { from: 'stuck', event: 'pending', to: 'pending', by: ['provider'] },
    { from: ['pending', 'stuck'], event: 'succeeded', to: 'succeeded', by: ['provider'] },
    // A bank may hand the money back days after the provider called the refund done.
    { from: ['pending', 'stuck', 'succeeded'], event: 'failed', to: 'failed', by: ['provider'] },
    { from: 'pending', event: 'lost', to: 'stuck', by: ['system'] },
  ],
};

/**
 * What a traveller can do about a decline; the bank's own code is never shown. `over-limit`: the card is good, and holds or
 * allows less than this. `call-bank`: the bank does not say why, so nobody here knows whether it was the sum or the card.
 * `not-agreed`: who was to collect it in four parts does not do so this time; a card still pays. `not-confirmed`: the card is good,
 * and its bank's check of who pays was not passed.
 */
export const declineClasses = [
  'try-again',
  'over-limit',
  'other-card',
  'call-bank',
  'suspected-fraud',
  'not-agreed',
  'not-confirmed',
] as const;
export type DeclineClass = (typeof declineClasses)[number];
