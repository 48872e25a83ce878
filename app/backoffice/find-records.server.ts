import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { findConsultationAsStaff } from '#app/commerce/consultations/consultations-store.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { findCustomerRows } from '#app/commerce/customers/staff/customer-desk-store.server.ts';
import { readCustomerView } from '#app/commerce/customers/staff/customer-list-view.ts';
import { findByReferenceStart } from '#app/commerce/orders/orders-store.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { parseReference, parseReferenceStart } from '#app/values/ids.ts';

/** A record that somebody may mean by a few letters, and where it is opened. */
export interface FoundRecord {
  readonly kind: 'order' | 'inquiry' | 'consultation' | 'colleague' | 'customer';
  /** What is written on it: a reference, or the name of a colleague or a customer, whom this person may look up. */
  readonly name: string;
  readonly path: string;
}

/** Shorter than this nearly everything begins so. */
const fewestLetters = 3;
const mostOfAKind = 5;

/** Records that this person may open. What is typed is the reference of an order or its beginning, or a colleague's name. */
export async function findRecords(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  viewer: Viewer,
  typed: string,
  now: Instant,
): Promise<FoundRecord[]> {
  if (typed.trim().length < fewestLetters) return [];
  const start = parseReferenceStart(typed);
  const reference = parseReference(typed);
  const orders =
    start !== null && (may(viewer, 'flight-orders:view') || may(viewer, 'visa-orders:view') || may(viewer, 'booking-orders:view'));
  const [found, inquiry, call, colleagues, customers] = await Promise.all([
    orders ? findByReferenceStart(db, start, mostOfAKind) : [],
    reference && may(viewer, 'inquiries:view') ? findInquiryAsStaff(db, reference) : null,
    reference && may(viewer, 'consultations:view') ? findConsultationAsStaff(db, reference) : null,
    may(viewer, 'staff:view') ? listStaffAccounts(db, { status: 'active', role: null, find: typed.trim() }, now) : [],
    may(viewer, 'customers:view') ? findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find: typed })), mostOfAKind) : [],
  ]);
  return [
    ...found.map((one) => ({ kind: 'order', name: one, path: `/admin/orders/${one}` }) as const),
    ...(inquiry ? [{ kind: 'inquiry', name: inquiry.reference, path: `/admin/inquiries/${inquiry.reference}` } as const] : []),
    ...(call ? [{ kind: 'consultation', name: call.reference, path: `/admin/consultations/${call.reference}` } as const] : []),
    ...customers.map(({ id, name }) => ({ kind: 'customer', name, path: `/admin/customers/${id}` }) as const),
    ...colleagues.slice(0, mostOfAKind).map(({ userId, name }) => ({ kind: 'colleague', name, path: `/admin/users/${userId}` }) as const),
  ];
}
