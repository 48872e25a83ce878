import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { demoAccounts } from '#seeds/demo.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { bookingBulkLine } from '../booking-jobs.server.ts';
import { startBookings, tryBookings, workBookingLine } from './bulk-bookings.server.ts';
import { countBookingStates, cursorOf, findBookingsAsStaff } from './booking-desk-store.server.ts';
import { bookingAddress, readBookingView, type BookingView } from './booking-desk-view.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
await platform.jobs.handle(bookingBulkLine, (line) => workBookingLine(platform, line));
const rowsOf = async (text: ReturnType<typeof sql>) => ((await db.execute(text)) as unknown as { rows: { id: string }[] }).rows;
const idOf = async (role: string) =>
  (
    await rowsOf(
      sql`select id from users where email = ${demoAccounts.find(({ roles }) => (roles as readonly string[]).includes(role))!.email}`,
    )
  )[0]!.id;
const [owner, finance] = [await idOf('owner'), await idOf('finance')];
const clerk: Clerk = { kind: 'staff', user: { id: owner }, staff: { roles: ['owner'] } };
const seller: Clerk = { kind: 'staff', user: { id: finance }, staff: { roles: ['finance'] } };

/** Sixty bookings: two begin at a time, and every third is asked for and not yet answered. */
const placed = new Date(clock.now()).toISOString();
for (let n = 0; n < 60; n += 1) {
  const id = `h-${String(n).padStart(2, '0')}`;
  const starts = new Date(Date.UTC(2027, 0, 1 + Math.floor(n / 2), 5)).toISOString();
  await db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts,
      travel_ends, shown_currency, shown_rate, created_at, changed_at) values (${id}, ${`REF-${n}`}, 'holiday', 'confirmed', '', '', '', 'en', 'AED', ${(n % 7) * 1000}, 'guest', '',
      ${starts}, ${starts}, ${n % 2 === 0 ? 'EUR' : null}, ${n % 2 === 0 ? 0.25 : null}, ${placed}, ${placed})`);
  await db.execute(sql`
    insert into bookings (id, order_id, position, kind, status, item, places, starts_local, zone, starts_at, ends_at, ladder, operator, operator_mail,
      created_at, changed_at) values (${id}, ${id}, 0, 'holiday', ${n % 3 === 0 ? 'requested' : 'confirmed'}, ${n % 2 === 0 ? 'one' : 'two'}, 2,
      ${`${starts.slice(0, 10)}T09:00`}, 'Asia/Dubai', ${starts}, ${starts}, '{}', 'x', '', ${placed}, ${placed})`);
}
const viewOf = (query: string) => readBookingView('holiday', new URLSearchParams(query));
const find = (view: BookingView, most = 100, me = owner) => findBookingsAsStaff(db, crypto, view, { me, most });

describe('the list of bookings', () => {
  it.each([
    '',
    'sort=-starts',
    'sort=total',
    'sort=-total',
    'sort=placed',
    'queue=answer',
    'queue=all&item=two',
    'shown-in=EUR&queue=all&sort=total',
  ])('is the same in pages of seven as in one piece: %s', async (query) => {
    const whole = (await find(viewOf(query))).map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(15);
    const paged: string[] = [];
    for (let view = viewOf(query); ;) {
      const rows = await find(view, 7);
      paged.push(...rows.map(({ id }) => id));
      if (rows.length < 7) break;
      // The address carries the place, as a link does.
      view = readBookingView('holiday', new URLSearchParams(bookingAddress(view, { after: cursorOf(view, rows.at(-1)!) })));
    }
    expect(paged).toEqual(whole);
  });

  it('counts what its tabs show', async () => {
    expect(await countBookingStates(db, 'holiday', clock.now())).toEqual({ requested: 20, confirmed: 40 });
    expect((await find(viewOf('queue=answer'))).length).toBe(20);
    expect((await find(viewOf('from=2027-01-02&until=2027-01-03&queue=all'))).map(({ id }) => id)).toEqual([
      'h-05',
      'h-04',
      'h-03',
      'h-02',
    ]);
    expect((await find(viewOf('shown-in=EUR&from=2027-01-02&until=2027-01-03&queue=all'))).map(({ id }) => id)).toEqual(['h-04', 'h-02']);
    expect(await countBookingStates(db, 'staycation', clock.now())).toEqual({});
  });

  it('leaves out of an address what makes no sense', () => {
    expect(bookingAddress(viewOf('queue=x&state=y&item=%27or&owner=%20&shown-in=XAU&from=soon&sort=price&after=z&column=none'))).toBe('');
    for (const after of ['2026-02-30T10:00:00Z~h-01', '2026-02-28 (x)~h-01', '9999-12-31T23:59:59.999Z~h-01'])
      expect(viewOf(new URLSearchParams({ after }).toString()).after).toBeNull();
    expect(bookingAddress(viewOf('queue=all&sort=-total&column=title'))).toBe('?queue=all&sort=-total&column=reference&column=title');
  });
});

describe('orders in somebody’s hands', () => {
  it('go to a colleague in one run, and a second run says whose they are', async () => {
    const ask = { kind: 'holiday', ids: ['h-00', 'h-01', 'nobody'], to: finance, requestId: 'r' } as const;
    expect(await tryBookings(platform, clerk, { ...ask, action: 'assign' })).toMatchObject([{ locked: null }, { locked: null }]);
    const run = await startBookings(platform, clerk, { ...ask, action: 'assign' });
    await platform.jobs.drain();
    expect((await findBulkRun(db, 'holiday', run!))!.lines.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await find(viewOf('owner=me&queue=all'), 9, finance)).map(({ id }) => id)).toEqual(['h-01', 'h-00']);
    expect((await tryBookings(platform, clerk, { ...ask, action: 'claim' })).map(({ locked }) => locked)).toEqual([
      'somebody-elses',
      'somebody-elses',
    ]);
    expect((await tryBookings(platform, clerk, { ...ask, action: 'assign' }))[0]!.locked).toBe('already-theirs');
  });

  it('stay where they are when the one who started the run may not give', async () => {
    const run = await startBookings(platform, seller, { kind: 'holiday', action: 'claim', ids: ['h-07'], to: '', requestId: 'r' });
    await platform.jobs.drain();
    expect((await findBulkRun(db, 'holiday', run!))!.lines[0]).toMatchObject({ ok: false, said: 'permission' });
    expect((await find(viewOf('queue=all&owner=me'), 9)).length).toBe(0);
  });
});
