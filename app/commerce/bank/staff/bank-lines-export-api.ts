import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { bankLinesExport } from './write-bank-lines.server.ts';
import type { Route } from './+types/bank-lines-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of lines as a text/csv file. */
export function action(request: Route.ActionArgs) {
  return answerExport('bank-lines', bankLinesExport, request);
}
