import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { rateHistoryExport } from './write-rate-history.server.ts';
import type { Route } from './+types/rate-history-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Every rate that was asked for, as filtered; text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('exchange-rates', rateHistoryExport, request);
}
