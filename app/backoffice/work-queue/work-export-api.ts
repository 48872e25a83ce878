import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { workExport } from './write-work.server.ts';
import type { Route } from './+types/work-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered queue as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('work', workExport, request);
}
