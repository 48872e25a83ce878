import { addDays, addMilliseconds, hourMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime, type LocalTime } from '#app/values/local-time.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';

/**
 * What cancelling costs, rung by rung. A rung lasts until so many hours before the start, or until a clock time so many
 * days before its date; 24:00 is the end of that day. After the last rung everything is kept.
 */
export interface CancellationLadder {
  readonly rungs: readonly LadderRung[];
}

export interface LadderRung {
  readonly until: { readonly hours: number } | { readonly days: number; readonly clock: string };
  /** Share of the price that is kept; 2500 is 25 %. */
  readonly keeps: number;
}

/** The start as the operator's clock shows it. */
export interface LocalStart {
  readonly startsLocal: LocalTime;
  readonly zone: string;
}

export interface ShownRung {
  /** The first instant at which the rung no longer holds; null for the last. */
  readonly until: Instant | null;
  readonly keeps: number;
  readonly kept: Money;
}

const everything = 10_000;

/** When a rung ends, reckoned in the operator's local time: over a change of clocks a day is still a day. */
export function rungEnd({ until }: LadderRung, { startsLocal, zone }: LocalStart): Instant {
  if ('hours' in until) return addMilliseconds(instantOf(zone, startsLocal), -until.hours * hourMs);
  const day = addDays(startsLocal.slice(0, 10) as CalendarDate, -until.days);
  return until.clock === '24:00' ? instantOf(zone, localTime(addDays(day, 1), '00:00')) : instantOf(zone, localTime(day, until.clock));
}

/** Every rung with its end and what it keeps of `total`, those that are over left out. */
export function ladderOf(ladder: CancellationLadder, start: LocalStart, total: Money, now: Instant): ShownRung[] {
  const keep = (keeps: number) => money(roundHalfUp((total.amount * keeps) / everything), total.currency);
  return [
    ...ladder.rungs.map((rung) => ({ until: rungEnd(rung, start), keeps: rung.keeps, kept: keep(rung.keeps) })),
    { until: null, keeps: everything, kept: total },
  ].filter((rung) => rung.until === null || rung.until > now);
}

/** What is kept of `total` when it is cancelled now. */
export function keptOnCancel(ladder: CancellationLadder, start: LocalStart, total: Money, now: Instant): ShownRung {
  return ladderOf(ladder, start, total, now)[0]!;
}
