import type { OrderActor } from '#app/commerce/product-contract.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const evisaOrderStates = [
  'draft',
  'held',
  'expired',
  'payment_pending',
  'paid',
  'accepted',
  'completed',
  'closed',
  'cancel_quoted',
  'cancelled',
  'refund_due',
  'refunded',
] as const;
export type EvisaOrderState = (typeof evisaOrderStates)[number];

export type EvisaOrderEvent =
  | 'hold'
  | 'expire'
  | 'pay'
  | 'payment-failed'
  | 'first-card'
  | 'authorised'
  | 'reclaimed'
  | 'accept'
  | 'complete'
  | 'close'
  | 'ask-cancel'
  | 'keep-hold'
  | 'keep-application'
  | 'confirm-cancel'
  | 'give-up'
  | 'owe-refund'
  | 'refunded';

/** The sale of one group of applications: paid in advance, worked on, done when the last of them is. */
export const evisaOrderMachine: StatusTable<EvisaOrderState, EvisaOrderEvent, OrderActor> = {
  name: 'evisa-order',
  states: evisaOrderStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'hold', to: 'held', by: ['system'] },
    { from: ['held', 'payment_pending'], event: 'expire', to: 'expired', by: ['system'] },
    { from: 'held', event: 'pay', to: 'payment_pending', by: ['customer', 'staff'] },
    { from: 'payment_pending', event: 'payment-failed', to: 'held', by: ['system', 'provider'] },
    // One of two cards holds its part: price and form are kept until the other pays the rest.
    { from: 'payment_pending', event: 'first-card', to: 'held', by: ['provider'] },
    { from: 'payment_pending', event: 'authorised', to: 'paid', by: ['system', 'provider'] },
    { from: ['expired', 'held'], event: 'reclaimed', to: 'paid', by: ['system', 'provider'] },
    { from: 'paid', event: 'accept', to: 'accepted', by: ['system', 'staff'] },
    { from: ['accepted', 'cancel_quoted'], event: 'complete', to: 'completed', by: ['system', 'staff'] },
    // Every application ended without a visa.
    { from: ['accepted', 'cancel_quoted'], event: 'close', to: 'closed', by: ['system', 'staff'] },
    { from: ['held', 'accepted'], event: 'ask-cancel', to: 'cancel_quoted', by: ['customer', 'staff'] },
    { from: 'cancel_quoted', event: 'keep-hold', to: 'held', by: ['customer', 'staff', 'system'] },
    { from: 'cancel_quoted', event: 'keep-application', to: 'accepted', by: ['customer', 'staff', 'system'] },
    { from: 'cancel_quoted', event: 'confirm-cancel', to: 'cancelled', by: ['customer', 'staff'] },
    { from: 'paid', event: 'give-up', to: 'cancelled', by: ['system', 'staff'] },
    { from: ['cancelled', 'expired'], event: 'owe-refund', to: 'refund_due', by: ['system', 'provider'] },
    { from: 'refund_due', event: 'refunded', to: 'refunded', by: ['system', 'provider'] },
  ],
};
