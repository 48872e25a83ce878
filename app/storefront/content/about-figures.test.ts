import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { aDraft, openTestSale } from '#app/products/flights/flight-order-testing.ts';
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
  return { status: answer.status, text: /about-figures.*?<\/dl>/s.exec(html)?.[0].replace(/<[^>]+>/g, ' ') ?? html.slice(0, 300) };
};

it('names no share of fewer than twenty orders', async () => {
  await sell(2);
  const { status, text } = await figures('es');
  expect(status).toBe(200);
  expect(text).not.toContain('%');
});

it('names the share of paid flights that were ticketed once there are enough of them', async () => {
  await sell(19);
  const { status, text } = await figures('en');
  expect([status, text]).toEqual([200, expect.stringContaining('100.0 %')]);
  expect(text).toContain('of 21 paid orders');
});

it('counts flights alone: nothing else ever has a ticket', async () => {
  await platform.db.execute(sql`alter table orders disable trigger user`);
  await platform.db.execute(sql`update orders set kind = 'evisa' where id = (select min(id) from orders)`);
  const { text } = await figures('pt');
  expect(text).toMatch(/\b20\b/);
});
