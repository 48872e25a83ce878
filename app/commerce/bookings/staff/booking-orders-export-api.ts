import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { kindOfPath } from './booking-lists.ts';
import { bookingFiles, bookingsExport } from './write-bookings.server.ts';
import type { Route } from './+types/booking-orders-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The whole filtered list of a kind as text/csv. */
export function action(request: Route.ActionArgs) {
  const kind = kindOfPath(request.url.pathname);
  return answerExport(bookingFiles[kind], bookingsExport(kind, request.context.get(productCountersContext)), request);
}
