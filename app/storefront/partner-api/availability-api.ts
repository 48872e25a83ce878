import { z } from 'zod';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { catalogues, isCatalogueName } from './catalogues.server.ts';
import { problem, refusalOfKey } from './open-with-key.server.ts';
import { readParams } from './read-params.server.ts';
import type { Route } from './+types/availability-api.ts';

const query = z.strictObject({
  language: z.enum(languageCodes).default('en'),
  date: z
    .string()
    .refine((text) => parseCalendarDate(text) !== null, 'not a day as YYYY-MM-DD')
    .optional(),
  /** Of a stay. */
  nights: z.coerce.number().int().min(1).max(30).optional(),
  adults: z.coerce.number().int().min(1).max(12).optional(),
});

/** What of one thing can be had and what it costs, from a day or on one: `{ id, availability }`. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  if (!isCatalogueName(params.catalogue)) return problem(404, 'Not found', 'There is no such catalogue.');
  const platform = context.get(platformContext);
  const catalogue = catalogues[params.catalogue];
  const refused = await refusalOfKey(platform, { request, address: context.get(requestContext).address, scope: catalogue.scope });
  if (refused) return refused;
  const read = readParams(query, url.searchParams);
  if (!read.ok) return read.answer;
  const { language, ...wish } = read.value;
  const asked = new URLSearchParams(Object.entries(wish).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
  const availability = isSlug(params.id) ? await catalogue.availability(platform, params.id, asked, language) : null;
  if (!availability) return problem(404, 'Not found', 'Nothing of this id is on sale.');
  return Response.json({ id: params.id, availability }, { headers: { 'Cache-Control': 'private, no-store' } });
}
