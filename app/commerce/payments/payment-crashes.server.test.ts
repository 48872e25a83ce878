import { afterEach, describe, expect, it } from 'vitest';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { refreshPayment } from './apply-payment.server.ts';
import { capturePayment } from './capture-payment.server.ts';
import { catchUpPayments } from './catch-up-payments.server.ts';
import { aPayment, openTestBank, workInTest } from './payments-testing.ts';
import { findPaymentsOfOrder, findRefundsOfOrder, findUnfinishedAttempts } from './payments-store.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { releasePayment } from './release-payment.server.ts';
import { startPayment } from './start-payment.server.ts';

const platform = await openTestPlatform();
const bank = await openTestBank(platform.clock);
const { provider } = bank;
await workInTest(platform, provider);
afterEach(() => armFailpoints(undefined));

/** A fault at a point leaves in the database exactly what a kill there would. */
const points = ['before-intent', 'after-intent', 'after-call', 'after-result'] as const;
async function dyingAt(kind: string, point: string, work: () => Promise<unknown>): Promise<void> {
  armFailpoints(`payment.${kind}.${point}:throw`);
  await expect(work()).rejects.toThrow(`payment.${kind}.${point}`);
  armFailpoints(undefined);
}

/** What the minutes after a restart do without anybody's help. */
async function later(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    platform.clock.advance(2 * minuteMs);
    await catchUpPayments(platform, provider);
    await platform.jobs.drain();
  }
}

async function authorised() {
  const payment = await aPayment.started(platform, provider);
  await bank.pay(payment.redirectTo, 'approved');
  await refreshPayment(platform, provider, payment.paymentId);
  return payment;
}
const linesOf = (paymentId: string, type: string) => {
  const ids = bank.bank.findByPaymentId(paymentId).map((payment) => payment.id);
  return bank.lines().filter((line) => line.type === type && 'payment' in line && ids.includes(line.payment!));
};

describe.each(points)('a crash %s', (point) => {
  afterEach(async () => {
    const before = new Date(platform.clock.now());
    expect(await findUnfinishedAttempts(platform.db, 'sandbox', before)).toEqual([]);
  });

  it('while a session is opened leaves none, or one that the next press finds', async () => {
    const toStart = aPayment.toStart(platform);
    await dyingAt('create', point, () => startPayment(platform, provider, toStart));
    const again = await startPayment(platform, provider, toStart);
    expect(again.ok).toBe(true);
    const payments = await findPaymentsOfOrder(platform.db, toStart.orderId);
    expect(payments).toHaveLength(1);
    expect(bank.bank.findByPaymentId(payments[0]!.id)).toHaveLength(1);
  });

  it('while a session is opened and nobody comes back is settled with what the bank knows', async () => {
    const toStart = aPayment.toStart(platform);
    await dyingAt('create', point, () => startPayment(platform, provider, toStart));
    await later();
    const [payment] = await findPaymentsOfOrder(platform.db, toStart.orderId);
    const theirs = payment ? bank.bank.findByPaymentId(payment.id) : [];
    expect(payment?.status).toBe(point === 'before-intent' ? undefined : (theirs[0]?.status ?? 'canceled'));
  });

  it('while money is taken takes it once, and without anybody asking again once it was meant', async () => {
    const payment = await authorised();
    await dyingAt('capture', point, () => capturePayment(platform, provider, payment.paymentId));
    await later();
    const meant = point !== 'before-intent';
    expect(linesOf(payment.paymentId, 'payment.captured')).toHaveLength(meant ? 1 : 0);
    expect((await moneyPosition(platform.db, payment.orderId)).position).toBe(meant ? 'paid' : 'authorised');
    expect((await capturePayment(platform, provider, payment.paymentId)).ok).toBe(true);
    expect(linesOf(payment.paymentId, 'payment.captured')).toHaveLength(1);
    expect((await moneyPosition(platform.db, payment.orderId)).captured).toEqual(money(341_000, 'AED'));
  });

  it('while an authorisation is released releases it once', async () => {
    const payment = await authorised();
    await dyingAt('cancel', point, () => releasePayment(platform, provider, payment.paymentId));
    await later();
    expect((await releasePayment(platform, provider, payment.paymentId)).ok).toBe(true);
    expect(linesOf(payment.paymentId, 'payment.canceled')).toHaveLength(1);
    expect((await moneyPosition(platform.db, payment.orderId)).position).toBe('unpaid');
  });

  it('while money is given back gives it back once', async () => {
    const payment = await authorised();
    await capturePayment(platform, provider, payment.paymentId);
    const ask = {
      paymentId: payment.paymentId,
      amount: money(100_000, 'AED'),
      key: `${payment.orderId}:cancelled`,
      reason: 'cancelled',
      askedBy: 'system',
    };
    await dyingAt('refund', point, () => refundPayment(platform, provider, ask));
    await later();
    expect((await refundPayment(platform, provider, ask)).ok).toBe(true);
    expect(linesOf(payment.paymentId, 'payment.refunded')).toHaveLength(1);
    expect((await findRefundsOfOrder(platform.db, payment.orderId)).map((refund) => refund.status)).toEqual(['succeeded']);
    expect((await moneyPosition(platform.db, payment.orderId)).refunded).toEqual(money(100_000, 'AED'));
  });
});
