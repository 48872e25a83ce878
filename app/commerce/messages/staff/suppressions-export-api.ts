import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { suppressionsExport } from './write-suppressions.server.ts';
import type { Route } from './+types/suppressions-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The addresses that get no mail as text/csv, masked as they stand on the page. */
export function action(request: Route.ActionArgs) {
  return answerExport('suppressions', suppressionsExport, request);
}
