import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { moveOn } from '#app/values/status-table.ts';
import { applyAnswer, refreshPayment } from '../payments/apply-payment.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findPayment } from '../payments/payments-store.server.ts';
import { wordsOf } from './answer-words.server.ts';
import type { EvidenceSource } from './collect-papers.server.ts';
import { disputeAnswerTable } from './dispute-status.ts';
import { findAnswer, findDispute, saveAnswer } from './disputes-store.server.ts';
import { sendPapers } from './send-papers.server.ts';

/**
 * Says it to the bank, its papers first; the handler of its job. Its own id is the key, under which the bank does it once: after a crash, or
 * when nobody answered, it is said again under the same key. Throws then, so that the job is tried again.
 */
export async function sendAnswer(platform: Platform, provider: PaymentProvider, source: EvidenceSource, answerId: string): Promise<void> {
  const answer = await findAnswer(platform.db, answerId);
  const dispute = answer && (await findDispute(platform.db, answer.disputeId));
  if (answer?.status !== 'sending' || !dispute) return;
  const seen = await findPayment(platform.db, dispute.paymentId);
  if (!seen?.providerRef) throw new Error(`Dispute ${dispute.id} is of no payment that the bank knows`);
  const ref = { payment: { ref: seen.providerRef, intentRef: seen.providerIntentRef }, ref: dispute.providerRef };
  const heard =
    answer.kind === 'accept'
      ? await provider.acceptDispute(ref, answer.id)
      : await provider.answerDispute(
          ref,
          { words: wordsOf(platform.crypto, answer), papers: await sendPapers(platform, provider, source, { dispute, answer }) },
          answer.id,
        );
  if (heard.outcome === 'unknown') throw new Error(`The provider did not say whether it heard answer ${answer.id}`);
  if (heard.outcome === 'ok' && (await applyAnswer(platform, seen, heard.value)) !== 'outdated') return settle(platform, answerId, 'heard');
  // A refusal says that the bank does not wait any more: why, it says of the dispute itself.
  const asked = await refreshPayment(platform, provider, dispute.paymentId);
  if (asked.outcome !== 'ok') throw new Error(`The provider did not say what became of dispute ${dispute.id}`);
  await settle(platform, answerId, heard.outcome === 'ok' ? 'heard' : 'refused');
}

async function settle(platform: Platform, answerId: string, event: 'heard' | 'refused'): Promise<void> {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    const moved = moveOn(disputeAnswerTable, 'sending', event, 'provider');
    const answer = await findAnswer(tx, answerId);
    if (!moved.ok || !answer) return;
    if (!(await saveAnswer(tx, answerId, 'sending', { status: moved.to, settledAt: new Date(now) }))) return;
    await audit(tx, now, {
      actor: 'provider',
      action: `dispute.answer-${moved.to}`,
      subject: `disputes:${answer.disputeId}`,
      detail: { kind: answer.kind },
    });
  });
}
