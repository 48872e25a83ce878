import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { findShownFlights } from '#app/commerce/traffic/shown-flights.server.ts';
import { tallyOf } from '#app/commerce/traffic/tally.server.ts';
import { flightSearchDays } from '#app/commerce/traffic/traffic.tables.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { openFlights } from '#app/products/flights/flights.server.ts';
import { countVisit } from '#server/count-visits.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { loader } from './flight-results-page.tsx';

const platform = await openDemoPlatform();
const flights = await openFlights(platform);

async function look(query: string) {
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  context.set(flightsContext, flights);
  context.set(viewerContext, { kind: 'anonymous' });
  context.set(requestContext, {
    requestId: 'r',
    nonce: 'n',
    address: '10.0.0.1',
    language: 'en',
    languages: ['en'],
    brand: deliveredBrand,
    currency: null,
  });
  const request = new Request(`http://localhost:4390/flight-search-results?${query}`, {
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' },
  });
  await loader({ request, params: {}, context, url: new URL(request.url) } as unknown as Parameters<typeof loader>[0]);
  return request;
}

it('of a page of results are counted for each visitor who is answered with it, by route, cabin and days ahead', async () => {
  const query = 'from=DXB&to=MNL&depart=2027-02-02&adults=1&cabin=business';
  const request = await look(query);
  const shown = (await findShownFlights(platform.db, `?${query}`))!;
  expect(shown).toMatchObject({ route: 'DXB-MNL', cabin: 'business', lead: '61-90' });
  expect(shown.airlines.length).toBeGreaterThan(0);
  expect(shown.airlines.every((airline) => /^[A-Z0-9]{2}$/.test(airline))).toBe(true);
  // The second visitor has the kept page: no loader runs.
  for (let visitor = 0; visitor < 2; visitor += 1)
    countVisit(platform.db, platform.clock.now(), request, 200, { language: 'en', currency: null });
  await findShownFlights(platform.db, `?${query}`);
  await tallyOf(platform.db).flush();
  const days = await platform.db.select().from(flightSearchDays);
  const all = days.find(({ airline }) => airline === '')!;
  expect(all).toMatchObject({ route: 'DXB-MNL', searches: 2, offers: 2 * shown.airlines.length });
  expect(days.filter(({ airline }) => airline !== '').reduce((sum, { offers }) => sum + offers, 0)).toBe(all.offers);
});

it('that nobody was shown are not remembered: a search that is wrong lays nothing out', async () => {
  const query = 'from=DXB&to=DXB&depart=2027-02-02&adults=1';
  await look(query);
  expect(findShownFlights(platform.db, `?${query}`)).toBeNull();
});
