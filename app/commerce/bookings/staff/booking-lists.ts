import type { BookingKind } from '../booking-order-status.ts';
import type { BookingState } from '../booking-status.ts';

/** Kinds with a list of their own; a tailor-made trip is found by the inquiry it came from. */
export const listedKinds = ['holiday', 'experience', 'staycation'] as const satisfies readonly BookingKind[];
export type ListedKind = (typeof listedKinds)[number];

/** The tabs of a list of bookings: what somebody must answer first, then what lies ahead. */
export const bookingQueues = ['answer', 'ahead', 'held', 'over', 'ended', 'all'] as const;
export type BookingQueue = (typeof bookingQueues)[number];

/** States of each tab; null: whatever there is. */
export const statesOf: Readonly<Record<BookingQueue, readonly BookingState[] | null>> = {
  answer: ['requested', 'counter_offered', 'overdue', 'operator_cancelled'],
  ahead: ['confirmed', 'guaranteed', 'balance_due', 'amending'],
  held: ['cart_held', 'option'],
  over: ['redeemed', 'no_show', 'completed'],
  ended: ['declined', 'cancelled', 'expired'],
  all: null,
};

export const bookingColumns = [
  'starts',
  'ends',
  'reference',
  'title',
  'lead',
  'places',
  'state',
  'due',
  'operator',
  'total',
  'placed',
  'owner',
] as const;
export type BookingColumn = (typeof bookingColumns)[number];

/** Where the list of a kind stands, and the columns that are shown to somebody who never chose. */
export const bookingLists: Readonly<Record<ListedKind, { readonly path: string; readonly usual: readonly BookingColumn[] }>> = {
  holiday: {
    path: '/admin/orders/holidays',
    usual: ['starts', 'reference', 'title', 'lead', 'places', 'state', 'due', 'total', 'owner'],
  },
  // A visit lasts hours; who runs it and when it was booked say more than its end.
  experience: {
    path: '/admin/orders/experiences',
    usual: ['starts', 'reference', 'title', 'lead', 'places', 'state', 'operator', 'total', 'owner'],
  },
  staycation: {
    path: '/admin/orders/staycations',
    usual: ['starts', 'ends', 'reference', 'title', 'lead', 'places', 'state', 'total', 'owner'],
  },
};

/** The kind whose list an address belongs to. */
export function kindOfPath(pathname: string): ListedKind {
  const segment = pathname.replace(/\.data$/, '').split('/')[3] ?? '';
  return listedKinds.find((kind) => bookingLists[kind].path.endsWith(`/${segment}`)) ?? 'holiday';
}
