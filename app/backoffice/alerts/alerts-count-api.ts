import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { countAlerts } from './list-alerts.server.ts';
import type { Route } from './+types/alerts-count-api.ts';

/** How many alerts are unread, as of an instant; asked by the bell of a page that is being looked at. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  return { unread: await countAlerts(platform, viewer), now: platform.clock.now() };
}
