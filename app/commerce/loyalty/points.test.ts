import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Clerk, Permission } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { addMilliseconds, calendarDate, dayMs, hourMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { captured, refunded } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import { holdMember } from './hold-member.server.ts';
import { joinProgramme } from './join-programme.server.ts';
import { endOfPoints, pointsOf, takeFromLots, valueOfPoints } from './points-rules.ts';
import { findLots, findMember, listPoints } from './points-store.server.ts';
import { listRules, listWaitingAdjustments } from './programme-store.server.ts';
import { reckonOrder, reckonPoints } from './reckon-points.server.ts';
import { adjustPoints, approveRule, decideAdjustment, draftRule } from './run-programme.server.ts';
import { nextTier, tierOf } from './tier-rules.ts';
import { endPoints, workOnLoyalty } from './work-on-loyalty.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
await workOnLoyalty(platform);
const layla = (await findAccountByEmail(db, 'traveller@rihla.example'))!.id;
const clerk = async (permission: Permission, name: string): Promise<Clerk> => {
  const staff = (await listStaffWith(db, permission)).find(({ displayName }) => displayName === name)!;
  return { kind: 'staff', user: { id: staff.userId }, staff };
};
const jun = await clerk('loyalty:work', 'Jun Villanueva');
const farah = await clerk('loyalty:approve', 'Farah Iqbal');
const huda = await clerk('loyalty:approve', 'Huda Mansour');

let orders = 0;
/** A booking of hers whose travel ends in so many days. */
async function anOrder(days: number, kind = 'flight'): Promise<string> {
  orders += 1;
  const id = `points-order-${orders}`;
  const now = new Date(clock.now()).toISOString();
  const ends = new Date(clock.now() + days * dayMs).toISOString();
  await db.execute(sql`
    insert into orders (id, reference, kind, status, user_id, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${`PONTS-0000${orders}`}, ${kind}, 'ticketed', ${layla}, 'x', 'x', 'x', 'en', 'AED', 100000, ${`user:${layla}`}, 'x', ${ends}, ${ends}, ${now}, ${now})`);
  return id;
}
let moves = 0;
async function moved(orderId: string, fils: number): Promise<void> {
  moves += 1;
  const facts = { provider: 'sandbox', orderId, paymentId: `points-${moves}` };
  const amount = money(Math.abs(fils), 'AED');
  await transact(db, (tx) => post(tx, clock.now(), fils > 0 ? captured(facts, amount, `p${moves}`) : refunded(facts, amount, `p${moves}`)));
}
const holds = async () => {
  const member = (await findMember(db, layla))!;
  return [member.pending, member.available];
};
const unbroken = async () => brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I29']));

test('reckons points, their end, their worth and tiers as the programme says', () => {
  expect([pointsOf(99_99, 100), pointsOf(100_00, 150), pointsOf(-5, 100)]).toEqual([99, 150, 0]);
  expect(endOfPoints(calendarDate('2026-11-23'))).toBe('2028-11-24');
  expect(valueOfPoints(250, null)).toEqual(money(250, 'AED'));
  expect([tierOf(4_999), tierOf(5_000), tierOf(40_000), nextTier(5_000)]).toEqual([
    'member',
    'silver',
    'platinum',
    { tier: 'gold', left: 10_000 },
  ]);
  const lots = [
    { transferId: 1, remaining: 50, expiresOn: '2028-01-02' },
    { transferId: 2, remaining: 30, expiresOn: '2028-01-01' },
  ];
  expect(takeFromLots(lots, 100)).toEqual({
    taken: [
      { transferId: 2, points: 30 },
      { transferId: 1, points: 50 },
    ],
    short: 20,
  });
});

describe('the programme', () => {
  test('puts a rule to work only by somebody else than its writer, as it was looked at', async () => {
    expect(await draftRule(platform, farah, { kind: 'flight', points: 100 })).toMatchObject({ refused: 'permission' });
    await draftRule(platform, huda, { kind: 'flight', points: 90 });
    const [first] = await listRules(db);
    expect(await approveRule(platform, huda, first!)).toMatchObject({ refused: 'own-rule' });
    await draftRule(platform, jun, { kind: 'flight', points: 100 });
    expect(await approveRule(platform, farah, first!)).toMatchObject({ refused: 'changed-meanwhile' });
    const [draft] = await listRules(db);
    expect(await approveRule(platform, farah, draft!)).toMatchObject({ ok: true });
    expect(await listRules(db)).toMatchObject([{ kind: 'flight', points: 100, status: 'live' }]);
  });

  test('earns nothing while it is off, nor on what was bought before joining', async () => {
    const before = await anOrder(3);
    await moved(before, 1_000_00);
    clock.set(addMilliseconds(clock.now(), 60_000));
    await joinProgramme(platform, layla, 'en');
    expect(await reckonPoints(platform)).toBe(0);
    await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
    await reckonPoints(platform);
    expect(await holds()).toEqual([0, 0]);
  });

  test('lets points wait for the travel, takes them back pro rata, and says the same when asked twice', async () => {
    const order = await anOrder(10);
    await moved(order, 1_000_00);
    await reckonPoints(platform);
    await reckonOrder(platform, order);
    expect(await holds()).toEqual([1000, 0]);
    await moved(order, -250_00);
    await reckonOrder(platform, order);
    expect(await holds()).toEqual([750, 0]);
    clock.set(addMilliseconds(clock.now(), 12 * dayMs));
    await reckonPoints(platform);
    await reckonPoints(platform);
    expect(await holds()).toEqual([0, 750]);
    await moved(order, -250_00);
    await reckonOrder(platform, order);
    expect(await holds()).toEqual([0, 500]);
    expect((await listPoints(db, layla, 9)).map(({ kind }) => kind)).toEqual(['reverse', 'release', 'reverse', 'earn']);
    expect(await unbroken()).toEqual([]);
  });

  test('asks a colleague to look where an order cannot be reckoned, until it can', async () => {
    const order = await anOrder(400);
    await moved(order, 1_000_00);
    await db.execute(
      sql`alter table loyalty_orders add constraint not_this_one check (order_id not like 'points-order-${sql.raw(String(orders))}') not valid`,
    );
    const open = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'points-fault');
    await reckonPoints(platform);
    await reckonPoints(platform);
    expect(await open()).toMatchObject([{ subject: `orders:${order}`, detail: { reference: `PONTS-0000${orders}` } }]);
    await db.execute(sql`alter table loyalty_orders drop constraint not_this_one`);
    await reckonPoints(platform);
    expect(await open()).toEqual([]);
    await moved(order, -1_000_00);
    await reckonPoints(platform);
  });

  test('takes a refund from the points of its own order first', async () => {
    const [early, late] = [await anOrder(1), await anOrder(1)];
    await moved(early, 100_00);
    clock.set(addMilliseconds(clock.now(), 3 * dayMs));
    await reckonPoints(platform);
    await moved(late, 100_00);
    clock.set(addMilliseconds(clock.now(), 3 * dayMs));
    await reckonPoints(platform);
    const lots = async () => (await findLots(db, layla)).map(({ remaining }) => remaining);
    const before = await lots();
    await moved(late, -100_00);
    await reckonPoints(platform);
    expect(await lots()).toEqual(before.slice(0, -1));
    expect(await holds()).toEqual([0, 600]);
    await moved(early, -100_00);
    await reckonPoints(platform);
    expect(await holds()).toEqual([0, 500]);
  });

  test('gives points by hand up to the limit, all parts together; above it a second person says yes', async () => {
    const give = (points: number) => adjustPoints(platform, jun, { userId: layla, points, reason: 'Waited three hours' });
    const hers = { userId: huda.user.id, points: 5, reason: 'For myself' };
    expect(await adjustPoints(platform, huda, hers)).toMatchObject({ refused: 'own-points' });
    expect(await holdMember(platform, huda, { userId: huda.user.id, reason: null, version: 1 })).toMatchObject({ refused: 'own-points' });
    expect(await adjustPoints(platform, farah, { userId: layla, points: 5, reason: 'No right to' })).toMatchObject({
      refused: 'permission',
    });
    expect(await give(600)).toEqual({ ok: true, value: 'done' });
    expect(await give(600)).toEqual({ ok: true, value: 'asked' });
    expect(await holds()).toEqual([0, 1100]);
    const [waiting] = await listWaitingAdjustments(db, platform.crypto);
    expect(await decideAdjustment(platform, farah, { id: waiting!.id, agrees: true })).toMatchObject({ ok: true });
    expect(await decideAdjustment(platform, huda, { id: waiting!.id, agrees: true })).toMatchObject({ refused: 'changed-meanwhile' });
    expect(await holds()).toEqual([0, 1700]);
    expect(await adjustPoints(platform, huda, { userId: layla, points: -900, reason: 'Given by mistake' })).toMatchObject({
      value: 'done',
    });
    await adjustPoints(platform, huda, { userId: layla, points: 5_000, reason: 'A lost case' });
    const [own] = await listWaitingAdjustments(db, platform.crypto);
    expect(await decideAdjustment(platform, huda, { id: own!.id, agrees: true })).toMatchObject({ refused: 'own-request' });
    expect(await decideAdjustment(platform, huda, { id: own!.id, agrees: false })).toMatchObject({ ok: true });
    expect(await holds()).toEqual([0, 800]);
    expect(await unbroken()).toEqual([]);
  });

  test('while somebody looks into a member, nothing becomes available and nothing is given', async () => {
    const version = async () => (await findMember(db, layla))!.version;
    expect(await holdMember(platform, jun, { userId: layla, reason: 'Two accounts, one card', version: await version() })).toMatchObject({
      ok: true,
    });
    const order = await anOrder(1);
    await moved(order, 100_00);
    clock.set(addMilliseconds(clock.now(), 3 * dayMs));
    await reckonPoints(platform);
    expect(await holds()).toEqual([100, 800]);
    expect(await adjustPoints(platform, huda, { userId: layla, points: 10, reason: 'Never mind' })).toMatchObject({ refused: 'held' });
    expect(await holdMember(platform, jun, { userId: layla, reason: null, version: await version() })).toMatchObject({
      refused: 'permission',
    });
    expect(await holdMember(platform, farah, { userId: layla, reason: null, version: await version() })).toMatchObject({ ok: true });
    await reckonPoints(platform);
    expect(await holds()).toEqual([0, 900]);
  });

  test('says thirty days before that points end, once, and ends them on their day', async () => {
    const [lot] = await findLots(db, layla);
    // At noon: such a mail does not ring at night.
    clock.set(addMilliseconds(clock.now(), Date.parse(lot!.expiresOn) - clock.now() - 10 * dayMs + 8 * hourMs));
    await endPoints(platform);
    await platform.jobs.drain();
    await endPoints(platform);
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter(({ subject }) => subject.startsWith('Points that end on'));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mails.length);
    expect(mails.length).toBeGreaterThan(0);
    clock.set(addMilliseconds(clock.now(), 60 * dayMs));
    await endPoints(platform);
    expect(await holds()).toEqual([0, 0]);
    expect(await unbroken()).toEqual([]);
  });

  test('refuses a movement that does not balance, in the database itself', async () => {
    const lame = transact(db, async (tx) => {
      await tx.execute(sql`insert into loyalty_transfers (key, kind, user_id, posted_at) values ('lame', 'adjust', ${layla}, now())`);
      await tx.execute(
        sql`insert into loyalty_entries (transfer_id, account, points) select id, 'available', 5 from loyalty_transfers where key = 'lame'`,
      );
    });
    await expect(lame).rejects.toThrow();
    await expect(db.execute(sql`update loyalty_entries set points = points + 1`)).rejects.toThrow();
  });

  test('keeps with an order that its kind earned nothing when it was paid, whatever rule comes later', async () => {
    const order = await anOrder(10, 'experience');
    await moved(order, 400_00);
    await reckonPoints(platform);
    await draftRule(platform, jun, { kind: 'experience', points: 500 });
    const draft = (await listRules(db)).find(({ kind }) => kind === 'experience')!;
    expect(await approveRule(platform, farah, draft)).toMatchObject({ ok: true });
    await moved(order, 600_00);
    await reckonOrder(platform, order);
    expect(await holds()).toEqual([0, 0]);
    const next = await anOrder(10, 'experience');
    await moved(next, 100_00);
    await reckonOrder(platform, next);
    expect(await holds()).toEqual([500, 0]);
    await moved(next, -100_00);
    await reckonOrder(platform, next);
    expect(await holds()).toEqual([0, 0]);
  });
});
