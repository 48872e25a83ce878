import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs, minuteMs, type Instant } from '#app/values/dates.ts';
import { closeUnknownSession, refreshPayment } from './apply-payment.server.ts';
import { capturePayment } from './capture-payment.server.ts';
import { paymentChanged } from './payment-jobs.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import {
  findKeptPromises,
  findPaymentsInMotion,
  findUndecidedBaskets,
  findUnfinishedAttempts,
  readCursor,
  recordAnswer,
  saveCursor,
} from './payments-store.server.ts';
import type { Payment, PaymentAttempt } from './payments.tables.ts';
import { keepEvents } from './receive-webhook.server.ts';
import { makeRefund } from './refund-payment.server.ts';
import { releasePayment } from './release-payment.server.ts';
import { settleBasketPayment } from './settle-basket-payment.server.ts';

/** A stuck payment is a person's business after this. */
const stuckForMs = 15 * minuteMs;
/** A call ends within ten seconds; one that the provider does not know after this did not happen. */
const callSettledMs = minuteMs;
/** Banks keep a promise for about a week; an order of a basket that takes longer to decide is paid and given back. */
const promiseMs = 5 * dayMs;

/**
 * What webhooks and crashes left behind, every minute: events that were never delivered, calls whose answer was lost,
 * payments that have been in motion for a while. All of it by asking; nothing here decides. One that cannot be asked about
 * keeps no other waiting: the run fails only when all had their turn.
 */
export async function catchUpPayments(platform: Platform, provider: PaymentProvider): Promise<void> {
  await readMissedEvents(platform, provider);
  const now = platform.clock.now();
  const { db } = platform;
  let failed = 0;
  const each = async <Row extends { readonly id: string }>(what: string, rows: readonly Row[], work: (row: Row) => Promise<unknown>) => {
    failed += await eachRow(platform, what, rows, work, stepMs);
  };
  await each('attempt', await findUnfinishedAttempts(db, provider.name, new Date(now - platform.env.LEASE_MS)), (attempt) =>
    resume(platform, provider, attempt),
  );
  await each('payment', await findUndecidedBaskets(db, provider.name, new Date(now - minuteMs)), ({ id, changedAt }) =>
    settleBasketPayment(platform, provider, id, now - changedAt.getTime() > promiseMs),
  );
  await each('payment', await findKeptPromises(db, provider.name, new Date(now - hourMs)), ({ id, orderId }) =>
    platform.jobs.send(db, paymentChanged, { paymentId: id, orderId }),
  );
  await each('payment', await findPaymentsInMotion(db, provider.name, new Date(now - minuteMs)), (payment) =>
    lookAt(platform, provider, payment, now),
  );
  mustAllBeTaken(failed);
}

/** Asks what became of a payment in motion; one that nobody can say anything of for long is for a colleague. */
async function lookAt(platform: Platform, provider: PaymentProvider, payment: Payment, now: Instant): Promise<void> {
  const asked = await refreshPayment(platform, provider, payment.id);
  const status = asked.outcome === 'ok' ? asked.payment.status : payment.status;
  if (status !== 'stuck' || now - payment.changedAt.getTime() < stuckForMs) return;
  await transact(platform.db, (tx) =>
    openStaffTask(tx, now, {
      kind: 'payment-unknown',
      subject: `payments:${payment.id}`,
      textKey: 'tasks:payment-unknown',
      detail: { order: payment.orderId, provider: payment.provider },
    }),
  );
}

async function readMissedEvents(platform: Platform, provider: PaymentProvider): Promise<void> {
  // Bounded: what does not fit into this minute is read in the next.
  for (let page = 0; page < 20; page += 1) {
    const before = await readCursor(platform.db, provider.name);
    const listed = await provider.eventsSince(before);
    if (listed.outcome !== 'ok' || listed.value.cursor === null || listed.value.cursor === before) return;
    const cursor = listed.value.cursor;
    await keepEvents(platform, provider, listed.value.events, (tx) => saveCursor(tx, provider.name, cursor));
  }
}

async function resume(platform: Platform, provider: PaymentProvider, attempt: PaymentAttempt): Promise<void> {
  switch (attempt.kind) {
    case 'create':
      return resumeCreate(platform, provider, attempt);
    case 'capture':
      return void (await capturePayment(platform, provider, attempt.paymentId));
    case 'cancel':
      return void (await releasePayment(platform, provider, attempt.paymentId));
    case 'refund':
      return void (await makeRefund(platform, provider, attempt.refundId!));
  }
}

/** A session is never opened here: the traveller who wanted it may be gone. It is found, or it is closed. */
async function resumeCreate(platform: Platform, provider: PaymentProvider, attempt: PaymentAttempt): Promise<void> {
  const now = platform.clock.now();
  const found = await refreshPayment(platform, provider, attempt.paymentId, attempt.id);
  if (found.outcome !== 'not-found' || now - attempt.intendedAt.getTime() < callSettledMs) return;
  await recordAnswer(platform.db, now, attempt.id, 'refused', { reason: 'not-found' });
  await closeUnknownSession(platform, attempt.paymentId);
}
