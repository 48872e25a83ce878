import { addDays, addMonths, dateIn, dayNumber, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { scaleMoney, splitMoney, subtractMoney, type Money } from '#app/values/money.ts';

/** How something may be paid, as it is sold. */
export interface PlanTerms {
  /** Share of the total that is paid at once; 0 and 100: nothing but the whole. */
  readonly depositPercent: number;
  /** The rest is due so many days before the start. */
  readonly balanceDays: number;
  /** Where the days are reckoned: the house's desk. */
  readonly zone: string;
}

/** The ways of paying: the whole now; a deposit and the rest; a deposit and monthly parts up to the balance day. */
export const planChoices = ['full', 'deposit', 'instalments'] as const;
export type PlanChoice = (typeof planChoices)[number];

export interface PlannedInstalment {
  readonly number: number;
  readonly amount: Money;
  /** Null: now. */
  readonly dueOn: CalendarDate | null;
  /** The first instant after the due day. */
  readonly dueAt: Instant | null;
}

/** A part of the balance is not asked for within so many days of the deposit. */
const fewestDaysBetween = 14;
const mostParts = 6;

/** The day by which everything is paid. */
export function balanceDay(terms: Pick<PlanTerms, 'balanceDays'>, starts: CalendarDate): CalendarDate {
  return addDays(starts, -terms.balanceDays);
}

/** The ways that are open today: from the balance day on only the whole, and parts only where two fit. */
export function openChoices(terms: PlanTerms, starts: CalendarDate, today: CalendarDate): PlanChoice[] {
  const last = balanceDay(terms, starts);
  if (terms.depositPercent <= 0 || terms.depositPercent >= 100 || last <= today) return ['full'];
  return partDays(last, today).length > 1 ? ['full', 'deposit', 'instalments'] : ['full', 'deposit'];
}

/** The parts of a price with their days; they always add up to it. A way that is not open falls back to the whole. */
export function planOf(choice: PlanChoice, total: Money, terms: PlanTerms, starts: CalendarDate, today: CalendarDate): PlannedInstalment[] {
  const whole = [{ number: 1, amount: total, dueOn: null, dueAt: null }];
  if (choice === 'full' || !openChoices(terms, starts, today).includes(choice)) return whole;
  const deposit = scaleMoney(total, terms.depositPercent / 100);
  const rest = subtractMoney(total, deposit);
  if (deposit.amount <= 0 || rest.amount <= 0) return whole;
  const last = balanceDay(terms, starts);
  const days = choice === 'deposit' ? [last] : partDays(last, today);
  const parts = splitMoney(
    rest,
    days.map(() => 1),
  );
  return [
    { number: 1, amount: deposit, dueOn: null, dueAt: null },
    ...days.map((dueOn, index) => ({ number: index + 2, amount: parts[index]!, dueOn, dueAt: endOfDay(terms.zone, dueOn) })),
  ];
}

/** Month by month back from the last day, each reckoned from it: 31 May, 30 April, 31 March. Soonest first. */
function partDays(last: CalendarDate, today: CalendarDate): CalendarDate[] {
  const earliest = addDays(today, fewestDaysBetween);
  const days: CalendarDate[] = [];
  for (let back = 0; back < mostParts; back += 1) {
    const day = addMonths(last, -back);
    if (day < earliest && days.length > 0) break;
    days.unshift(day);
  }
  return days;
}

/**
 * The days of a plan's open parts after its journey moved to a later day: month by month back from the last one, as if it had
 * been booked for that day, and none before `soonest`.
 */
export function movedDays(count: number, last: CalendarDate, soonest: CalendarDate): CalendarDate[] {
  return Array.from({ length: count }, (_, index) => {
    const day = addMonths(last, index - count + 1);
    return day < soonest ? soonest : day;
  });
}

export function endOfDay(zone: string, day: CalendarDate): Instant {
  return instantOf(zone, localTime(addDays(day, 1), '00:00'));
}

/** Days before the due day on which a reminder goes out. */
export const reminderDays = [30, 14, 7] as const;
/** Unpaid so many days after its due day, a booking is cancelled by its terms. */
export const graceDays = 5;

/** The desk reckons the days of a part by its own calendar. */
export const planZone = 'Asia/Dubai';

/**
 * How many reminders fall due by now. What is agreed to counts those of days that have begun already as sent: whoever has
 * just read what is due when is not told so again a minute later.
 */
export function remindersDue(dueOn: CalendarDate, now: Instant): number {
  const left = dayNumber(dueOn) - dayNumber(dateIn(planZone, now));
  return reminderDays.filter((days) => left <= days).length;
}

export type DunningStep =
  | { readonly kind: 'rest' }
  /** `letters`: how many reminders are due by now. */
  | { readonly kind: 'remind'; readonly letters: number }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'terminate' };

/** What an unpaid instalment calls for at `now`. */
export function dunningStep(dueOn: CalendarDate, now: Instant): DunningStep {
  const left = dayNumber(dueOn) - dayNumber(dateIn(planZone, now));
  if (left < -graceDays) return { kind: 'terminate' };
  if (left < 0) return { kind: 'overdue' };
  const letters = remindersDue(dueOn, now);
  return letters === 0 ? { kind: 'rest' } : { kind: 'remind', letters };
}

export interface PlanPart {
  readonly number: number;
  /** Minor units. */
  readonly amount: number;
  readonly paid: boolean;
}

/**
 * Fits a plan to a new total, minor units. A dearer one is added to the last open part, or is a part of its own with the
 * next number; a cheaper one takes from the last part backwards, and `back` is what was paid too much. Parts of nothing fall away.
 * `used` is the highest number that a payment was ever made for: a number given twice would be paid by the old payment.
 */
export function replan(
  parts: readonly PlanPart[],
  newTotal: number,
  used = 0,
): { readonly parts: readonly PlanPart[]; readonly back: number } {
  const sum = (of: readonly PlanPart[]) => of.reduce((all, part) => all + part.amount, 0);
  const difference = newTotal - sum(parts);
  const lastOpen = parts.filter((part) => !part.paid).at(-1);
  if (difference > 0) {
    if (lastOpen)
      return { parts: parts.map((part) => (part === lastOpen ? { ...part, amount: part.amount + difference } : part)), back: 0 };
    const number = Math.max(used, ...parts.map((part) => part.number)) + 1;
    return { parts: [...parts, { number, amount: difference, paid: false }], back: 0 };
  }
  let toTake = -difference;
  const taken = new Map<number, number>();
  for (const part of [...parts].sort((a, b) => Number(a.paid) - Number(b.paid) || b.number - a.number)) {
    const some = Math.min(part.amount, toTake);
    taken.set(part.number, some);
    toTake -= some;
  }
  const back = sum(parts.filter((part) => part.paid).map((part) => ({ ...part, amount: taken.get(part.number) ?? 0 })));
  return {
    parts: parts.map((part) => ({ ...part, amount: part.amount - (taken.get(part.number) ?? 0) })).filter((part) => part.amount > 0),
    back,
  };
}
