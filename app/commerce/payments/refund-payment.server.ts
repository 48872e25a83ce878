import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Jobs } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { disputedMoney } from '../disputes/disputes-store.server.ts';
import { houseBank, houseCredit, refunded } from '../ledger/ledger-postings.ts';
import { returnCredit } from '../credits/return-credit.server.ts';
import { ledgerOfPayment, post } from '../ledger/ledger-store.server.ts';
import { carryOut } from './call-provider.server.ts';
import { paymentChanged, paymentRefund } from './payment-jobs.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { refundStatusTable, type RefundEvent } from './payment-status.ts';
import {
  findPayment,
  findRefund,
  findRefundByKey,
  insertRefund,
  intend,
  lockPayment,
  refundsOfPayment,
  saveRefund,
  settleRefundAttempt,
} from './payments-store.server.ts';
import type { Refund } from './payments.tables.ts';

export interface RefundToAsk {
  readonly paymentId: string;
  readonly amount: Money;
  /** Names the cause, such as `order:<id>:cancelled`: asking twice is asking once. */
  readonly key: string;
  readonly reason: string;
  /** As the audit names actors: `system`, `user:<id>`, `staff:<id>`. */
  readonly askedBy: string;
}

/** `disputed`: a bank has taken the money or is about to, and pays it back itself if the cardholder is right. */
export type RefundRefusal = 'not-found' | 'not-captured' | 'more-than-captured' | 'disputed';
export type MakeRefusal = 'not-found' | 'unknown' | 'provider-refused';

/** Records a refund and sends the job that makes it, inside the caller's transaction. The sum never passes what is left of the capture. */
export async function askRefund(tx: Tx, jobs: Jobs, now: Instant, ask: RefundToAsk): Promise<Outcome<Refund, RefundRefusal>> {
  const payment = await lockPayment(tx, ask.paymentId);
  if (!payment || payment.currency !== ask.amount.currency) return refuse('not-found');
  const before = await findRefundByKey(tx, ask.key);
  if (before) return done(before);
  const { captured } = await ledgerOfPayment(tx, payment.id);
  if (captured === 0) return refuse('not-captured');
  const disputed = await disputedMoney(tx, [payment.id]);
  if (disputed.open) return refuse('disputed');
  const promised = (await refundsOfPayment(tx, payment.id))
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  if (ask.amount.amount <= 0 || promised + ask.amount.amount > captured - disputed.lost) return refuse('more-than-captured');
  const refund = await insertRefund(tx, {
    id: randomUUID(),
    paymentId: payment.id,
    orderId: payment.orderId,
    key: ask.key,
    amount: ask.amount.amount,
    currency: ask.amount.currency,
    reason: ask.reason,
    askedBy: ask.askedBy,
    status: 'pending',
    createdAt: new Date(now),
    changedAt: new Date(now),
  });
  await intend(tx, now, { paymentId: payment.id, kind: 'refund', amount: refund.amount, refundId: refund.id });
  await audit(tx, now, {
    actor: ask.askedBy,
    action: 'refund.asked',
    subject: `refunds:${refund.id}`,
    reason: ask.reason,
    detail: { payment: payment.id, amount: refund.amount, currency: refund.currency },
  });
  await jobs.send(tx, paymentRefund, { refundId: refund.id });
  return done(refund);
}

/** Makes a refund that was asked for; also the handler of its job. Making it twice is making it once. */
export async function makeRefund(platform: Platform, provider: PaymentProvider, refundId: string): Promise<Outcome<Refund, MakeRefusal>> {
  await failpoint('payment.refund.before-intent');
  const refund = await findRefund(platform.db, refundId);
  if (!refund) return refuse('not-found');
  if (refund.status === 'succeeded') return done(refund);
  if (refund.status === 'failed') return refuse('provider-refused');
  const from = (await findPayment(platform.db, refund.paymentId))?.provider;
  if (from === houseBank) {
    await askBankRefund(platform, refund);
    return done(refund);
  }
  if (from === houseCredit) {
    await returnCredit(platform, refund);
    return done((await findRefund(platform.db, refundId))!);
  }
  const attempt = await transact(platform.db, async (tx) => {
    await lockPayment(tx, refund.paymentId);
    return intend(tx, platform.clock.now(), { paymentId: refund.paymentId, kind: 'refund', amount: refund.amount, refundId });
  });
  const called = await carryOut(
    platform,
    provider,
    attempt,
    (seen, key) =>
      provider.refund(
        { ref: seen.providerRef!, intentRef: seen.providerIntentRef },
        { refundId, amount: money(refund.amount, refund.currency) },
        key,
      ),
    async () => ((await findRefund(platform.db, refundId))?.providerRef ?? null) !== null,
  );
  if (called.outcome === 'unknown') {
    await moveRefund(platform, refundId, 'lost');
    return refuse('unknown');
  }
  if (called.outcome === 'refused') {
    await moveRefund(platform, refundId, 'failed');
    return refuse('provider-refused');
  }
  return done((await findRefund(platform.db, refundId))!);
}

/** Both in one, for callers without a transaction of their own. */
export async function refundPayment(
  platform: Platform,
  provider: PaymentProvider,
  ask: RefundToAsk,
): Promise<Outcome<Refund, RefundRefusal | MakeRefusal>> {
  const asked = await transact(platform.db, (tx) => askRefund(tx, platform.jobs, platform.clock.now(), ask));
  return asked.ok ? makeRefund(platform, provider, asked.value.id) : asked;
}

/** Money that came to the house's own account goes back from there: a colleague writes the transfer, and its line ends this. */
async function askBankRefund(platform: Platform, refund: Refund): Promise<void> {
  await transact(platform.db, (tx) =>
    openStaffTask(tx, platform.clock.now(), {
      kind: 'refund-by-bank',
      subject: `refunds:${refund.id}`,
      textKey: 'tasks:refund-by-bank',
      detail: { order: refund.orderId, amount: refund.amount, currency: refund.currency },
    }),
  );
}

/** The line of a bank statement that shows a refund leaving the house's account. The caller holds the order's lock. */
export async function settleBankRefund(tx: Tx, platform: Platform, refundId: string, by: string): Promise<boolean> {
  const now = platform.clock.now();
  const found = await findRefund(tx, refundId);
  const payment = found && (await lockPayment(tx, found.paymentId));
  if (!payment || payment.provider !== houseBank) return false;
  const refund = (await findRefund(tx, refundId))!;
  const move = moveOn(refundStatusTable, refund.status, 'succeeded', 'provider');
  if (!move.ok) return false;
  await settleRefundAttempt(tx, now, refundId);
  await saveRefund(tx, refund, { status: move.to }, now);
  await post(
    tx,
    now,
    refunded(
      { provider: houseBank, orderId: payment.orderId, paymentId: payment.id },
      money(refund.amount, refund.currency),
      `refund:${refund.id}`,
    ),
  );
  await closeStaffTask(tx, now, { kind: 'refund-by-bank', subject: `refunds:${refundId}`, by });
  await audit(tx, now, {
    actor: by,
    action: `refund.${move.to}`,
    subject: `refunds:${refundId}`,
    detail: { from: refund.status, amount: refund.amount, currency: refund.currency },
  });
  await platform.jobs.send(tx, paymentChanged, { paymentId: payment.id, orderId: payment.orderId });
  return true;
}

async function moveRefund(platform: Platform, refundId: string, event: Extract<RefundEvent, 'lost' | 'failed'>): Promise<void> {
  const now = platform.clock.now();
  const found = await findRefund(platform.db, refundId);
  if (!found) return;
  await transact(platform.db, async (tx) => {
    await lockPayment(tx, found.paymentId);
    const refund = (await findRefund(tx, refundId))!;
    const move = moveOn(refundStatusTable, refund.status, event, event === 'lost' ? 'system' : 'provider');
    if (!move.ok) return;
    await saveRefund(tx, refund, { status: move.to }, now);
    await audit(tx, now, {
      actor: event === 'lost' ? 'system' : 'provider',
      action: `refund.${move.to}`,
      subject: `refunds:${refundId}`,
      detail: { from: refund.status },
    });
    if (event === 'failed')
      await openStaffTask(tx, now, {
        kind: 'refund-failed',
        subject: `refunds:${refundId}`,
        textKey: 'tasks:refund-failed',
        detail: { order: refund.orderId, amount: refund.amount, currency: refund.currency },
      });
    await platform.jobs.send(tx, paymentChanged, { paymentId: refund.paymentId, orderId: refund.orderId });
  });
}
