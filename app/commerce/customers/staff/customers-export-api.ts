import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { customersExport } from './write-customers.server.ts';
import type { Route } from './+types/customers-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('customers', customersExport, request);
}
