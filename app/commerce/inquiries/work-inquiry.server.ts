import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, permissionsOf, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { Inquiry } from './inquiries.tables.ts';
import { lockInquiry, moveInquiry, visaColumns } from './inquiries-store.server.ts';
import type { VisaNeeds } from './inquiry-needs.ts';
import {
  inquiryMachine,
  isOpenInquiry,
  type InquiryActor,
  type InquiryEvent,
  type InquiryStatus,
  type LostReason,
} from './inquiry-status.ts';
import { inquiryMail } from './mail-inquiries.server.ts';

export type WorkRefusal = MoveRefusal | 'changed-meanwhile' | 'no-reason';

export interface InquiryMove {
  /** As it was read: a row that has changed since refuses the move. */
  readonly inquiry: Inquiry;
  readonly event: Exclude<InquiryEvent, 'merge'>;
  readonly by: InquiryActor;
  /** `staff:<id>`, `user:<id>`, `guest` or `system`. */
  readonly actor: string;
  /** Of an answer, which is mailed, or a note of what was said on the telephone. */
  readonly words?: string | null;
  /** What it led to, such as the reference of a quote or an order; never personal data. */
  readonly detail?: string | null;
  readonly lostReason?: LostReason | null;
}

/**
 * One move of an inquiry inside the caller's transaction, with its task and its mail. The caller audits. Whoever answers
 * or speaks to them first owns it from then on.
 */
export async function moveInquiryOn(
  tx: Tx,
  { crypto, clock, jobs }: Pick<Platform, 'crypto' | 'clock' | 'jobs'>,
  { inquiry, event, by, actor, words = null, detail = null, lostReason = null }: InquiryMove,
): Promise<Outcome<InquiryStatus, WorkRefusal>> {
  const move = moveOn(inquiryMachine, inquiry.status, event, by);
  if (!move.ok) return refuse(move.refused);
  if (event === 'lose' && lostReason === null) return refuse('no-reason');
  const now = clock.now();
  const spoke = event === 'answer' || event === 'contact' || event === 'quote';
  const moved = await moveInquiry(tx, crypto, now, {
    inquiry,
    event,
    to: move.to,
    actor,
    words,
    detail: event === 'lose' ? lostReason : detail,
    set: {
      lostReason: event === 'lose' ? lostReason : event === 'reopen' ? null : inquiry.lostReason,
      mergedInto: event === 'reopen' ? null : inquiry.mergedInto,
      firstContactAt: inquiry.firstContactAt ?? (spoke ? new Date(now) : null),
      ownerId: inquiry.ownerId ?? (spoke && by === 'staff' ? actor.slice('staff:'.length) : null),
    },
  });
  if (!moved) return refuse('changed-meanwhile');
  const subject = `inquiries:${inquiry.id}`;
  if (event === 'answer') await jobs.send(tx, inquiryMail, { inquiryId: inquiry.id, version: inquiry.version + 1 });
  if (move.to === 'new')
    await openStaffTask(tx, now, { kind: 'inquiry', subject, textKey: 'tasks:inquiry-waits', detail: { reference: inquiry.reference } });
  else if (inquiry.status === 'new') await closeStaffTask(tx, now, { kind: 'inquiry', subject, by: actor });
  return done(move.to);
}

/** A move in the name of a member of staff. Words belong to an answer, which is mailed, or to a note of a call. */
export async function workInquiry(
  platform: Platform,
  work: {
    readonly inquiry: Inquiry;
    readonly event: Exclude<InquiryEvent, 'merge'>;
    readonly staffId: string;
    readonly words?: string | null;
    readonly detail?: string | null;
    readonly lostReason?: LostReason | null;
  },
): Promise<Outcome<InquiryStatus, WorkRefusal>> {
  const { staffId, ...rest } = work;
  const actor = `staff:${staffId}`;
  return transact(platform.db, async (tx) => {
    const moved = await moveInquiryOn(tx, platform, { ...rest, by: 'staff', actor });
    if (!moved.ok) return moved;
    const detail = rest.event === 'lose' ? { reason: rest.lostReason ?? null } : rest.detail ? { with: rest.detail } : undefined;
    await audit(tx, platform.clock.now(), {
      actor,
      action: `inquiry.${rest.event}`,
      subject: `inquiries:${rest.inquiry.id}`,
      ...(detail && { detail }),
    });
    return moved;
  });
}

export type OwnerRefusal = 'permission' | 'not-a-colleague' | 'changed-meanwhile';

/** Makes an inquiry somebody's, or nobody's. `from` is the owner the page showed: taken over, but never by accident. */
export async function assignInquiry(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  viewer: Clerk,
  ask: { readonly inquiryId: string; readonly from: string | null; readonly to: string | null },
): Promise<Outcome<string | null, OwnerRefusal>> {
  const { from, to } = ask;
  if (!may(viewer, 'inquiries:work')) return refuse('permission');
  if (to !== null && to !== viewer.user.id) {
    const colleague = await findStaffMember(platform.db, to);
    if (!colleague || !permissionsOf(colleague.roles).has('inquiries:work')) return refuse('not-a-colleague');
  }
  const actor = `staff:${viewer.user.id}`;
  return transact(platform.db, async (tx): Promise<Outcome<string | null, OwnerRefusal>> => {
    const inquiry = await lockInquiry(tx, ask.inquiryId);
    // A second press of the same form finds what the first one did.
    if (inquiry && inquiry.ownerId === to) return done(to);
    if (!inquiry || inquiry.ownerId !== from) return refuse('changed-meanwhile');
    const now = platform.clock.now();
    await moveInquiry(tx, platform.crypto, now, { inquiry, event: 'assign', to: inquiry.status, actor, detail: to, set: { ownerId: to } });
    await audit(tx, now, { actor, action: 'inquiry.assigned', subject: `inquiries:${inquiry.id}`, detail: { from, to } });
    return done(to);
  });
}

/** Writes down what a visa is asked for by: it comes out in the talk, not always in the form. */
export async function tellNeeds(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  ask: { readonly inquiry: Inquiry; readonly needs: VisaNeeds & Pick<Inquiry, 'startsOn'>; readonly staffId: string },
): Promise<Outcome<null, 'changed-meanwhile'>> {
  const { inquiry, needs } = ask;
  const actor = `staff:${ask.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<null, 'changed-meanwhile'>> => {
    const now = platform.clock.now();
    // The last day told in the form no longer fits a first day after it.
    const endsOn = inquiry.endsOn !== null && needs.startsOn !== null && inquiry.endsOn < needs.startsOn ? null : inquiry.endsOn;
    const { startsOn, ...visa } = needs;
    const set = { ...visaColumns(platform.crypto, inquiry.id, visa), startsOn, endsOn };
    if (!(await moveInquiry(tx, platform.crypto, now, { inquiry, event: 'needs', to: inquiry.status, actor, set })))
      return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: 'inquiry.needs', subject: `inquiries:${inquiry.id}` });
    return done(null);
  });
}

export type MergeRefusal = 'same' | 'not-open' | 'other-person' | 'changed-meanwhile';

/** Two that are the same wish of the same person: `twin` is closed and goes on as `kept`. Nobody is written to. */
export async function mergeInquiries(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  ask: { readonly kept: Inquiry; readonly twin: Inquiry; readonly staffId: string },
): Promise<Outcome<null, MergeRefusal>> {
  const { kept, twin } = ask;
  if (kept.id === twin.id) return refuse('same');
  if (kept.emailIndex !== twin.emailIndex) return refuse('other-person');
  if (!isOpenInquiry(kept.status) || !isOpenInquiry(twin.status)) return refuse('not-open');
  const actor = `staff:${ask.staffId}`;
  const changed = new Error('changed-meanwhile');
  try {
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      // In the order of their ids, so that two who merge them the other way round do not wait for each other.
      const moves = [
        { inquiry: kept, event: 'take-in', to: kept.status, actor, detail: twin.reference },
        { inquiry: twin, event: 'merge', to: 'closed', actor, detail: kept.reference, set: { mergedInto: kept.id } },
      ] as const;
      for (const move of moves.toSorted((a, b) => (a.inquiry.id < b.inquiry.id ? -1 : 1)))
        if (!(await moveInquiry(tx, platform.crypto, now, move))) throw changed;
      await closeStaffTask(tx, now, { kind: 'inquiry', subject: `inquiries:${twin.id}`, by: actor });
      await audit(tx, now, { actor, action: 'inquiry.merged', subject: `inquiries:${twin.id}`, detail: { into: kept.reference } });
    });
  } catch (fault) {
    if (fault === changed) return refuse('changed-meanwhile');
    throw fault;
  }
  return done(null);
}
