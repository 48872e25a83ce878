import { mostRows, readRow } from '#app/commerce/record-notes/list-rows.ts';
import { may } from '#app/platform/access.ts';
import { countChanged } from '#app/platform/audit.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import type { Route } from './+types/list-news-api.ts';

/** How many of the rows that a list shows somebody else changed since it was drawn; of what its reader may not see nothing is told. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const since = plainVersion(url.searchParams.get('since'));
  if (viewer.kind !== 'staff' || since < 0) throw new Response('Not found', { status: 404 });
  const subjects = url.searchParams
    .getAll('row')
    .slice(0, mostRows)
    .flatMap((text) => readRow(text) ?? [])
    .filter(({ sees }) => may(viewer, sees))
    .map(({ subject }) => subject);
  const count = await countChanged(context.get(platformContext).db, subjects, { since, but: `staff:${viewer.user.id}` });
  return Response.json({ count }, { headers: { 'Cache-Control': 'no-store' } });
}
