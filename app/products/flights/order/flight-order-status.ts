import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const flightOrderStates = [
  'draft',
  'priced',
  'price_changed',
  'held',
  'expired',
  'payment_pending',
  'paid',
  'on_hold',
  'ticketing',
  'ticketed',
  'ticketing_failed',
  'stuck',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
  'changed',
  'cancel_quoted',
  'cancelled',
  'refund_due',
  'refunded',
  'voided',
  'flown',
  'no_show',
] as const;

export type FlightOrderState = (typeof flightOrderStates)[number];

export type FlightOrderEvent =
  | 'price'
  | 'hold'
  | 'hold-refused'
  | 'price-differs'
  | 'accept-price'
  | 'expire'
  | 'chosen-anew'
  | 'pay'
  | 'payment-failed'
  | 'first-card'
  | 'authorised'
  | 'reclaimed'
  | 'hold-back'
  | 'release'
  | 'issue'
  | 'tickets-received'
  | 'ticketing-refused'
  | 'no-answer'
  | 'found-held'
  | 'found-unticketed'
  | 'found-ticketed'
  | 'found-failed'
  | 'found-cancelled'
  | 'found-voided'
  | 'ask-change'
  | 'keep-flights'
  | 'accept-change'
  | 'change-failed'
  | 'exchanged'
  | 'found-changed'
  | 'settle-change'
  | 'correct-name'
  | 'name-corrected'
  | 'name-kept'
  | 'ask-leave'
  | 'accept-leave'
  | 'divided'
  | 'settle-leave'
  | 'leave-failed'
  | 'schedule-changed'
  | 'answer-schedule'
  | 'answer-failed'
  | 'schedule-over'
  | 'ask-cancel'
  | 'keep-hold'
  | 'keep-tickets'
  | 'keep-no-show'
  | 'confirm-cancel'
  | 'give-up'
  | 'void'
  | 'flown'
  | 'no-show'
  | 'flown-after-all'
  | 'owe-refund'
  | 'refunded';

const outside = ['system', 'supplier'] as const;

/** What can happen next to a flight order, and who may make it happen. */
export const flightOrderMachine: StatusTable<FlightOrderState, FlightOrderEvent, OrderActor> = {
  name: 'flight-order',
  states: flightOrderStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'price', to: 'priced', by: ['system'] },
    { from: 'priced', event: 'hold', to: 'held', by: ['customer', 'staff', 'system'] },
    { from: 'priced', event: 'hold-refused', to: 'cancelled', by: outside },
    { from: ['priced', 'held'], event: 'price-differs', to: 'price_changed', by: outside },
    { from: 'price_changed', event: 'accept-price', to: 'held', by: ['customer', 'staff'] },
    { from: ['priced', 'price_changed', 'held', 'payment_pending'], event: 'expire', to: 'expired', by: ['system'] },
    // Whoever held it went back and chose something else.
    { from: ['price_changed', 'held'], event: 'chosen-anew', to: 'expired', by: ['customer'] },
    { from: ['priced', 'held'], event: 'pay', to: 'payment_pending', by: ['customer', 'staff'] },
    { from: 'payment_pending', event: 'payment-failed', to: 'held', by: ['system', 'provider'] },
    // One of two cards holds its part: it is kept until the other pays the rest.
    { from: 'payment_pending', event: 'first-card', to: 'held', by: ['provider'] },
    { from: 'payment_pending', event: 'authorised', to: 'paid', by: ['system', 'provider'] },
    // Money that came after the hold was over: the places are claimed again, or the money goes back.
    { from: ['expired', 'held'], event: 'reclaimed', to: 'paid', by: ['system', 'provider'] },
    // Tickets wait until somebody has looked at who pays.
    { from: ['paid', 'ticketing_failed'], event: 'hold-back', to: 'on_hold', by: ['system', 'staff'] },
    { from: 'on_hold', event: 'release', to: 'paid', by: ['staff'] },
    { from: ['paid', 'ticketing_failed'], event: 'issue', to: 'ticketing', by: ['system', 'staff'] },
    { from: 'ticketing', event: 'tickets-received', to: 'ticketed', by: outside },
    { from: 'ticketing', event: 'ticketing-refused', to: 'ticketing_failed', by: outside },
    // An unknown answer is neither success nor failure; only a look-up leads out.
    { from: ['priced', 'ticketing', 'cancel_quoted', 'change_pending', 'ticketed'], event: 'no-answer', to: 'stuck', by: outside },
    { from: 'stuck', event: 'found-held', to: 'held', by: outside },
    { from: ['stuck', 'ticketing'], event: 'found-unticketed', to: 'paid', by: outside },
    { from: 'stuck', event: 'found-ticketed', to: 'ticketed', by: outside },
    { from: 'stuck', event: 'found-failed', to: 'ticketing_failed', by: outside },
    { from: 'stuck', event: 'found-cancelled', to: 'cancelled', by: outside },
    { from: 'stuck', event: 'found-voided', to: 'voided', by: outside },
    { from: 'ticketed', event: 'ask-change', to: 'change_quoted', by: ['customer', 'staff'] },
    { from: 'change_quoted', event: 'keep-flights', to: 'ticketed', by: ['customer', 'staff', 'system'] },
    { from: 'change_quoted', event: 'accept-change', to: 'change_pending', by: ['customer', 'staff'] },
    { from: 'change_pending', event: 'change-failed', to: 'ticketed', by: ['customer', 'staff', 'system', 'supplier'] },
    { from: 'change_pending', event: 'exchanged', to: 'changed', by: outside },
    { from: 'stuck', event: 'found-changed', to: 'changed', by: outside },
    // In the transaction that learns of the exchange: its price and papers are in force and the order is ticketed again.
    { from: 'changed', event: 'settle-change', to: 'ticketed', by: ['system'] },
    // A name is written otherwise: the tickets are exchanged for others of the same flights.
    { from: 'ticketed', event: 'correct-name', to: 'change_pending', by: ['customer', 'staff', 'system'] },
    { from: 'changed', event: 'name-corrected', to: 'ticketed', by: ['system'] },
    { from: 'change_pending', event: 'name-kept', to: 'ticketed', by: ['customer', 'staff', 'system', 'supplier'] },
    // Some of its travellers leave it: their tickets are taken back and the others fly as booked.
    { from: 'ticketed', event: 'ask-leave', to: 'change_quoted', by: ['customer', 'staff'] },
    { from: 'change_quoted', event: 'accept-leave', to: 'change_pending', by: ['customer', 'staff'] },
    { from: 'change_pending', event: 'divided', to: 'changed', by: outside },
    { from: 'changed', event: 'settle-leave', to: 'ticketed', by: ['system'] },
    { from: 'change_pending', event: 'leave-failed', to: 'ticketed', by: ['customer', 'staff', 'system', 'supplier'] },
    { from: 'ticketed', event: 'schedule-changed', to: 'schedule_change_pending', by: outside },
    // The flights of now or other ones, free of charge: the tickets are exchanged as for any change.
    { from: 'schedule_change_pending', event: 'answer-schedule', to: 'change_pending', by: ['customer', 'staff', 'system'] },
    { from: ['change_pending', 'stuck'], event: 'answer-failed', to: 'schedule_change_pending', by: outside },
    // The airline flies again what was sold.
    { from: 'schedule_change_pending', event: 'schedule-over', to: 'ticketed', by: outside },
    {
      from: ['held', 'ticketed', 'schedule_change_pending', 'no_show'],
      event: 'ask-cancel',
      to: 'cancel_quoted',
      by: ['customer', 'staff'],
    },
    { from: 'cancel_quoted', event: 'keep-hold', to: 'held', by: ['customer', 'staff', 'system'] },
    { from: 'cancel_quoted', event: 'keep-tickets', to: 'ticketed', by: ['customer', 'staff', 'system'] },
    { from: 'cancel_quoted', event: 'keep-no-show', to: 'no_show', by: ['customer', 'staff', 'system'] },
    { from: 'cancel_quoted', event: 'confirm-cancel', to: 'cancelled', by: ['customer', 'staff'] },
    {
      from: ['priced', 'price_changed', 'paid', 'ticketing_failed', 'on_hold'],
      event: 'give-up',
      to: 'cancelled',
      by: ['system', 'staff'],
    },
    { from: 'ticketed', event: 'void', to: 'voided', by: ['staff'] },
    { from: 'ticketed', event: 'flown', to: 'flown', by: ['system'] },
    // The airline says who did not board; said too early or wrongly, it is taken back.
    { from: ['ticketed', 'flown'], event: 'no-show', to: 'no_show', by: ['staff'] },
    { from: 'no_show', event: 'flown-after-all', to: 'flown', by: ['staff'] },
    { from: ['cancelled', 'voided', 'expired'], event: 'owe-refund', to: 'refund_due', by: ['system', 'provider'] },
    { from: 'refund_due', event: 'refunded', to: 'refunded', by: ['system', 'provider'] },
  ],
};
