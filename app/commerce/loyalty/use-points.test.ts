import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Clerk, Permission } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { openMyCredit } from '../credits/open-my-credit.server.ts';
import { findAvailable } from '../credits/credits-store.server.ts';
import { endCredits } from '../credits/give-credit.server.ts';
import { captured, refunded } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import { burnPoints } from './burn-points.server.ts';
import { approveTerms, draftTerms } from './change-terms.server.ts';
import { holdMember } from './hold-member.server.ts';
import { findInvitation } from './invitations-store.server.ts';
import { joinProgramme, readInviteCode, takeInviteCode } from './join-programme.server.ts';
import { invitationMachine } from './loyalty-status.ts';
import { creditOfPoints, isBurnable, mostBurned, valueOfPoints } from './points-rules.ts';
import { findMember, listPoints } from './points-store.server.ts';
import { reckonPoints } from './reckon-points.server.ts';
import { adjustPoints } from './run-programme.server.ts';
import { openProgramme } from './staff/open-programme.server.ts';
import { membersExport, openMember } from './staff/open-members.server.ts';
import { readTermsValues } from './read-terms.server.ts';
import { shownValue, type TermsValues } from './terms-rules.ts';
import { findLiveTerms, listTerms } from './terms-store.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
const layla = (await findAccountByEmail(db, 'traveller@rihla.example'))!.id;
const clerk = async (permission: Permission, name: string): Promise<Clerk> => {
  const staff = (await listStaffWith(db, permission)).find(({ displayName }) => displayName === name)!;
  return { kind: 'staff', user: { id: staff.userId }, staff };
};
const jun = await clerk('loyalty:work', 'Jun Villanueva');
const farah = await clerk('loyalty:approve', 'Farah Iqbal');
const huda = await clerk('loyalty:approve', 'Huda Mansour');

const values: TermsValues = {
  burnLeast: 500,
  burnStep: 100,
  burnFils: 150,
  creditMonths: 6,
  inviterPoints: 400,
  friendPoints: 200,
  tripLeast: 50_000,
  invitesAYear: 2,
  holdInvites: 3,
  holdDays: 30,
  holdAdjusted: 700,
};
const typed = (more: Partial<Record<keyof TermsValues, string>> = {}) => ({
  ...(Object.fromEntries(Object.entries(values).map(([field, value]) => [field, shownValue(field as keyof TermsValues, value)])) as Record<
    keyof TermsValues,
    string
  >),
  ...more,
});
async function atWork(change: Partial<TermsValues> = {}): Promise<string> {
  await draftTerms(platform, jun, { ...values, ...change });
  const draft = (await listTerms(db)).find(({ status }) => status === 'draft')!;
  expect(await approveTerms(platform, farah, draft)).toMatchObject({ ok: true });
  return draft.id;
}

let people = 0;
/** Somebody with an account of today. */
async function somebody(more: { readonly email?: string; readonly phone?: string; readonly daysOld?: number } = {}): Promise<string> {
  people += 1;
  const id = `friend-${people}`;
  const made = new Date(clock.now() - (more.daysOld ?? 0) * dayMs).toISOString();
  await db.execute(sql`insert into users (id, email, name, phone, email_verified, created_at, updated_at)
    values (${id}, ${more.email ?? `${id}@example.com`}, ${`Friend ${people}`}, ${more.phone ?? null}, true, ${made}, ${made})`);
  return id;
}
let orders = 0;
async function anOrder(userId: string, fils: number, days = 10): Promise<string> {
  orders += 1;
  const id = `use-order-${orders}`;
  const now = new Date(clock.now()).toISOString();
  const ends = new Date(clock.now() + days * dayMs).toISOString();
  await db.execute(sql`
    insert into orders (id, reference, kind, status, user_id, secret_hash, contact, email_index, language, currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at)
    values (${id}, ${`USEPT-${String(orders).padStart(5, '0')}`}, 'flight', 'ticketed', ${userId}, 'x', 'x', ${id}, 'en', 'AED', ${fils}, ${`user:${userId}`}, 'x', ${ends}, ${ends}, ${now}, ${now})`);
  await moved(id, fils);
  return id;
}
let moves = 0;
async function moved(orderId: string, fils: number): Promise<void> {
  moves += 1;
  const facts = { provider: 'sandbox', orderId, paymentId: `use-${moves}` };
  const amount = money(Math.abs(fils), 'AED');
  await transact(db, (tx) => post(tx, clock.now(), fils > 0 ? captured(facts, amount, `u${moves}`) : refunded(facts, amount, `u${moves}`)));
}
const days = (count: number) => clock.set(addMilliseconds(clock.now(), count * dayMs));
const balance = async (userId: string) => {
  const member = (await findMember(db, userId))!;
  return [member.pending, member.available];
};
const creditOf = async (userId: string) =>
  findAvailable(db, { userId, currency: 'AED', butOrder: null, today: (await today()) as Parameters<typeof findAvailable>[1]['today'] });
const today = async () => new Date(clock.now() + 4 * 3_600_000).toISOString().slice(0, 10);
const unbroken = async () => brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I29', 'I30']));
const heldTasks = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'points-held');
const give = async (userId: string, points: number, who = jun) => {
  expect(await adjustPoints(platform, who, { userId, points, reason: 'A delayed bag' })).toMatchObject({ value: 'done' });
  days(1);
};

test('reckons what points become, what can be turned, and whose mailbox is one', () => {
  expect(creditOfPoints(700, values)).toEqual(money(10_50, 'AED'));
  expect(valueOfPoints(250, values)).toEqual(money(3_75, 'AED'));
  expect([499, 500, 550, 600, 0, -600, 500.5].map((points) => isBurnable(points, values))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
  expect([mostBurned(499, values), mostBurned(770, values)]).toEqual([0, 700]);
  expect([readInviteCode(' abcd-2345 '), readInviteCode('ABC'), readInviteCode("'; drop")]).toEqual(['ABCD2345', null, null]);
});

test('reads terms as they are typed and names every field that is wrong', () => {
  expect(readTermsValues(typed())).toEqual({ ok: true, values });
  expect(readTermsValues(typed({ burnFils: '0', tripLeast: '12.345', holdDays: '', invitesAYear: '1e2' }))).toEqual({
    ok: false,
    faults: ['burnFils', 'tripLeast', 'invitesAYear', 'holdDays'],
  });
  expect(readTermsValues(typed({ burnLeast: '550' }))).toEqual({ ok: false, faults: ['burnLeast'] });
});

test('the states of an invitation are the edges that the database allows', async () => {
  const { rows } = (await db.execute(
    sql`select from_status || '>' || to_status as edge from status_edges where machine = 'loyalty-invitation'`,
  )) as unknown as { rows: { edge: string }[] };
  const declared = invitationMachine.moves.map(({ from, to }) => `${String(from)}>${to}`);
  expect(rows.map(({ edge }) => edge).toSorted()).toEqual(declared.toSorted());
  expect(moveOn(invitationMachine, 'reversed', 'give', 'system').ok).toBe(false);
});

describe('points turned into credit', () => {
  test('are turned by nobody while no terms are at work, which a second person puts there as they were looked at', async () => {
    await joinProgramme(platform, layla, 'en');
    await give(layla, 900);
    expect(await burnPoints(platform, { userId: layla, points: 500, terms: '' })).toMatchObject({ refused: 'terms-changed' });
    expect(await draftTerms(platform, farah, values)).toMatchObject({ refused: 'permission' });
    await draftTerms(platform, huda, values);
    const [draft] = await listTerms(db);
    expect(await approveTerms(platform, huda, draft!)).toMatchObject({ refused: 'own-rule' });
    expect(await approveTerms(platform, jun, draft!)).toMatchObject({ refused: 'permission' });
    await draftTerms(platform, huda, { ...values, creditMonths: 12 });
    expect(await approveTerms(platform, farah, draft!)).toMatchObject({ refused: 'changed-meanwhile' });
    await atWork();
    expect(await findLiveTerms(db)).toMatchObject({ creditMonths: 6, status: 'live' });
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'points-approval')).toEqual([]);
  });

  test('become store credit once, in both ledgers, and only in steps, by the terms that were read', async () => {
    const terms = (await findLiveTerms(db))!.id;
    const turn = (points: number, by = terms) => burnPoints(platform, { userId: layla, points, terms: by });
    expect(await turn(400)).toMatchObject({ refused: 'not-a-step' });
    expect(await turn(550)).toMatchObject({ refused: 'not-a-step' });
    expect(await turn(1_000)).toMatchObject({ refused: 'too-few' });
    expect(await turn(600, 'older')).toMatchObject({ refused: 'terms-changed' });
    expect(await burnPoints(platform, { userId: 'nobody', points: 500, terms })).toMatchObject({ refused: 'not-a-member' });
    expect(await turn(600)).toEqual({ ok: true, value: money(9_00, 'AED') });
    expect([await balance(layla), await creditOf(layla)]).toEqual([[0, 300], 9_00]);
    const mine = await openMyCredit(platform, layla);
    expect(mine.ofPoints).toMatchObject([{ left: money(9_00, 'AED'), endsOn: '2027-05-24' }]);
    expect(mine.moves).toMatchObject([{ kind: 'given', ofPoints: true, order: null }]);
    expect((await listPoints(db, layla, 1))[0]).toMatchObject({ kind: 'burn', available: -600 });
    expect(await unbroken()).toEqual([]);
  });

  test('are neither those that wait, nor those that have ended, nor those of who is held', async () => {
    await db.execute(sql`insert into loyalty_rules (id, kind, points, status, version, made_by, made_at, approved_by, live_at)
      values ('flights', 'flight', 100, 'live', 1, ${jun.user.id}, now(), ${farah.user.id}, now())`);
    const terms = (await findLiveTerms(db))!.id;
    const turn = () => burnPoints(platform, { userId: layla, points: 500, terms });
    await anOrder(layla, 1_000_00, 40);
    await reckonPoints(platform);
    expect(await balance(layla)).toEqual([1_000, 300]);
    expect(await turn()).toMatchObject({ refused: 'too-few' });
    await give(layla, 100, huda);
    await give(layla, 100, huda);
    await db.execute(sql`update loyalty_lots set expires_on = ${await today()} where user_id = ${layla} and remaining = 300`);
    expect(await turn()).toMatchObject({ refused: 'too-few' });
    await db.execute(sql`update loyalty_lots set expires_on = '2029-01-01' where user_id = ${layla}`);
    const { version } = (await findMember(db, layla))!;
    expect(await holdMember(platform, jun, { userId: layla, reason: 'Two accounts, one card', version })).toMatchObject({ ok: true });
    expect(await turn()).toMatchObject({ refused: 'held' });
    expect(await heldTasks()).toMatchObject([{ subject: `loyalty_members:${layla}`, askedBy: `staff:${jun.user.id}` }]);
    await holdMember(platform, farah, { userId: layla, reason: null, version: version + 1 });
    expect(await heldTasks()).toEqual([]);
    expect(await turn()).toMatchObject({ ok: true });
    expect(await unbroken()).toEqual([]);
  });

  test('end with their credit, which is never had back as money', async () => {
    expect(await creditOf(layla)).toBe(16_50);
    days(200);
    await endCredits(platform, []);
    expect(await creditOf(layla)).toBe(0);
    const mine = await openMyCredit(platform, layla);
    expect([mine.ofPoints, mine.grants]).toEqual([[], []]);
    expect(mine.moves.map(({ kind }) => kind)).toEqual(['lapsed', 'lapsed', 'given', 'given']);
    expect(await unbroken()).toEqual([]);
  });
});

describe('a hold', () => {
  test('is lifted by a second person and never by who placed it', async () => {
    const { version } = (await findMember(db, layla))!;
    await holdMember(platform, huda, { userId: layla, reason: 'Asked for too much', version });
    const lift = (who: Clerk) => holdMember(platform, who, { userId: layla, reason: null, version: version + 1 });
    expect(await lift(huda)).toMatchObject({ refused: 'own-hold' });
    expect(await lift(jun)).toMatchObject({ refused: 'permission' });
    expect(await lift(farah)).toMatchObject({ ok: true });
  });

  test('is placed by a rule when points given by hand are to become credit the same day', async () => {
    const terms = (await findLiveTerms(db))!.id;
    await reckonPoints(platform);
    const before = await balance(layla);
    expect(await adjustPoints(platform, jun, { userId: layla, points: 800, reason: 'A lost bag' })).toMatchObject({ value: 'done' });
    expect(await burnPoints(platform, { userId: layla, points: 500, terms })).toMatchObject({ refused: 'held' });
    expect(await findMember(db, layla)).toMatchObject({ holdRule: 'given-and-turned', heldBy: null });
    expect(await balance(layla)).toEqual([before[0], before[1]! + 800]);
    expect(await heldTasks()).toMatchObject([{ textKey: 'tasks:points-held-given-and-turned', askedBy: null }]);
    const record = (await openMember(platform, farah, layla))!;
    expect(record.hold).toMatchObject({ rule: 'given-and-turned', by: null, mine: false });
    await holdMember(platform, farah, { userId: layla, reason: null, version: record.version });
    days(1);
    expect(await burnPoints(platform, { userId: layla, points: 500, terms })).toMatchObject({ ok: true });
  });

  test('is placed by a rule when a refund cannot take back points that became credit', async () => {
    const terms = (await findLiveTerms(db))!.id;
    const member = await somebody();
    await joinProgramme(platform, member, 'en');
    const order = await anOrder(member, 1_000_00, 1);
    days(3);
    await reckonPoints(platform);
    expect(await burnPoints(platform, { userId: member, points: 1_000, terms })).toMatchObject({ ok: true });
    await moved(order, -1_000_00);
    await reckonPoints(platform);
    expect([await balance(member), (await findMember(db, member))!.holdRule]).toEqual([[0, 0], 'short-reversal']);
    expect(await unbroken()).toEqual([]);
  });
});

describe('an invitation', () => {
  const codeOf = async (userId: string) => (await findMember(db, userId))!.inviteCode!;
  const stateOf = async (userId: string) => (await findInvitation(db, userId))?.status;

  test('is for somebody new who is not oneself, by a code that there is', async () => {
    const mona = await somebody({ email: 'mona@gmail.com', phone: '+971 50 111 2233', daysOld: 400 });
    await joinProgramme(platform, mona, 'en');
    const code = await codeOf(mona);
    const join = async (who: string, by = code) => joinProgramme(platform, who, 'en', by);
    expect(await join(await somebody(), 'ZZZZ9999')).toMatchObject({ refused: 'unknown-code' });
    expect(await join(await somebody(), 'what?')).toMatchObject({ refused: 'unknown-code' });
    expect(await join(await somebody({ email: 'm.ona+2@googlemail.com' }))).toMatchObject({ refused: 'own-code' });
    expect(await join(await somebody({ phone: '00971501112233' }))).toMatchObject({ refused: 'own-code' });
    expect(await join(await somebody({ daysOld: 31 }))).toMatchObject({ refused: 'not-new' });
    const paid = await somebody();
    await anOrder(paid, 100_00);
    expect(await join(paid)).toMatchObject({ refused: 'not-new' });
    expect(await findMember(db, paid)).toBeNull();
    const friend = await somebody();
    expect(await join(friend, code.toLowerCase())).toMatchObject({ ok: true });
    expect(await join(friend)).toMatchObject({ ok: true });
    expect(await findInvitation(db, friend)).toMatchObject({ inviterId: mona, status: 'waiting' });
    // Who joined before there were codes takes one, once.
    await db.execute(sql`update loyalty_members set invite_code = null where user_id = ${layla}`);
    await takeInviteCode(platform, layla);
    const taken = await codeOf(layla);
    await takeInviteCode(platform, layla);
    expect(await codeOf(layla)).toBe(taken);
  });

  test('gives both their points when the first trip that costs enough is over, by the path of all points', async () => {
    const [mona, friend] = [await somebody(), await somebody()];
    await joinProgramme(platform, mona, 'en');
    await joinProgramme(platform, friend, 'en', await codeOf(mona));
    await db.execute(sql`update loyalty_rules set status = 'retired', retired_at = now(), version = 2 where id = 'flights'`);
    await anOrder(friend, 300_00);
    await reckonPoints(platform);
    expect(await stateOf(friend)).toBe('waiting');
    const trip = await anOrder(friend, 600_00);
    await reckonPoints(platform);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['pending', [400, 0], [200, 0]]);
    days(12);
    await reckonPoints(platform);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['given', [0, 400], [0, 200]]);
    expect((await findMember(db, mona))!.tier).toBe('member');
    expect((await listPoints(db, mona, 5)).map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ['invite-release', null],
      ['invite', null],
    ]);
    await moved(trip, -150_00);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['reversed', [0, 0], [0, 0]]);
    expect(await unbroken()).toEqual([]);
  });

  test('waits for another trip when the first is called off, and for both while one of the two is held', async () => {
    const [mona, friend] = [await somebody(), await somebody()];
    await joinProgramme(platform, mona, 'en');
    await joinProgramme(platform, friend, 'en', await codeOf(mona));
    const trip = await anOrder(friend, 600_00);
    await reckonPoints(platform);
    await moved(trip, -600_00);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona)]).toEqual(['waiting', [0, 0]]);
    await anOrder(friend, 700_00);
    await reckonPoints(platform);
    expect(await stateOf(friend)).toBe('pending');
    const { version } = (await findMember(db, mona))!;
    await holdMember(platform, jun, { userId: mona, reason: 'Looked into', version });
    days(12);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['pending', [400, 0], [200, 0]]);
    await holdMember(platform, farah, { userId: mona, reason: null, version: version + 1 });
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['given', [0, 400], [0, 200]]);
    expect(await unbroken()).toEqual([]);
  });

  test('brings the inviter something only so often a year, and holds them when unusually many come', async () => {
    const mona = await somebody();
    await joinProgramme(platform, mona, 'en');
    const code = await codeOf(mona);
    const friends = [await somebody(), await somebody(), await somebody(), await somebody()];
    for (const friend of friends.slice(0, 3)) {
      expect(await joinProgramme(platform, friend, 'en', code)).toMatchObject({ ok: true });
      await anOrder(friend, 600_00);
      await reckonPoints(platform);
    }
    expect(await balance(mona)).toEqual([800, 0]);
    expect(await Promise.all(friends.slice(0, 3).map(balance))).toEqual([
      [200, 0],
      [200, 0],
      [200, 0],
    ]);
    expect((await findMember(db, mona))!.heldAt).toBeNull();
    await joinProgramme(platform, friends[3]!, 'en', code);
    expect(await findMember(db, mona)).toMatchObject({ holdRule: 'invitations', heldBy: null });
    expect(await joinProgramme(platform, await somebody(), 'en', code)).toMatchObject({ refused: 'unknown-code' });
    expect((await openMember(platform, farah, mona))!.invited.map(({ status, points }) => [status, points])).toEqual([
      ['waiting', 0],
      ['pending', 0],
      ['pending', 400],
      ['pending', 400],
    ]);
  });

  test('is refused when the first trip shows that both are one person', async () => {
    const [mona, friend] = [await somebody(), await somebody()];
    await joinProgramme(platform, mona, 'en');
    await joinProgramme(platform, friend, 'en', await codeOf(mona));
    await db.execute(sql`update users set phone = '+971509998877' where id in (${mona}, ${friend})`);
    await anOrder(friend, 600_00);
    await reckonPoints(platform);
    expect([await stateOf(friend), await balance(mona), await balance(friend)]).toEqual(['refused', [0, 0], [0, 0]]);
  });
});

test('the report says what is held, was turned, is unspent and ended, at the rate at work; the table has no names', async () => {
  const { report, terms } = await openProgramme(platform, farah);
  expect(terms).toMatchObject({ values, approvedBy: 'Farah Iqbal' });
  expect(report.rate).toEqual({ points: 100, value: money(1_50, 'AED') });
  const { use } = report;
  expect(use.burned).toEqual({ points: 2_600, value: money(39_00, 'AED') });
  expect(use.unspent).toEqual(money(22_50, 'AED'));
  expect(use.held.members).toBe(2);
  expect(use.invited.points).toBe(600);
  expect(report.all.value.amount).toBe(Math.floor(((report.all.available + report.all.pending) * 150) / 100));
  const rows: string[][] = [];
  for await (const page of membersExport.pages(platform, farah, { query: new URLSearchParams('queue=held') } as never)) rows.push(...page);
  expect(rows.map((row) => row.at(-1)).toSorted()).toEqual(['invitations', 'short-reversal']);
  expect(rows.every((row) => row.length === membersExport.head.length)).toBe(true);
  expect(rows.flat().join()).not.toContain('Friend');
});
