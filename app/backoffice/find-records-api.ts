import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findRecords } from './find-records.server.ts';
import type { Route } from './+types/find-records-api.ts';

/** What the palette of commands finds beside the pages. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  return { found: await findRecords(platform, context.get(viewerContext), plainLine(url.searchParams.get('q'), 60), platform.clock.now()) };
}
