import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { flightOrdersExport } from './write-flight-orders.server.ts';
import type { Route } from './+types/flight-orders-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The whole filtered list as text/csv, for those who may take it out of the house. */
export function action(request: Route.ActionArgs) {
  return answerExport('flight-orders', flightOrdersExport, request);
}
