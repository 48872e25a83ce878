import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { interviewsQuery, readInterviewsView } from '../interviews-view.ts';
import { openInterviews } from './open-interviews.server.ts';
import type { Route } from './+types/interviews-export-api.ts';

const most = 5_000;

/** The interviews as they are filtered, text/csv: who talks to whom and when, no addresses and no verdicts. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = { ...readInterviewsView(url.searchParams), after: null };
  const { rows } = await openInterviews(platform, viewer, view, language, most);
  return exportTable(platform, {
    name: 'interviews',
    by: viewer.user.id,
    action: 'interview.exported',
    subject: 'interviews:list',
    detail: { rows: rows.length, filtered: interviewsQuery({ ...view, find: '' }), searched: view.find !== '' },
    requestId,
    lines: [
      ['interview', 'application', 'candidate', 'position', 'round', 'mode', 'state', 'starts_utc', 'minutes', 'interviewers'],
      ...rows.map((row) => [
        row.reference,
        row.application,
        row.candidate,
        row.role ?? '',
        row.roundName ?? row.round,
        row.mode,
        row.status,
        row.startsAt ?? '',
        String(row.minutes),
        row.panel,
      ]),
    ],
  });
}
