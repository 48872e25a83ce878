import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { lockApplication, mustMoveApplication } from '../evisa/evisa-applications-store.server.ts';
import { insertDocument } from '../evisa/evisa-documents-store.server.ts';
import type { UploadRefusal } from '../evisa/evisa-document-rules.ts';
import { storePaper } from '../evisa/keep-evisa.server.ts';
import { stayMail } from './visa-stay-jobs.server.ts';
import { entryFault, exitFault, releaseLock, remindLock, stayUntilOf, type DayFault } from './visa-stay-rules.ts';
import type { StayActor } from './visa-stay-status.ts';
import { lockStay, moveStay, noteStay, type StayMoveRefusal, type StayStep } from './visa-stays-store.server.ts';
import type { VisaStay } from './visa-stays.tables.ts';

export const overstayTask = 'visa-overstay';

/** What is told of a stay, by its traveller or by an officer for them. */
export type StayTold =
  | { readonly do: 'enter' | 'correct'; readonly on: CalendarDate | null; readonly until?: CalendarDate | null }
  | { readonly do: 'exit'; readonly on: CalendarDate | null; readonly proof: Uint8Array | null }
  | { readonly do: 'file-extension' | 'refuse-extension' | 'lapse' | 'remind' | 'release-deposit' }
  | { readonly do: 'grant-extension'; readonly until: CalendarDate | null }
  | { readonly do: 'close'; readonly reason: string }
  | { readonly do: 'note-deposit'; readonly amount: number; readonly receipt: string };

export type TellRefusal =
  | StayMoveRefusal
  | DayFault
  | 'reason-missing'
  | 'deposit-wrong'
  | 'deposit-held'
  | 'no-deposit'
  | 'still-inside'
  | 'nothing-to-remind'
  | 'reminded-today'
  | 'proof-refused'
  | UploadRefusal;

export interface StayTelling {
  readonly stayId: string;
  /** As the page showed it; null where the traveller tells, who sees the last word anyway. */
  readonly version: number | null;
  readonly by: Exclude<StayActor, 'system'>;
  readonly who: string;
  readonly requestId: string;
  readonly told: StayTold;
}

/** One thing that is told of a stay. What the traveller is told in turn is sent in the same transaction. */
export async function tellVisaStay(platform: Platform, telling: StayTelling): Promise<Outcome<VisaStay, TellRefusal>> {
  const { told } = telling;
  const proof = told.do === 'exit' && told.proof ? await storePaper(platform, told.proof, 'exit-proof') : null;
  if (proof && !proof.ok) return refuse('proof-refused');
  const outcome = await transact(platform.db, async (tx): Promise<Outcome<VisaStay, TellRefusal>> => {
    const now = platform.clock.now();
    // The application before its stay: the order in which everybody locks them.
    const application = await lockApplication(tx, telling.stayId);
    const stay = await lockStay(tx, telling.stayId);
    if (!application || !stay) return refuse('not-possible-from-here');
    if (telling.version !== null && telling.version !== stay.version) return refuse('changed-meanwhile');
    const moved = await write(tx, platform, telling, stay);
    if (!moved.ok) return moved;
    if (proof?.ok)
      await insertDocument(tx, {
        ...proof.value.row,
        applicationId: stay.id,
        kind: 'exit-proof',
        sentBy: telling.who,
        at: new Date(now),
      });
    // An alert ends with whatever takes the stay out of it.
    if (stay.status === 'overstay_alert' && moved.value.status !== 'overstay_alert')
      await closeStaffTask(tx, now, { kind: overstayTask, subject: `visa_stays:${stay.id}`, by: telling.who });
    const used = told.do === 'exit' ? 'travelled' : told.do === 'lapse' ? 'run-out' : null;
    if (used && stay.route === 'evisa' && application.status === 'delivered')
      await mustMoveApplication(tx, now, { application, event: used, by: 'system', who: telling.who });
    return moved;
  });
  if (proof?.ok && !outcome.ok) await platform.files.remove(proof.value.row.stored);
  return outcome;
}

async function write(
  tx: Tx,
  platform: Platform,
  { told, by, who, requestId }: StayTelling,
  stay: VisaStay,
): Promise<Outcome<VisaStay, TellRefusal>> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const step = { stay, by, who, requestId } satisfies StayStep;
  const send = async (
    outcome: Outcome<VisaStay, TellRefusal>,
    template: 'entered' | 'enter-by' | 'stay-until' | 'overstay' | 'deposit-released',
  ) => {
    if (outcome.ok) await platform.jobs.send(tx, stayMail, { template, stayId: stay.id, number: outcome.value.version });
    return outcome;
  };
  switch (told.do) {
    case 'enter':
    case 'correct': {
      const fault = entryFault(stay, told.on, today);
      if (fault) return refuse(fault);
      const until = told.until ?? stayUntilOf(stay, told.on!);
      if (until < told.on!) return refuse('until-wrong');
      const days = { enteredOn: told.on!, stayUntil: until, dueOn: until, leaveRemindedOn: null };
      return send(await moveStay(tx, now, { ...step, event: told.do, with: days, detail: { on: told.on, until } }), 'entered');
    }
    case 'grant-extension': {
      const until = told.until;
      if (!until || stay.stayUntil === null || until <= stay.stayUntil) return refuse('until-wrong');
      const days = { stayUntil: until, dueOn: until, leaveRemindedOn: null };
      return send(await moveStay(tx, now, { ...step, event: 'grant-extension', with: days, detail: { until } }), 'entered');
    }
    case 'exit': {
      const fault = exitFault(stay, told.on, today);
      if (fault) return refuse(fault);
      const detail = { on: told.on, proof: told.proof !== null };
      return moveStay(tx, now, { ...step, event: 'exit', with: { exitedOn: told.on }, detail });
    }
    case 'file-extension':
    case 'refuse-extension':
    case 'lapse':
      return moveStay(tx, now, { ...step, event: told.do });
    case 'close': {
      const reason = told.reason.trim().slice(0, 300);
      if (reason.length < 3) return refuse('reason-missing');
      return stay.deposit !== null && stay.depositReleasedAt === null && stay.status !== 'overstay_alert'
        ? refuse('deposit-held')
        : moveStay(tx, now, { ...step, event: 'close', detail: { reason } });
    }
    case 'remind': {
      const lock = remindLock(stay, today);
      if (lock) return refuse(lock);
      if (stay.status === 'entered')
        return send(await moveStay(tx, now, { ...step, event: 'remind', with: { leaveRemindedOn: today } }), 'stay-until');
      const mark = stay.status === 'issued' ? { enterRemindedOn: today } : { leaveRemindedOn: today };
      const template = stay.status === 'issued' ? 'enter-by' : stay.status === 'overstay_alert' ? 'overstay' : 'stay-until';
      return send(await noteStay(tx, now, { ...step, event: 'reminded', with: mark }), template);
    }
    case 'note-deposit': {
      if (stay.deposit !== null) return refuse('deposit-held');
      const receipt = told.receipt.trim().slice(0, 60);
      if (!Number.isSafeInteger(told.amount) || told.amount <= 0 || receipt.length < 3 || stay.status === 'closed')
        return refuse('deposit-wrong');
      const noted = { deposit: told.amount, depositReceipt: receipt };
      return noteStay(tx, now, { ...step, event: 'deposit-noted', with: noted, detail: { amount: told.amount } });
    }
    case 'release-deposit': {
      const lock = releaseLock(stay);
      if (lock) return refuse(lock);
      const detail = { amount: stay.deposit };
      const released = await noteStay(tx, now, { ...step, event: 'deposit-released', with: { depositReleasedAt: new Date(now) }, detail });
      return send(released, 'deposit-released');
    }
  }
}
