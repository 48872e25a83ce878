import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findCompaniesSaid } from '../companies-store.server.ts';
import { longestCompanyName } from './company-filter-form.ts';
import type { Route } from './+types/companies-named-api.ts';

const mostFound = 12;

/** Living companies that a word means, for a field in which one is named; for whoever sees them in a list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const sees = (['customers:view', 'invoices:view', 'flight-orders:view'] as const).some((permission) => may(viewer, permission));
  const typed = plainLine(url.searchParams.get('q'), longestCompanyName);
  return { found: sees && typed !== '' ? await findCompaniesSaid(context.get(platformContext).db, typed, mostFound) : [] };
}
