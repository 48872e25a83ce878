import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { schedulesExport } from './write-schedules.server.ts';
import type { Route } from './+types/schedules-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('schedule-changes', schedulesExport, request);
}
