import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { flightQuotesExport } from './write-flight-quotes.server.ts';
import type { Route } from './+types/flight-quotes-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('flight-quotes', flightQuotesExport, request);
}
