import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { flightOrdersExport } from './write-flight-orders.server.ts';
import type { Route } from './+types/flight-orders-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The whole filtered list as text/csv, for those who may take it out of the house. */
export function action(request: Route.ActionArgs) {
  return answerExport('flight-orders', flightOrdersExport, request);
}
