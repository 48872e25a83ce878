import { transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Jobs } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { closeUnknownSession, markStuck, refreshPayment } from './apply-payment.server.ts';
import { carryOut } from './call-provider.server.ts';
import { paymentChanged, paymentRelease } from './payment-jobs.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findPayment, findShares, intend, lockPayment } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';
import { leaveShare } from './settle-basket-payment.server.ts';

/** Decides inside the caller's transaction that an authorisation goes back: from its commit on nobody takes that money. */
export async function askRelease(tx: Tx, jobs: Jobs, now: Instant, paymentId: string): Promise<void> {
  await intend(tx, now, { paymentId, kind: 'cancel', amount: null });
  await jobs.send(tx, paymentRelease, { paymentId });
}

export type ReleaseRefusal = 'not-found' | 'captured' | 'in-progress' | 'unknown';

/**
 * Gives an authorisation back, or closes a session nobody paid. Releasing twice is releasing once. A payment about
 * which the bank is still deciding cannot be closed ('in-progress'): its late answer arrives as a change.
 */
export async function releasePayment(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, ReleaseRefusal>> {
  await failpoint('payment.cancel.before-intent');
  const share = await findPayment(platform.db, paymentId);
  if (share?.partOf) {
    const left = await leaveShare(platform, provider, paymentId);
    if (left !== 'page-open') return left;
    // Nobody has paid yet: the page asks for a sum that is not wanted any more, and is closed for all of them.
    const closed = await releasePayment(platform, provider, share.partOf);
    return closed.ok ? done((await findPayment(platform.db, paymentId))!) : closed;
  }
  const begun = await transact(platform.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return 'not-found';
    if (payment.status === 'succeeded') return 'captured';
    if (payment.status === 'canceled' || !payment.providerRef) return { payment, attempt: null };
    return { payment, attempt: await intend(tx, platform.clock.now(), { paymentId, kind: 'cancel', amount: null }) };
  });
  if (typeof begun === 'string') return refuse(begun);
  if (begun.payment.status === 'canceled') return done(begun.payment);
  if (!begun.attempt) return closeWithoutSession(platform, provider, paymentId);
  const called = await carryOut(
    platform,
    provider,
    begun.attempt,
    (seen, key) => provider.cancel({ ref: seen.providerRef!, intentRef: seen.providerIntentRef }, key),
    (found) => found.status === 'canceled',
  );
  if (called.outcome === 'unknown') {
    await markStuck(platform, paymentId);
    return refuse('unknown');
  }
  if (called.payment.status === 'canceled') return done(called.payment);
  // The bank keeps its promise after all: what waited for its end is told to look again.
  if (called.outcome === 'refused')
    for (const { id, orderId } of [called.payment, ...(await findShares(platform.db, paymentId))])
      await platform.jobs.send(platform.db, paymentChanged, { paymentId: id, orderId });
  return refuse(called.payment.status === 'succeeded' ? 'captured' : called.payment.status === 'stuck' ? 'unknown' : 'in-progress');
}

/**
 * Closes the page of an order that ended unpaid. The bank is asked first: where somebody paid just before the end, its
 * answer goes its way as a change, and the order may still get its places back.
 */
export async function closeSession(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, ReleaseRefusal>> {
  const found = await refreshPayment(platform, provider, paymentId);
  if (found.outcome === 'ok' && (found.payment.status === 'requires_capture' || found.payment.status === 'succeeded'))
    return done(found.payment);
  return releasePayment(platform, provider, paymentId);
}

/** The session's name was never learned: it is looked up, and either found and released, or closed on our side. */
async function closeWithoutSession(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, ReleaseRefusal>> {
  const found = await refreshPayment(platform, provider, paymentId);
  if (found.outcome === 'unknown') return refuse('unknown');
  if (found.outcome === 'ok') return releasePayment(platform, provider, paymentId);
  await closeUnknownSession(platform, paymentId);
  const closed = await transact(platform.db, (tx) => lockPayment(tx, paymentId));
  return closed?.status === 'canceled' ? done(closed) : refuse('unknown');
}
