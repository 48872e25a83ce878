import { bookingsExport } from '#app/commerce/bookings/staff/write-bookings.server.ts';
import { companiesExport } from '#app/commerce/customers/companies/staff/write-companies.server.ts';
import { customersExport } from '#app/commerce/customers/staff/write-customers.server.ts';
import type { ExportList } from '#app/commerce/exports/export-status.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { invoicesExport } from '#app/commerce/invoices/staff/write-invoices.server.ts';
import { mailsExport } from '#app/commerce/messages/staff/write-mail-log.server.ts';
import { refundsExport } from '#app/commerce/orders/staff/write-refunds.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { ticketsExport } from '#app/commerce/tickets/staff/open-ticket-list.server.ts';
import { applicationsExport } from '#app/people/recruitment/write-applications.server.ts';
import { flightOrdersExport } from '#app/products/flights/staff/write-flight-orders.server.ts';
import { flightQuotesExport } from '#app/products/flights/quotes/staff/write-flight-quotes.server.ts';
import { evisasExport } from '#app/products/visas/evisa/staff/write-evisas.server.ts';
import { schedulesExport } from '#app/products/flights/staff/write-schedules.server.ts';
import { inquiriesExport } from '#app/commerce/inquiries/staff/open-inquiry-list.server.ts';
import { membersExport } from '#app/commerce/loyalty/staff/open-members.server.ts';
import { reviewsExport } from '#app/commerce/reviews/staff/write-reviews.server.ts';
import { vatReturnExport } from '#app/commerce/invoices/staff/write-vat-return.server.ts';
import { bankLinesExport } from '#app/commerce/bank/staff/write-bank-lines.server.ts';
import { storeCreditExport } from '#app/commerce/credits/staff/write-store-credit.server.ts';
import { feedbackExport } from '#app/commerce/feedback/staff/write-feedback.server.ts';
import { consultationsExport } from '#app/commerce/consultations/staff/write-consultations.server.ts';
import { visaStaysExport } from '#app/products/visas/compliance/staff/write-visa-stays.server.ts';
import { stickerVisasExport } from '#app/products/visas/assisted/staff/write-sticker-visas.server.ts';
import { requisitionsExport } from '#app/people/recruitment/staff/write-requisitions.server.ts';
import { interviewsExport } from '#app/people/interviews/staff/write-interviews.server.ts';
import { rateHistoryExport } from '#app/commerce/currencies/staff/write-rate-history.server.ts';
import { partnersExport } from '#app/commerce/partners/staff/write-partners.server.ts';
import { suppressionsExport } from '#app/commerce/messages/staff/write-suppressions.server.ts';
import { privacyRequestsExport } from '#app/commerce/privacy/staff/write-privacy-requests.server.ts';
import { assetChargesExport } from '#app/people/assets/staff/write-asset-charges.server.ts';
import { disruptionsExport } from '#app/products/flights/staff/write-disruptions.server.ts';
import { assetsExport } from '#app/people/assets/staff/write-assets.server.ts';
import { tasksExport } from './write-tasks.server.ts';
import { auditExport } from './audit-log/write-audit.server.ts';
import { workExport } from './work-queue/write-work.server.ts';

/** Of every list that can be too long for one answer, who writes it into a file. */
export const exportWriters = (counters: ProductCounters): Readonly<Record<ExportList, ExportWriter>> => ({
  'flight-orders': flightOrdersExport,
  'holiday-orders': bookingsExport('holiday', counters),
  'experience-orders': bookingsExport('experience', counters),
  'staycation-orders': bookingsExport('staycation', counters),
  'evisa-orders': evisasExport,
  refunds: refundsExport,
  work: workExport,
  invoices: invoicesExport,
  customers: customersExport,
  companies: companiesExport,
  tickets: ticketsExport,
  mails: mailsExport,
  'job-applications': applicationsExport,
  'audit-log': auditExport,
  tasks: tasksExport,
  inquiries: inquiriesExport,
  points: membersExport,
  'schedule-changes': schedulesExport,
  'flight-quotes': flightQuotesExport,
  reviews: reviewsExport,
  'vat-return': vatReturnExport,
  'bank-lines': bankLinesExport,
  'store-credit': storeCreditExport,
  feedback: feedbackExport,
  consultations: consultationsExport,
  'visa-stays': visaStaysExport,
  'assisted-visas': stickerVisasExport,
  requisitions: requisitionsExport,
  interviews: interviewsExport,
  'exchange-rates': rateHistoryExport,
  partners: partnersExport,
  suppressions: suppressionsExport,
  'privacy-requests': privacyRequestsExport,
  'damage-charges': assetChargesExport,
  disruptions: disruptionsExport,
  assets: assetsExport,
});
