import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { vatReturnExport } from './write-vat-return.server.ts';
import type { Route } from './+types/vat-return-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The VAT return of a period as text/csv: each box, then every document behind it; AED. */
export function action(request: Route.ActionArgs) {
  return answerExport('vat-return', vatReturnExport, request);
}
