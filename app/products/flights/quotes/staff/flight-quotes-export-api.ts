import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { flightQuotesExport } from './write-flight-quotes.server.ts';
import type { Route } from './+types/flight-quotes-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('flight-quotes', flightQuotesExport, request);
}
