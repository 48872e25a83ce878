import { hearOfRecord } from '#app/commerce/record-notes/open-notes.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { findDeskRecord } from './find-desk-record.server.ts';
import type { Route } from './+types/record-news-api.ts';

/** What changed of a record since its page was drawn, and who else looks at it; asked by a page that is being looked at. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const record = await findDeskRecord(platform.db, viewer, params);
  const since = plainVersion(url.searchParams.get('since'));
  if (!record || viewer.kind !== 'staff' || since < 0) throw new Response('Not found', { status: 404 });
  return Response.json(await hearOfRecord(platform, viewer, record, since), { headers: { 'Cache-Control': 'no-store' } });
}
