import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { applyPaymentChange } from '#app/commerce/orders/apply-payment-change.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { beginFirstCard, giveUpFirstCard } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { acceptEvisa } from '#app/products/visas/evisa/accept-evisa.server.ts';
import { aForm, openTestEvisas } from '#app/products/visas/evisa/evisa-testing.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * Visas that two cards pay, on a real PostgreSQL: whatever meets whatever, the bank ends with all of the price or with nothing
 * of it. With the guard off the same meeting must leave it with a part.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'two_cards_visas'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { clock } = platform;
const desk = await openTestEvisas(platform, evisaCountries);
const { bank, product } = desk;
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const toPay = (orderId: string) =>
  ({
    orderId,
    by: 'customer',
    who: 'guest',
    returnTo: { success: '/payment-success', failure: '/payment-failed' },
    language: 'en',
  }) as const;
async function withFirst() {
  const groupId = await desk.applied('india', [aForm(), aForm()]);
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  const { orderId } = placed.value;
  const begun = await beginFirstCard(platform, bank.provider, product, { ...toPay(orderId), first: 20_000 });
  await bank.pay(begun.ok ? begun.value.redirectTo : '', 'approved');
  await desk.settle();
  return desk.order(orderId);
}
async function withRestOpen() {
  const order = await withFirst();
  const rest = await beginPayment(platform, bank.provider, product, toPay(order.id));
  if (!rest.ok) throw new Error(rest.refused);
  return { order, ...rest.value };
}
/** What the bank has of an order by its own word, when everything is done: all, nothing, or a part of it. */
async function atBank({ id, reference }: { readonly id: string; readonly reference: string }): Promise<'all' | 'nothing' | 'a part'> {
  await desk.settle();
  await desk.settle();
  const of = bank.bank.list(0).filter((one) => one.reference === reference);
  expect(of.filter(({ status }) => status === 'requires_capture')).toEqual([]);
  const taken = of.reduce((sum, { captured }) => sum + captured, 0);
  return taken === (await desk.order(id)).total ? 'all' : taken === 0 ? 'nothing' : 'a part';
}

describe('the rest that a bank holds, heard of while another tab gives the first card up', () => {
  async function meeting(round: number) {
    const { order, paymentId, redirectTo } = await withRestOpen();
    await bank.pay(redirectTo, 'approved');
    const give = () => giveUpFirstCard(platform, product, { orderId: order.id, by: 'customer', who: 'guest' });
    const hear = async () => {
      await refreshPayment(platform, bank.provider, paymentId);
      await applyPaymentChange(platform, product, { orderId: order.id, paymentId });
    };
    await Promise.all(round % 2 === 0 ? [give(), hear()] : [hear(), give()]);
    return atBank(order);
  }
  const rounds = async () => {
    const ends: string[] = [];
    for (let round = 0; round < 6; round += 1) ends.push(await meeting(round));
    return ends;
  };

  it('leaves all of the price or nothing of it', async () => {
    expect(await rounds()).not.toContain('a part');
  });

  it('leaves a part of it when the guard is off: the test can fail', async () => {
    armFailpoints('two-cards:off');
    expect(await rounds()).toContain('a part');
  });
});

describe('a visa that two cards pay', () => {
  it('is taken on once, and charged to each card once, by however many workers', async () => {
    const { order, redirectTo } = await withRestOpen();
    await bank.pay(redirectTo, 'approved');
    await Promise.all([desk.settle(), ...Array.from({ length: 6 }, () => acceptEvisa(platform, product, order.id))]);
    expect([await atBank(order), (await desk.order(order.id)).status]).toEqual(['all', 'accepted']);
  });

  it.each([0, 1, 2, 3])('leaves all or nothing when the rest is paid in the minute in which its day is over (%i)', async () => {
    const { order, redirectTo } = await withRestOpen();
    clock.set(instant(order.heldUntil!.getTime() + 5 * minuteMs));
    const pay = async () => {
      await bank.pay(redirectTo, 'approved');
      await desk.settle();
    };
    await Promise.all([pay(), expireOrders(platform, [product])]);
    await expireOrders(platform, [product]);
    expect(['all', 'nothing']).toContain(await atBank(order));
  });
});
