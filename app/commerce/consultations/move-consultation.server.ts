import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { consultationMail, consultationWaitsOffer } from './consultation-jobs.server.ts';
import type { MoveReason } from './consultation-kinds.ts';
import { consultationMachine } from './consultation-status.ts';
import type { Consultation } from './consultations.tables.ts';
import { changeConsultation, claimSlot, freeSlot, SlotTaken } from './consultations-store.server.ts';
import { findFreeAt } from './find-slots.server.ts';
import { endOf, mayChange, type ChangeRefusal } from './slot-rules.ts';
import { endWait, findWait, keptOf } from './waits-store.server.ts';

/** Who asks for the change, as the audit names them. */
export interface Mover {
  readonly side: 'visitor' | 'staff';
  readonly actor: string;
}

export type TimeRefusal = MoveRefusal | ChangeRefusal | 'slot-taken' | 'changed-meanwhile';

/** Undoes a transaction whose call was changed by somebody else. */
class ChangedMeanwhile extends Error {}

export const consultationTasks = ['consultation', 'consultation-open'] as const;

/** Gives a call its first time, or another one. `zone` keeps the one in which the visitor looked. */
export async function giveTime(
  platform: Platform,
  { side, actor }: Mover,
  call: Consultation,
  wanted: { readonly at: Instant; readonly reason: MoveReason | null; readonly zone?: string; readonly officerId?: string },
): Promise<Outcome<Instant, TimeRefusal>> {
  const { db, clock, crypto, jobs } = platform;
  const event = call.status === 'requested' ? 'schedule' : 'reschedule';
  const move = moveOn(consultationMachine, call.status, event, side);
  if (!move.ok) return refuse(move.refused);
  const allowed = side === 'staff' ? 'yes' : mayChange(changeable(call), 'move', clock.now());
  if (allowed !== 'yes') return refuse(allowed);
  // Staff may set a time at short notice: they have the visitor on the line.
  const open = await findFreeAt(platform, { language: call.callLanguage, topic: call.topic }, wanted.at, side === 'staff' ? 0 : undefined);
  const kept = keptOf(await findWait(db, call.id), clock.now());
  const free = kept?.at === wanted.at ? [kept.officerId, ...open] : open;
  const officers = wanted.officerId ? free.filter((officer) => officer === wanted.officerId) : preferring(call.officerId, free);
  for (const officerId of officers) {
    try {
      await transact(db, async (tx) => {
        const now = clock.now();
        await endWait(tx, call.id);
        await freeSlot(tx, call.id);
        await claimSlot(tx, call.id, { at: wanted.at, officerId });
        const changed = await changeConsultation(tx, crypto, now, {
          call,
          event,
          actor,
          reason: wanted.reason,
          set: {
            status: move.to,
            officerId,
            startsAt: new Date(wanted.at),
            endsAt: new Date(endOf(wanted.at)),
            ...(event === 'reschedule' && side === 'visitor' && { timesMoved: call.timesMoved + 1 }),
            ...(wanted.zone && { zone: wanted.zone }),
          },
        });
        if (!changed) throw new ChangedMeanwhile();
        await closeStaffTasks(tx, now, { kinds: consultationTasks, subject: `consultations:${call.id}`, by: actor });
        const template = event === 'schedule' ? 'booked' : 'moved';
        await jobs.send(tx, consultationMail, { consultationId: call.id, template, version: call.version + 1 });
        if (call.startsAt || kept) await jobs.send(tx, consultationWaitsOffer, {});
        await audit(tx, now, { actor, action: `consultation.${event}`, subject: `consultations:${call.id}` });
      });
      return done(wanted.at);
    } catch (fault) {
      if (fault instanceof ChangedMeanwhile) return refuse('changed-meanwhile');
      if (!(fault instanceof SlotTaken)) throw fault;
    }
  }
  return refuse('slot-taken');
}

/** Calls it off and gives the time back. */
export async function callOff(
  platform: Platform,
  { side, actor }: Mover,
  call: Consultation,
  reason: MoveReason,
): Promise<Outcome<null, TimeRefusal>> {
  const move = moveOn(consultationMachine, call.status, 'cancel', side);
  if (!move.ok) return refuse(move.refused);
  const allowed = side === 'staff' ? 'yes' : mayChange(changeable(call), 'cancel', platform.clock.now());
  if (allowed !== 'yes') return refuse(allowed);
  try {
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await endWait(tx, call.id);
      await freeSlot(tx, call.id);
      if (!(await changeConsultation(tx, platform.crypto, now, { call, event: 'cancel', actor, reason, set: { status: move.to } })))
        throw new ChangedMeanwhile();
      await closeStaffTasks(tx, now, { kinds: consultationTasks, subject: `consultations:${call.id}`, by: actor });
      await platform.jobs.send(tx, consultationMail, { consultationId: call.id, template: 'cancelled', version: call.version + 1 });
      await platform.jobs.send(tx, consultationWaitsOffer, {});
      await audit(tx, now, { actor, action: 'consultation.cancel', subject: `consultations:${call.id}`, detail: { reason } });
    });
    return done(null);
  } catch (fault) {
    if (fault instanceof ChangedMeanwhile) return refuse('changed-meanwhile');
    throw fault;
  }
}

export function changeable(call: Pick<Consultation, 'status' | 'timesMoved' | 'startsAt'>) {
  return { status: call.status, timesMoved: call.timesMoved, startsAt: call.startsAt && instant(call.startsAt.getTime()) };
}

/** Whoever had the call keeps it if they can. */
function preferring(officer: string | null, free: readonly string[]): readonly string[] {
  return officer !== null && free.includes(officer) ? [officer, ...free.filter((one) => one !== officer)] : free;
}
