import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { applicationsExport } from '../write-applications.server.ts';
import type { Route } from './+types/applications-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('job-applications', applicationsExport, request);
}
