import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { quoteCancel, confirmCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale, type TestSale } from './flight-order-testing.ts';
import { getFlightOrder } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { reconcileBookings } from './reconcile-bookings.server.ts';
import { openOwnSources } from '../supplier/house-inventory.server.ts';
import { openTestSupplier } from '../supplier/supplier-testing.ts';
import { theWorld } from '../world/open-world.server.ts';

/* A shop whose airlines are a process of their own: what it has and what we have is laid side by side. */
const supplier = await openTestSupplier({ now: () => platform.clock.now() });
const platform = await openTestPlatform({ SUPPLIER_URL: supplier.url });
let sale: TestSale;
let flights: Pick<Flights, 'listBookings'>;
const locators: string[] = [];
const references: string[] = [];

beforeAll(async () => {
  const { house, bookings } = openOwnSources(platform, await theWorld());
  flights = { listBookings: (since, call) => bookings.list(since, call) };
  sale = await openTestSale(platform, [house]);
  const search = {
    slices: [{ from: 'DXB', to: 'LHR', date: '2027-02-09' }],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy' as const,
    maxStops: 0 as const,
  };
  const found = await house.search({ search, chosen: [] }, { now: platform.clock.now() });
  if (found.outcome !== 'ok') throw new Error('No flights found');
  const offer = found.value.offer(found.value.facts[0]!.at);
  for (const network of [1, 2, 3]) {
    const order = await sale.paid((await sale.placed(aDraft(offer), { address: `10.8.${network}.1` })).id);
    expect(order.status).toBe('ticketed');
    references.push(order.reference);
    locators.push((await getFlightOrder(platform.db, order.id)).contracts[0]!.locator!);
    if (network < 3) continue;
    const who = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, who);
    await confirmCancel(platform, sale.product, who);
    await sale.settle();
  }
  await sale.placed(aDraft(offer), { address: '10.8.4.1' });
}, 120_000);

const post = (path: string, body: object) =>
  fetch(supplier.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const tasks = async () => (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'booking-difference');

it('sells, voids and holds through the process, and finds both sides alike', async () => {
  const { rows } = (await platform.db.execute(sql`select count(*)::int as twins from house_bookings`)) as unknown as {
    rows: { twins: number }[];
  };
  expect(rows[0]!.twins).toBe(0);
  expect(
    supplier
      .lines()
      .map(({ type }) => type)
      .filter((type) => type !== 'booking.held'),
  ).toEqual(['booking.ticketed', 'booking.ticketed', 'booking.ticketed', 'booking.voided']);
  platform.clock.advance(12 * minuteMs);
  expect(await reconcileBookings(platform, flights)).toEqual([]);
});

it('finds a booking of nobody, one that was taken away and one that is not listed, and tells somebody once', async () => {
  const departs = platform.clock.now() + 48 * 60 * minuteMs;
  const terms = { airline: 'EK', accounting: '176', offer_id: 'x', brand: 'light', terms: 'x', departs, travellers: [{ id: 't1' }] };
  await post('/v1/bookings', { attempt: 'of-nobody', ...terms });
  await post(`/v1/bookings/${locators[0]}/cancel`, { attempt: 'by telephone' });
  // What changed just now may still be on its way.
  expect(await reconcileBookings(platform, flights)).toEqual([]);
  platform.clock.advance(11 * minuteMs);
  const all = flights;
  const without: typeof flights = {
    async listBookings(since, call) {
      const listed = await all.listBookings(since, call);
      return listed.outcome === 'ok' ? { ...listed, value: listed.value.filter(({ locator }) => locator !== locators[1]) } : listed;
    },
  };
  for (let turn = 0; turn < 2; turn += 1) {
    const found = (await reconcileBookings(platform, without))!;
    expect(found.map(({ about, detail }) => [about, detail['order'] ?? '', detail['theirs'] ?? '']).toSorted()).toEqual([
      ['missing-here', '', expect.stringMatching(/^\w{6} held$/)],
      ['missing-there', references[1], ''],
      ['status', references[0], 'cancelled'],
    ]);
  }
  const told = await tasks();
  expect(told).toHaveLength(3);
  for (const language of languageCodes)
    for (const { textKey, detail } of told) expect(textsFor(language).t(textKey, detail)).not.toMatch(/\{\{|booking-difference/);
});

it('says nothing of a supplier that does not answer', async () => {
  expect(await reconcileBookings(platform, { listBookings: async () => ({ outcome: 'unknown', reason: 'timeout' }) })).toBeNull();
});
