import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { decimalString } from '#app/values/money.ts';
import { openTourList } from './open-tour-list.server.ts';
import { tourList } from './tour-list.ts';
import type { Route } from './+types/tours-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of tours as a text/csv file, in the order it is shown, prices in AED. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const view = { ...readListView(tourList, url.searchParams), after: null };
  const { rows } = await openTourList(platform, view, { language, most: Infinity });
  return exportTable(platform, {
    name: 'tours',
    by: viewer.user.id,
    action: 'tours.exported',
    subject: 'tours:list',
    detail: { rows: rows.length, queue: view.queue, searched: view.find !== '' },
    requestId,
    lines: [
      'id,code,title,state,edition,region,nights,next_departure,sold,places,from_aed,margin_percent,languages'.split(','),
      ...rows.map((row) => [
        row.id,
        row.code,
        row.title,
        row.status,
        row.edition ?? '',
        row.region,
        String(row.nights),
        row.next ?? '',
        String(row.sold),
        String(row.capacity),
        decimalString(row.price),
        row.margin === null ? '' : (row.margin / 100).toFixed(2),
        row.languages.join(' '),
      ]),
    ],
  });
}
