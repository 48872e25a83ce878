import { transact } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { markStuck } from './apply-payment.server.ts';
import { carryOut } from './call-provider.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { basketPurpose, findPayment, intend, isLetGo, lockPayment } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';
import { firstCardPurpose } from './two-card-rules.ts';
import { settleBasketPayment, takeShare } from './settle-basket-payment.server.ts';

export type CaptureRefusal = 'not-found' | 'let-go' | 'not-authorised' | 'provider-refused' | 'unknown';

/**
 * Takes the authorised money, once. `unknown` leaves the payment stuck; the catch-up settles it by look-up. `let-go`: the
 * order was cancelled meanwhile, and money that goes back is not taken first, whatever job or catch-up still wants it.
 * A share of a basket's payment is marked, and taken together with the others: it may come back as it was. What a first card
 * holds is never taken while the rest is awaited.
 */
export async function capturePayment(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, CaptureRefusal>> {
  await failpoint('payment.capture.before-intent');
  const found = await findPayment(platform.db, paymentId);
  if (found?.partOf) return takeShare(platform, provider, paymentId);
  if (found?.purpose === basketPurpose) {
    const settled = await settleBasketPayment(platform, provider, paymentId);
    if (settled === 'unknown') return refuse('unknown');
    return settled === 'refused' ? refuse('provider-refused') : done((await findPayment(platform.db, paymentId))!);
  }
  const begun = await transact(platform.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return 'not-found';
    if (payment.status === 'succeeded') return { payment, attempt: null };
    if (await isLetGo(tx, paymentId)) return 'let-go';
    if (payment.purpose === firstCardPurpose && payment.fate !== 'take') return 'let-go';
    if (payment.status !== 'requires_capture' && payment.status !== 'stuck') return 'not-authorised';
    if (!payment.providerRef) return 'not-authorised';
    return { payment, attempt: await intend(tx, platform.clock.now(), { paymentId, kind: 'capture', amount: payment.amount }) };
  });
  if (typeof begun === 'string') return refuse(begun);
  if (!begun.attempt) return done(begun.payment);
  const called = await carryOut(
    platform,
    provider,
    begun.attempt,
    (seen, key) => provider.capture({ ref: seen.providerRef!, intentRef: seen.providerIntentRef }, money(seen.amount, seen.currency), key),
    (found) => found.status === 'succeeded',
  );
  if (called.outcome === 'unknown') {
    await markStuck(platform, paymentId);
    return refuse('unknown');
  }
  if (called.outcome === 'refused') return refuse('provider-refused');
  return called.payment.status === 'succeeded' ? done(called.payment) : refuse('not-authorised');
}
