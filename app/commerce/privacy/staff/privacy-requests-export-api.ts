import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { privacyRequestsExport } from './write-privacy-requests.server.ts';
import type { Route } from './+types/privacy-requests-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The requests as text/csv, for whoever checks that the law's days are kept: nobody's address stands in it. */
export function action(request: Route.ActionArgs) {
  return answerExport('privacy-requests', privacyRequestsExport, request);
}
