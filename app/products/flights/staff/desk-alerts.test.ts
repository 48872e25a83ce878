import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { addMilliseconds, hourMs, dayMs, instant } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import { seekTwins } from '../order/seek-twins.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { findToSeek } from '../order/twins-store.server.ts';
import { theWorld } from '../world/open-world.server.ts';
import { alertsOf, deskAlerts, type AlertFacts } from './desk-alert-rules.ts';
import { placeDeskOrder } from './desk-orders-testing.ts';

const platform = await openDemoPlatform();
const offer = anOffer({ flight: 'EK1' });
const supplier = new ScriptedSupplier({ offers: [offer] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const base = '/admin/orders/flights';
const read = async (path: string, cookie = clerk) => (await app.send(path, { cookie })).text();

/** As the minute's job does it in a process of its own, of which the desk hears within half a minute. */
async function seek() {
  for (const id of await findToSeek(platform.db, null)) await seekTwins(platform, id);
  platform.clock.set(addMilliseconds(platform.clock.now(), 30_000));
}
const place = (wish: Partial<Parameters<typeof placeDeskOrder>[2]>) =>
  placeDeskOrder(platform, supplier, { status: 'held', offer, ...wish });

describe('what asks for somebody', () => {
  const now = instant(Date.UTC(2026, 10, 24));
  const quiet: AlertFacts = {
    status: 'held',
    limit: instant(now + 5 * hourMs),
    schedule: null,
    twin: false,
    tickets: { open: 0, due: 2 },
    extraFailed: false,
    refund: null,
    owedSince: null,
  };

  it.each<[Partial<AlertFacts>, string[]]>([
    [{}, []],
    [{ limit: null }, []],
    [{ limit: instant(now + 2 * hourMs) }, ['limit-near']],
    [{ limit: now }, ['limit-over']],
    [{ status: 'on_hold', twin: true }, ['payment-check', 'twin']],
    [{ status: 'price_changed', schedule: 'held' }, ['price-changed', 'schedule-held']],
    [{ status: 'schedule_change_pending', schedule: 'late' }, ['schedule-late']],
    [{ status: 'ticketed', tickets: { open: 1, due: 2 } }, ['tickets-missing']],
    [{ status: 'ticketed', tickets: { open: 2, due: 2 } }, []],
    [{ extraFailed: true, refund: 'stuck' }, ['extra-failed', 'refund-stuck']],
    [{ owedSince: instant(now - 6 * dayMs) }, []],
    [{ owedSince: instant(now - 7 * dayMs), refund: 'failed' }, ['refund-failed', 'supplier-owes']],
  ])('of %j is %j', (facts, alerts) => {
    expect(alertsOf({ ...quiet, ...facts }, now)).toEqual(alerts);
  });

  it('stands in its column, in every language a word for each, and in the file', async () => {
    await place({ status: 'price_changed', people: [['RANA', 'AZIZ']], heldFor: 30 });
    const html = await read(`${base}?find=Aziz`);
    expect(html).toContain('Limit near');
    expect(html).toContain('Price changed');
    const file = await app.send(`${base}/export?find=Aziz`, { cookie: await app.signIn('admin@rihla.example', demoPassword), form: {} });
    const text = await file.text();
    expect(text.split('\r\n')[0]).toMatch(/,alerts$/);
    expect(text).toContain('limit-near price-changed');
    for (const alert of deskAlerts) expect(html).not.toContain(`alerts.${alert}`);
  });
});

describe('orders that may be one trip bought twice', () => {
  it('are found by name, route and day, stand in their queue, and name one another', async () => {
    const first = await place({ people: [['LAYLA', 'MANSOORI']], createdAgo: 30 });
    const second = await place({
      people: [
        ['OMAR', 'MANSOORI'],
        ['LAYLA', 'MANSOORI'],
      ],
      createdAgo: 10,
    });
    const brother = await place({ people: [['SAIF', 'MANSOORI']] });
    const over = await place({ people: [['LAYLA', 'MANSOORI']], status: 'expired' });
    await seek();
    expect(await findToSeek(platform.db, null)).toEqual([]);
    const queue = await read(`${base}?queue=duplicate`);
    for (const { reference } of [first, second]) expect(queue).toContain(reference);
    for (const { reference } of [brother, over]) expect(queue).not.toContain(reference);
    expect(queue).toMatch(/dl-state[^>]*>Booked twice\?/);
    expect(await read(`${base}/${first.reference}`)).toContain(second.reference);
    expect(await read(`${base}/${second.reference}`)).toContain(first.reference);
  });

  it('are no such pair any more once one has ended or flies on another day, and are sought anew then', async () => {
    const first = await place({ people: [['NOOR', 'KAREEM']] });
    const second = await place({ people: [['NOOR', 'KAREEM']] });
    await seek();
    const listed = async () => (await read(`${base}?queue=duplicate`)).includes(first.reference);
    expect(await listed()).toBe(true);
    expect(await read(`${base}/${first.reference}`)).toContain(second.reference);
    await platform.db.execute(sql`update flight_orders set departs_on = departs_on + 1 where order_id = ${second.id}`);
    expect(await findToSeek(platform.db, null)).toEqual([second.id]);
    expect(await read(`${base}/${first.reference}`)).not.toContain(second.reference);
    await platform.db.execute(sql`update flight_orders set departs_on = departs_on - 1 where order_id = ${second.id}`);
    await platform.db.execute(sql`update orders set status = 'expired', version = version + 1 where id = ${second.id}`);
    expect(await listed()).toBe(false);
    expect(await read(`${base}/${first.reference}`)).not.toContain(second.reference);
  });

  it('are settled with a reason by whoever works on orders, once, with a row of the audit on both', async () => {
    const first = await place({ people: [['HIND', 'SAEED']], createdAgo: 5 });
    const second = await place({ people: [['HIND', 'SAEED']] });
    await seek();
    const here = `${base}/${first.reference}`;
    const send = (more: Record<string, string>, cookie = clerk) =>
      app.send(here, { cookie, form: { intent: 'dismiss-twin', other: second.reference, key: newFormKey(), ...more } });
    expect(await read(here, auditor)).not.toContain('Not a duplicate');
    expect((await send({ reason: 'two of one name' }, auditor)).headers.get('location')).toBe(`${here}?refused=permission`);
    expect((await send({ reason: ' x ' })).headers.get('location')).toBe(`${here}?refused=reason-missing`);
    expect((await send({ reason: 'two of one name', other: 'ZZZZZ-ZZZZZ' })).headers.get('location')).toBe(`${here}?refused=not-possible`);
    expect((await send({ reason: 'two of one name', key: '' })).status).toBe(400);
    const listed = async () => (await read(`${base}?queue=duplicate`)).includes(first.reference);
    expect(await listed()).toBe(true);
    const key = newFormKey();
    expect((await send({ reason: 'two of one name', key })).headers.get('location')).toBe(`${here}?did=dismiss-twin`);
    expect((await send({ reason: 'two of one name', key })).headers.get('location')).toBe(`${here}?did=dismiss-twin`);
    expect((await send({ reason: 'another reason' })).headers.get('location')).toBe(`${here}?refused=twin-dismissed`);
    expect(await listed()).toBe(false);
    const { rows } = (await platform.db.execute(
      sql`select subject, reason from audit_events where action = 'order.twin-dismissed' order by subject`,
    )) as unknown as { rows: { subject: string; reason: string }[] };
    expect(rows.map(({ subject }) => subject)).toEqual([`orders:${first.id}`, `orders:${second.id}`].toSorted());
    expect(rows.every(({ reason }) => reason === 'two of one name')).toBe(true);
    // Sought once more, it stays what somebody said of it.
    await platform.db.execute(sql`update flight_orders set twins_sought_at = null where order_id = ${first.id}`);
    await seek();
    expect(await read(here)).not.toContain('Not a duplicate');
  });
});

describe('the list', () => {
  it('is narrowed by supplier and by how the money stands', async () => {
    const order = await place({ people: [['YARA', 'NASSER']] });
    const code = (
      (await platform.db.execute(sql`select supplier from flight_orders where order_id = ${order.id}`)) as unknown as {
        rows: { supplier: string }[];
      }
    ).rows[0]!.supplier;
    const find = 'find=Nasser';
    expect(await read(`${base}?${find}&supplier=${code}`)).toContain(order.reference);
    expect(await read(`${base}?${find}&supplier=nobody`)).not.toContain(order.reference);
    expect(await read(`${base}?${find}&paid=unpaid`)).toContain(order.reference);
    for (const paid of ['authorised', 'part-paid', 'paid', 'part-refunded', 'refunded'])
      expect(await read(`${base}?${find}&paid=${paid}`), paid).not.toContain(order.reference);
    expect((await app.send(`${base}?supplier=%27--&paid=all`, { cookie: clerk })).status).toBe(200);
  });
});
