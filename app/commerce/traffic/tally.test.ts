import { expect, test } from 'vitest';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { Tally } from './tally.server.ts';
import { flightSearchDays, pageViewDays, trafficDays } from './traffic.tables.ts';

test('counts what could not be written again, once the database answers', async () => {
  const { db } = await openTestPlatform();
  let away = true;
  const tally = new Tally(new Proxy(db, { get: (whole, name) => (away ? undefined : Reflect.get(whole, name)) }));
  const visit = { step: 'open', kind: 'tally', route: '' } as const;
  tally.count(testNow, visit, 'en', 'AED');
  tally.countPage(testNow, 'job-posting', 'tally');
  tally.countFlights(testNow, { route: 'AAA-BBB', cabin: 'economy', lead: '8-14', airlines: ['EK', 'EK', 'QR'] });
  await expect(tally.flush()).rejects.toThrow();
  away = false;
  tally.count(testNow, visit, 'en', 'AED');
  await tally.flush();
  expect((await db.select().from(trafficDays)).filter(({ kind }) => kind === 'tally')).toMatchObject([{ count: 2 }]);
  expect((await db.select().from(pageViewDays)).filter(({ name }) => name === 'tally')).toMatchObject([{ views: 1 }]);
  tally.countFlights(testNow, { route: 'AAA-BBB', cabin: 'economy', lead: '8-14', airlines: ['QR'] });
  await tally.flush();
  const flights = (await db.select().from(flightSearchDays)).filter(({ route }) => route === 'AAA-BBB');
  expect(flights.map(({ airline, searches, offers }) => [airline, searches, offers]).toSorted()).toEqual([
    ['', 2, 4],
    ['EK', 1, 2],
    ['QR', 2, 2],
  ]);
});
