import { describe, expect, it } from 'vitest';
import { languageCodes } from '#app/values/preferences.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { feeFor } from '../../../sandbox/bank.ts';
import { words } from '../../../sandbox/words.ts';
import { capturePayment } from './capture-payment.server.ts';
import { catchUpPayments } from './catch-up-payments.server.ts';
import { aPayment, openTestBank, testWebhookSecret, workInTest } from './payments-testing.ts';
import { findPayment, findPaymentsOfOrder, findRefundsOfOrder } from './payments-store.server.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { startPayment } from './start-payment.server.ts';
import { stripeProvider } from './stripe-provider.server.ts';

const platform = await openTestPlatform();
const bank = await openTestBank(platform.clock);
const { provider } = bank;
await workInTest(platform, provider);

const started = () => aPayment.started(platform, provider, { method: 'four', amount: money(100_003, 'AED') });
const at = async (paymentId: string) => (await findPayment(platform.db, paymentId))!;
const theirs = (paymentId: string) => bank.bank.findByPaymentId(paymentId)[0]!;
const pageOf = async (address: string, language = 'en') => (await fetch(`${address}?lang=${language}`)).text();
async function caughtUp(): Promise<void> {
  await catchUpPayments(platform, provider);
  await platform.jobs.drain();
}

describe('a payment in four parts at the sandbox bank', () => {
  it('shows the parts and their sums before anything is agreed, in every language and without a script', async () => {
    const { redirectTo } = await started();
    for (const language of languageCodes) {
      const html = await pageOf(redirectTo, language);
      expect(html).toContain(words[language].four.title);
      expect(html.match(/<ol class="parts">.*?<\/ol>/)![0].match(/<li>/g)).toHaveLength(4);
      expect(html).not.toContain('<script');
    }
    const html = await pageOf(redirectTo);
    expect(html.match(/250\.0[03]/g)!.filter((sum) => sum === '250.03')).toHaveLength(1);
    expect(html).not.toContain('value="insufficient-funds"');
  });

  it('is one payment of the whole sum: promised when it is agreed to, taken once, given back by amount, and in our books as at the bank', async () => {
    const { paymentId, orderId, redirectTo } = await started();
    const paid = await bank.pay(redirectTo, 'approved');
    expect(paid.location).toContain('/payment-success');
    await caughtUp();
    expect(await at(paymentId)).toMatchObject({ status: 'requires_capture', method: 'four', cardEnding: null });
    expect((await capturePayment(platform, provider, paymentId)).ok).toBe(true);
    const refund = { paymentId, amount: money(30_001, 'AED'), key: `${paymentId}:part`, reason: 'order-cancelled', askedBy: 'system' };
    expect((await refundPayment(platform, provider, refund)).ok).toBe(true);
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 30_001]]);
    const books = await moneyPosition(platform.db, orderId);
    expect([books.captured.amount, books.refunded.amount]).toEqual([100_003, 30_001]);
    expect(theirs(paymentId)).toMatchObject({ captured: 100_003, fee: feeFor(100_003, 'four') });
    expect(feeFor(100_003, 'four')).toBeGreaterThan(feeFor(100_003));
    platform.clock.advance(5 * minuteMs);
    expect(await reconcilePayments(platform, provider)).toEqual([]);
  });

  it('ends when the provider does not agree, in its own words, with nothing promised; a card pays then', async () => {
    const { paymentId, redirectTo, toStart } = await started();
    const answer = await bank.pay(redirectTo, 'not-agreed');
    expect(answer.location).toBe(redirectTo);
    const html = await pageOf(redirectTo);
    expect(html).toContain(words.en.declineReasons.not_agreed);
    expect(html).toContain('/payment-failed');
    // Pressing the old page again changes nothing.
    await bank.pay(redirectTo, 'approved');
    await caughtUp();
    expect(await at(paymentId)).toMatchObject({ status: 'canceled', declineClass: 'not-agreed' });
    expect(theirs(paymentId).authorised).toBe(0);

    const byCard = await startPayment(platform, provider, { ...toStart, method: 'card' });
    if (!byCard.ok) throw new Error(byCard.refused);
    await bank.pay(byCard.value.redirectTo, 'approved');
    await caughtUp();
    expect(await at(byCard.value.paymentId)).toMatchObject({ status: 'requires_capture', method: 'card', cardEnding: '4242' });
  });

  it('may be decided late, and may be left: nothing is promised before', async () => {
    const late = await started();
    await bank.pay(late.redirectTo, 'late-minutes');
    await caughtUp();
    expect((await at(late.paymentId)).status).toBe('processing');
    platform.clock.advance(20 * minuteMs);
    await caughtUp();
    expect((await at(late.paymentId)).status).toBe('requires_capture');

    const left = await started();
    const away = await bank.post(left.redirectTo, { action: 'leave' });
    expect(away.location).toContain('/payment-failed');
    await caughtUp();
    expect(await at(left.paymentId)).toMatchObject({ status: 'requires_payment_method', declineClass: null });
    platform.clock.advance(dayMs);
    await caughtUp();
    expect((await at(left.paymentId)).status).toBe('canceled');
  });

  it('has a page of its own: asked for with a card instead, the page of four is closed first, and back again', async () => {
    const { paymentId, redirectTo, orderId, toStart } = await started();
    const again = await startPayment(platform, provider, toStart);
    expect(again.ok && again.value.redirectTo).toBe(redirectTo);
    const byCard = await startPayment(platform, provider, { ...toStart, method: 'card' });
    expect(byCard.ok && byCard.value.redirectTo).not.toBe(redirectTo);
    expect((await at(paymentId)).status).toBe('canceled');
    expect((await bank.pay(redirectTo, 'approved')).location).toContain('/payment-failed');
    const inFour = await startPayment(platform, provider, toStart);
    expect(inFour.ok).toBe(true);
    const living = (await findPaymentsOfOrder(platform.db, orderId)).filter(({ status }) => status !== 'canceled');
    expect(living.map(({ method }) => method)).toEqual(['four']);
  });

  it('takes no card of another page and is taken back by no cardholder', async () => {
    const { paymentId, redirectTo } = await started();
    await bank.pay(redirectTo, 'secure');
    await bank.pay(redirectTo, 'insufficient-funds');
    expect(theirs(paymentId)).toMatchObject({ status: 'requires_payment_method', decline_code: null });
    const card = await aPayment.started(platform, provider);
    await bank.pay(card.redirectTo, 'not-agreed');
    expect(theirs(card.paymentId)).toMatchObject({ status: 'requires_payment_method', decline_code: null });

    await bank.pay(redirectTo, 'approved');
    await caughtUp();
    await capturePayment(platform, provider, paymentId);
    expect(await pageOf(redirectTo)).not.toContain('value="dispute"');
    expect(bank.bank.openDispute(theirs(paymentId).id, { reason: 'fraudulent', warning: false })).toEqual({ refused: 'not-possible' });
  });
});

describe('a provider', () => {
  it('says what it can take, and is refused for good what it cannot, before anything is sent', async () => {
    const stripe = stripeProvider({
      secretKey: 'sk_test_1',
      webhookSecrets: [testWebhookSecret],
      apiBase: bank.url,
      now: platform.clock.now,
    });
    expect([provider.methods, stripe.methods]).toEqual([['card', 'four'], ['card']]);
    expect([provider.currencies, stripe.currencies]).toEqual([['AED'], ['AED']]);
    const toStart = aPayment.toStart(platform, { method: 'four' });
    expect(await startPayment(platform, stripe, toStart)).toEqual({ ok: false, refused: 'provider-refused' });
    expect((await findPaymentsOfOrder(platform.db, toStart.orderId)).map(({ status }) => status)).toEqual(['canceled']);
  });

  it.each(['sandbox', 'stripe'] as const)('%s is asked for no other currency than it says', async (name) => {
    const stripe = stripeProvider({
      secretKey: 'sk_test_1',
      webhookSecrets: [testWebhookSecret],
      apiBase: bank.url,
      now: platform.clock.now,
    });
    const heard = bank.lines().length;
    const toStart = aPayment.toStart(platform, { amount: money(10_000, 'USD') });
    const made = await startPayment(platform, name === 'sandbox' ? provider : stripe, toStart);
    expect(made).toEqual({ ok: false, refused: 'provider-refused' });
    expect(bank.lines()).toHaveLength(heard);
  });
});
