import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { visaStaysExport } from './write-visa-stays.server.ts';
import type { Route } from './+types/visa-stays-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv: names, days and states, no numbers of visas or passports. */
export function action(request: Route.ActionArgs) {
  return answerExport('visa-stays', visaStaysExport, request);
}
