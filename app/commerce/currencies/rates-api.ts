import { platformContext } from '#app/platform/request-context.ts';
import type { Route } from './+types/rates-api.ts';
import { readRateRows } from './currency-store.server.ts';

/** Active rates with base AED, for the browser's own copy. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await readRateRows(context.get(platformContext).db), { headers: { 'Cache-Control': 'public, max-age=300' } });
}
