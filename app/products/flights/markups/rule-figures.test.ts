import { expect, it } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { readRuleFigures } from './rule-figures-store.server.ts';

it('what a rule earned is that of orders whose money is here: one that was given back whole earned nothing', async () => {
  const platform = await openTestPlatform();
  const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one' };
  const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
  const ticketed = async (address: string) => sale.paid((await sale.placed(aDraft(offer), { address })).id);
  const figures = async () => [...(await readRuleFigures(platform.db, instant(platform.clock.now() - 30 * dayMs))).values()];
  await ticketed('10.30.1.1');
  const before = await figures();
  expect(before.some(({ earned }) => earned > 0)).toBe(true);
  const second = await ticketed('10.30.2.1');
  expect(await figures()).toEqual(before.map(({ orders, earned }) => ({ orders: orders * 2, earned: earned * 2 })));
  const ask = { orderId: second.id, by: 'customer', who: 'guest' } as const;
  await quoteCancel(platform, sale.product, ask);
  await confirmCancel(platform, sale.product, ask);
  await sale.settle();
  expect(await figures()).toEqual(before);
});
