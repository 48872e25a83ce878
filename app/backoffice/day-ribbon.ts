import { minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';

export interface Deadline {
  /** What it is of, as the work queue tells them apart. */
  readonly kind: string;
  readonly ref: string;
  readonly to: string;
  readonly at: Instant;
}

/** Deadlines that stand so close that one mark stands for them. */
export interface RibbonMark {
  /** Percent of the ribbon's length from its start. */
  readonly at: number;
  /** Instant of the first, ISO in UTC. */
  readonly due: string;
  readonly kind: Deadline['kind'];
  readonly ref: string;
  readonly to: string;
  /** How many more it stands for. */
  readonly others: number;
}

/** Marks closer than this would lie on one another. */
const apart = 16 * minuteMs;

/** What falls due in the next `length` milliseconds, soonest first. What is late has no place on it: it leads the list. */
export function ribbonOf(deadlines: readonly Deadline[], now: Instant, length: number): RibbonMark[] {
  const coming = deadlines.filter(({ at }) => at >= now && at <= now + length).toSorted((a, b) => a.at - b.at);
  const marks: RibbonMark[] = [];
  let begun = Number.NEGATIVE_INFINITY;
  for (const { at, kind, ref, to } of coming) {
    if (at - begun < apart) {
      const last = marks.pop()!;
      marks.push({ ...last, others: last.others + 1 });
      continue;
    }
    begun = at;
    marks.push({ at: Math.round(((at - now) * 1000) / length) / 10, due: new Date(at).toISOString(), kind, ref, to, others: 0 });
  }
  return marks;
}

/** Midnight at the start of a day in Dubai, which has been four hours ahead of UTC all year since 1920. */
export function dayBegins(date: CalendarDate): Instant {
  return (Date.parse(`${date}T00:00:00Z`) - 240 * minuteMs) as Instant;
}
