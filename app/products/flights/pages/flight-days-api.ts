import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { readSearchFields } from '../search/flight-search-form.ts';
import { flightsContext } from '../flights-context.ts';
import { daysAround } from '../search/day-searches.ts';
import { checkFields, formFactsOf } from '../search/search-world.server.ts';
import type { Route } from './+types/flight-days-api.ts';

/** The lowest totals of the days around a search, for the strip of a page that was drawn before they were known. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const flights = context.get(flightsContext);
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const now = platform.clock.now();
  const fields = readSearchFields(url.searchParams);
  const checked = checkFields(flights, fields, language, now);
  if (!checked.ok) return Response.json({ totals: {} }, { status: 400 });
  const { today, lastDay } = formFactsOf(flights, fields, checked, language, now);
  const days = daysAround(checked.search, today, lastDay).flatMap(({ date, search }) => (search ? [{ date, search }] : []));
  const rules = await flights.desk.pricingRules(platform.db, now);
  const totals = await flights.desk.lowestOfEach(
    days.map(({ search }) => search),
    rules,
    now,
  );
  return Response.json({ totals: Object.fromEntries(days.map(({ date }, index) => [date, totals[index]])) });
}
