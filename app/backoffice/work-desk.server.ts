import { bookingBulkLine } from '#app/commerce/bookings/booking-jobs.server.ts';
import { workBookingLine } from '#app/commerce/bookings/staff/bulk-bookings.server.ts';
import { customerBulkLine } from '#app/commerce/customers/customer-jobs.server.ts';
import { workCustomerLine } from '#app/commerce/customers/staff/bulk-customers.server.ts';
import { inquiryBulkLine } from '#app/commerce/inquiries/inquiry-jobs.server.ts';
import { workInquiryLine } from '#app/commerce/inquiries/staff/bulk-inquiries.server.ts';
import { refundBulkLine } from '#app/commerce/orders/refund-jobs.server.ts';
import { workRefundLine } from '#app/commerce/orders/staff/bulk-refunds.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { checkNumbers, nightly, numbersCheck } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import { invoiceSend, sendInvoice } from '#app/commerce/invoices/staff/send-invoices.server.ts';
import { sessionCancelLine, sessionLatecomers } from '#app/products/experiences/experience-jobs.server.ts';
import { experienceProduct } from '#app/products/experiences/experience-product.server.ts';
import { applicationBulkLine, workRejectionLine } from '#app/people/recruitment/staff/bulk-reject.server.ts';
import { cancelLatecomers, workSessionLine } from '#app/products/experiences/staff/cancel-session.server.ts';
import { flightBulkLine } from '#app/products/flights/flight-jobs.server.ts';
import { flightProduct } from '#app/products/flights/flight-product.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { workBulkLine } from '#app/products/flights/staff/bulk-orders.server.ts';
import { assistedBulkLine } from '#app/products/visas/assisted/assisted-jobs.server.ts';
import { workStickerLine } from '#app/products/visas/assisted/staff/bulk-stickers.server.ts';
import { workStayLine } from '#app/products/visas/compliance/staff/bulk-visa-stays.server.ts';
import { stayBulkLine } from '#app/products/visas/compliance/visa-stay-jobs.server.ts';
import { tellEscalated, workWatch } from './work-queue/tell-escalated.server.ts';
import { evisaBulkLine } from '#app/products/visas/evisa/evisa-jobs.server.ts';
import { workCaseLine } from '#app/products/visas/evisa/staff/bulk-evisas.server.ts';

/** Starts the workers of what staff leave to be done. */
export async function workOnDesk(platform: Platform, flights: Pick<Flights, 'supplierOf'>): Promise<void> {
  const sold = flightProduct(platform, flights);
  await platform.jobs.handle(flightBulkLine, (line) => workBulkLine(platform, flights, sold, line));
  await platform.jobs.handle(invoiceSend, ({ sendingId }) => sendInvoice(platform, sendingId));
  await platform.jobs.handle(numbersCheck, async () => void (await checkNumbers(platform)));
  await platform.jobs.schedule(numbersCheck, nightly);
  await platform.jobs.handle(refundBulkLine, (line) => workRefundLine(platform, line));
  await platform.jobs.handle(inquiryBulkLine, (line) => workInquiryLine(platform, line));
  await platform.jobs.handle(customerBulkLine, (line) => workCustomerLine(platform, line));
  await platform.jobs.handle(evisaBulkLine, (line) => workCaseLine(platform, line));
  await platform.jobs.handle(applicationBulkLine, (line) => workRejectionLine(platform, line));
  await platform.jobs.handle(bookingBulkLine, (line) => workBookingLine(platform, line));
  const experiences = experienceProduct(platform);
  await platform.jobs.handle(sessionCancelLine, (line) => workSessionLine(platform, experiences, line));
  await platform.jobs.handle(sessionLatecomers, () => cancelLatecomers(platform));
  await platform.jobs.schedule(sessionLatecomers, '* * * * *');
  await platform.jobs.handle(workWatch, () => tellEscalated(platform));
  await platform.jobs.schedule(workWatch, '*/10 * * * *');
  await platform.jobs.handle(assistedBulkLine, (line) => workStickerLine(platform, line));
  await platform.jobs.handle(stayBulkLine, (line) => workStayLine(platform, line));
}
