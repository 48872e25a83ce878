import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { keepUpCustomers } from '#app/commerce/customers/records/keep-up-customers.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { newestAudit } from '#app/platform/audit.server.ts';
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
import { countWork, listWork, type WorkRow } from './list-work.server.ts';
import { showWork, whoseWork } from './open-work.server.ts';
import { tellEscalated } from './tell-escalated.server.ts';
import { readWorkView, workAddress, workColumns, type WorkView } from './work-view.ts';

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
/** With what is ticked: the page that comes back tells what became of each. */
const many = async (email: string, form: Record<string, string | string[]>) =>
  (await app.send('/admin/work', { cookie: await app.signIn(email, demoPassword), form: { bulk: '1', ...form } })).text();
/** What the form that undoes all of it names, in the page of a report. */
const undosIn = (html: string) => {
  const report = /id="wq-report"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
  const form = report.slice(report.lastIndexOf('<form'));
  return [...form.matchAll(/name="thing" value="([^"]+)"/g)].map(([, thing]) => thing!);
};
/** The page that an answer leads to. */
const pageOf = async (email: string, answer: URLSearchParams) =>
  (await app.send(`/admin/work?${answer}`, { cookie: await app.signIn(email, demoPassword) })).text();
/** The form of a page that undoes the one move that was made; null where it has none. */
const undoOn = (html: string) => {
  for (const [, thing, button] of html.matchAll(/name="thing" value="([^"]+)"\/><button([^>]*)>/g)) {
    const move = /value="(undo|wake)"/.exec(button!)?.[1];
    if (move && !button!.includes('aria-label')) return { thing: thing!, move };
  }
  return null;
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

  it('is sorted by age and by what is at stake, either way, and turns its pages so', async () => {
    const paged = async (query: string) => {
      const found: WorkRow[] = [];
      for (let after: WorkView['after'] = null; ;) {
        const { rows, next } = await listWork(db, owner, { ...view(query), after }, { now: clock.now(), most: 1 });
        found.push(...rows);
        if (!next) return found;
        // As the address of the next page tells it.
        after = view(workAddress({ ...view(query), columns: workColumns }, { after: next })).after;
      }
    };
    const opened = (await paged('?sort=opened')).map((row) => row.opened);
    expect(opened).toEqual(opened.toSorted());
    const falling = (await paged('?sort=-total')).map(({ total }) => total?.amount ?? -1);
    expect(falling).toHaveLength(3);
    expect(falling).toEqual(falling.toSorted((one, other) => other - one));
    expect((await paged('?sort=total')).map(({ total }) => total?.amount ?? -1)).toEqual(falling.toReversed());
  });

  it('finds by a customer and by what is said of them, for whoever may look customers up', async () => {
    await keepUpCustomers(platform);
    const found = async (viewer: Clerk, query: string) => {
      const asked = view(query);
      const { whose } = await whoseWork(platform, viewer, asked);
      return (await listWork(db, viewer, asked, { now: clock.now(), most: 50, ...whose })).rows;
    };
    const [sara] = await showWork(platform, owner, await found(owner, '?find=Sara'));
    expect(sara).toMatchObject({ kind: 'inquiry', customer: { name: 'Sara', risk: 'none' } });
    expect(await showWork(platform, await clerk('hr@rihla.example', 'hr_manager'), await found(owner, '?find=Sara'))).toMatchObject([
      { customer: null },
    ]);
    expect(await found(owner, '?find=%D8%B3%D8%A7%D8%B1%D8%A9')).toEqual([]);
    expect(await found(owner, '?risk=high')).toEqual([]);
    await db.execute(sql`update customers set risk = 'high' where id = ${sara!.customer!.id}`);
    expect((await found(owner, '?risk=high')).map(({ kind }) => kind)).toEqual(['inquiry']);
  });

  it('says on the page and in the file that there are more customers at a risk than it looked for work of', async () => {
    const cookie = await app.signIn('admin@rihla.example', demoPassword);
    const told = async () => [
      await (await app.send('/admin/work?risk=watch', { cookie })).text(),
      await (await app.send('/admin/work/export?risk=watch', { cookie, form: {} })).text(),
    ];
    const many = 'More than 500 customers are at this risk.';
    const sara = (await showWork(platform, owner, await list(owner, '?kind=inquiry')))[0]!.customer!;
    await db.execute(sql`update customers set risk = 'watch', last_contact_at = '2199-01-01' where id = ${sara.id}`);
    await db.execute(sql`
      insert into customers (id, name, email, name_words, email_index, has_account, first_seen_at, last_contact_at, risk)
        select 'many-' || n, '', '', '[]'::jsonb, 'many-' || n, false, '2020-01-01', '2020-01-01', 'watch' from generate_series(1, 499) n`);
    for (const text of await told()) expect(text).not.toContain(many);
    await db.execute(sql`
      insert into customers (id, name, email, name_words, email_index, has_account, first_seen_at, last_contact_at, risk)
        values ('many-500', '', '', '[]'::jsonb, 'many-500', false, '2020-01-01', '2020-01-01', 'watch')`);
    for (const text of await told()) {
      expect(text).toContain(many);
      // Whoever was last in contact is not the one who is left out.
      expect(text).toContain(asked);
    }
    await db.execute(sql`delete from customers where id like 'many-%'`);
    const { cut } = await whoseWork(platform, owner, view('?risk=watch'));
    expect(cut).toEqual({ called: null, risky: null, grouped: null });
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

  it('is taken on together with others; what cannot be is left, said beside its reference, and all of it undone with one press', async () => {
    const things = [await nameOf(owner, 'inquiry'), await nameOf(owner, 'task'), 'flight~no-such-order~'];
    const html = await many('admin@rihla.example', { move: 'take', thing: things });
    expect(html.match(/>done</g)).toHaveLength(2);
    expect(html).toContain('not open any more');
    expect((await kinds(owner, '?tab=mine')).toSorted()).toEqual(['inquiry', 'task']);
    expect(undosIn(html)).toHaveLength(2);
    await many('admin@rihla.example', { move: 'undo', thing: undosIn(html) });
    expect(await kinds(owner, '?tab=mine')).toEqual([]);
  });

  it('is given to a colleague who works on such things, by whoever may give, and comes back from them', async () => {
    const flight = async () => nameOf(owner, 'flight');
    await press('admin@rihla.example', { move: 'take', thing: await flight() });
    await press('admin@rihla.example', { move: 'put-back', thing: await flight() });
    const thing = await flight();
    const before = thing.split('~')[2] || null;
    const to = { to: visas.user.id };
    expect((await press('admin@rihla.example', { move: 'give', thing })).get('refused')).toBe('no-colleague');
    expect((await press('admin@rihla.example', { move: 'give', thing, ...to })).get('refused')).toBe('not-a-colleague');
    expect((await press('flights@rihla.example', { move: 'give', thing, to: owner.user.id })).get('refused')).toBe('may-not-give');
    const inquiry = await nameOf(owner, 'inquiry');
    const given = await press('admin@rihla.example', { move: 'give', thing: inquiry, ...to });
    expect(given.get('did')).toBe('give');
    expect(await kinds(visas, '?tab=mine')).toEqual(['inquiry']);
    expect((await press('admin@rihla.example', undoOn(await pageOf('admin@rihla.example', given))!)).get('did')).toBe('undo');
    expect(await kinds(visas, '?tab=mine')).toEqual([]);
    expect(await flight()).toBe(`${thing.split('~').slice(0, 2).join('~')}~${before ?? ''}`);
  });

  it('is said to be done to whoever did it, and to nobody who typed so into the address', async () => {
    const said = async (email: string, query: URLSearchParams) => (await pageOf(email, query)).includes('It is yours now.');
    const taken = await press('visas@rihla.example', { move: 'take', thing: await nameOf(owner, 'inquiry') });
    expect(await said('visas@rihla.example', taken)).toBe(true);
    expect(await said('visas@rihla.example', new URLSearchParams({ did: 'take' }))).toBe(false);
    expect(await said('visas@rihla.example', new URLSearchParams({ did: 'take', told: '0123456789abcdef' }))).toBe(false);
    // Neither of another act, nor for a colleague.
    expect(await pageOf('visas@rihla.example', new URLSearchParams({ did: 'wake', told: taken.get('told')! }))).not.toContain(
      'It is back in the queue.',
    );
    expect(await said('admin@rihla.example', taken)).toBe(false);
    await press('visas@rihla.example', { move: 'put-back', thing: await nameOf(owner, 'inquiry') });
  });

  it('is undone by a button that says to whom it goes back, of an address that only the answer to a move can make', async () => {
    const give = { move: 'give', thing: await nameOf(owner, 'inquiry'), to: visas.user.id };
    await press('admin@rihla.example', give);
    const taken = await press('admin@rihla.example', { move: 'take', thing: await nameOf(owner, 'inquiry') });
    const html = await pageOf('admin@rihla.example', taken);
    const name = (await findStaffNames(db, [visas.user.id])).get(visas.user.id)!;
    expect(html).toContain(`Undo: give it back to ${name}`);
    // The same address is nothing to a colleague, and one that somebody wrote is nothing to anybody.
    expect(undoOn(await pageOf('support@rihla.example', taken))).toBeNull();
    const written = new URLSearchParams({ did: 'take', undo: `undo~${await nameOf(owner, 'inquiry')}~${visas.user.id}` });
    expect(undoOn(await pageOf('admin@rihla.example', written))).toBeNull();
    expect((await press('admin@rihla.example', undoOn(html)!)).get('did')).toBe('undo');
    expect(await kinds(visas, '?tab=mine')).toEqual(['inquiry']);
    await press('visas@rihla.example', { move: 'put-back', thing: await nameOf(owner, 'inquiry') });
  });

  it('is handed on by whoever has it, to those who can have it, and offered to nobody who may not give it', async () => {
    const gives = async (email: string) => {
      const html = await pageOf(email, new URLSearchParams('kind=flight'));
      const list = /<select name="to"[\s\S]*?<\/select>/.exec(html)?.[0] ?? null;
      return list && [...list.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);
    };
    const free = await nameOf(owner, 'flight');
    if (free.split('~')[2] !== '') throw new Error('somebody has it');
    // Nobody has it: a flight agent takes it on, and is not shown what they may not do.
    expect(await gives('flights@rihla.example')).toBeNull();
    const offered = await gives('admin@rihla.example');
    expect(offered).toContain(flights.user.id);
    expect(offered).not.toContain(visas.user.id);
    await press('flights@rihla.example', { move: 'take', thing: free });
    expect(await gives('flights@rihla.example')).toEqual(expect.arrayContaining([owner.user.id]));
    expect(await gives('flights@rihla.example')).not.toContain(visas.user.id);
    const mine = await nameOf(owner, 'flight');
    expect((await press('flights@rihla.example', { move: 'give', thing: mine, to: visas.user.id })).get('refused')).toBe('not-a-colleague');
    const given = await press('flights@rihla.example', { move: 'give', thing: mine, to: owner.user.id });
    expect(given.get('did')).toBe('give');
    expect((await nameOf(owner, 'flight')).split('~')[2]).toBe(owner.user.id);
    // It was theirs as the page had it, and is not any more.
    const again = await press('flights@rihla.example', {
      move: 'give',
      thing: mine,
      to: (await clerk('products@rihla.example', 'product_manager')).user.id,
    });
    expect(again.get('refused')).not.toBeNull();
    await press('flights@rihla.example', { move: 'take', thing: await nameOf(owner, 'flight') });
  });

  it('is taken over from a colleague with the way back to them, since whoever has it may hand it on', async () => {
    const before = await nameOf(owner, 'flight');
    await press('admin@rihla.example', { move: 'take', thing: before });
    const taken = await press('flights@rihla.example', { move: 'take', thing: await nameOf(owner, 'flight') });
    expect([taken.get('did'), undoOn(await pageOf('flights@rihla.example', taken)) !== null]).toEqual(['take', true]);
    const mine = await nameOf(owner, 'flight');
    expect(mine.split('~')[2]).toBe(flights.user.id);
    if (before !== mine) await press('flights@rihla.example', { move: 'put-back', thing: mine });
  });

  it('of the tasks is put off by whoever has it, and by nobody while nobody does', async () => {
    const thing = await nameOf(owner, 'task');
    expect((await press('admin@rihla.example', { move: 'put-off', thing, snooze: 'hour' })).get('refused')).toBe('not-yours');
    expect(await many('admin@rihla.example', { move: 'put-off', thing: [thing] })).toContain('Only what you have taken on can be put off.');
    expect(await nameOf(owner, 'task')).toBe(thing);
    await press('admin@rihla.example', { move: 'take', thing });
    expect((await press('admin@rihla.example', { move: 'put-off', thing, snooze: 'hour' })).get('did')).toBe('put-off');
    await press('admin@rihla.example', { move: 'wake', thing });
    await press('admin@rihla.example', { move: 'put-back', thing: await nameOf(owner, 'task') });
  });

  it('of the tasks is given by whoever leads alone, with a row in the audit for giving and for taking back', async () => {
    const thing = await nameOf(owner, 'task');
    const finance = await clerk('finance@rihla.example', 'finance');
    const html = await many('admin@rihla.example', { move: 'give', thing, to: finance.user.id });
    expect(await kinds(finance, '?tab=mine')).toEqual(['task']);
    await many('admin@rihla.example', { move: 'undo', thing: undosIn(html) });
    expect(await kinds(finance, '?tab=mine')).toEqual([]);
    const { rows } = (await db.execute(
      sql`select action from audit_events where subject = ${`staff_tasks:${thing.split('~')[1]!}`} and action in ('staff-task.give', 'staff-task.release')
        order by sequence desc limit 2`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map(({ action }) => action)).toEqual(['staff-task.release', 'staff-task.give']);
  });

  it('is put off together with others, those alone that one has in hand, and woken by undoing it', async () => {
    await press('visas@rihla.example', { move: 'take', thing: await nameOf(owner, 'inquiry') });
    const mine = await nameOf(owner, 'inquiry');
    const html = await many('visas@rihla.example', { move: 'put-off', thing: [mine], snooze: 'monday' });
    expect(await kinds(visas, '?tab=asleep')).toEqual(['inquiry']);
    await many('visas@rihla.example', { move: 'wake', thing: undosIn(html) });
    expect(await kinds(visas, '?tab=mine')).toEqual(['inquiry']);
    await press('visas@rihla.example', { move: 'put-back', thing: mine });
    expect(await many('visas@rihla.example', { move: 'put-off', thing: [await nameOf(owner, 'inquiry')] })).toContain(
      'Only what you have taken on can be put off.',
    );
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

describe('all that the queue matches', () => {
  const trial = async (email: string, query: string) => {
    const html = (
      await (await app.send(`/admin/work?all=1&${query}`, { cookie: await app.signIn(email, demoPassword) })).text()
    ).replaceAll('<!-- -->', '');
    const card = /<section[^>]*aria-labelledby="wq-try">([\s\S]*?)<\/section>/.exec(html)?.[1] ?? '';
    return { card, things: [...card.matchAll(/name="thing" value="([^"]+)"/g)].map(([, thing]) => thing!) };
  };
  const moves = async () =>
    ((await db.execute(sql`select max(sequence)::int as last from audit_events`)) as unknown as { rows: { last: number }[] }).rows[0]!.last;

  it('is tried first, by what each would come to, and done by the press that follows', async () => {
    const [inquiry, task] = [await nameOf(owner, 'inquiry'), await nameOf(owner, 'task')];
    for (const thing of [inquiry, task].filter((one) => one.split('~')[2] !== ''))
      await db.execute(
        thing.startsWith('task')
          ? sql`update staff_tasks set claimed_by = null, claimed_at = null, snoozed_until = null where id = ${thing.split('~')[1]!}`
          : sql`update inquiries set owner_id = null where id = ${thing.split('~')[1]!}`,
      );
    const before = await moves();
    const { card, things } = await trial('admin@rihla.example', 'every=take');
    expect(await moves()).toBe(before);
    expect(card).toContain('Nothing is done yet.');
    expect(things.map((thing) => thing.split('~')[0]).toSorted()).toEqual(['inquiry', 'task']);
    // Another colleague has the flight: it is named, and not taken from them.
    expect(card).toContain('A colleague has it. It is taken over one by one.');
    const html = await many('admin@rihla.example', { move: 'take', thing: things });
    expect(html.match(/>done</g)).toHaveLength(2);
    expect((await kinds(owner, '?tab=mine')).toSorted()).toEqual(['inquiry', 'task']);
    expect((await trial('admin@rihla.example', 'every=take')).card).toContain('It stands so already.');
  });

  it('is put off and given by the same rights as one by one, and narrowed as the list is', async () => {
    const own = await trial('admin@rihla.example', 'every=put-off&snooze=monday');
    expect(own.things.map((thing) => thing.split('~')[0]).toSorted()).toEqual(['inquiry', 'task']);
    expect(own.card).toContain('Only what you have taken on can be put off.');
    expect((await trial('admin@rihla.example', 'every=put-off&kind=task')).things).toHaveLength(1);
    expect((await trial('admin@rihla.example', 'every=give')).card).toContain('Choose a colleague first.');
    const finance = await clerk('finance@rihla.example', 'finance');
    const given = await trial('admin@rihla.example', `every=give&to=${finance.user.id}`);
    expect(given.things.map((thing) => thing.split('~')[0])).toContain('task');
    expect(given.card).toContain('That colleague cannot have it');
    // Who does not work on such things is told so, and may not press.
    const hr = await trial('hr@rihla.example', 'every=take');
    expect(hr.things).toEqual([]);
    expect((await trial('admin@rihla.example', 'every=undo')).card).toBe('');
    await many('admin@rihla.example', { move: 'put-back', thing: [await nameOf(owner, 'inquiry'), await nameOf(owner, 'task')] });
  });

  it('is cut to what is done at once after what cannot be done is left out', async () => {
    const someone = `staff:${visas.user.id}`;
    await db.execute(sql`
      insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, claimed_by, claimed_at)
      select 'q-theirs-' || n, 'order-stuck', 'orders:q-theirs-' || n, 'tasks:order-stuck', '{"order": "MANY0-00000"}',
        ${new Date(clock.now()).toISOString()}::timestamptz - interval '3 days', ${someone}, now() from generate_series(1, 120) n`);
    await db.execute(sql`
      insert into staff_tasks (id, kind, subject, text_key, detail, opened_at)
      select 'q-free-' || n, 'order-stuck', 'orders:q-free-' || n, 'tasks:order-stuck', '{"order": "MANY0-00000"}',
        ${new Date(clock.now()).toISOString()}::timestamptz - interval '1 days' from generate_series(1, 103) n`);
    const { card, things } = await trial('admin@rihla.example', 'every=take&kind=task&tab=open');
    expect(things).toHaveLength(100);
    expect(things.every((thing) => thing.startsWith('task~'))).toBe(true);
    expect(card).toMatch(/the other \d+ are left for a second time/);
    expect(card).toContain('Can be done: 100.');
    expect(card.match(/A colleague has it\./g)).toHaveLength(100);
    // Nor is given away what somebody has, and to whom it goes is read before it is pressed.
    const finance = await clerk('finance@rihla.example', 'finance');
    const given = await trial('admin@rihla.example', `every=give&to=${finance.user.id}&kind=task`);
    expect(given.things).not.toEqual([]);
    expect(given.things.filter((thing) => thing.includes('q-theirs'))).toEqual([]);
    expect(given.card).toContain(`Give it to ${(await findStaffNames(db, [finance.user.id])).get(finance.user.id)!}`);
    await db.execute(sql`delete from staff_tasks where id like 'q-%'`);
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

  it('tells how many of its rows somebody else changed since it was drawn, of what its reader may see', async () => {
    const since = await newestAudit(db);
    const [flight, task] = [await nameOf(owner, 'flight'), await nameOf(owner, 'task')].map((thing) =>
      thing.split('~').slice(0, 2).join(':'),
    );
    const heard = async (email: string, query = `since=${since}&row=${flight}&row=${task}&row=nothing:x&row=flight:no-such-order`) => {
      const answer = await app.send(`/admin/list-news?${query}`, { cookie: await app.signIn(email, demoPassword) });
      return answer.ok ? ((await answer.json()) as { count: number }).count : answer.status;
    };
    expect(await heard('admin@rihla.example')).toBe(0);
    await press('flights@rihla.example', { move: 'put-back', thing: await nameOf(owner, 'flight') });
    await press('flights@rihla.example', { move: 'take', thing: await nameOf(owner, 'flight') });
    expect(await heard('admin@rihla.example')).toBe(1);
    expect(await heard('flights@rihla.example')).toBe(0);
    // Whoever may not see flights is not told that one changed.
    expect(await heard('visas@rihla.example')).toBe(0);
    // Nor is whoever may not see a kind of task told of one.
    await press('finance@rihla.example', { move: 'take', thing: await nameOf(owner, 'task') });
    expect(await heard('admin@rihla.example')).toBe(2);
    expect(await heard('visas@rihla.example')).toBe(0);
    expect(await heard('admin@rihla.example', 'since=x')).toBe(404);
    expect(await heard('admin@rihla.example', `since=${await newestAudit(db)}&row=${flight}`)).toBe(0);
    expect(await page('/admin/work')).toContain('class="rn-rows"');
  });
});
