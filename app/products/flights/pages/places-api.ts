import { requestContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { flightsContext } from '../flights-context.ts';
import { suggestKept } from '../search/resolve-place.ts';
import type { Route } from './+types/places-api.ts';

/** The list under a place field: `?q=dub&lang=ar`. The same for everyone, so it may be kept. */
export function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const query = (url.searchParams.get('q') ?? '').slice(0, 60);
  const allAirports = textsFor(language).t('flight-search:places.allAirports');
  const places = suggestKept(context.get(flightsContext), query, language, allAirports);
  return Response.json({ places }, { headers: { 'Cache-Control': 'public, max-age=3600' } });
}
