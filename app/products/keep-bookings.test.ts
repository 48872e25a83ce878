import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { addDays, instant } from '#app/values/dates.ts';
import { refuseRow } from '#tests/support/refuse-row.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { tellWaiting, waitForPlaces } from './holidays/booking/waitlist.server.ts';
import { openTestHolidays } from './holidays/booking/holiday-testing.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const sale = await openTestHolidays(platform);
const start = clock.now();
afterEach(() => {
  clock.set(start);
});
const far = (await sale.departures()).filter(({ setsOff }) => setsOff > addDays(sale.today(), 150)).map(({ setsOff }) => setsOff);

describe('what time brings about for bookings', () => {
  it('is done for all others when it cannot be done for one, and the run says so in its end', async () => {
    const [broken, other] = [await sale.sold(sale.form(far[0]!)), await sale.sold(sale.form(far[0]!))];
    const status = async (id: string) => (await sale.booking(id)).status;
    const undo = await refuseRow(db, 'bookings', 'order_id', broken);
    clock.set(instant((await sale.booking(other)).startsAt.getTime() + 1));
    await expect(sale.daily()).rejects.toThrow('1 could not be taken up');
    await undo();
    expect([await status(broken), await status(other)]).toEqual(['confirmed', 'redeemed']);
    await sale.daily();
    expect(await status(broken)).toBe('redeemed');
  });

  it('comes past bookings that are under way, however many there are', async () => {
    const orderId = await sale.sold(sale.form(far[1]!));
    const { id, startsAt } = await sale.booking(orderId);
    // Sessions that last until long after: whoever does not come to one is told apart only when it is over.
    await db.execute(sql`insert into bookings (id, order_id, position, kind, status, version, item, places, starts_local, zone, starts_at,
        ends_at, ladder, operator, operator_mail, created_at, changed_at)
      select '!' || n, order_id, n, 'experience', status, version, item, places, starts_local, zone, starts_at - interval '1 day',
        ends_at + interval '90 days', ladder, operator, operator_mail, created_at, changed_at
      from bookings, generate_series(1, 250) n where id = ${id}`);
    clock.set(instant(startsAt.getTime() + 1));
    await db.execute(sql`update instalments set paid_at = now() where order_id = ${orderId}`);
    await sale.daily();
    expect((await sale.booking(orderId)).status).toBe('redeemed');
    await db.execute(sql`delete from bookings where id like '!%'`);
  });
});

describe('who waits for places of a tour', () => {
  it('is told past those whose departure has none, however many of them wait longer', async () => {
    const setsOff = far[2]!;
    const waits = async (email: string) =>
      waitForPlaces(platform, { tourId: sale.tour.id, setsOff, places: 1, email, language: 'en', address: '10.9.9.9' });
    await db.execute(sql`insert into tour_waitlist (id, tour_id, sets_off, places, email, email_index, language, created_at)
      select 'full-' || n, ${sale.tour.id}, ${addDays(setsOff, 1)}, 12, '', n::text, 'en', ${new Date(start - 1_000).toISOString()}
      from generate_series(1, 600) n`);
    expect((await waits('longest@example.com')).ok).toBe(true);
    expect(await tellWaiting(platform)).toBe(1);
    expect((await platform.mail.folder!.list()).some(({ to }) => to === 'longest@example.com')).toBe(true);
    expect(await tellWaiting(platform)).toBe(0);
  });
});
