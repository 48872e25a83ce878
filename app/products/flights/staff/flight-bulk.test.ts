import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { recordSent } from '#app/commerce/messages/messages-store.server.ts';
import { orders } from '#app/commerce/orders/orders.tables.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { theWorld } from '../world/open-world.server.ts';
import { formatOutcome, mostAtOnce, readOutcomes } from './bulk-rules.ts';
import { placeDeskOrder } from './desk-orders-testing.ts';

const platform = await openTestPlatform();
await seedDemo(platform);
await platform.jobs.handle(messageSend, async () => undefined);
const offer = anOffer({ flight: 'EK1' });
const supplier = new ScriptedSupplier({ offers: [offer], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const finance = await app.signIn('finance@rihla.example', demoPassword);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const failed = await placeDeskOrder(platform, supplier, { status: 'ticketing_failed', offer });
const held = await placeDeskOrder(platform, supplier, { status: 'held', offer, heldFor: 12 });

const read = async (path: string, cookie = clerk) => (await app.send(path, { cookie })).text();
const statusOf = async (id: string) =>
  (await platform.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]!.status;

it('outcomes survive their way through an address, and nothing else gets in', () => {
  const outcome = { reference: 'AAAAA-BBBBB', ok: false, said: 'not-paid' };
  expect(readOutcomes([formatOutcome(outcome), 'x', 'AAAAA-BBBBB~ok~<b>', 'AAAAA-BBBBB~maybe~x'])).toEqual([outcome]);
  expect(readOutcomes(Array.from({ length: 99 }, () => formatOutcome(outcome)))).toHaveLength(mostAtOnce);
});

describe('several orders at once', () => {
  const dryRun = `/admin/orders/flights/bulk?action=ticket&ref=${failed.reference}&ref=${held.reference}&ref=ZZZZZ-ZZZZZ`;

  it('are offered from the list to those who may work on them', async () => {
    expect(await read('/admin/orders/flights')).toContain(`value="${held.reference}"`);
    expect(await read('/admin/orders/flights', finance)).not.toContain('Dry run');
  });

  it('are first tried without doing anything: what would be done, what is skipped and why', async () => {
    const html = await read(dryRun);
    expect(html).toContain('Ready: 1, skipped: 1');
    expect(html).toContain('The order is not paid.');
    expect(await statusOf(failed.id)).toBe('ticketing_failed');
  });

  it('are then done one by one, with a line for each', async () => {
    const form = readForms(await read(dryRun), new URL('http://localhost:3999/admin/orders/flights/bulk')).find((one) =>
      one.buttons.some((button) => button.value === 'ticket'),
    )!;
    const key = Object.fromEntries(form.fields)['key']!;
    const fields = { key, intent: 'ticket', ref: [failed.reference, held.reference] };
    const answer = await app.send('/admin/orders/flights/bulk', { cookie: clerk, form: fields });
    const to = answer.headers.get('location')!;
    expect([answer.status, decodeURIComponent(to)]).toEqual([302, expect.stringContaining(`${held.reference}~no~not-paid`)]);
    expect(['ticketed', 'ticketing', 'paid']).toContain(await statusOf(failed.id));
    expect(await statusOf(held.id)).toBe('held');
    const result = await read(to);
    expect(result).toContain('Done: 1 of 2');
    const again = await app.send('/admin/orders/flights/bulk', { cookie: clerk, form: fields });
    expect(again.headers.get('location')).toBe(to);
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
