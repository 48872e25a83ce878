import { addDays, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import type { VisaEntries } from '../evisa/evisa-offer.ts';
import { schengenStates } from '../requirements/passport-groups.ts';
import type { StayState } from './visa-stay-status.ts';

/*
 * The days of a delivered visa. The day of entry is the first day of the stay (regulation (EU) 2016/399, article 6(2), and
 * the way Gulf authorities count); where an authority counts otherwise an officer writes the day that was stamped.
 */

const mostEntries: Readonly<Record<VisaEntries, number>> = { single: 1, double: 2, multiple: Infinity };

/** A stay on the visa that is over. */
export interface PastStay {
  readonly enteredOn: CalendarDate;
  readonly exitedOn: CalendarDate;
}

export interface StayFacts {
  readonly status: StayState;
  readonly route: 'evisa' | 'assisted';
  readonly country: string;
  readonly enterBy: CalendarDate;
  readonly stayDays: number;
  readonly entries: VisaEntries;
  readonly entriesUsed: number;
  readonly enteredOn: CalendarDate | null;
  readonly stayUntil: CalendarDate | null;
  readonly exitedOn: CalendarDate | null;
  readonly enterRemindedOn: CalendarDate | null;
  readonly leaveRemindedOn: CalendarDate | null;
}

/** The states of the Schengen area count the days of all stays together, in any 180 (the same regulation, article 6(1)). */
const windowDays = 180;
const sharesDays = ({ route, country }: Pick<StayFacts, 'route' | 'country'>): boolean =>
  route === 'assisted' && (schengenStates as readonly string[]).includes(country);

/** Days of stays that fall within the window that ends on a day; one on which somebody left and came again counts once. */
export function daysInWindow(stays: readonly PastStay[], last: CalendarDate): number {
  const [first, end] = [dayNumber(last) - windowDays + 1, dayNumber(last)];
  const days = new Set<number>();
  for (const { enteredOn, exitedOn } of stays)
    for (let at = Math.max(first, dayNumber(enteredOn)); at <= Math.min(end, dayNumber(exitedOn)); at += 1) days.add(at);
  return days.size;
}

type Counted = Pick<StayFacts, 'route' | 'country' | 'enterBy' | 'stayDays'>;

/**
 * The last day of a stay that begins on a day; null where not even that day is allowed. A sticker ends the stay with its own
 * last day; an e-visa need only be entered in time. Most visas allow their days anew at each entry.
 */
export function stayUntilOf(stay: Counted, enteredOn: CalendarDate, earlier: readonly PastStay[] = []): CalendarDate | null {
  let last = addDays(enteredOn, stay.stayDays - 1);
  if (sharesDays(stay)) {
    const fits = (day: CalendarDate) => daysInWindow([...earlier, { enteredOn, exitedOn: day }], day) <= stay.stayDays;
    if (!fits(enteredOn)) return null;
    // Days that fell out of the window since are free again, but a stay is as long as its first gap.
    let day = enteredOn;
    while (day < last && fits(addDays(day, 1))) day = addDays(day, 1);
    last = day;
  }
  return stay.route === 'assisted' && stay.enterBy < last ? stay.enterBy : last;
}

/** Whether somebody who has left may come again on the same visa. */
export const opensAgain = (stay: Pick<StayFacts, 'entries' | 'entriesUsed' | 'enterBy'>, today: CalendarDate): boolean =>
  stay.entriesUsed < mostEntries[stay.entries] && today <= stay.enterBy;

export interface StayFigures {
  readonly entries: VisaEntries;
  readonly used: number;
  /** The border opens once more. */
  readonly again: boolean;
  /** Of all stays together, as they stand today; null where each entry has days of its own. */
  readonly shared: { readonly used: number; readonly allowed: number } | null;
  /** The last day of a stay that began today; null where nobody may come again, or not today. */
  readonly untilFromToday: CalendarDate | null;
}

/** Entries and days of a visa as pages show them. */
export function figuresOf(
  stay: Counted & Pick<StayFacts, 'status' | 'entries' | 'entriesUsed' | 'enteredOn' | 'exitedOn'>,
  past: readonly PastStay[],
  today: CalendarDate,
): StayFigures {
  const own = stay.enteredOn ? [{ enteredOn: stay.enteredOn, exitedOn: stay.exitedOn ?? today }] : [];
  const stays = [...past, ...own];
  const again = stay.status === 'exited' && opensAgain(stay, today);
  return {
    entries: stay.entries,
    used: stay.entriesUsed,
    again,
    shared: sharesDays(stay) && stays.length > 0 ? { used: daysInWindow(stays, today), allowed: stay.stayDays } : null,
    untilFromToday: again ? stayUntilOf(stay, today, stays) : null,
  };
}

export const fitsEntries = (entries: VisaEntries, used: number): boolean => used <= mostEntries[entries];

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
      // With an entry left it is over only when the visa is.
      return !opensAgain(stay, today) && dayNumber(today) - dayNumber(overOf(stay)) > closeDays ? 'close' : null;
    default:
      return null;
  }
}

/** The day from which nothing more comes of an ended stay. */
function overOf(stay: Pick<StayFacts, 'entries' | 'entriesUsed' | 'enterBy' | 'exitedOn'>): CalendarDate {
  return stay.entriesUsed < mostEntries[stay.entries] && stay.enterBy > stay.exitedOn! ? stay.enterBy : stay.exitedOn!;
}

export type DayFault =
  | 'day-missing'
  | 'day-ahead'
  | 'before-issue'
  | 'after-entry-ends'
  | 'before-entry'
  | 'before-exit'
  | 'no-entry-left'
  | 'no-days-left'
  | 'until-wrong';

/** Whether somebody can have entered on a day: not ahead of us, not before the visa, not after it stopped opening the border. */
export function entryFault(
  stay: { readonly issuedOn: CalendarDate; readonly enterBy: CalendarDate; readonly leftOn?: CalendarDate | undefined },
  day: CalendarDate | null,
  today: CalendarDate,
): DayFault | null {
  if (!day) return 'day-missing';
  // A traveller east of us is a day ahead of our desk.
  if (day > addDays(today, 1)) return 'day-ahead';
  if (day < stay.issuedOn) return 'before-issue';
  if (stay.leftOn && day < stay.leftOn) return 'before-exit';
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
