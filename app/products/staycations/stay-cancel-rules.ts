import { addDays, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { localTime, type LocalTime } from '#app/values/local-time.ts';
import type { StaycationFacts } from './staycation.ts';

/** What cancelling costs in a stretch of time: the house's terms for every stay. */
export type CancelCost = 'nothing' | 'first-night' | 'whole-stay';

export interface CancelStep {
  readonly cost: CancelCost;
  /** Null: from now on. */
  readonly from: LocalTime | null;
  /** Null: to the end of the stay. */
  readonly until: LocalTime | null;
}

/**
 * The stretches from now to the arrival and after it, by the clocks of the place: free until so many days before
 * the check-in, then the first night, and the whole stay for who does not come. Past stretches are left out.
 */
export function cancelSteps(
  facts: Pick<StaycationFacts, 'freeCancelDays' | 'checkIn'>,
  arrival: CalendarDate,
  now: LocalTime,
): CancelStep[] {
  const checkIn = localTime(arrival, facts.checkIn);
  const freeUntil = facts.freeCancelDays === null ? null : localTime(addDays(arrival, -facts.freeCancelDays), facts.checkIn);
  const steps: CancelStep[] = [
    ...(freeUntil ? [{ cost: 'nothing', from: null, until: freeUntil } as const] : []),
    { cost: 'first-night', from: freeUntil, until: checkIn },
    { cost: 'whole-stay', from: checkIn, until: null },
  ];
  return steps
    .filter((step) => (step.until === null || step.until > now) && step.from !== step.until)
    .map((step) => (step.from !== null && step.from <= now ? { ...step, from: null } : step));
}

const leastShare = 14;

/** How wide each stretch is drawn, in percent: by its days, but never too thin to be seen. The last one lasts `nights`. */
export function drawnShares(steps: readonly CancelStep[], now: LocalTime, nights: number): number[] {
  const day = (time: LocalTime) => dayNumber(time.slice(0, 10) as CalendarDate);
  const days = steps.map(({ from, until }) => (until === null ? nights : Math.max(0, day(until) - day(from ?? now))));
  const all = days.reduce((sum, count) => sum + count, 0) || 1;
  const wide = 100 - leastShare * steps.length;
  const shares = days.map((count) => leastShare + Math.floor((count * wide) / all));
  return shares.map((share, index) => (index === 0 ? share + 100 - shares.reduce((sum, one) => sum + one, 0) : share));
}
