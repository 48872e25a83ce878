import { z } from 'zod';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { catalogues, isCatalogueName } from './catalogues.server.ts';
import { problem, refusalOfKey } from './open-with-key.server.ts';
import { readParams } from './read-params.server.ts';
import type { Route } from './+types/catalogue-api.ts';

const query = z.strictObject({
  language: z.enum(languageCodes).default('en'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The id after which to go on, as `next` of the page before told it. */
  after: z.string().max(100).default(''),
});

/** A page of what is on sale in a catalogue, in the order of ids: `{ items, next }`. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  if (!isCatalogueName(params.catalogue)) return problem(404, 'Not found', 'There is no such catalogue.');
  const platform = context.get(platformContext);
  const catalogue = catalogues[params.catalogue];
  const refused = await refusalOfKey(platform, { request, address: context.get(requestContext).address, scope: catalogue.scope });
  if (refused) return refused;
  const read = readParams(query, url.searchParams);
  if (!read.ok) return read.answer;
  const { language, limit, after } = read.value;
  const all = (await catalogue.list(platform, language)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const items = all.filter(({ id }) => id > after);
  return Response.json(
    { items: items.slice(0, limit), next: items.length > limit ? items[limit - 1]!.id : null },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}
