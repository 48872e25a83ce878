import { toldPassport } from '#app/commerce/trip-line/draw-trip-lines.server.ts';
import { readTripQuery } from '#app/commerce/trip-line/trip-line.ts';
import { tripLineContext } from '#app/commerce/trip-line/trip-line-context.ts';
import { requestContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/trip-line-api.ts';

/** The line of a trip for the passport of this browser, for pages that are kept for everyone. `null` where nothing is said. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const whom = toldPassport(request);
  const trip = readTripQuery(url.searchParams);
  const said = whom && trip ? await context.get(tripLineContext)(trip, whom, context.get(requestContext).language) : null;
  return Response.json(said, { headers: { 'Cache-Control': 'private, no-store' } });
}
