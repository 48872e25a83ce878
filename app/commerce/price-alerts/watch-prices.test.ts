import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { dayMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { searchOfThing, watchedFlights } from '#app/products/flights/search/watched-flights.server.ts';
import { stopAlertFor } from './alert-link.server.ts';
import { mostAlerts } from './price-alert-rules.ts';
import { findAlertsOf, findPriceDays, setAlert } from './price-alerts-store.server.ts';
import { checkPrices, watchPrices } from './watch-prices.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
let lowest: number | null = 120_000;
let asked = 0;
/** Whether every source answers. */
let whole = true;
/** The how manieth question of a day ends in a fault. */
let silentAt = 0;
const flights = {
  desk: {
    askLowest: async () => {
      asked += 1;
      if (asked === silentAt) throw new Error('the desk is lost');
      return { total: lowest === null ? null : money(lowest, 'AED'), whole };
    },
  },
  geography: { city: (code: string) => code },
} as unknown as Flights;
const kinds = [watchedFlights(platform, flights)];
await watchPrices(platform, kinds);
for (const [id, verified] of [
  ['amal', true],
  ['badr', true],
  ['clara', true],
  ['noor', false],
] as const)
  await db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${id}, 'X', ${`${id}@example.com`}, ${verified}, now(), now())`,
  );
const thing = 'DXB-LIS-2027-03-09-2027-03-16';
const watch = (userId: string, below: number, of = thing) => setAlert(db, clock.now(), { userId, thing: of, below, language: 'en' });
const mails = async (of: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === `${of}@example.com`);
async function day(price: number | null): Promise<void> {
  clock.set(instant(clock.now() + dayMs));
  lowest = price;
  await checkPrices(platform, kinds);
  await platform.jobs.drain();
}

beforeEach(async () => {
  clock.set(testNow);
  asked = 0;
  silentAt = 0;
  whole = true;
  await db.execute(sql`delete from price_alerts`);
  await db.execute(sql`delete from flight_price_days`);
});

it('asks once for a flight that two people watch, and tells only who wanted that price', async () => {
  await watch('amal', 100_000);
  await watch('badr', 130_000);
  await day(120_000);
  expect(asked).toBe(1);
  expect([(await mails('amal')).length, (await mails('badr')).length]).toEqual([0, 1]);
  const [mail] = await mails('badr');
  expect(mail!.text).toMatch(/1,200/);
  expect(mail!.text).toContain('/flight-search-results?');
});

it('tells a price once, again when it falls further, and anew when it had been above', async () => {
  const before = (await mails('amal')).length;
  const count = async () => (await mails('amal')).length - before;
  await watch('amal', 100_000);
  await day(99_000);
  await checkPrices(platform, kinds);
  await platform.jobs.drain();
  await day(98_000);
  expect(await count()).toBe(1);
  await day(90_000);
  expect(await count()).toBe(2);
  await day(110_000);
  await day(99_000);
  expect(await count()).toBe(3);
});

it('tells the others when one flight cannot be priced, of which nothing is said to have been had', async () => {
  const before = (await mails('badr')).length;
  const unpriced = 'DXB-AMM-2027-03-09';
  await watch('amal', 130_000, unpriced);
  await watch('badr', 130_000);
  silentAt = 1;
  await day(120_000);
  expect([asked, (await mails('badr')).length - before]).toEqual([2, 1]);
  expect(await findPriceDays(db, [unpriced], '2026-11-01' as never)).toEqual(new Map());
});

it('takes the silence of a source neither for a day without flights nor for a price that has risen', async () => {
  const before = (await mails('clara')).length;
  const count = async () => (await mails('clara')).length - before;
  await watch('clara', 100_000);
  await day(99_000);
  expect(await count()).toBe(1);
  whole = false;
  // The cheap one is silent: the others are dearer, or have nothing.
  await day(150_000);
  await day(null);
  expect((await findPriceDays(db, [thing], '2026-11-01' as never)).get(thing)!.map((one) => one.lowest)).toEqual([99_000]);
  whole = true;
  await day(99_000);
  expect(await count()).toBe(1);
  // What the others sell can be had, however silent one is.
  whole = false;
  await day(80_000);
  expect(await count()).toBe(2);
  expect((await findPriceDays(db, [thing], '2026-11-01' as never)).get(thing)!.map((one) => one.lowest)).toEqual([99_000, 99_000]);
});

it('keeps what the flight cost, day by day, also when there was none', async () => {
  await watch('amal', 100_000);
  await day(120_000);
  await day(null);
  const days = (await findPriceDays(db, [thing], '2026-11-01' as never)).get(thing)!;
  expect(days.map((one) => [one.day, one.lowest])).toEqual([
    ['2026-11-24', 120_000],
    ['2026-11-25', null],
  ]);
});

it('ends by the link of its mail, which works without signing in, and twice', async () => {
  const stops = async () => (await mails('badr')).map((mail) => mail.headers['List-Unsubscribe']!);
  const before = await stops();
  await watch('badr', 130_000);
  await day(110_000);
  const [stop] = (await stops()).filter((one) => !before.includes(one));
  const token = /stop\/([^>]+)>/.exec(stop!)![1]!;
  expect(await stopAlertFor(platform, `x${token}`)).toBe(false);
  expect(await stopAlertFor(platform, token)).toBe(true);
  expect(await stopAlertFor(platform, token)).toBe(true);
  expect(await findAlertsOf(db, 'badr')).toEqual([]);
  asked = 0;
  await day(50_000);
  expect(asked).toBe(0);
});

it('writes to nobody who has not confirmed their address', async () => {
  await watch('noor', 130_000);
  await day(110_000);
  expect(await mails('noor')).toEqual([]);
});

it('ends by itself on the day of the flight', async () => {
  await watch('amal', 130_000, 'DXB-LIS-2026-11-24');
  await day(110_000);
  expect(asked).toBe(0);
  expect(await findAlertsOf(db, 'amal')).toEqual([]);
});

it('watches a few flights for each traveller, and a changed amount is no second one', async () => {
  for (let month = 1; month <= mostAlerts; month += 1)
    expect(await watch('amal', 1, `DXB-LIS-2027-${String(month).padStart(2, '0')}-09`)).toBe(true);
  expect(await watch('amal', 1)).toBe(false);
  expect(await watch('amal', 2, 'DXB-LIS-2027-01-09')).toBe(true);
  expect(searchOfThing('best-of-italy')).toBeNull();
});
