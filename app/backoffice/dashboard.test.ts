import { expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const supplier = new ScriptedSupplier({ offers: [anOffer({ flight: 'EK1' })], ticket: ['ok'] });
const app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
const failed = await placeDeskOrder(platform, supplier, { status: 'ticketing_failed', people: [['OMAR', 'AL MANSOORI']] });
const held = await placeDeskOrder(platform, supplier, { status: 'held', heldFor: 12 });

const read = async (email: string) => {
  const answer = await app.send('/admin/dashboard', { cookie: await app.signIn(email, demoPassword) });
  return { status: answer.status, html: await answer.text() };
};

it('leads with what is due first, each line to its record', async () => {
  const { status, html } = await read('flights@rihla.example');
  expect(status).toBe(200);
  const [first, second] = [html.indexOf(`href="/admin/orders/flights/${held.reference}"`), html.indexOf('AL MANSOORI')];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(html).toContain(`/admin/orders/flights/${failed.reference}`);
  expect(html).toContain('href="/admin/orders/flights?queue=ticket-now"');
});

it('opens any order by one address, at the desk of its kind, for those who may see that desk', async () => {
  const door = async (email: string, order: string) => {
    const answer = await app.send(`/admin/orders/${order}`, { cookie: await app.signIn(email, demoPassword) });
    return answer.headers.get('location') ?? answer.status;
  };
  expect(await door('flights@rihla.example', held.reference)).toBe(`/admin/orders/flights/${held.reference}`);
  expect(await door('visas@rihla.example', held.reference)).toBe(404);
  expect(await door('hr@rihla.example', held.reference)).toBe(404);
  expect(await door('flights@rihla.example', 'AAAAA-AAAAA')).toBe(404);
});

it('draws only what a role may open', async () => {
  const visas = await read('visas@rihla.example');
  expect(visas.status).toBe(200);
  expect(visas.html).not.toContain(held.reference);
  expect(visas.html).not.toContain('Money today');
  expect(visas.html).not.toContain('Supplier health');
  const finance = await read('finance@rihla.example');
  expect(finance.html).toContain('Money today');
  const hr = await read('hr@rihla.example');
  expect(hr.html).toContain('Nothing is due.');
});
