import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/search-api.ts';
import { answerSearch } from './open-search.server.ts';

/** The list of a search as data: the same parameters as the page, and `lang`. The same for everyone, so it may be kept. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('lang');
  const language = isLanguageCode(asked) ? asked : context.get(requestContext).language;
  const answer = await answerSearch(context.get(platformContext), url.searchParams, language);
  return Response.json(answer, { headers: { 'Cache-Control': 'public, max-age=30' } });
}
