import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { activityList } from './activity-list.ts';
import { openActivityList } from './open-activity-list.server.ts';
import type { Route } from './+types/activities-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of activities as a text/csv file, in the order it is shown. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = { ...readListView(activityList, url.searchParams), after: null };
  const { rows } = await openActivityList(platform, view, { language, most: Infinity });
  return exportTable(platform, {
    name: 'activities',
    by: viewer.user.id,
    action: 'activities.exported',
    subject: 'experience_supply:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId,
    lines: [
      ['id', 'title', 'city', 'operator', 'confirms', 'places', 'state', 'edition'],
      ...rows.map((row) => [
        row.id,
        row.title,
        row.city,
        row.operator,
        row.instant ? 'at-once' : 'on-request',
        String(row.capacity),
        row.status,
        row.edition ?? '',
      ]),
    ],
  });
}
