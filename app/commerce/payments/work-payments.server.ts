import type { Platform } from '#app/platform/platform.server.ts';
import { auditAddressDays, forgetAuditAddresses } from '#app/platform/audit-addresses-store.server.ts';
import { dropOldKeys } from '#app/platform/idempotency.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { EvidenceSource } from '../disputes/collect-papers.server.ts';
import { disputeAnswer } from '../disputes/dispute-jobs.server.ts';
import { sendAnswer } from '../disputes/send-answer.server.ts';
import { capturePayment } from './capture-payment.server.ts';
import { catchUpPayments } from './catch-up-payments.server.ts';
import {
  paymentCapture,
  paymentClose,
  paymentEventReceived,
  paymentRefund,
  paymentRelease,
  paymentsCatchUp,
  paymentsReconcile,
} from './payment-jobs.server.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { findPayment, findPaymentsOfOrder } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';
import { workOnEvent } from './receive-webhook.server.ts';
import { makeRefund } from './refund-payment.server.ts';
import { closeSession, releasePayment } from './release-payment.server.ts';
import { paysThePrice } from './two-card-rules.ts';

/** Registers this module's workers. `payment.changed` is handled by whoever sells, and must be registered as well. */
export async function workOnPayments(
  platform: Platform,
  provider: PaymentProvider,
  /** What goes to a bank as files with an answer to a dispute; nothing where no products are sold. */
  evidence: EvidenceSource = async () => [],
): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(paymentEventReceived, (payload) => workOnEvent(platform, provider, payload));
  await jobs.handle(paymentCapture, async ({ paymentId }) => {
    const captured = await capturePayment(platform, provider, paymentId);
    if (captured.ok || captured.refused === 'let-go') return;
    if (captured.refused === 'unknown') throw new Error(`The provider did not say whether payment ${paymentId} was captured`);
    await reportRefusedCapture(platform, paymentId, captured.refused);
  });
  await jobs.handle(paymentClose, async ({ paymentId }) => {
    const closed = await closeSession(platform, provider, paymentId);
    if (!closed.ok && closed.refused === 'unknown')
      throw new Error(`The provider did not say whether the page of payment ${paymentId} was closed`);
  });
  await jobs.handle(paymentRelease, async ({ paymentId }) => {
    const released = await releasePayment(platform, provider, paymentId);
    if (!released.ok && released.refused === 'unknown')
      throw new Error(`The provider did not say whether payment ${paymentId} was released`);
  });
  await jobs.handle(paymentRefund, async ({ refundId }) => {
    const made = await makeRefund(platform, provider, refundId);
    if (!made.ok && made.refused === 'unknown') throw new Error(`The provider did not say whether refund ${refundId} was made`);
  });
  await jobs.handle(disputeAnswer, ({ answerId }) => sendAnswer(platform, provider, evidence, answerId));
  await jobs.handle(paymentsCatchUp, () => catchUpPayments(platform, provider));
  await jobs.handle(paymentsReconcile, async () => {
    if ((await reconcilePayments(platform, provider)) === null) throw new Error('The provider did not list its payments');
    await dropOldKeys(platform);
    await forgetAuditAddresses(platform, new Date(addMilliseconds(platform.clock.now(), -auditAddressDays * dayMs)));
  });
  await jobs.schedule(paymentsCatchUp, '* * * * *');
  await jobs.schedule(paymentsReconcile, '*/10 * * * *');
}

const isOtherOf = (one: Payment) => (other: Payment) => other.id !== one.id && paysThePrice(other);

/** The bank no longer gives what it promised. Of two cards the other may be charged: whoever reads the task must know. */
async function reportRefusedCapture(platform: Platform, paymentId: string, why: string): Promise<void> {
  const payment = await findPayment(platform.db, paymentId);
  const ofTwo = payment && paysThePrice(payment) && (await findPaymentsOfOrder(platform.db, payment.orderId)).some(isOtherOf(payment));
  const detail = { why, ...(payment ? { order: payment.orderId } : {}), ...(ofTwo ? { card: payment.cardEnding ?? '–' } : {}) };
  const textKey = ofTwo ? 'tasks:capture-refused-of-two' : 'tasks:capture-refused';
  await transact(platform.db, (tx) =>
    openStaffTask(tx, platform.clock.now(), { kind: 'capture-refused', subject: `payments:${paymentId}`, textKey, detail }),
  );
}
