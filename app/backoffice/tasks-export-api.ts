import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { tasksExport } from './write-tasks.server.ts';
import type { Route } from './+types/tasks-export-api.ts';

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The list as filtered, as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('tasks', tasksExport, request);
}
