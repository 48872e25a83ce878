import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { addMilliseconds, hourMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { countWork, listWork } from './list-work.server.ts';
import { tellEscalated } from './tell-escalated.server.ts';
import { readWorkView, type WorkView } from './work-view.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const supplier = new ScriptedSupplier({ offers: [anOffer({ flight: 'EK1' })], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const clerk = async (email: string, role: StaffRole): Promise<Clerk> => {
  const { id } = (await findAccountByEmail(db, email))!;
  return { kind: 'staff', user: { id }, staff: { roles: [role] } };
};
const flights = await clerk('flights@rihla.example', 'flight_agent');
const owner = await clerk('admin@rihla.example', 'owner');
const visas = await clerk('visas@rihla.example', 'visa_officer');
const failed = await placeDeskOrder(platform, supplier, { status: 'ticketing_failed' });
await placeDeskOrder(platform, supplier, { status: 'held', heldFor: 12 });
const asked = await transact(db, (tx) =>
  takeInquiry(tx, platform, {
    kind: 'e-visa',
    contact: { name: 'Sara', email: 'sara@example.com', phone: null },
    message: 'Do I need a visa?',
    language: 'en',
    userId: null,
    country: 'TR',
  }),
);
await transact(db, (tx) =>
  openStaffTask(tx, clock.now(), {
    kind: 'capture-refused',
    subject: 'payments:p1',
    textKey: 'tasks:capture-refused',
    // Payments know their order by its id.
    detail: { order: failed.id },
  }),
);

const view = (query = ''): WorkView => readWorkView(new URLSearchParams(query));
const list = async (viewer: Clerk, query = '', most = 50) => (await listWork(db, viewer, view(query), { now: clock.now(), most })).rows;
const kinds = async (viewer: Clerk, query = '') => (await list(viewer, query)).map(({ kind }) => kind);
const press = async (email: string, form: Record<string, string | string[]>, query = '') => {
  const answer = await app.send(`/admin/work${query}`, { cookie: await app.signIn(email, demoPassword), form });
  return new URL(answer.headers.get('location') ?? '', 'http://x').searchParams;
};
const nameOf = async (viewer: Clerk, kind: string) => {
  const row = [...(await list(viewer)), ...(await list(viewer, '?tab=asleep'))].find((one) => one.kind === kind)!;
  return `${row.kind}~${row.id}~${row.ownerId ?? ''}`;
};

beforeEach(() => clock.set(testNow));

describe('the work queue', () => {
  it('shows each colleague what waits for the house and they may see, what is due first on top; never what waits for its customer', async () => {
    expect((await kinds(owner)).toSorted()).toEqual(['flight', 'inquiry', 'task']);
    expect(await kinds(visas)).toEqual(['inquiry']);
    const dues = (await list(owner)).map(({ due }) => due);
    expect(dues).toEqual(dues.toSorted());
    for (const what of ['flight', 'task']) expect((await list(owner)).find(({ kind }) => kind === what)?.reference).toBe(failed.reference);
  });

  it('tells the same on pages of one row each, and counts what stands behind each tab', async () => {
    const whole = (await list(owner)).map(({ id }) => id);
    const paged: string[] = [];
    for (let after: WorkView['after'] = null; ;) {
      const { rows, next } = await listWork(db, owner, { ...view(), after }, { now: clock.now(), most: 1 });
      paged.push(...rows.map(({ id }) => id));
      if (!next) break;
      after = next;
    }
    expect(paged).toEqual(whole);
    expect(await countWork(db, owner, clock.now())).toMatchObject({ open: 3, mine: 0, free: 3, late: 0, escalated: 0, asleep: 0 });
  });

  it('finds by kind and by a reference as it is read out', async () => {
    expect(await kinds(owner, '?kind=task')).toEqual(['task']);
    expect(await kinds(owner, `?find=${failed.reference.slice(0, 4).toLowerCase()}`)).toEqual(['flight']);
    expect(await kinds(owner, '?find=%25')).toHaveLength(3);
  });

  it('calls late what is past its time, and escalated what has been late for as long again', async () => {
    clock.set(addMilliseconds(testNow, 2 * hourMs));
    expect(await kinds(owner, '?tab=late')).toContain('task');
    expect(await kinds(owner, '?tab=escalated')).not.toContain('task');
    clock.set(addMilliseconds(testNow, 2 * hourMs + 60_000));
    expect(await kinds(owner, '?tab=escalated')).toContain('task');
  });
});

it('tells whoever leads of what has escalated, once, until nothing has', async () => {
  const bell = async (viewer: Clerk) => (await list(viewer, '?kind=task')).map(({ state }) => state);
  clock.set(addMilliseconds(testNow, 40 * 24 * hourMs));
  await tellEscalated(platform);
  await tellEscalated(platform);
  expect((await bell(owner)).filter((state) => state === 'work-escalated')).toHaveLength(1);
  expect(await bell(flights)).not.toContain('work-escalated');
  clock.set(testNow);
  await tellEscalated(platform);
  expect(await bell(owner)).not.toContain('work-escalated');
});

describe('something in the queue', () => {
  it('is taken on with the rights and the trace of its own page, once, and put back', async () => {
    const thing = await nameOf(owner, 'inquiry');
    expect((await press('flights@rihla.example', { move: 'take', thing: await nameOf(owner, 'flight') })).get('did')).toBe('take');
    expect((await list(flights, '?tab=mine')).map(({ reference }) => reference)).toEqual([failed.reference]);
    expect(await countWork(db, flights, clock.now())).toMatchObject({ mine: 1, asleep: 0 });
    expect((await press('hr@rihla.example', { move: 'take', thing })).get('refused')).toBe('permission');
    expect((await press('visas@rihla.example', { move: 'take', thing })).get('did')).toBe('take');
    expect((await press('admin@rihla.example', { move: 'take', thing })).get('refused')).toBe('changed-meanwhile');
    const { rows } = (await db.execute(
      sql`select actor from audit_events where action = 'inquiry.assigned' and subject = ${`inquiries:${thing.split('~')[1]!}`}`,
    )) as unknown as { rows: { actor: string }[] };
    expect(rows).toEqual([{ actor: `staff:${visas.user.id}` }]);
    expect((await press('visas@rihla.example', { move: 'put-back', thing: await nameOf(owner, 'inquiry') })).get('did')).toBe('put-back');
    expect(await list(visas, '?tab=mine')).toEqual([]);
    expect(asked).toBe((await list(visas)).find(({ kind }) => kind === 'inquiry')?.reference);
  });

  it('is taken on together with others, and what cannot be is left and said', async () => {
    const things = [await nameOf(owner, 'inquiry'), await nameOf(owner, 'task'), 'flight~no-such-order~'];
    const told = await press('admin@rihla.example', { move: 'take', thing: things });
    expect([told.get('done'), told.get('left')]).toEqual(['2', '1']);
    expect((await kinds(owner, '?tab=mine')).toSorted()).toEqual(['inquiry', 'task']);
    for (const kind of ['inquiry', 'task']) await press('admin@rihla.example', { move: 'put-back', thing: await nameOf(owner, kind) });
  });

  it('is put off by whoever has it, out of the way until then, and comes back by itself', async () => {
    const free = await nameOf(owner, 'inquiry');
    expect((await press('visas@rihla.example', { move: 'put-off', thing: free, snooze: 'hour' })).get('refused')).toBe('not-yours');
    await press('visas@rihla.example', { move: 'take', thing: free });
    const thing = await nameOf(owner, 'inquiry');
    expect((await press('visas@rihla.example', { move: 'put-off', thing, snooze: 'hour' })).get('did')).toBe('put-off');
    expect([await kinds(visas), await kinds(visas, '?tab=asleep')]).toEqual([[], ['inquiry']]);
    expect(await countWork(db, visas, clock.now())).toMatchObject({ mine: 0, asleep: 1 });
    expect((await press('visas@rihla.example', { move: 'wake', thing })).get('did')).toBe('wake');
    expect(await kinds(visas, '?tab=mine')).toEqual(['inquiry']);
    expect(await countWork(db, visas, clock.now())).toMatchObject({ mine: 1, asleep: 0 });
    await press('visas@rihla.example', { move: 'put-off', thing, snooze: 'hour' });
    clock.set(addMilliseconds(testNow, hourMs));
    expect(await kinds(visas, '?tab=mine')).toEqual(['inquiry']);
  });

  it('is awake for whoever takes it over, and put off no more once it has escalated', async () => {
    const thing = await nameOf(owner, 'inquiry');
    await press('visas@rihla.example', { move: 'put-off', thing, snooze: 'monday' });
    expect(await kinds(visas)).toEqual([]);
    await press('admin@rihla.example', { move: 'take', thing });
    expect(await kinds(visas)).toEqual(['inquiry']);
    clock.set(addMilliseconds(testNow, 40 * 24 * hourMs));
    await press('admin@rihla.example', { move: 'put-off', thing: await nameOf(owner, 'inquiry'), snooze: 'hour' });
    expect(
      (await press('admin@rihla.example', { move: 'put-off', thing: await nameOf(owner, 'inquiry'), snooze: 'hour' })).get('refused'),
    ).toBe('escalated');
  });
});

describe('the page of the queue', () => {
  const page = async (path: string, email = 'admin@rihla.example') =>
    (await app.send(path, { cookie: await app.signIn(email, demoPassword) })).text();

  it('leads from each row to where it is dealt with, and says what is to be done', async () => {
    const html = await page('/admin/work');
    expect(html).toContain(`href="/admin/orders/${failed.reference}"`);
    expect(html).toContain(`href="/admin/inquiries/${asked}"`);
    expect(html).toContain('Ticketing failed: try again or give the money back');
    expect(html).toContain('Answer: e-visa');
  });

  it('takes an address that makes no sense as the whole queue, and says when nothing matches', async () => {
    expect(await page('/admin/work?tab=nonsense&after=x~y~z&owner=%00')).toContain(failed.reference);
    expect(await page('/admin/work?find=ZZZZZ')).toContain('Nothing in the queue matches.');
  });

  it('leaves as a table by POST alone, with the row in the audit', async () => {
    const cookie = await app.signIn('flights@rihla.example', demoPassword);
    expect((await app.send('/admin/work/export', { cookie })).status).toBe(405);
    const answer = await app.send('/admin/work/export?kind=flight', { cookie, form: {} });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const text = await answer.text();
    expect(text).toContain(failed.reference);
    // In words of the reader's language, not by the keys of the program.
    expect(text).toContain(',Ticketing failed: try again or give the money back,');
    expect(text).not.toContain('ticketing_failed');
    expect(text.trim().split('\n')).toHaveLength(2);
  });
});
