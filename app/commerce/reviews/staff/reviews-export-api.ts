import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { csvCell } from '#app/values/csv.ts';
import { listReviewsAsStaff } from '../reviews-store.server.ts';
import { deskQuery, filterOf, readDeskView } from './desk-view.ts';
import type { Route } from './+types/reviews-export-api.ts';

/** More rows than this are not for a spreadsheet; the file says so in its last line. */
const mostRows = 5_000;

/** An export leaves the house, so it is asked for by POST and written into the audit. */
export function loader() {
  return new Response('Method not allowed', { status: 405, headers: { Allow: 'POST' } });
}

/** The whole filtered list as CSV, without anything that names an author beyond what they chose to show. */
export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readDeskView(url.searchParams);
  const { rows, matching } = await listReviewsAsStaff(db, filterOf(view), { size: mostRows, number: 1 });
  const now = clock.now();
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'reviews.exported',
      subject: 'reviews:list',
      detail: { rows: rows.length, filtered: deskQuery({ ...view, find: '' }), searched: view.find !== '' },
      requestId: context.get(requestContext).requestId,
    }),
  );
  const lines = [
    [
      'reference',
      'state',
      'stars',
      'title',
      'words',
      'language',
      'name',
      'country',
      'kind',
      'product',
      'completed_on',
      'reply',
      'reject_reason',
      'written_utc',
      'published_utc',
    ],
    ...rows.map((row) => [
      row.reference,
      row.status,
      String(row.stars),
      row.title,
      row.words,
      row.language,
      row.displayName ?? '',
      row.country ?? '',
      row.kind,
      row.productId,
      row.completedOn,
      row.reply ?? '',
      row.rejectReason ?? '',
      row.writtenAt.toISOString(),
      row.publishedAt?.toISOString() ?? '',
    ]),
    ...(matching > rows.length ? [[`${matching - rows.length} more rows match`]] : []),
  ].map((row) => row.map(csvCell).join(','));
  return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="reviews-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
