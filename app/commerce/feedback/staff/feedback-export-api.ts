import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { feedbackExport } from './write-feedback.server.ts';
import type { Route } from './+types/feedback-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered feedback as text/csv, without the address of anybody. */
export function action(request: Route.ActionArgs) {
  return answerExport('feedback', feedbackExport, request);
}
