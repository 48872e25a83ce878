import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { workOnDesk } from '#app/backoffice/work-desk.server.ts';
import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { recordSent } from '#app/commerce/messages/messages-store.server.ts';
import { orders } from '#app/commerce/orders/orders.tables.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { flightsOver } from '../flights.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { flightChange, scheduleTell } from '../flight-jobs.server.ts';
import { insertSchedule } from '../schedule/schedule-store.server.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { theWorld } from '../world/open-world.server.ts';
import { placeDeskOrder } from './desk-orders-testing.ts';

const platform = await openDemoPlatform();
await platform.jobs.handle(messageSend, async () => undefined);
const offer = anOffer({ flight: 'EK1' });
const supplier = new ScriptedSupplier({ offers: [offer], ticket: ['ok'] });
const flights = { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier };
await workOnDesk(platform, flights);
// What follows of an answer at the airline is tried elsewhere.
await platform.jobs.handle(flightChange, async () => undefined);
const app = await openTestApp(platform, flights);
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const failed = await placeDeskOrder(platform, supplier, { status: 'ticketing_failed', offer });
const held = await placeDeskOrder(platform, supplier, { status: 'held', offer, heldFor: 12 });

const read = async (path: string, cookie = clerk) => (await app.send(path, { cookie })).text();
const statusOf = async (id: string) =>
  (await platform.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]!.status;

describe('several orders at once', () => {
  const dryRun = `/admin/orders/flights/bulk?action=ticket&ref=${failed.reference}&ref=${held.reference}&ref=ZZZZZ-ZZZZZ`;

  it('are offered from the list to those who may work on them', async () => {
    expect(await read('/admin/orders/flights')).toContain(`value="${held.reference}"`);
    expect(await read('/admin/orders/flights', finance)).not.toContain('Dry run');
  });

  it('are first tried without doing anything: what would be done, what is skipped and why', async () => {
    const html = await read(dryRun);
    expect(html).toMatch(/ready<\/dt><dd>1<\/dd>/);
    expect(html).toContain('The order is not paid.');
    expect(await statusOf(failed.id)).toBe('ticketing_failed');
  });

  const pressOn = async (address: string, action: string, more: Record<string, string | string[]> = {}) => {
    const form = readForms(await read(address), new URL('http://localhost:3999/admin/orders/flights/bulk')).find((one) =>
      one.buttons.some((button) => button.value === action),
    )!;
    const refs = form.fields.filter(([name]) => name === 'ref').map(([, value]) => value);
    const fields = { key: Object.fromEntries(form.fields)['key']!, intent: action, ref: refs, ...more };
    return { fields, refs, send: () => app.send('/admin/orders/flights/bulk', { cookie: clerk, form: fields }) };
  };

  it('are then done each by itself, with a line for each, and once however often it is sent', async () => {
    const press = await pressOn(dryRun, 'ticket', { ref: [failed.reference, held.reference] });
    const to = (await press.send()).headers.get('location')!;
    expect(await read(to)).toMatch(/under way<\/dt><dd>2<\/dd>/);
    expect(await statusOf(failed.id)).toBe('ticketing_failed');
    await platform.jobs.drain();
    expect(await statusOf(failed.id)).toBe('ticketed');
    expect(await statusOf(held.id)).toBe('held');
    const result = await read(to);
    expect(result).toContain('The order is not paid.');
    expect(result).not.toContain('under way');
    expect((await press.send()).headers.get('location')).toBe(to);
    expect(supplier.calls.filter((call) => call === 'ticket')).toHaveLength(1);
  });

  it('may be everything that a list matches, on all its pages', async () => {
    const others = [];
    for (let at = 0; at < 3; at += 1) others.push(await placeDeskOrder(platform, supplier, { status: 'expired', offer }));
    const press = await pressOn('/admin/orders/flights/bulk?action=claim&all=1&list=state%3Dexpired', 'claim');
    expect(press.refs.toSorted()).toEqual(others.map(({ reference }) => reference).toSorted());
    await press.send();
    await platform.jobs.drain();
    expect(await read('/admin/orders/flights?owner=mine')).toContain(others[2]!.reference);
    expect(await read('/admin/orders/flights/bulk?action=claim&all=1&list=owner%3Dmine')).toContain('It is yours already.');
  });

  it('are not done for somebody who may no longer do it', async () => {
    const theirs = await placeDeskOrder(platform, supplier, { status: 'voided', offer });
    const press = await pressOn(`/admin/orders/flights/bulk?action=claim&ref=${theirs.reference}`, 'claim');
    const to = (await press.send()).headers.get('location')!;
    const leave = (active: boolean) =>
      platform.db.execute(
        sql`update internal_users set is_active = ${active} where user_id = (select id from users where email = 'flights@rihla.example')`,
      );
    await leave(false);
    await platform.jobs.drain();
    await leave(true);
    expect(await read(to)).toContain('Your role may not do this.');
  });

  it('are refused to a role that may only read', async () => {
    const answer = await app.send(dryRun, { cookie: finance });
    expect(answer.headers.get('location')).toContain('/admin/unauthorized');
  });
});

describe('what aims at something', () => {
  const idOf = async (email: string) =>
    ((await platform.db.execute(sql`select id from users where email = ${email}`)) as unknown as { rows: { id: string }[] }).rows[0]!.id;
  const bulk = (query: string) => `/admin/orders/flights/bulk?${query}`;
  const press = async (query: string, cookie: string, more: Record<string, string> = {}) => {
    const form = readForms(await read(bulk(query), cookie), new URL('http://localhost:3999/admin/orders/flights/bulk')).find(
      ({ buttons }) => buttons.some(({ name }) => name === 'intent'),
    )!;
    const [button] = form.buttons.filter(({ name }) => name === 'intent');
    const refs = form.fields.filter(([name]) => name === 'ref').map(([, value]) => value);
    const fields = { ...Object.fromEntries(form.fields), ref: refs, intent: button!.value, ...more };
    return () => app.send('/admin/orders/flights/bulk', { cookie, form: fields });
  };

  it('waits for a colleague to be chosen, keeps what was picked, and gives each order by the rule of its record', async () => {
    const [one, theirs] = [
      await placeDeskOrder(platform, supplier, { status: 'held', offer }),
      await placeDeskOrder(platform, supplier, { status: 'held', offer }),
    ];
    const [me, to] = [await idOf('admin@rihla.example'), await idOf('flights@rihla.example')];
    await platform.db.execute(sql`update orders set assigned_to = ${to} where id = ${theirs.id}`);
    const picked = `action=assign&ref=${one.reference}&ref=${theirs.reference}`;
    const first = await read(bulk(picked), owner);
    expect(first).not.toContain('name="intent"');
    expect(first).toContain(`name="ref" value="${one.reference}"`);
    // Whoever may not give to others has nobody to choose but themselves.
    expect(await read(bulk(picked))).not.toContain(`<option value="${me}"`);
    expect(await read(bulk(`${picked}&aim=${me}`))).toContain('Your role may not do this.');
    const html = await read(bulk(`${picked}&aim=${to}`), owner);
    expect(html).toMatch(/ready<\/dt><dd>1<\/dd>/);
    expect(html).toContain('It is theirs already.');
    const send = await press(`${picked}&aim=${to}`, owner);
    const result = (await send()).headers.get('location')!;
    expect((await send()).headers.get('location')).toBe(result);
    await platform.jobs.drain();
    expect(await read(result, owner)).toContain('Assigned');
    expect(await read(`/admin/orders/flights/${one.reference}`)).toContain('Put it back');
  });

  it('is nothing that a form may say otherwise', async () => {
    const form = { key: 'a-key-long-enough-for-it', ref: held.reference };
    for (const more of [
      { intent: 'assign', aim: '' },
      { intent: 'accept-schedule', aim: 'because' },
      { intent: 'assign', aim: "'--" },
    ])
      expect((await app.send('/admin/orders/flights/bulk', { cookie: owner, form: { ...form, ...more } })).status).toBe(400);
  });
});

describe('the price of what is kept and not paid', () => {
  it('is asked for again, for each by itself', async () => {
    const kept = await placeDeskOrder(platform, supplier, { status: 'held', offer, heldFor: 30 });
    const page = await read(`/admin/orders/flights/bulk?action=check-price&ref=${kept.reference}&ref=${failed.reference}`);
    expect(page).toMatch(/ready<\/dt><dd>1<\/dd>/);
    const form = readForms(page, new URL('http://localhost:3999/admin/orders/flights/bulk')).find(({ buttons }) =>
      buttons.some(({ value }) => value === 'check-price'),
    )!;
    const to = (
      await app.send('/admin/orders/flights/bulk', {
        cookie: clerk,
        form: { ...Object.fromEntries(form.fields), intent: 'check-price' },
      })
    ).headers.get('location')!;
    await platform.jobs.drain();
    expect(await read(to)).toMatch(/done<\/dt><dd>1<\/dd>/);
    expect(await read(`/admin/orders/flights/${kept.reference}`)).toContain('Price checked');
  });
});

describe('a change of schedule', () => {
  /** As the airline said it and the traveller was told a day ago; how that comes about is tried elsewhere. */
  const announced = async (severity: 'minor' | 'major') => {
    const order = await placeDeskOrder(platform, supplier, { status: 'schedule_change_pending', offer });
    const [told, by] = [new Date(platform.clock.now() - 86_400_000), new Date(platform.clock.now() + 86_400_000)];
    const { slices } = offer;
    await transact(platform.db, (tx) =>
      insertSchedule(tx, {
        id: `schedule-${order.id}`,
        source: 'x1',
        notice: order.id,
        orderId: order.id,
        contract: 0,
        status: 'open',
        severity,
        kinds: ['moved'],
        was: slices,
        slices,
        refundable: severity === 'major',
        acceptable: true,
        departsAt: new Date(slices[0]!.segments[0]!.departs.utc),
        saidAt: told,
        receivedAt: told,
        toldAt: told,
        answerBy: by,
      }),
    );
    return order;
  };
  const run = async (query: string, action: string) => {
    const page = await read(`/admin/orders/flights/bulk?${query}`);
    const form = readForms(page, new URL('http://localhost:3999/admin/orders/flights/bulk')).find(({ buttons }) =>
      buttons.some(({ value }) => value === action),
    )!;
    const fields = { ...Object.fromEntries(form.fields), intent: action };
    const send = async () => (await app.send('/admin/orders/flights/bulk', { cookie: clerk, form: fields })).headers.get('location')!;
    const to = await send();
    await platform.jobs.drain();
    expect(await send(), 'a second press').toBe(to);
    await platform.jobs.drain();
    return { page, result: await read(to) };
  };

  it('is taken for those who agreed where it is a small one, and left to its traveller where it is not', async () => {
    const [small, large] = [await announced('minor'), await announced('major')];
    const picked = `action=accept-schedule&aim=agreed-by-phone&ref=${small.reference}&ref=${large.reference}&ref=${held.reference}`;
    const { page, result } = await run(picked, 'accept-schedule');
    expect(page).toContain('The change is not a small one');
    expect(page).toContain('No change of schedule waits for an answer.');
    expect(result).toMatch(/done<\/dt><dd>1<\/dd>/);
    expect([await statusOf(small.id), await statusOf(large.id)]).toEqual(['change_pending', 'schedule_change_pending']);
    expect(await read(`/admin/orders/flights/${small.reference}`)).toContain('Agreed on the telephone');
  });

  it('is written of once more, however often the form is sent, and not again within hours', async () => {
    const order = await announced('major');
    const letters: string[] = [];
    await platform.jobs.handle(scheduleTell, async ({ scheduleId, again }) => void letters.push(`${scheduleId} ${again}`));
    const { result } = await run(`action=tell-schedule&ref=${order.reference}`, 'tell-schedule');
    expect(result).toMatch(/done<\/dt><dd>1<\/dd>/);
    expect(letters).toEqual([`schedule-${order.id} ${new Date(platform.clock.now()).toISOString()}`]);
    expect(await read(`/admin/orders/flights/bulk?action=tell-schedule&ref=${order.reference}`)).toContain(
      'was told within the last 12 hours',
    );
    const { rows } = (await platform.db.execute(
      sql`select subject from audit_events where action = 'schedule-change.told-again'`,
    )) as unknown as { rows: { subject: string }[] };
    expect(rows).toEqual([{ subject: `orders:${order.id}` }]);
  });
});

describe('a named list', () => {
  const keep = (name: string, query: string, shared = '') =>
    app.send('/admin/orders/flights/views', { cookie: clerk, form: { name, query, shared } });

  it('keeps the address as the list writes it, and only its owner sees it', async () => {
    const kept = await keep('London tonight', '?to=lhr&nonsense=1&after=1_2_x');
    expect(kept.headers.get('location')).toBe('/admin/orders/flights?to=LHR&view=kept');
    expect(await read('/admin/orders/flights')).toContain('London tonight');
    expect(await read('/admin/orders/flights', owner)).not.toContain('London tonight');
  });

  it('is seen by colleagues when it is shared, and forgotten by its owner alone', async () => {
    await keep('Stuck ones', '?queue=failed-stuck', '1');
    const theirs = await read('/admin/orders/flights?queue=failed-stuck', owner);
    expect(theirs).toContain('Stuck ones');
    expect(theirs).not.toContain('Forget Stuck ones');
    const mine = await read('/admin/orders/flights?queue=failed-stuck');
    const id = readForms(mine, new URL('http://localhost:3999/admin/orders/flights'))
      .flatMap(({ buttons }) => buttons)
      .find((button) => button.name === 'drop')!.value;
    const drop = (cookie: string) => app.send('/admin/orders/flights/views', { cookie, form: { drop: id, query: '' } });
    expect((await drop(owner)).headers.get('location')).toContain('view=refused');
    expect((await drop(clerk)).headers.get('location')).toContain('view=dropped');
  });

  it('is not kept without a name or without a filter', async () => {
    expect((await keep('', '?to=LHR')).headers.get('location')).toContain('view=refused');
    expect((await keep('Everything', '')).headers.get('location')).toContain('view=refused');
  });
});

it('the record tells of mails among everything else that happened', async () => {
  await recordSent(platform.db, {
    messageId: 'one',
    orderId: held.id,
    template: 'order-held',
    orderVersion: 1,
    language: 'en',
    sentAt: new Date(platform.clock.now()),
  });
  expect(await read(`/admin/orders/flights/${held.reference}`)).toContain('Mail: the booking is held');
  expect(await read(`/admin/orders/flights/${held.reference}?timeline=mail`)).toContain('Mail: the booking is held');
  expect(await read(`/admin/orders/flights/${held.reference}?timeline=call`)).not.toContain('Mail: the booking is held');
});

describe('the owner of an order', () => {
  const at = `/admin/orders/flights/${held.reference}`;
  const idOf = async (email: string) =>
    ((await platform.db.execute(sql`select id from users where email = ${email}`)) as unknown as { rows: { id: string }[] }).rows[0]!.id;
  const assign = async (cookie: string, from: string, to: string) =>
    (await app.send(at, { cookie, form: { intent: 'assign', from, to } })).headers.get('location');

  it('is whoever takes it on, shown in the list, the filter and the timeline', async () => {
    const me = await idOf('flights@rihla.example');
    expect(await assign(clerk, '', me)).toBe(`${at}?did=owned`);
    expect(await assign(clerk, '', me), 'a second press').toBe(`${at}?did=owned`);
    expect(await read('/admin/orders/flights?owner=mine')).toContain(held.reference);
    expect(await read('/admin/orders/flights?owner=nobody')).not.toContain(held.reference);
    expect(await read('/admin/orders/flights?owner=mine', owner)).not.toContain(held.reference);
    expect(await read(`${at}?timeline=event`)).toContain('Taken on');
  });

  it('is not changed over the head of a colleague who was faster', async () => {
    expect(await assign(owner, '', await idOf('admin@rihla.example'))).toBe(`${at}?refused=changed-meanwhile`);
  });

  it('is somebody else only by who holds it or may override, and only who works on orders', async () => {
    const [me, boss] = [await idOf('flights@rihla.example'), await idOf('admin@rihla.example')];
    expect(await assign(finance, me, await idOf('finance@rihla.example'))).toBe(`${at}?refused=permission`);
    expect(await assign(owner, me, await idOf('finance@rihla.example'))).toBe(`${at}?refused=not-a-colleague`);
    expect(await assign(clerk, me, boss), 'what they hold themselves').toBe(`${at}?did=owned`);
    expect(await assign(clerk, boss, await idOf('support@rihla.example'))).toBe(`${at}?refused=permission`);
    expect(await assign(clerk, boss, '')).toBe(`${at}?refused=permission`);
    expect(await assign(owner, boss, '')).toBe(`${at}?did=unowned`);
  });
});

it('the columns of the list are those of its address, and stay while it is filtered', async () => {
  const html = await read('/admin/orders/flights?column=limit&column=created');
  expect(html).toContain('fd-c-created');
  expect(html).not.toContain('fd-c-state');
  const filter = readForms(html, new URL('http://localhost:3999/admin/orders/flights')).find((form) =>
    form.fields.some(([name]) => name === 'find'),
  )!;
  expect(filter.fields.filter(([name]) => name === 'column').map(([, value]) => value)).toEqual(['limit', 'ref', 'created']);
});
