import type { StatusTable } from '#app/values/status-table.ts';
import type { OrderActor } from '../product-contract.ts';

/** Kinds of product whose orders are sales of bookings. */
export const bookingKinds = ['holiday', 'experience', 'staycation', 'tailor-made'] as const;
export type BookingKind = (typeof bookingKinds)[number];

export const bookingOrderStates = [
  'draft',
  'held',
  'expired',
  'payment_pending',
  'paid',
  'requested',
  'confirmed',
  'completed',
  'cancel_quoted',
  'cancelled',
  'refund_due',
  'refunded',
] as const;
export type BookingOrderState = (typeof bookingOrderStates)[number];

export type BookingOrderEvent =
  | 'hold'
  | 'expire'
  | 'pay'
  | 'payment-failed'
  | 'first-card'
  | 'authorised'
  | 'reclaimed'
  | 'confirm'
  | 'request'
  | 'ask-cancel'
  | 'keep-hold'
  | 'keep-booking'
  | 'confirm-cancel'
  | 'give-up'
  | 'terminate'
  | 'operator-cancel'
  | 'complete'
  | 'owe-refund'
  | 'refunded';

const moves: StatusTable<BookingOrderState, BookingOrderEvent, OrderActor>['moves'] = [
  { from: 'draft', event: 'hold', to: 'held', by: ['system'] },
  { from: ['held', 'payment_pending'], event: 'expire', to: 'expired', by: ['system'] },
  { from: 'held', event: 'pay', to: 'payment_pending', by: ['customer', 'staff'] },
  { from: 'payment_pending', event: 'payment-failed', to: 'held', by: ['system', 'provider'] },
  // One of two cards holds its part: the places are kept until the other pays the rest.
  { from: 'payment_pending', event: 'first-card', to: 'held', by: ['provider'] },
  { from: 'payment_pending', event: 'authorised', to: 'paid', by: ['system', 'provider'] },
  { from: ['expired', 'held'], event: 'reclaimed', to: 'paid', by: ['system', 'provider'] },
  // Reserved at the bank and not taken until the operator says yes.
  { from: 'paid', event: 'request', to: 'requested', by: ['system'] },
  { from: ['paid', 'requested'], event: 'confirm', to: 'confirmed', by: ['system', 'supplier', 'staff'] },
  { from: ['paid', 'requested'], event: 'give-up', to: 'cancelled', by: ['system', 'supplier', 'staff', 'customer'] },
  { from: ['held', 'confirmed'], event: 'ask-cancel', to: 'cancel_quoted', by: ['customer', 'staff'] },
  { from: 'cancel_quoted', event: 'keep-hold', to: 'held', by: ['customer', 'staff', 'system'] },
  { from: 'cancel_quoted', event: 'keep-booking', to: 'confirmed', by: ['customer', 'staff', 'system'] },
  { from: 'cancel_quoted', event: 'confirm-cancel', to: 'cancelled', by: ['customer', 'staff'] },
  // A balance that was never paid.
  { from: 'confirmed', event: 'terminate', to: 'cancelled', by: ['system'] },
  { from: 'confirmed', event: 'operator-cancel', to: 'cancelled', by: ['customer', 'staff', 'system'] },
  { from: ['confirmed', 'cancel_quoted'], event: 'complete', to: 'completed', by: ['system'] },
  // Money that became credit and is wanted back may go back in more than one part.
  { from: ['cancelled', 'expired', 'refunded'], event: 'owe-refund', to: 'refund_due', by: ['system', 'provider'] },
  { from: 'refund_due', event: 'refunded', to: 'refunded', by: ['system', 'provider'] },
];

/** The sale of bookings of one kind; the same steps for each, under a name of its own. */
export function bookingOrderMachine(kind: BookingKind): StatusTable<BookingOrderState, BookingOrderEvent, OrderActor> {
  return { name: `${kind}-order`, states: bookingOrderStates, initial: 'draft', moves };
}
