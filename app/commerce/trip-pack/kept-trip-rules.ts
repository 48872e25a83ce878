import type { PaperEntry } from '../orders/order-description.ts';

/** A cookie that scripts may read: "a trip of this account is kept here". It proves nothing. */
export const keptHint = 'rihla-kept-trips';
/** As long as browsers keep a cookie. */
export const keptHintSeconds = 400 * 86_400;

/** Where a device lets go of what it keeps, on its way to `next`, a path of our own. */
export const leavingAddress = (next: string) => `/bookings-trips/left?next=${encodeURIComponent(next)}`;

/** Papers that a device may keep: what is shown on the way. Invoices, with their prices, and passports are not among them. */
const keptKinds: readonly PaperEntry['kind'][] = ['ticket', 'calendar', 'visa', 'boarding', 'appointment', 'voucher'];

export function mayKeep(paper: Pick<PaperEntry, 'kind'>): boolean {
  return keptKinds.includes(paper.kind);
}

export const packAddress = (reference: string) => `/bookings-trips/${reference}/pack`;
export const packPaperAddress = (reference: string, name: string) => `/bookings-trips/${reference}/papers/${name}`;
