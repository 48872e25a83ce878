import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { storeCreditExport } from './write-store-credit.server.ts';
import type { Route } from './+types/store-credit-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of credit as text/csv: references and amounts, nobody's name. */
export function action(request: Route.ActionArgs) {
  return answerExport('store-credit', storeCreditExport, request);
}
