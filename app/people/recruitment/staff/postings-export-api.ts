import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listPostingsAsStaff } from '../job-postings-store.server.ts';
import { findPostingViews, withViews } from '../posting-views.server.ts';
import { pageOfPostings, postingsQuery, readPostingsView } from '../postings-view.ts';
import type { Route } from './+types/postings-export-api.ts';

/** The postings as they are filtered, text/csv. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readPostingsView(url.searchParams), after: null };
  const [all, views] = await Promise.all([listPostingsAsStaff(platform.db, 'en', view), findPostingViews(platform)]);
  const { rows } = pageOfPostings(withViews(all, views), view, all.length);
  return exportTable(platform, {
    name: 'job-postings',
    by: viewer.user.id,
    action: 'posting.exported',
    subject: 'job_postings:list',
    detail: { rows: rows.length, filtered: postingsQuery({ ...view, find: '' }), searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'posting',
        'title',
        'state',
        'department',
        'place',
        'employment',
        'remote',
        'opened',
        'closes',
        'applications',
        'open',
        'changed',
        'pipeline',
        'views',
        'applied_percent',
      ],
      ...rows.map((row) => [
        row.id,
        row.title,
        row.status,
        row.department,
        row.place,
        row.employment,
        row.remote ? 'yes' : 'no',
        row.openedOn,
        row.closesOn,
        String(row.applicants),
        String(row.waiting),
        row.changedAt.toISOString(),
        row.pipeline,
        String(row.views),
        row.share === null ? '' : String(row.share),
      ]),
    ],
  });
}
