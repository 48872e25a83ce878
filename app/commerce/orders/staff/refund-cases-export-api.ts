import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { refundsExport } from './write-refunds.server.ts';
import type { Route } from './+types/refund-cases-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of refunds as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('refunds', refundsExport, request);
}
