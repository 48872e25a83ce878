import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { membersExport } from './open-members.server.ts';
import type { Route } from './+types/loyalty-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The members as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('points', membersExport, request);
}
