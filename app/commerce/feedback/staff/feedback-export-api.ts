import { exportTable } from '../../exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listFeedbackAsStaff } from '../feedback-store.server.ts';
import { readFeedbackView } from './feedback-list-view.ts';
import type { Route } from './+types/feedback-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 10_000;

/** The filtered feedback as text/csv. Nobody's address stands in it: to whom an answer goes is for the page that sends it. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readFeedbackView(url.searchParams), after: null };
  const { rows } = await listFeedbackAsStaff(platform.db, platform.crypto, view, mostRows);
  return exportTable(platform, {
    name: 'feedback',
    by: viewer.user.id,
    action: 'feedback.exported',
    subject: 'feedback:list',
    detail: { rows: rows.length, state: view.state, searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      'reference,kind,state,received_utc,promised_utc,rating,page,order,language,words,answer'.split(','),
      ...rows.map((row) => [
        row.reference,
        row.kind,
        row.status,
        row.createdAt.toISOString(),
        row.answerBy?.toISOString() ?? '',
        row.rating === null ? '' : String(row.rating),
        row.page ?? '',
        row.orderReference ?? '',
        row.language,
        row.words,
        row.answer ?? '',
      ]),
    ],
  });
}
