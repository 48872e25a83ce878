import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { lockApplication, mustMoveApplication } from '../evisa/evisa-applications-store.server.ts';
import { insertDocument } from '../evisa/evisa-documents-store.server.ts';
import type { UploadRefusal } from '../evisa/evisa-document-rules.ts';
import type { VisaEntries } from '../evisa/evisa-offer.ts';
import { storePaper } from '../evisa/keep-evisa.server.ts';
import { stayMail } from './visa-stay-jobs.server.ts';
import { entryFault, exitFault, fitsEntries, opensAgain, remindLock, stayUntilOf, type DayFault } from './visa-stay-rules.ts';
import type { StayActor } from './visa-stay-status.ts';
import {
  findPastStays,
  insertPastStay,
  lockStay,
  moveStay,
  noteStay,
  type StayMoveRefusal,
  type StayStep,
} from './visa-stays-store.server.ts';
import type { VisaStay, VisaStayEntry } from './visa-stays.tables.ts';

export const overstayTask = 'visa-overstay';

/** What is told of a stay, by its traveller or by an officer for them. */
export type StayTold =
  | { readonly do: 'enter' | 'correct'; readonly on: CalendarDate | null; readonly until?: CalendarDate | null }
  | { readonly do: 'exit'; readonly on: CalendarDate | null; readonly proof: Uint8Array | null }
  | { readonly do: 'file-extension' | 'refuse-extension' | 'lapse' | 'remind' }
  | { readonly do: 'grant-extension'; readonly until: CalendarDate | null }
  | { readonly do: 'set-entries'; readonly entries: VisaEntries }
  | { readonly do: 'close'; readonly reason: string };

export type TellRefusal =
  | StayMoveRefusal
  | DayFault
  | 'entries-used'
  | 'reason-missing'
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
    const after = moved.value;
    // A visa that opens the border once more is not used up.
    const gone = after.exitedOn !== null && (after.status === 'closed' || !opensAgain(after, dateIn('Asia/Dubai', now)));
    const used = told.do === 'lapse' ? 'run-out' : gone ? 'travelled' : null;
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
  const send = async (outcome: Outcome<VisaStay, TellRefusal>, template: 'entered' | 'enter-by' | 'stay-until' | 'overstay') => {
    if (outcome.ok) await platform.jobs.send(tx, stayMail, { template, stayId: stay.id, number: outcome.value.version });
    return outcome;
  };
  switch (told.do) {
    case 'enter':
    case 'correct': {
      const past = await findPastStays(tx, [stay.id]);
      const last = told.do === 'enter' ? endedOf(stay, past.length + 1) : null;
      if (last && !opensAgain(stay, last.exitedOn)) return refuse('no-entry-left');
      const earlier = last ? [...past, last] : past;
      const fault = entryFault({ ...stay, leftOn: earlier.at(-1)?.exitedOn }, told.on, today);
      if (fault) return refuse(fault);
      const until = told.until ?? stayUntilOf(stay, told.on!, earlier);
      if (!until) return refuse('no-days-left');
      if (until < told.on!) return refuse('until-wrong');
      const days = { enteredOn: told.on!, stayUntil: until, exitedOn: null, dueOn: until, leaveRemindedOn: null };
      const entriesUsed = earlier.length + 1;
      const entered = await moveStay(tx, now, {
        ...step,
        event: told.do,
        with: { ...days, entriesUsed },
        detail: { on: told.on, until, entry: entriesUsed },
      });
      if (entered.ok && last) await insertPastStay(tx, last);
      return send(entered, 'entered');
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
      return moveStay(tx, now, { ...step, event: 'close', detail: { reason } });
    }
    case 'set-entries': {
      if (stay.status === 'closed') return refuse('not-possible-from-here');
      if (!fitsEntries(told.entries, stay.entriesUsed)) return refuse('entries-used');
      return noteStay(tx, now, { ...step, event: 'entries-set', with: { entries: told.entries }, detail: { entries: told.entries } });
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
  }
}

/** The stay that a new entry puts behind it; null while it runs or none was begun. */
const endedOf = ({ id, enteredOn, stayUntil, exitedOn }: VisaStay, number: number): VisaStayEntry | null =>
  enteredOn && stayUntil && exitedOn ? { stayId: id, number, enteredOn, stayUntil, exitedOn } : null;
