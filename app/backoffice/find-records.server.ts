import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { findConsultationAsStaff } from '#app/commerce/consultations/consultations-store.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { findCompaniesSaid } from '#app/commerce/customers/companies/companies-store.server.ts';
import { findCustomerRows } from '#app/commerce/customers/staff/customer-desk-store.server.ts';
import { readCustomerView } from '#app/commerce/customers/staff/customer-list-view.ts';
import { findByReferenceStart } from '#app/commerce/orders/orders-store.server.ts';
import { findInvoiceAsStaff } from '#app/commerce/invoices/invoices-store.server.ts';
import { findTicketAsStaff } from '#app/commerce/tickets/tickets-store.server.ts';
import { readerOf } from '#app/people/recruitment/application-view.server.ts';
import { findApplicationFor } from '#app/people/recruitment/job-applications-store.server.ts';
import { findReferencesByLocator } from '#app/products/flights/order/flight-store.server.ts';
import { findFlightQuoteId } from '#app/products/flights/quotes/flight-quotes-store.server.ts';
import { listSuppliers } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';
import { parseReference, parseReferenceStart } from '#app/values/ids.ts';

/** A record that somebody may mean by a few letters, and where it is opened. */
export interface FoundRecord {
  readonly kind:
    | 'order'
    | 'inquiry'
    | 'consultation'
    | 'colleague'
    | 'customer'
    | 'company'
    | 'invoice'
    | 'ticket'
    | 'supplier'
    | 'application'
    | 'pnr'
    | 'flight-quote';
  /** What is written on it: a reference, or the name of a colleague or a customer, whom this person may look up. */
  readonly name: string;
  readonly path: string;
}

/** Shorter than this nearly everything begins so. */
const fewestLetters = 3;
const mostOfAKind = 5;
const invoiceNumber = /^[A-Z]{2,4}-\d{4}-\d{1,9}$/;
const locator = /^[A-Z0-9]{6}$/;

/**
 * Records that this person may open. What is typed is a reference or the beginning of an order's, the number of an invoice,
 * an airline's name for a booking, or the name of a colleague, a customer, a company or a supplier.
 */
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
  const word = typed.trim().toUpperCase();
  const needle = foldText(typed.trim());
  const [found, inquiry, quote, call, ticket, application, invoice, booked, suppliers, colleagues, customers, companies] =
    await Promise.all([
      orders ? findByReferenceStart(db, start, mostOfAKind) : [],
      reference && may(viewer, 'inquiries:view') ? findInquiryAsStaff(db, reference) : null,
      reference && may(viewer, 'flight-orders:view') ? findFlightQuoteId(db, reference) : null,
      reference && may(viewer, 'consultations:view') ? findConsultationAsStaff(db, reference) : null,
      reference && may(viewer, 'tickets:view') ? findTicketAsStaff(db, reference) : null,
      reference && viewer.kind === 'staff' && may(viewer, 'applications:view') ? findApplicationFor(db, readerOf(viewer), reference) : null,
      invoiceNumber.test(word) && may(viewer, 'invoices:view') ? findInvoiceAsStaff(db, word) : null,
      locator.test(word) && may(viewer, 'flight-orders:view') ? findReferencesByLocator(db, word, mostOfAKind) : [],
      may(viewer, 'supply:view') ? listSuppliers(db) : [],
      may(viewer, 'staff:view') ? listStaffAccounts(db, { status: 'active', role: null, find: typed.trim() }, now) : [],
      may(viewer, 'customers:view')
        ? findCustomerRows(db, crypto, readCustomerView(new URLSearchParams({ find: typed })), mostOfAKind)
        : [],
      may(viewer, 'customers:view') ? findCompaniesSaid(db, typed, mostOfAKind) : [],
    ]);
  return [
    ...found.map((one) => ({ kind: 'order', name: one, path: `/admin/orders/${one}` }) as const),
    ...(inquiry ? [{ kind: 'inquiry', name: inquiry.reference, path: `/admin/inquiries/${inquiry.reference}` } as const] : []),
    ...(quote && reference ? [{ kind: 'flight-quote', name: reference, path: `/admin/orders/flights/quotes/${reference}` } as const] : []),
    ...(call ? [{ kind: 'consultation', name: call.reference, path: `/admin/consultations/${call.reference}` } as const] : []),
    ...(ticket ? [{ kind: 'ticket', name: ticket.reference, path: `/admin/tickets/${ticket.reference}` } as const] : []),
    ...(application
      ? [{ kind: 'application', name: application.reference, path: `/admin/job-applications/${application.reference}` } as const]
      : []),
    ...(invoice ? [{ kind: 'invoice', name: invoice.number, path: `/admin/invoices/${invoice.number}` } as const] : []),
    ...booked.map((one) => ({ kind: 'pnr', name: `${word} · ${one}`, path: `/admin/orders/flights/${one}` }) as const),
    ...suppliers
      .filter(
        ({ name, code }) => code === typed.trim().toLowerCase() || (needle.length >= fewestLetters && foldText(name).includes(needle)),
      )
      .slice(0, mostOfAKind)
      .map(({ name, code }) => ({ kind: 'supplier', name, path: `/admin/supply/flights/supplier-register/${code}` }) as const),
    ...companies.map(({ id, name }) => ({ kind: 'company', name, path: `/admin/customers/companies/${id}` }) as const),
    ...customers.map(({ id, name }) => ({ kind: 'customer', name, path: `/admin/customers/${id}` }) as const),
    ...colleagues.slice(0, mostOfAKind).map(({ userId, name }) => ({ kind: 'colleague', name, path: `/admin/users/${userId}` }) as const),
  ];
}
