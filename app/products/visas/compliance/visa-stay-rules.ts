import { addDays, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import type { StayState } from './visa-stay-status.ts';

/*
 * The days of a delivered visa. The day of entry is the first day of the stay (regulation (EU) 2016/399, article 6(2), and
 * the way Gulf authorities count); where an authority counts otherwise an officer writes the day that was stamped.
 */

export interface StayFacts {
  readonly status: StayState;
  readonly route: 'evisa' | 'assisted';
  readonly enterBy: CalendarDate;
  readonly stayDays: number;
  readonly enteredOn: CalendarDate | null;
  readonly stayUntil: CalendarDate | null;
  readonly exitedOn: CalendarDate | null;
  readonly enterRemindedOn: CalendarDate | null;
  readonly leaveRemindedOn: CalendarDate | null;
  readonly deposit: number | null;
  readonly depositReleasedAt: Date | null;
}

/** A sticker ends the stay with its own last day; an e-visa need only be entered in time. */
export function stayUntilOf(stay: Pick<StayFacts, 'route' | 'enterBy' | 'stayDays'>, enteredOn: CalendarDate): CalendarDate {
  const last = addDays(enteredOn, stay.stayDays - 1);
  return stay.route === 'assisted' && stay.enterBy < last ? stay.enterBy : last;
}

/** Days to the next day that counts, negative once it has passed; null when nothing counts any more. */
export function daysLeft(stay: Pick<StayFacts, 'status' | 'enterBy' | 'stayUntil'>, today: CalendarDate): number | null {
  if (stay.status === 'exited' || stay.status === 'closed') return null;
  return dayNumber(stay.stayUntil ?? stay.enterBy) - dayNumber(today);
}

/** Days over what was allowed: until the way out, or until today. */
export function daysOver(stay: Pick<StayFacts, 'stayUntil' | 'exitedOn'>, today: CalendarDate): number {
  return stay.stayUntil ? Math.max(0, dayNumber(stay.exitedOn ?? today) - dayNumber(stay.stayUntil)) : 0;
}

const enterDays = 14;
/** After these days beyond the last one to enter, a visa of which nobody told an entry is put away. */
const lapseDays = 30;
/** An extension that was filed in time holds off the alert as long as authorities take to say so. */
const extensionDays = 14;
/** An ended stay is put away by itself after these. */
const closeDays = 30;

/** A week before, two days before a short stay's end. */
export const leaveDaysOf = (stayDays: number): number => (stayDays >= 14 ? 7 : 2);

export type ClockStep = 'remind-entry' | 'remind-exit' | 'overrun' | 'lapse' | 'close';

/** What time brings about for a stay today; each of them once. */
export function stepOfClock(stay: StayFacts, today: CalendarDate): ClockStep | null {
  const left = daysLeft(stay, today);
  switch (stay.status) {
    case 'issued':
      if (left! < -lapseDays) return 'lapse';
      return left! >= 0 && left! <= enterDays && stay.enterRemindedOn === null ? 'remind-entry' : null;
    case 'entered':
      if (left! < 0) return 'overrun';
      return left! <= leaveDaysOf(stay.stayDays) && stay.leaveRemindedOn === null ? 'remind-exit' : null;
    case 'reminder_sent':
      return left! < 0 ? 'overrun' : null;
    case 'extension_filed':
      return left! < -extensionDays ? 'overrun' : null;
    case 'exited':
      return dayNumber(today) - dayNumber(stay.exitedOn!) > closeDays && !holdsDeposit(stay) ? 'close' : null;
    default:
      return null;
  }
}

export const holdsDeposit = (stay: Pick<StayFacts, 'deposit' | 'depositReleasedAt'>): boolean =>
  stay.deposit !== null && stay.depositReleasedAt === null;

export type DayFault = 'day-missing' | 'day-ahead' | 'before-issue' | 'after-entry-ends' | 'before-entry' | 'until-wrong';

/** Whether somebody can have entered on a day: not ahead of us, not before the visa, not after it stopped opening the border. */
export function entryFault(
  stay: { readonly issuedOn: CalendarDate; readonly enterBy: CalendarDate },
  day: CalendarDate | null,
  today: CalendarDate,
): DayFault | null {
  if (!day) return 'day-missing';
  // A traveller east of us is a day ahead of our desk.
  if (day > addDays(today, 1)) return 'day-ahead';
  if (day < stay.issuedOn) return 'before-issue';
  return day > stay.enterBy ? 'after-entry-ends' : null;
}

export function exitFault(stay: Pick<StayFacts, 'enteredOn'>, day: CalendarDate | null, today: CalendarDate): DayFault | null {
  if (!day) return 'day-missing';
  if (day > addDays(today, 1)) return 'day-ahead';
  return stay.enteredOn === null || day < stay.enteredOn ? 'before-entry' : null;
}

/** Why a reminder by hand would not be sent; null: it would. One a day at most. */
export function remindLock(stay: StayFacts, today: CalendarDate): 'nothing-to-remind' | 'reminded-today' | null {
  const last = stay.status === 'issued' ? stay.enterRemindedOn : stay.leaveRemindedOn;
  const left = daysLeft(stay, today);
  if (!['issued', 'entered', 'reminder_sent', 'overstay_alert'].includes(stay.status)) return 'nothing-to-remind';
  if (stay.status === 'issued' && left! < 0) return 'nothing-to-remind';
  return last === today ? 'reminded-today' : null;
}

/** Why a deposit cannot be let go of; null: it can. Only who has left, or never entered, gets it back, not who is put away over the days. */
export function releaseLock(stay: StayFacts): 'no-deposit' | 'still-inside' | null {
  if (!holdsDeposit(stay)) return 'no-deposit';
  const isOut = stay.status === 'exited' || (stay.status === 'closed' && (stay.enteredOn === null || stay.exitedOn !== null));
  return isOut ? null : 'still-inside';
}
