import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { companiesExport } from './write-companies.server.ts';
import type { Route } from './+types/companies-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of companies as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('companies', companiesExport, request);
}
