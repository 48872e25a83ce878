import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { changeHoliday } from '#app/products/holidays/booking/change-holiday.server.ts';
import { openTestHolidays } from '#app/products/holidays/booking/holiday-testing.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * The last places of a departure, asked for by everybody at once on a real PostgreSQL. With the guard and the trigger
 * switched off the same test must see it oversold.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-departures-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'departures'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
let sale: Awaited<ReturnType<typeof openTestHolidays>>;
let days: CalendarDate[];
let used = 0;
beforeAll(async () => {
  sale = await openTestHolidays(platform);
  days = (await sale.departures()).map(({ setsOff }) => setsOff).filter((day) => day > addDays(sale.today(), 90));
});
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A departure of its own with so many places. */
async function departureOf(capacity: number): Promise<CalendarDate> {
  const day = days[used++]!;
  await platform.db.execute(
    sql`insert into tour_departures (tour_id, sets_off, capacity, changed_at) values (${sale.tour.id}, ${day}, ${capacity}, now())`,
  );
  return day;
}
async function taken(day: CalendarDate): Promise<number> {
  const { rows } = (await platform.db.execute(
    sql`select coalesce(sum(quantity), 0)::int as taken from claims where pool_key = ${`tour:${sale.tour.id}/${day}`} and status <> 'released'`,
  )) as unknown as { rows: { taken: number }[] };
  return rows[0]!.taken;
}
const rush = async (day: CalendarDate, buyers: number) => {
  const forms = Array.from({ length: buyers }, () => sale.form(day));
  return Promise.all(forms.map((form) => sale.place(form)));
};

describe('the last places of a departure', () => {
  test('go to exactly as many as there are, and every loser gets a clean answer', async () => {
    const day = await departureOf(7);
    const answers = await rush(day, 24);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused]))).toEqual(Array.from({ length: 21 }, () => 'sold-out'));
    expect(await taken(day)).toBe(6);
  });

  test('are oversold without the guards: the test can fail', async () => {
    const day = await departureOf(7);
    armFailpoints('claims.pool:off');
    await platform.db.execute(sql`alter table pools disable trigger pools_never_oversold`);
    try {
      await rush(day, 12);
      expect(await taken(day)).toBeGreaterThan(7);
    } finally {
      await platform.db.execute(sql`update claims set status = 'released' where pool_key = ${`tour:${sale.tour.id}/${day}`}`);
      await platform.db.execute(sql`update pools set held = 0, allocated = 0 where key = ${`tour:${sale.tour.id}/${day}`}`);
      await platform.db.execute(sql`alter table pools enable trigger pools_never_oversold`);
    }
  });
});

test('bookings that change places with one another, and with new buyers, neither lock each other out nor lose a place', async () => {
  const [one, other] = [await departureOf(4), await departureOf(4)];
  const there = [await sale.sold(sale.form(one)), await sale.sold(sale.form(one))];
  const back = [await sale.sold(sale.form(other))];
  const rooms = { double: 1, twin: 0, triple: 0, single: 0 };
  const move = (orderId: string, setsOff: CalendarDate) =>
    changeHoliday(platform, sale.product, { orderId, setsOff, rooms, seenTotal: 10_000_000, by: 'customer', who: 'guest' });
  const answers = await Promise.all([
    ...there.map((orderId) => move(orderId, other)),
    ...back.map((orderId) => move(orderId, one)),
    sale.place(sale.form(other)),
    sale.place(sale.form(one)),
  ]);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  for (const answer of answers) if (!answer.ok) expect(answer.refused).toBe('sold-out');
  expect(await taken(one)).toBeLessThanOrEqual(4);
  expect(await taken(other)).toBeLessThanOrEqual(4);
  await sale.settle();
  expect(
    brokenLines(await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 })),
  ).toEqual([]);
});
