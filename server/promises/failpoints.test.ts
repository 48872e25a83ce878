import { afterEach, expect, it } from 'vitest';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { armFailpoints, armRival, failpoint, failpoints } from '#app/platform/failpoint.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { openCounters } from '#app/products/registry.server.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { minuteMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 'own' }), id: 'own.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 'own', offers: [offer] })]);
afterEach(() => armFailpoints(undefined));

it('names 52 points, none twice', () => {
  expect(failpoints).toHaveLength(52);
  expect(new Set(failpoints).size).toBe(52);
});

it('passes every one of them in a sale that is cancelled, one that is declined and one that is let go', async () => {
  const passed = new Set<string>();
  for (const name of failpoints) armRival(name, async () => void passed.add(name));
  const sold = await sale.paid((await sale.placed(aDraft(offer))).id);
  const who = { orderId: sold.id, by: 'customer', who: 'guest' } as const;
  await quoteCancel(platform, sale.product, who);
  await confirmCancel(platform, sale.product, who);
  await sale.settle();
  expect((await sale.order(sold.id)).status).toBe('refunded');

  const declined = await sale.placed(aDraft(offer), { address: '10.4.4.3' });
  await sale.bank.pay(await sale.pressPay(declined.id), 'do-not-honour');
  await sale.settle();
  const other = { ...who, orderId: declined.id };
  await quoteCancel(platform, sale.product, other);
  await confirmCancel(platform, sale.product, other);
  await sale.settle();
  expect((await sale.order(declined.id)).status).toBe('cancelled');

  const left = await sale.placed(aDraft(offer), { address: '10.4.4.4' });
  await sale.pressPay(left.id);
  platform.clock.advance(20 * minuteMs);
  await expireOrders(platform, [sale.product]);
  await sale.settle();
  expect((await sale.order(left.id)).status).toBe('expired');

  const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
  await sendMessage(platform, openCounters(platform, flights), sale.mails[0]!);
  expect(failpoints.filter((name) => !passed.has(name))).toEqual([]);
});

it('does nothing at a point that is not armed, throws at one that is, and knows no other names', async () => {
  await failpoint('place.before-commit');
  armFailpoints('place.before-commit:throw');
  await expect(failpoint('place.before-commit')).rejects.toThrow('Failpoint place.before-commit');
  await failpoint('place.after-commit');
  expect(() => armFailpoints('place.sideways:exit')).toThrow('No such failpoint: place.sideways');
});
