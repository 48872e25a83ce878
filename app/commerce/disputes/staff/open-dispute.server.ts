import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { money } from '#app/values/money.ts';
import type { ProductCounters } from '../../product-counter.ts';
import { wordsOf } from '../answer-words.server.ts';
import { awaitsAnswer, isOpen, keepsOut } from '../dispute-status.ts';
import { answersOf, findDispute } from '../disputes-store.server.ts';
import { evidenceWords } from './evidence-words.server.ts';
import { hoursLeft } from './read-disputes.server.ts';
import { readEvidence } from './read-evidence.server.ts';

/** Everything that the page of a dispute shows; null when there is none. Evidence is read in the language of whoever looks. */
export async function openDispute(
  platform: Platform,
  counters: ProductCounters,
  viewer: Clerk,
  ask: { readonly id: string; readonly language: LanguageCode },
) {
  const { db, crypto, clock } = platform;
  const dispute = await findDispute(db, ask.id);
  if (!dispute) return null;
  const [orders, answers] = await Promise.all([readEvidence(platform, counters, dispute, ask.language), answersOf(db, dispute.id)]);
  const names = await findStaffNames(db, [
    ...new Set([...answers.flatMap(({ writtenBy, decidedBy }) => [writtenBy, decidedBy ?? []].flat()), dispute.ownerId ?? []].flat()),
  ]);
  const nameOf = (id: string | null) => id && (names.get(id) ?? '–');
  const sum = (minor: number) => money(minor, dispute.currency);
  const waits = awaitsAnswer(dispute.status);
  const inHand = answers.some(({ status }) => status === 'written' || status === 'sending');
  const works = may(viewer, 'money:work');
  return {
    id: dispute.id,
    version: dispute.version,
    status: dispute.status,
    reason: dispute.reason,
    provider: dispute.provider,
    providerRef: dispute.providerRef,
    sums: {
      amount: sum(dispute.amount),
      held: sum(dispute.taken - dispute.returned - dispute.writtenOff),
      returned: sum(dispute.returned),
      lost: sum(dispute.writtenOff),
      fee: sum(dispute.fee),
    },
    respondBy: dispute.respondBy?.toISOString() ?? null,
    hoursLeft: hoursLeft(dispute, clock.now()),
    opened: dispute.openedAt.toISOString(),
    closed: dispute.closedAt?.toISOString() ?? null,
    owner: nameOf(dispute.ownerId),
    mine: dispute.ownerId === viewer.user.id,
    open: isOpen(dispute.status),
    /** Vouchers are shown and scanned for experiences alone; null where there is none, or the bank gave everything back. */
    door:
      keepsOut(dispute) && orders.some(({ kind }) => kind === 'experience')
        ? { held: dispute.letInAt === null, decided: !isOpen(dispute.status) }
        : null,
    waits,
    works,
    mayWrite: works && waits && !inHand,
    orders,
    // The bank reads English, whoever looks at the page.
    draft:
      works && waits && !inHand
        ? evidenceWords(ask.language === 'en' ? orders : await readEvidence(platform, counters, dispute, 'en'))
        : '',
    answers: answers.map((answer) => ({
      id: answer.id,
      kind: answer.kind,
      status: answer.status,
      words: wordsOf(crypto, answer),
      writtenBy: nameOf(answer.writtenBy),
      writtenAt: answer.writtenAt.toISOString(),
      own: answer.writtenBy === viewer.user.id,
      decidedBy: nameOf(answer.decidedBy),
      decidedAt: answer.decidedAt?.toISOString() ?? null,
    })),
  };
}

export type OpenDispute = NonNullable<Awaited<ReturnType<typeof openDispute>>>;
