import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { inquiriesExport } from './open-inquiry-list.server.ts';
import type { Route } from './+types/inquiries-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('inquiries', inquiriesExport, request);
}
