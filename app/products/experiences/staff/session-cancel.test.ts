import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { findCreditTerms } from '#app/commerce/credits/credits-store.server.ts';
import { takeCredit } from '#app/commerce/credits/give-credit.server.ts';
import { keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { money } from '#app/values/money.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Clerk } from '#app/platform/access.ts';
import { addMilliseconds, calendarDate, dayMs } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { sessionCancelLine } from '../experience-jobs.server.ts';
import { openTestExperiences } from '../experience-sale-testing.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { openVisit } from '../place-experience-order.server.ts';
import { cancelLatecomers, cancelSession, findSessionTravellers, workSessionLine } from './cancel-session.server.ts';
import { listCancelledStarts } from './supply-desk-store.server.ts';
import { workSupply } from './work-supply.server.ts';

const platform = await openTestPlatform();
const [kayak, dive] = ['abu-dhabi-mangrove-kayak', 'bahrain-pearl-dive'];
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => [kayak, dive].includes(id)),
  { replace: false },
);
const shop = await openTestExperiences(platform);
const { clock, db } = platform;
await platform.jobs.handle(sessionCancelLine, (line) => workSessionLine(platform, shop.product, line));
await db.execute(
  sql`insert into users (id, email, email_verified, name, created_at, updated_at) values ('clerk', 'clerk@example.com', true, 'Clerk', now(), now())`,
);
await db.execute(
  sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ('clerk', 'Clerk', '{owner}', true, 'active')`,
);
const clerk: Clerk = { kind: 'staff', user: { id: 'clerk' }, staff: { roles: ['owner'] } };

/** The first open start from so many days ahead: its place and its query. */
async function startOf(experienceId: string, days: number) {
  const { rows } = (await db.execute(sql`select start_times from experiences where id = ${experienceId}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (let ahead = days; ahead < days + 30; ahead += 1) {
    const date = calendarDate(new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10));
    for (const start of rows[0]!.start_times) {
      const query = `date=${date}&time=${start}&option=standard&adult=2`;
      if (await openVisit(platform, experienceId, new URLSearchParams(query), 'en')) return { place: { experienceId, date, start }, query };
    }
  }
  throw new Error(`No start of ${experienceId}`);
}
const cancel = (place: Awaited<ReturnType<typeof startOf>>['place'], remedy: 'choose' | 'refund', reason = 'High wind') =>
  cancelSession(platform, clerk, { ...place, remedy, reason, requestId: 'r' });
const status = async (orderId: string) => [(await shop.order(orderId)).status, (await shop.booking(orderId)).status];

describe('a start that does not take place', () => {
  it('asks everybody who paid to choose, reports each, and is sold no more', async () => {
    const { place, query } = await startOf(kayak, 10);
    const [one, two] = [await shop.bought(kayak, query), await shop.bought(kayak, query)];
    expect((await findSessionTravellers(db, place)).map(({ becomes, places }) => [becomes, places])).toEqual([
      ['remedy', 2],
      ['remedy', 2],
    ]);
    expect(await cancel(place, 'choose', '')).toMatchObject({ refused: 'reason' });
    const run = await cancel(place, 'choose');
    if (!run.ok || run.value === null) throw new Error('There is no run');
    await platform.jobs.drain();
    const found = (await findBulkRun(db, 'experience', run.value))!;
    expect(found.lines.map(({ ok, said }) => [ok, said])).toEqual([
      [true, 'choose'],
      [true, 'choose'],
    ]);
    for (const order of [one, two]) expect((await status(order))[1]).toBe('operator_cancelled');
    expect(await openVisit(platform, kayak, new URLSearchParams(query), 'en')).toBeNull();
    // It cannot be opened again with the calendar, and a second press finds nobody.
    const open = {
      do: 'slots',
      option: 'standard',
      from: place.date,
      to: place.date,
      weekdays: [],
      start: null,
      change: { stopped: false },
    } as const;
    await workSupply(platform, { experienceId: kayak, staffId: 'clerk', work: open });
    expect(await openVisit(platform, kayak, new URLSearchParams(query), 'en')).toBeNull();
    expect(await listCancelledStarts(db, kayak, place.date, place.date)).toEqual([`${place.date} ${place.start}`]);
    expect(await cancel(place, 'choose')).toEqual({ ok: true, value: null });
    // The same line again changes nothing.
    await workSessionLine(platform, shop.product, { runId: run.value, position: 0 });
    expect((await findBulkRun(db, 'experience', run.value))!.lines[0]).toEqual(found.lines[0]);
  });

  it('gives the money back at once where the desk says so, and declines what nobody had granted', async () => {
    const { place, query } = await startOf(kayak, 20);
    const paid = await shop.bought(kayak, query);
    const back = await cancel(place, 'refund');
    await shop.settle();
    expect(back.ok && back.value && (await findBulkRun(db, 'experience', back.value))!.lines.map(({ said }) => said)).toEqual(['refund']);
    expect(await status(paid)).toEqual([expect.stringMatching(/refund|cancel/), 'cancelled']);
    // Pearls are dived for in the warm months.
    clock.set(addMilliseconds(testNow, 150 * dayMs));
    const asked = await startOf(dive, 10);
    const request = await shop.bought(dive, asked.query);
    expect((await findSessionTravellers(db, asked.place)).map(({ becomes }) => becomes)).toEqual(['declined']);
    const declined = await cancel(asked.place, 'choose');
    await shop.settle();
    expect(declined.ok && declined.value && (await findBulkRun(db, 'experience', declined.value))!.lines[0]!.said).toBe('declined');
    expect((await status(request))[1]).toBe('declined');
  });

  it('asks whoever was paying meanwhile too, once, and leaves alone what was moved to another start', async () => {
    clock.set(testNow);
    const { place, query } = await startOf(kayak, 14);
    const paying = await shop.place(kayak, query);
    if (!paying.ok) throw new Error(paying.refused);
    const moved = await shop.bought(kayak, query);
    const run = await cancel(place, 'choose');
    await db.execute(sql`update bookings set starts_local = '2031-01-01T09:00' where order_id = ${moved}`);
    await shop.pay(paying.value.orderId);
    await cancelLatecomers(platform);
    await cancelLatecomers(platform);
    await platform.jobs.drain();
    expect((await status(paying.value.orderId))[1]).toBe('operator_cancelled');
    expect(run.ok && run.value && (await findBulkRun(db, 'experience', run.value))!.lines.map(({ said }) => said)).toEqual(['moved']);
    const { rows } = (await db.execute(
      sql`select count(*)::int as runs from desk_bulk_lines where order_id = ${paying.value.orderId}`,
    )) as unknown as { rows: { runs: number }[] };
    expect(rows[0]!.runs).toBe(1);
  });

  it('leaves its traveller every way beside the others: another time, credit, the money, and says what was settled', async () => {
    clock.set(testNow);
    const { place, query } = await startOf(kayak, 25);
    const app = await openTestApp(platform);
    await db.execute(
      sql`insert into users (id, email, email_verified, name, created_at, updated_at) values ('mona', 'mona@example.com', true, 'Mona', now(), now())`,
    );
    const bought = async (mine: boolean) => {
      const orderId = await shop.bought(kayak, query);
      if (mine) await db.execute(sql`update orders set user_id = 'mona' where id = ${orderId}`);
      return orderId;
    };
    const [moves, takesCredit, takesMoney] = [await bought(false), await bought(true), await bought(false)];
    await cancel(place, 'choose');
    await shop.settle();
    const at = async (orderId: string) => {
      const cookie = orderCookie(platform, orderId).split(';')[0]!;
      const { reference, total } = await shop.order(orderId);
      const page = async () => (await app.send(`/track?order=${reference}`, { cookie })).text();
      return { cookie, reference, page, amount: formatMoney(money(total, 'AED'), 'en') };
    };
    const head = (html: string) => /<div class="order-state [^>]*role="status">.*?<\/div>/s.exec(html)![0];

    const first = await at(moves);
    const before = await first.page();
    expect(head(before)).toContain('The operator does not run it');
    expect(before).toMatch(/<ol class="order-stages".*aria-current="step".*Your choice.*The operator does not run it.*<\/ol>/s);
    expect(before).not.toContain('Your visit is confirmed');
    const ways = /<ul class="order-choices">.*?<\/ul>/s.exec(before)![0];
    expect(ways).toContain(`href="/experience-visit/${first.reference}#change"`);
    expect(ways).toContain('Credit needs an account');
    expect(ways).toContain(`Take ${first.amount} back`);
    // It is called off already: there is nothing to cancel by a table.
    expect(before).not.toContain('value="ask-cancel"');
    expect(before).not.toContain('value="take-credit"');

    // Another start of the same price, whatever the clock says of the one that is not run.
    const other = await startOf(kayak, 40);
    const visit = `/experience-visit/${first.reference}`;
    const shown = await (await app.send(`${visit}?day=${other.place.date}`, { cookie: first.cookie })).text();
    expect(shown).toContain('in place of the one that is not run');
    const voucher = (await shop.booking(moves)).voucher;
    const form = { intent: 'change', day: other.place.date, start: other.place.start, version: String((await shop.order(moves)).version) };
    expect((await app.send(visit, { cookie: first.cookie, form })).headers.get('Location')).toBe(`${visit}?said=changed`);
    await shop.settle();
    const moved = await shop.booking(moves);
    expect([moved.status, moved.startsLocal.slice(0, 10), moved.choiceBy]).toEqual(['confirmed', other.place.date, null]);
    expect(moved.voucher).not.toBe(voucher);
    const { rows: told } = (await db.execute(sql`select template from sent_messages where order_id = ${moves}`)) as unknown as {
      rows: { template: string }[];
    };
    expect(told.map(({ template }) => template)).toContain('booking-changed');
    expect(head(await first.page())).toContain('Your visit is confirmed');

    const third = await at(takesMoney);
    // Its ladder keeps nothing of what the operator cancelled, whichever way the money is asked for.
    clock.set(addMilliseconds(testNow, 25 * dayMs - 60_000));
    const terms = await quoteCancel(platform, shop.product, { orderId: takesMoney, by: 'customer', who: 'guest' });
    expect(terms.ok && terms.value.refund?.amount).toBe((await shop.order(takesMoney)).total);
    await keepOrder(platform, shop.product, { orderId: takesMoney, by: 'customer', who: 'guest' });
    clock.set(testNow);
    const key = /name="key" value="([^"]*-money)"/.exec(await third.page())![1]!;
    await app.send(`/checkout/${third.reference}`, { cookie: third.cookie, form: { intent: 'take-money', key } });
    await shop.settle();
    expect(await status(takesMoney)).toEqual(['refunded', 'cancelled']);

    const second = await at(takesCredit);
    const taken = await takeCredit(platform, shop.product, {
      orderId: takesCredit,
      by: 'customer',
      who: 'user:mona',
      terms: (await findCreditTerms(db)).number,
    });
    expect(taken.ok).toBe(true);
    await shop.settle();
    const settled = head(await second.page());
    expect(settled).toContain('Cancelled by the operator');
    expect(settled).toContain('All done.');
    expect(settled).not.toContain('We are on it');
  });
});
