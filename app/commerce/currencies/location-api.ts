import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/location-api.ts';
import { askForCountry, countryFromEdge } from './find-country.server.ts';

/** The look-up service counts its calls, and one browser asks once. */
const limit = { name: 'location', most: 20, perMs: 3_600_000 };

/** The visitor's country, `{ country_code }`, or null where nobody can tell. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { env, db, clock } = context.get(platformContext);
  const { address } = context.get(requestContext);
  let country = countryFromEdge(request.headers);
  if (!country && env.GEO_LOOKUP_URL && (await takeTry(db, clock, limit, networkOf(address))) === 0) {
    country = await askForCountry(env.GEO_LOOKUP_URL, address);
  }
  return Response.json({ country_code: country }, { headers: { 'Cache-Control': 'private, max-age=3600' } });
}
