import { thingKinds } from '#app/commerce/catalogue-search/search-thing.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/suggest-api.ts';
import { suggestThings } from './open-search.server.ts';

/** The list under a search field: `?q=best+of&lang=ar&kind=tour`. The same for everyone, so it may be kept. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const kind = thingKinds.find((one) => one === url.searchParams.get('kind')) ?? null;
  const things = await suggestThings(context.get(platformContext), { typed: url.searchParams.get('q') ?? '', kind, language });
  // Without a language in its address the answer is the visitor's own.
  return Response.json({ things }, { headers: { 'Cache-Control': isLanguageCode(asked) ? 'public, max-age=300' : 'private, no-store' } });
}
