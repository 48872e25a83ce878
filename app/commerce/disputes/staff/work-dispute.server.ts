import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { sealWords } from '../answer-words.server.ts';
import { disputeDoor } from '../close-door-tasks.server.ts';
import { disputeAnswer } from '../dispute-jobs.server.ts';
import { awaitsAnswer, disputeAnswerTable, isOpen, keepsOut, type AnswerKind } from '../dispute-status.ts';
import { answersOf, insertAnswer, lockDispute, saveAnswer, saveDispute } from '../disputes-store.server.ts';
import type { Dispute } from '../disputes.tables.ts';

/** `own-words`: what is said to a bank is heard once and leaves the house, so whoever wrote it does not send it. */
export type DisputeRefusal = 'permission' | 'not-found' | 'changed' | 'not-possible' | 'answer-waiting' | 'own-words';
export const disputeDeeds = ['written', 'sent', 'withdrawn', 'taken', 'put-back', 'let-in', 'kept-out'] as const;
export type DisputeDeed = (typeof disputeDeeds)[number];

interface Ask {
  readonly viewer: Clerk;
  readonly disputeId: string;
  /** As the page had it. */
  readonly version: number;
  readonly requestId: string;
}
type Worked = Outcome<DisputeDeed, DisputeRefusal>;

/** Writes what the bank is to be told, or that the loss is taken; a second colleague sends it. */
export function writeAnswer(platform: Platform, ask: Ask & { readonly kind: AnswerKind; readonly words: string }): Promise<Worked> {
  return work(platform, ask, async (tx, dispute) => {
    const now = platform.clock.now();
    if (!awaitsAnswer(dispute.status)) return refuse('not-possible');
    if ((await answersOf(tx, dispute.id)).some(({ status }) => status === 'written' || status === 'sending'))
      return refuse('answer-waiting');
    const id = randomUUID();
    await insertAnswer(tx, {
      id,
      disputeId: dispute.id,
      kind: ask.kind,
      status: 'written',
      words: sealWords(platform.crypto, id, ask.words),
      writtenBy: ask.viewer.user.id,
      writtenAt: new Date(now),
    });
    await saveDispute(tx, dispute, {}, now);
    await openStaffTask(tx, now, {
      kind: 'dispute-approval',
      subject: `disputes:${dispute.id}`,
      textKey: `tasks:dispute-approval.${ask.kind}`,
      detail: { amount: dispute.amount, currency: dispute.currency },
      askedBy: `staff:${ask.viewer.user.id}`,
    });
    await note(tx, platform, ask, 'dispute.answer-written', { kind: ask.kind });
    return done('written');
  });
}

/** Another colleague sends what was written, or either of them takes it back. */
export function decideAnswer(platform: Platform, ask: Ask & { readonly decision: 'send' | 'withdraw' }): Promise<Worked> {
  return work(platform, ask, async (tx, dispute) => {
    const now = platform.clock.now();
    const { viewer, decision } = ask;
    const answer = (await answersOf(tx, dispute.id)).find(({ status }) => status === 'written');
    if (!answer || !awaitsAnswer(dispute.status)) return refuse('not-possible');
    if (decision === 'send' && answer.writtenBy === viewer.user.id) return refuse('own-words');
    const moved = moveOn(disputeAnswerTable, answer.status, decision, 'staff');
    if (!moved.ok) return refuse('not-possible');
    await saveAnswer(tx, answer.id, answer.status, { status: moved.to, decidedBy: viewer.user.id, decidedAt: new Date(now) });
    await saveDispute(tx, dispute, {}, now);
    await closeStaffTask(tx, now, { kind: 'dispute-approval', subject: `disputes:${dispute.id}`, by: `staff:${viewer.user.id}` });
    await note(tx, platform, ask, `dispute.answer-${moved.to}`, { kind: answer.kind });
    if (decision === 'withdraw') return done('withdrawn');
    await platform.jobs.send(tx, disputeAnswer, { answerId: answer.id });
    return done('sent');
  });
}

/** Takes a dispute on, or puts back what is one's own. */
export function ownDispute(platform: Platform, ask: Ask & { readonly take: boolean }): Promise<Worked> {
  return work(platform, ask, async (tx, dispute) => {
    const mine = dispute.ownerId === ask.viewer.user.id;
    if (!isOpen(dispute.status) || ask.take === mine) return refuse('not-possible');
    await saveDispute(tx, dispute, { ownerId: ask.take ? ask.viewer.user.id : null }, platform.clock.now());
    await note(tx, platform, ask, ask.take ? 'dispute.taken' : 'dispute.put-back', { from: dispute.ownerId });
    return done(ask.take ? 'taken' : 'put-back');
  });
}

/**
 * While a bank has not decided, and when it kept the money, vouchers of its orders are not honoured; a colleague says that
 * they are, or are not any more.
 */
export function letGuestsIn(platform: Platform, ask: Ask & { readonly letIn: boolean }): Promise<Worked> {
  return work(platform, ask, async (tx, dispute) => {
    if (!keepsOut(dispute) || ask.letIn === (dispute.letInAt !== null)) return refuse('not-possible');
    const now = platform.clock.now();
    const by = ask.letIn ? { letInBy: ask.viewer.user.id, letInAt: new Date(now) } : { letInBy: null, letInAt: null };
    await saveDispute(tx, dispute, by, now);
    if (ask.letIn)
      await closeStaffTask(tx, now, { kind: disputeDoor, subject: `disputes:${dispute.id}`, by: `staff:${ask.viewer.user.id}` });
    await note(tx, platform, ask, ask.letIn ? 'dispute.let-in' : 'dispute.kept-out', {});
    return done(ask.letIn ? 'let-in' : 'kept-out');
  });
}

async function work(platform: Platform, ask: Ask, decide: (tx: Tx, dispute: Dispute) => Promise<Worked>): Promise<Worked> {
  if (!may(ask.viewer, 'money:work')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Worked> => {
    const dispute = await lockDispute(tx, ask.disputeId);
    if (!dispute) return refuse('not-found');
    return dispute.version === ask.version ? decide(tx, dispute) : refuse('changed');
  });
}

function note(tx: Tx, platform: Platform, ask: Ask, action: string, detail: Record<string, unknown>): Promise<void> {
  return audit(tx, platform.clock.now(), {
    actor: `staff:${ask.viewer.user.id}`,
    action,
    subject: `disputes:${ask.disputeId}`,
    detail,
    requestId: ask.requestId,
  });
}
