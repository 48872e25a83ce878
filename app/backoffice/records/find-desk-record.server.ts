import { sql } from 'drizzle-orm';
import { findLine } from '#app/commerce/bank/bank-store.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { findCampaign } from '#app/commerce/campaigns/campaigns-store.server.ts';
import { findConsultationAsStaff } from '#app/commerce/consultations/consultations-store.server.ts';
import { findCompany } from '#app/commerce/customers/companies/companies-store.server.ts';
import { findCustomer } from '#app/commerce/customers/records/customers-store.server.ts';
import { findDispute } from '#app/commerce/disputes/disputes-store.server.ts';
import { findInquiryAsStaff } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { findInvoiceAsStaff } from '#app/commerce/invoices/invoices-store.server.ts';
import { findByReference, findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findLeadByReference } from '#app/commerce/partners/partners-store.server.ts';
import {
  deskRecord,
  recordKinds,
  seesRecord,
  visaParts,
  type DeskRecord,
  type RecordKind,
} from '#app/commerce/record-notes/record-kinds.ts';
import { findReviewAsStaff } from '#app/commerce/reviews/reviews-store.server.ts';
import { isHelpdeskOn } from '#app/commerce/tickets/open-ticket.server.ts';
import { findTicketAsStaff } from '#app/commerce/tickets/tickets-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { readTag } from '#app/people/assets/asset-tag-rules.ts';
import { findAssetAsStaff } from '#app/people/assets/assets-store.server.ts';
import { findApplicationFor } from '#app/people/recruitment/job-applications-store.server.ts';
import { findPostingAsStaff } from '#app/people/recruitment/job-postings-store.server.ts';
import { findRequisition } from '#app/people/recruitment/requisitions-store.server.ts';
import { findKnownExperience } from '#app/products/experiences/experiences-store.server.ts';
import { findDeskTour } from '#app/products/holidays/staff/tour-editions-store.server.ts';
import { findSupply } from '#app/products/staycations/staff/stay-desk-store.server.ts';
import { findTourAsSold } from '#app/products/holidays/tours-store.server.ts';
import { findCountry } from '#app/products/visas/evisa/evisa-editions-store.server.ts';
import { findGroupOfApplication } from '#app/products/visas/evisa/evisa-groups-store.server.ts';
import { findFlightQuoteId } from '#app/products/flights/quotes/flight-quotes-store.server.ts';
import { findSupplier } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import { parseReference } from '#app/values/ids.ts';

type Find = (db: Db, handle: string) => Promise<DeskRecord | null>;

const order =
  (kind: Extract<RecordKind, 'flight' | 'holiday' | 'experience' | 'staycation' | 'tailor-made'>): Find =>
  async (db, handle) => {
    const found = await findByReference(db, parseReference(handle) ?? '-');
    if (found?.kind !== kind) return null;
    const bookings = kind === 'flight' ? [] : await findBookings(db, found.id);
    return deskRecord(kind, { id: found.id, handle: found.reference, parts: bookings.map(({ id }) => `bookings:${id}`) });
  };

/** An application is one of its route alone: an assisted case has an address of its own. */
const application =
  (kind: 'evisa' | 'assisted'): Find =>
  async (db, handle) => {
    const group = await findGroupOfApplication(db, handle);
    if (group?.route !== kind) return null;
    const paid = group.orderId && (await findOrderAsSystem(db, group.orderId));
    return deskRecord(kind, { id: handle, handle, ...(paid ? { name: paid.reference } : {}), parts: visaParts(handle, group) });
  };

const finds: Readonly<Record<RecordKind, Find>> = {
  flight: order('flight'),
  'flight-quote': async (db, handle) => {
    const id = await findFlightQuoteId(db, parseReference(handle) ?? '-');
    return id === null ? null : deskRecord('flight-quote', { id, handle: parseReference(handle)! });
  },
  holiday: order('holiday'),
  experience: order('experience'),
  staycation: order('staycation'),
  'tailor-made': order('tailor-made'),
  evisa: application('evisa'),
  assisted: application('assisted'),
  customer: async (db, handle) => {
    const found = await findCustomer(db, handle);
    return found && !found.mergedInto ? deskRecord('customer', { id: found.id, handle: found.id }) : null;
  },
  company: async (db, handle) => {
    const found = await findCompany(db, handle);
    return found && deskRecord('company', { id: found.id, handle: found.id, name: found.name });
  },
  invoice: async (db, handle) => {
    const found = await findInvoiceAsStaff(db, handle);
    return found && deskRecord('invoice', { id: found.id, handle: found.number });
  },
  inquiry: async (db, handle) => {
    const found = await findInquiryAsStaff(db, parseReference(handle) ?? '-');
    return found && deskRecord('inquiry', { id: found.id, handle: found.reference });
  },
  ticket: async (db, handle) => {
    const found = (await isHelpdeskOn({ db })) ? await findTicketAsStaff(db, parseReference(handle) ?? '-') : null;
    return found && deskRecord('ticket', { id: found.id, handle: found.reference });
  },
  consultation: async (db, handle) => {
    const found = await findConsultationAsStaff(db, parseReference(handle) ?? '');
    return found && deskRecord('consultation', { id: found.id, handle: found.reference });
  },
  review: async (db, handle) => {
    const found = await findReviewAsStaff(db, parseReference(handle) ?? '-');
    return found && deskRecord('review', { id: found.id, handle: found.reference });
  },
  partner: async (db, handle) => {
    const found = await findLeadByReference(db, parseReference(handle) ?? '-');
    return found && deskRecord('partner', { id: found.id, handle: found.reference });
  },
  dispute: async (db, handle) => {
    const found = await findDispute(db, handle);
    return found && deskRecord('dispute', { id: found.id, handle: found.id, name: found.providerRef });
  },
  'bank-line': async (db, handle) => {
    const found = await findLine(db, handle);
    return found && deskRecord('bank-line', { id: found.id, handle: found.id, name: found.bookedOn });
  },
  campaign: async (db, handle) => {
    const found = await findCampaign(db, handle);
    return found && deskRecord('campaign', { id: found.id, handle: found.id, name: found.name });
  },
  content: async (db, handle) => {
    // What the shop reads is kept above the desk: of it no more than its name is asked for.
    const { rows } = (await db.execute(sql`select id, slug from content_items where id = ${handle}`)) as unknown as {
      rows: { id: string; slug: string }[];
    };
    const [found] = rows;
    return found ? deskRecord('content', { id: found.id, handle: found.id, name: found.slug }) : null;
  },
  tour: async (db, handle) => {
    const found = (await findDeskTour(db, handle)) ?? (await findTourAsSold(db, handle, 'en'));
    return found && deskRecord('tour', { id: handle, handle });
  },
  activity: async (db, handle) => {
    const found = await findKnownExperience(db, handle, 'en');
    return found && deskRecord('activity', { id: handle, handle });
  },
  house: async (db, handle) => {
    const found = await findSupply(db, handle);
    return found && deskRecord('house', { id: handle, handle });
  },
  'evisa-offer': async (db, handle) => {
    const found = await findCountry(db, handle);
    return found && deskRecord('evisa-offer', { id: found.code, handle: found.code });
  },
  requisition: async (db, handle) => {
    const found = await findRequisition(db, handle);
    return found && deskRecord('requisition', { id: found.id, handle: found.id, name: found.title });
  },
  application: async (db, handle) => {
    const found = await findApplicationFor(db, { userId: '', seesAll: true }, parseReference(handle) ?? '-');
    return found && !found.purgedAt ? deskRecord('application', { id: found.id, handle: found.reference }) : null;
  },
  posting: async (db, handle) => {
    const found = await findPostingAsStaff(db, handle);
    return found && deskRecord('posting', { id: found.id, handle: found.id });
  },
  asset: async (db, handle) => {
    const tag = readTag(handle);
    const found = tag ? await findAssetAsStaff(db, tag) : null;
    return found && deskRecord('asset', { id: found.id, handle: found.tag });
  },
  supplier: async (db, handle) => {
    const found = await findSupplier(db, handle);
    return found && deskRecord('supplier', { id: found.code, handle: found.code });
  },
};

/** A record of the desk by its kind and handle, for whoever may open its page; null for everybody and everything else. */
export async function findDeskRecord(
  db: Db,
  viewer: Viewer,
  asked: { readonly kind: string; readonly handle: string },
): Promise<DeskRecord | null> {
  const kind = recordKinds.find((one) => one === asked.kind);
  if (!kind || viewer.kind !== 'staff' || !seesRecord(viewer.staff.roles, kind)) return null;
  return finds[kind](db, asked.handle);
}
