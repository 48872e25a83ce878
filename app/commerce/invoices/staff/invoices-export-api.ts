import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { invoicesExport } from './write-invoices.server.ts';
import type { Route } from './+types/invoices-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of documents as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('invoices', invoicesExport, request);
}
