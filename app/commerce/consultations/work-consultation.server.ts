import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import type { InquiryKind } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Progress } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { consultationMail, consultationWaitsOffer } from './consultation-jobs.server.ts';
import { checklistFor, type ConsultationOutcome, type ConsultationTopic, type NextStep } from './consultation-kinds.ts';
import { consultationMachine } from './consultation-status.ts';
import type { Consultation } from './consultations.tables.ts';
import {
  changeConsultation,
  claimSlot,
  findCaught,
  freeSlot,
  openContact,
  sealSummary,
  SlotTaken,
  type ConsultationChange,
} from './consultations-store.server.ts';
import { findFreeAt } from './find-slots.server.ts';
import { consultationTasks } from './move-consultation.server.ts';
import { giveUp } from './offer-waits.server.ts';
import { insertBlock, type KeptBlock } from './officers-store.server.ts';
import { endOf } from './slot-rules.ts';
import { findKeptIn } from './waits-store.server.ts';

export type CallRefusal = MoveRefusal | 'changed-meanwhile' | 'not-yours' | 'too-early' | 'slot-taken';

class Changed extends Error {}

/** Writes one change with its audit; throws when somebody was faster, so that nothing beside it stays. */
async function change(tx: Tx, platform: Platform, now: Instant, what: ConsultationChange): Promise<void> {
  if (!(await changeConsultation(tx, platform.crypto, now, what))) throw new Changed();
  const subject = `consultations:${what.call.id}`;
  await audit(tx, now, { actor: what.actor, action: `consultation.${what.event}`, subject });
}

async function orChanged<Value>(work: () => Promise<Value>): Promise<Outcome<Value, CallRefusal>> {
  try {
    return done(await work());
  } catch (fault) {
    if (fault instanceof Changed) return refuse('changed-meanwhile');
    if (fault instanceof SlotTaken) return refuse('slot-taken');
    throw fault;
  }
}

/** Begins a call, or says that nobody answered. Nobody is missed before the time has come. */
export async function startOrMiss(
  platform: Platform,
  call: Consultation,
  event: 'start' | 'miss',
  staffId: string,
): Promise<Outcome<null, CallRefusal>> {
  const move = moveOn(consultationMachine, call.status, event, 'staff');
  if (!move.ok) return refuse(move.refused);
  const actor = `staff:${staffId}`;
  if (event === 'miss' && call.startsAt!.getTime() > platform.clock.now()) return refuse('too-early');
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      if (event === 'miss') {
        await freeSlot(tx, call.id);
        await closeStaffTasks(tx, now, { kinds: consultationTasks, subject: `consultations:${call.id}`, by: actor });
        await platform.jobs.send(tx, consultationMail, { consultationId: call.id, template: 'missed', version: call.version + 1 });
      }
      // Whoever rings has the call from then on.
      await change(tx, platform, now, { call, event, actor, set: { status: move.to } });
      return null;
    }),
  );
}

const inquiryKindOf: Readonly<Record<ConsultationTopic, InquiryKind>> = {
  'which-visa': 'e-visa',
  'e-visa': 'e-visa',
  'assisted-visa': 'visa-assistance',
  refused: 'visa-assistance',
  holiday: 'holiday',
};

/**
 * Ends a call: its outcome, what follows, and a summary that is mailed in the visitor's language. The next step `inquiry`
 * opens one for the desk in the same transaction.
 */
export async function completeCall(
  platform: Platform,
  call: Consultation,
  said: { readonly outcome: ConsultationOutcome; readonly nextStep: NextStep; readonly summary: string },
  staffId: string,
): Promise<Outcome<{ inquiry: string | null }, CallRefusal>> {
  const move = moveOn(consultationMachine, call.status, 'complete', 'staff');
  if (!move.ok) return refuse(move.refused);
  const actor = `staff:${staffId}`;
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const inquiry =
        said.nextStep === 'inquiry'
          ? await takeInquiry(tx, platform, {
              kind: inquiryKindOf[call.topic],
              contact: openContact(platform.crypto, call),
              message: said.summary,
              language: call.language,
              userId: call.userId,
              country: call.country,
            })
          : null;
      await closeStaffTasks(tx, now, { kinds: consultationTasks, subject: `consultations:${call.id}`, by: actor });
      await platform.jobs.send(tx, consultationMail, { consultationId: call.id, template: 'summary', version: call.version + 1 });
      await change(tx, platform, now, {
        call,
        event: 'complete',
        actor,
        set: {
          status: move.to,
          outcome: said.outcome,
          nextStep: said.nextStep,
          summary: sealSummary(platform.crypto, call.id, said.summary),
          toInquiry: inquiry,
        },
      });
      return { inquiry };
    }),
  );
}

/** A note for colleagues. */
export async function noteOnCall(platform: Platform, call: Consultation, words: string, staffId: string) {
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      await change(tx, platform, platform.clock.now(), { call, event: 'note', actor: `staff:${staffId}`, set: {}, words });
      return null;
    }),
  );
}

/** What of the list has been gone through. */
export async function tickChecklist(platform: Platform, call: Consultation, ticked: readonly string[], staffId: string) {
  const checklist = checklistFor(call.topic).filter((item) => ticked.includes(item));
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      await change(tx, platform, platform.clock.now(), { call, event: 'check', actor: `staff:${staffId}`, set: { checklist } });
      return null;
    }),
  );
}

/** Gives a scheduled call at its time to a colleague who is free then; the visitor need not know. */
export async function assignCall(
  platform: Platform,
  call: Consultation,
  officerId: string,
  staffId: string,
): Promise<Outcome<null, CallRefusal>> {
  if (call.status !== 'scheduled' || !call.startsAt) return refuse('not-possible-from-here');
  const at = instant(call.startsAt.getTime());
  const free = await findFreeAt(platform, { language: null, topic: null }, at, Number.NEGATIVE_INFINITY);
  if (!free.includes(officerId)) return refuse('slot-taken');
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      await giveCall(tx, platform, platform.clock.now(), { call, at, officerId, actor: `staff:${staffId}` });
      return null;
    }),
  );
}

/** Its quarter hours are another officer's from now on; throws SlotTaken where they are not free. */
export async function giveCall(
  tx: Tx,
  platform: Platform,
  now: Instant,
  gift: { readonly call: Consultation; readonly at: Instant; readonly officerId: string; readonly actor: string },
): Promise<void> {
  const { call, at, officerId, actor } = gift;
  await freeSlot(tx, call.id);
  await claimSlot(tx, call.id, { at, officerId });
  const set = { officerId, startsAt: new Date(at), endsAt: new Date(endOf(at)) };
  await change(tx, platform, now, { call, event: 'assign', actor, set });
  await platform.jobs.send(tx, consultationWaitsOffer, {});
}

/** A call for which nobody can be found: the visitor is asked to choose again, by mail. */
async function releaseCall(platform: Platform, call: Consultation, actor: string): Promise<Outcome<null, CallRefusal>> {
  const move = moveOn(consultationMachine, call.status, 'release', 'staff');
  if (!move.ok) return refuse(move.refused);
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      await takeCallBack(tx, platform, platform.clock.now(), call, actor);
      return null;
    }),
  );
}

/** Takes the time of a call back and asks its visitor, by mail, to choose another. */
export async function takeCallBack(tx: Tx, platform: Platform, now: Instant, call: Consultation, actor: string): Promise<void> {
  await freeSlot(tx, call.id);
  await platform.jobs.send(tx, consultationMail, { consultationId: call.id, template: 'released', version: call.version + 1 });
  await change(tx, platform, now, {
    call,
    event: 'release',
    actor,
    reason: 'ill',
    set: { status: 'requested', officerId: null, startsAt: null, endsAt: null },
  });
}

/**
 * Closes a time for an officer or the whole office, and finds another colleague for every call that falls into it; where
 * there is none the visitor chooses anew, and what was kept there for somebody who waits is kept no longer. Says how many went which way.
 */
export async function closeTime(
  platform: Platform,
  block: KeptBlock,
  staffId: string,
  progress?: Progress,
): Promise<{ handedOver: number; released: number }> {
  // A try that was cut off after it has closed the time goes on with the calls in it.
  const closed = progress?.reached === 'closed';
  if (!closed)
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await insertBlock(tx, block);
      await audit(tx, now, {
        actor: `staff:${staffId}`,
        action: 'consultations.closed',
        subject: `consultation_blocks:${block.id}`,
        detail: { reason: block.reason, officer: block.officerId ?? 'all' },
      });
      await progress?.reach(tx, 'closed');
    });
  for (const wait of await findKeptIn(platform.db, block.officerId, block.from, block.until))
    await giveUp(platform, wait, `staff:${staffId}`, 'closed');
  let handedOver = 0;
  let released = 0;
  for (const call of await findCaught(platform.db, block.officerId, block.from, block.until)) {
    const at = instant(call.startsAt!.getTime());
    const free = await findFreeAt(platform, { language: call.callLanguage, topic: call.topic }, at, Number.NEGATIVE_INFINITY);
    let found = false;
    for (const officer of free) found ||= (await assignCall(platform, call, officer, staffId)).ok;
    if (found) handedOver += 1;
    else if ((await releaseCall(platform, call, `staff:${staffId}`)).ok) released += 1;
  }
  return { handedOver, released };
}
