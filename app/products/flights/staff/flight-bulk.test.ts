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

  it('is somebody else only by who may override, and only who works on orders', async () => {
    const [me, boss] = [await idOf('flights@rihla.example'), await idOf('admin@rihla.example')];
    expect(await assign(clerk, me, boss)).toBe(`${at}?refused=permission`);
    expect(await assign(finance, me, await idOf('finance@rihla.example'))).toBe(`${at}?refused=permission`);
    expect(await assign(owner, me, await idOf('finance@rihla.example'))).toBe(`${at}?refused=not-a-colleague`);
    expect(await assign(owner, me, boss)).toBe(`${at}?did=owned`);
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
