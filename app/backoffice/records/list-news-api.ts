import { mostRows, readRow } from '#app/commerce/record-notes/list-rows.ts';
import { may } from '#app/platform/access.ts';
import { countChanged } from '#app/platform/audit.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { findTaskKinds } from '#app/platform/staff-tasks.server.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { taskRuleOf } from '../task-rules.ts';
import type { Route } from './+types/list-news-api.ts';

/** How many of the rows that a list shows somebody else changed since it was drawn; of what its reader may not see nothing is told. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const since = plainVersion(url.searchParams.get('since'));
  if (viewer.kind !== 'staff' || since < 0) throw new Response('Not found', { status: 404 });
  const { db } = context.get(platformContext);
  const rows = url.searchParams
    .getAll('row')
    .slice(0, mostRows)
    .flatMap((text) => readRow(text) ?? []);
  const tasks = await findTaskKinds(
    db,
    rows.flatMap((row) => ('task' in row ? row.task : [])),
  );
  const subjects = [
    ...rows.flatMap((row) => ('subject' in row && may(viewer, row.sees) ? row.subject : [])),
    ...tasks.flatMap(({ id, kind }) => (may(viewer, taskRuleOf(kind).see) ? `staff_tasks:${id}` : [])),
  ];
  const count = await countChanged(db, subjects, { since, but: `staff:${viewer.user.id}` });
  return Response.json({ count }, { headers: { 'Cache-Control': 'no-store' } });
}
