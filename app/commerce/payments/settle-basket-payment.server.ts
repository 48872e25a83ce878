import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { markStuck } from './apply-payment.server.ts';
import { carryOut } from './call-provider.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findPayment, intend, isLetGo, isMeant, lockPayment, lockShares, savePayment } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';

/*
 * A bank takes a reserved sum once, whole or in part. So the orders of a basket first say, each in its own time, whether
 * their share is to be taken or left; when all have, what is to be taken is captured in one call and the rest is free.
 */

export type BasketSettled = 'settled' | 'waiting' | 'unknown' | 'refused';

/** Marks a share to be taken. `let-go`: its order ended meanwhile. */
export async function takeShare(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, 'not-found' | 'let-go' | 'not-authorised' | 'unknown' | 'provider-refused'>> {
  const wholeOf = (await findPayment(platform.db, paymentId))!.partOf!;
  const begun = await transact(platform.db, async (tx) => {
    await lockPayment(tx, wholeOf);
    const share = (await lockPayment(tx, paymentId))!;
    if (share.status === 'succeeded') return share;
    if (share.fate !== 'take' && (await isLetGo(tx, paymentId))) return 'let-go';
    if (share.status !== 'requires_capture') return 'not-authorised';
    await intend(tx, platform.clock.now(), { paymentId, kind: 'capture', amount: share.amount });
    return null;
  });
  if (typeof begun === 'string') return refuse(begun);
  if (begun) return done(begun);
  const settled = await settleBasketPayment(platform, provider, wholeOf);
  if (settled === 'unknown') return refuse('unknown');
  return settled === 'refused' ? refuse('provider-refused') : done((await findPayment(platform.db, paymentId))!);
}

/** Marks a share to be left. `page-open`: nobody has paid yet, and it is the page that must be closed. */
export async function leaveShare(
  platform: Platform,
  provider: PaymentProvider,
  paymentId: string,
): Promise<Outcome<Payment, 'captured' | 'in-progress' | 'unknown'> | 'page-open'> {
  const wholeOf = (await findPayment(platform.db, paymentId))!.partOf!;
  const begun = await transact(platform.db, async (tx) => {
    const whole = (await lockPayment(tx, wholeOf))!;
    const share = (await lockPayment(tx, paymentId))!;
    if (share.status === 'succeeded') return 'captured';
    if (share.status === 'canceled') return share;
    // Its money is being taken at this moment; what it becomes arrives as a change.
    if (share.fate === 'take') return 'in-progress';
    if (share.status !== 'requires_capture') return whole.status === 'canceled' ? 'in-progress' : 'page-open';
    await intend(tx, platform.clock.now(), { paymentId, kind: 'cancel', amount: null });
    return null;
  });
  if (begun === 'page-open') return begun;
  if (typeof begun === 'string') return refuse(begun);
  if (begun) return done(begun);
  const settled = await settleBasketPayment(platform, provider, wholeOf);
  return settled === 'unknown' ? refuse('unknown') : done((await findPayment(platform.db, paymentId))!);
}

/**
 * Takes what is to be taken of a basket's payment once every share is decided; with nothing to take it is released.
 * `evenUndecided`: the bank's promise is running out, and what is undecided is taken too; it goes back as a refund if
 * its order ends.
 */
export async function settleBasketPayment(
  platform: Platform,
  provider: PaymentProvider,
  wholeId: string,
  evenUndecided = false,
): Promise<BasketSettled> {
  const begun = await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const whole = await lockPayment(tx, wholeId);
    if (!whole?.providerRef || (whole.status !== 'requires_capture' && whole.status !== 'stuck')) return 'settled';
    const shares = await lockShares(tx, wholeId);
    if (shares.some(({ status }) => status !== 'requires_capture')) return 'waiting';
    if (shares.every(({ fate }) => fate === null)) {
      const fates = new Map<string, 'take' | 'leave'>();
      for (const { id } of shares) {
        if (await isLetGo(tx, id)) fates.set(id, 'leave');
        else if (evenUndecided || (await isMeant(tx, id, 'capture'))) fates.set(id, 'take');
      }
      if (fates.size < shares.length) return 'waiting';
      for (const share of shares) await savePayment(tx, share, { fate: fates.get(share.id)! }, now);
      const sum = shares.reduce((total, share) => total + (fates.get(share.id) === 'take' ? share.amount : 0), 0);
      return intend(tx, now, { paymentId: wholeId, kind: sum > 0 ? 'capture' : 'cancel', amount: sum > 0 ? sum : null });
    }
    // Decided before: the sum is that of the intent, whatever was said since.
    const sum = shares.reduce((total, share) => total + (share.fate === 'take' ? share.amount : 0), 0);
    return intend(tx, now, { paymentId: wholeId, kind: sum > 0 ? 'capture' : 'cancel', amount: sum > 0 ? sum : null });
  });
  if (typeof begun === 'string') return begun;
  const called = await carryOut(
    platform,
    provider,
    begun,
    (seen, key) => {
      const ref = { ref: seen.providerRef!, intentRef: seen.providerIntentRef };
      return begun.kind === 'capture' ? provider.capture(ref, money(begun.amount!, seen.currency), key) : provider.cancel(ref, key);
    },
    (found) => found.status === (begun.kind === 'capture' ? 'succeeded' : 'canceled'),
  );
  if (called.outcome === 'unknown') {
    await markStuck(platform, wholeId);
    return 'unknown';
  }
  if (called.outcome === 'ok') return 'settled';
  await tellRefused(platform, wholeId, called.reason);
  return 'refused';
}

/** The bank no longer gives what it promised: orders that were delivered for it are somebody's business. */
async function tellRefused(platform: Platform, wholeId: string, why: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    for (const share of await lockShares(tx, wholeId))
      if (share.fate === 'take')
        await openStaffTask(tx, platform.clock.now(), {
          kind: 'capture-refused',
          subject: `payments:${share.id}`,
          textKey: 'tasks:capture-refused',
          detail: { why, order: share.orderId },
        });
  });
}
