import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { applyAnswer, refreshPayment } from './apply-payment.server.ts';
import type { CallRefusal, PaymentProvider, ProviderAnswer, ProviderPayment } from './payment-provider.ts';
import { findAtBank, markCalled, recordAnswer, type IntendedAttempt } from './payments-store.server.ts';
import type { Payment, PaymentAttempt } from './payments.tables.ts';

export type Called =
  | { readonly outcome: 'ok'; readonly payment: Payment }
  | { readonly outcome: 'refused'; readonly reason: CallRefusal; readonly payment: Payment }
  | { readonly outcome: 'unknown' };

/**
 * Carries an intended call through: call, then its result and effect; a crash anywhere is picked up where it stopped. An attempt that was called before is looked up first. Only when the provider
 * says it has not happened is it called again, with the same key, which the provider honours once.
 */
export async function carryOut(
  platform: Platform,
  provider: PaymentProvider,
  attempt: IntendedAttempt,
  call: (payment: Payment, key: string) => ProviderAnswer<ProviderPayment>,
  hasHappened: (answer: Payment) => boolean | Promise<boolean>,
): Promise<Called> {
  const { kind } = attempt;
  await failpoint(`payment.${kind}.after-intent`);
  if (attempt.calledAt && !attempt.fresh) {
    const found = await refreshPayment(platform, provider, attempt.paymentId);
    if (found.outcome === 'unknown') return { outcome: 'unknown' };
    if (found.outcome === 'ok' && (await hasHappened(found.payment))) return finish(platform, provider, attempt, found.payment);
  }
  if (!attempt.fresh) await markCalled(platform.db, platform.clock.now(), attempt.id);
  // The refund of a share is asked of the payment that the bank knows.
  const seen = await findAtBank(platform.db, attempt.paymentId);
  if (!seen) throw new Error(`Attempt ${attempt.id} is of no payment`);
  const answer = await call(seen, attempt.id);
  await failpoint(`payment.${kind}.after-call`);
  const now = platform.clock.now();
  if (answer.outcome === 'unknown') {
    await recordAnswer(platform.db, now, attempt.id, 'unknown', { detail: answer.detail });
    return { outcome: 'unknown' };
  }
  if (answer.outcome === 'refused') {
    // A refusal may mean that it happened before under another name; the provider's own word decides.
    const found = await refreshPayment(platform, provider, attempt.paymentId);
    if (found.outcome === 'ok' && (await hasHappened(found.payment))) return finish(platform, provider, attempt, found.payment);
    await recordAnswer(platform.db, now, attempt.id, 'refused', { reason: answer.reason });
    return { outcome: 'refused', reason: answer.reason, payment: found.outcome === 'ok' ? found.payment : seen };
  }
  await failpoint(`payment.${kind}.after-result`);
  const result = { ref: answer.value.ref, status: answer.value.status };
  const applied = await applyAnswer(platform, seen, answer.value, attempt.id, result);
  if (applied !== 'outdated') return { outcome: 'ok', payment: applied };
  await recordAnswer(platform.db, now, attempt.id, 'ok', result);
  const fresh = await refreshPayment(platform, provider, attempt.paymentId, attempt.id);
  return fresh.outcome === 'ok' ? { outcome: 'ok', payment: fresh.payment } : { outcome: 'unknown' };
}

async function finish(platform: Platform, provider: PaymentProvider, attempt: PaymentAttempt, payment: Payment): Promise<Called> {
  await recordAnswer(platform.db, platform.clock.now(), attempt.id, 'ok', {
    ref: payment.providerRef,
    status: payment.status,
    found: true,
  });
  const fresh = await refreshPayment(platform, provider, attempt.paymentId, attempt.id);
  return { outcome: 'ok', payment: fresh.outcome === 'ok' ? fresh.payment : payment };
}
