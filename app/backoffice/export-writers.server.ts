import { bookingsExport } from '#app/commerce/bookings/staff/write-bookings.server.ts';
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
});
