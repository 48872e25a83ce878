import { createHash } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { DisputeEvidence, EvidencePaper, PaymentProvider } from '../payments/payment-provider.ts';
import type { EvidenceSource } from './collect-papers.server.ts';
import { findAnswer, insertAnswerPapers, markPacked, papersOfAnswer, settleAnswerPaper } from './disputes-store.server.ts';
import type { Dispute, DisputeAnswer } from './disputes.tables.ts';

/**
 * Brings the papers of an answer to the provider, and returns those that it has. Which they are is written down before the
 * first of them goes; one whose answer was lost goes again under the same key, and one that the provider has is not sent
 * again. Throws when it did not say whether it has one, so that the answer is tried again.
 */
export async function sendPapers(
  platform: Platform,
  provider: PaymentProvider,
  source: EvidenceSource,
  { dispute, answer }: { readonly dispute: Dispute; readonly answer: DisputeAnswer },
): Promise<DisputeEvidence['papers']> {
  let found: readonly EvidencePaper[] | null = null;
  if (answer.packedAt === null) {
    found = await source(dispute);
    await pack(platform, dispute, answer, found);
  }
  for (const { position, name, providerRef, leftOutAt } of await papersOfAnswer(platform.db, answer.id)) {
    if (providerRef !== null || leftOutAt !== null) continue;
    found ??= await source(dispute);
    const paper = found.find((one) => one.name === name);
    const kept = paper ? await provider.keepEvidence(paper, keyOf(answer, position, paper)) : null;
    if (kept?.outcome === 'unknown') throw new Error(`The provider did not say whether it has paper ${position} of answer ${answer.id}`);
    const now = platform.clock.now();
    await settleAnswerPaper(platform.db, now, { answerId: answer.id, position }, kept?.outcome === 'ok' ? kept.value : null);
  }
  const papers = await papersOfAnswer(platform.db, answer.id);
  return papers.flatMap(({ slot, name, providerRef }) => (providerRef === null ? [] : [{ slot, name, ref: providerRef }]));
}

/** Of what is in it: a paper that was set anew meanwhile is another one to the provider, and an answer names only one of them. */
function keyOf({ id }: Pick<DisputeAnswer, 'id'>, position: number, { content }: EvidencePaper): string {
  return `${id}-${position}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}

/** Names leave the house with them, so their going is on record. */
async function pack(platform: Platform, dispute: Dispute, answer: DisputeAnswer, papers: readonly EvidencePaper[]): Promise<void> {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    if ((await findAnswer(tx, answer.id))?.packedAt !== null || !(await markPacked(tx, now, answer.id))) return;
    await insertAnswerPapers(
      tx,
      papers.map(({ slot, name }, position) => ({ answerId: answer.id, position, slot, name })),
    );
    if (papers.length === 0) return;
    await audit(tx, now, {
      actor: answer.decidedBy ? `staff:${answer.decidedBy}` : 'system',
      action: 'dispute.evidence-sent',
      subject: `disputes:${dispute.id}`,
      detail: { files: papers.length },
    });
  });
}
