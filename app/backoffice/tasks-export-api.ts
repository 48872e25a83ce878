import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { tasksExport } from './write-tasks.server.ts';
import type { Route } from './+types/tasks-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The list as filtered, as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('tasks', tasksExport, request);
}
