import type { StatusTable } from '#app/values/status-table.ts';

export const bookingStates = [
  'cart_held',
  'option',
  'requested',
  'counter_offered',
  'declined',
  'confirmed',
  'balance_due',
  'overdue',
  'guaranteed',
  'operator_cancelled',
  'amending',
  'cancelled',
  'redeemed',
  'no_show',
  'completed',
  'expired',
] as const;
export type BookingState = (typeof bookingStates)[number];

export type BookingEvent =
  | 'take-option'
  | 'expire'
  | 'confirm'
  | 'request'
  | 'accept'
  | 'decline'
  | 'counter'
  | 'accept-counter'
  | 'bill'
  | 'lapse'
  | 'settle'
  | 'terminate'
  | 'guarantee'
  | 'operator-cancel'
  | 'transfer'
  | 'amend'
  | 'amended'
  | 'cancel'
  | 'redeem'
  | 'miss'
  | 'complete';

export type BookingActor = 'customer' | 'staff' | 'system' | 'supplier' | 'provider';

/** States in which a place is sold and the journey still lies ahead. */
export const soldStates = ['confirmed', 'guaranteed', 'balance_due', 'overdue'] as const satisfies readonly BookingState[];

/** States in which nobody comes, and a voucher that was written lets nobody in. */
const calledOffStates: readonly BookingState[] = ['declined', 'operator_cancelled', 'cancelled', 'expired'];

export function isCalledOff(status: BookingState): boolean {
  return calledOffStates.includes(status);
}

/** Where a booking stands for whoever holds it: what of it can still be shown or changed follows from it. */
export function stageOf(status: BookingState): 'asked' | 'ahead' | 'begun' | 'over' {
  if (status === 'requested' || status === 'counter_offered') return 'asked';
  if (status === 'redeemed') return 'begun';
  return isCalledOff(status) || status === 'completed' || status === 'no_show' ? 'over' : 'ahead';
}

/**
 * For the description of an order whose operator does not run it, while its holder may choose what happens now. `instead`:
 * where another date is chosen.
 */
export function calledOffBy<Link>(
  booking: { readonly status: BookingState; readonly choiceBy: Date | null } | null,
  instead: Link,
): { readonly calledOff?: string; readonly instead?: Link } {
  return booking?.status === 'operator_cancelled' && booking.choiceBy ? { calledOff: booking.choiceBy.toISOString(), instead } : {};
}

/**
 * One booked thing of an order: a departure, a stay, a time slot. The order is its sale and moves beside it; what is
 * asked for and not yet granted, owed, or answered by the operator is told apart here.
 */
export const bookingMachine: StatusTable<BookingState, BookingEvent, BookingActor> = {
  name: 'booking',
  states: bookingStates,
  initial: 'cart_held',
  moves: [
    { from: 'cart_held', event: 'take-option', to: 'option', by: ['customer', 'staff'] },
    { from: ['cart_held', 'option'], event: 'expire', to: 'expired', by: ['system'] },
    // From expired: the money came late and the places were still there.
    { from: ['cart_held', 'option', 'expired'], event: 'confirm', to: 'confirmed', by: ['system', 'staff'] },
    { from: ['cart_held', 'expired'], event: 'request', to: 'requested', by: ['system'] },
    { from: 'requested', event: 'accept', to: 'confirmed', by: ['supplier', 'staff'] },
    { from: ['requested', 'counter_offered'], event: 'decline', to: 'declined', by: ['supplier', 'staff', 'customer', 'system'] },
    { from: 'requested', event: 'counter', to: 'counter_offered', by: ['supplier', 'staff'] },
    { from: 'counter_offered', event: 'accept-counter', to: 'confirmed', by: ['customer', 'staff'] },
    { from: ['confirmed', 'guaranteed'], event: 'bill', to: 'balance_due', by: ['system'] },
    { from: 'balance_due', event: 'lapse', to: 'overdue', by: ['system'] },
    { from: ['balance_due', 'overdue'], event: 'settle', to: 'confirmed', by: ['system', 'provider'] },
    { from: 'overdue', event: 'terminate', to: 'cancelled', by: ['system'] },
    { from: 'confirmed', event: 'guarantee', to: 'guaranteed', by: ['staff', 'system'] },
    { from: [...soldStates], event: 'operator-cancel', to: 'operator_cancelled', by: ['staff', 'system'] },
    { from: 'operator_cancelled', event: 'transfer', to: 'confirmed', by: ['customer', 'staff'] },
    // Overdue only back to what is paid for; see `owedFirst`.
    { from: [...soldStates], event: 'amend', to: 'amending', by: ['customer', 'staff'] },
    { from: 'amending', event: 'amended', to: 'confirmed', by: ['customer', 'staff', 'system'] },
    {
      from: ['cart_held', 'option', 'requested', 'counter_offered', 'operator_cancelled', ...soldStates],
      event: 'cancel',
      to: 'cancelled',
      by: ['customer', 'staff', 'system'],
    },
    // A no-show can turn out to have been there: its operator has 48 hours to say so. Who owes a part has paid for the rest:
    // what was booked is had, and the part stays a matter of the desk.
    { from: [...soldStates, 'no_show'], event: 'redeem', to: 'redeemed', by: ['supplier', 'staff', 'system'] },
    { from: [...soldStates], event: 'miss', to: 'no_show', by: ['supplier', 'staff', 'system'] },
    { from: 'redeemed', event: 'complete', to: 'completed', by: ['system'] },
  ],
};
