import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { partnersExport } from './write-partners.server.ts';
import type { Route } from './+types/partners-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The applications as text/csv: companies and their licences, without whom to write to. */
export function action(request: Route.ActionArgs) {
  return answerExport('partners', partnersExport, request);
}
