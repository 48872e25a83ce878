import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 'played' }), id: 'played.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 'played', offers: [offer] })]);
const app = await openTestApp(platform);
let sold = 0;
const sell = async (orders: number) => {
  for (const end = sold + orders; sold < end; sold += 1)
    await sale.paid((await sale.placed(aDraft(offer), { address: `10.1.${sold}.1` })).id);
  // The page is kept for a while.
  platform.clock.advance(120_000);
};
/** The page as somebody reads it in a language that was not asked for before, so that no kept copy answers. */
const figures = async (language: string) => {
  const answer = await app.send('/about', { cookie: `language=${language}` });
  const html = await answer.text();
  const words = (part: RegExp) => part.exec(html)?.[0].replace(/<[^>]+>/g, ' ') ?? null;
  return { status: answer.status, shown: words(/about-figures.*?<\/dl>/s), waiting: words(/about-waiting.*?<\/ul>/s) };
};

it('names no figure of fewer than twenty orders, and says once why and which are to come', async () => {
  await sell(2);
  const { status, shown, waiting } = await figures('es');
  expect([status, shown]).toEqual([200, null]);
  expect(waiting?.match(/menos de 20 casos/g)).toHaveLength(1);
  for (const name of ['Pedidos pagados que llegaron a billete', 'Del pago al billete', 'De la petición al envío'])
    expect(waiting).toContain(name);
});

it('names the share of paid flights that were ticketed once there are enough of them', async () => {
  await sell(19);
  const { status, shown, waiting } = await figures('en');
  expect([status, shown]).toEqual([200, expect.stringContaining('100.0 %')]);
  expect(shown).toContain('of 21 paid orders');
  expect(waiting).toContain('From asking to a refund being sent');
  expect(waiting).not.toContain('Paid orders that became tickets');
});

it('counts flights alone: nothing else ever has a ticket', async () => {
  await platform.db.execute(sql`alter table orders disable trigger user`);
  await platform.db.execute(sql`update orders set kind = 'evisa' where id = (select min(id) from orders)`);
  const { shown } = await figures('pt');
  expect(shown).toMatch(/\b20\b/);
});
