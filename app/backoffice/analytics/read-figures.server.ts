import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import {
  dayStart,
  firstDay,
  lastSampleDay,
  readDays,
  readProgress,
  sumWindow,
  type DayFigure,
  type FigureQuestion,
} from './figures-store.server.ts';
import type { Dimension, FactName, Facts, Split } from './measure-rules.ts';

interface Live {
  /** The first day that is not added up yet. */
  readonly since: CalendarDate;
  readonly rows: readonly DayFigure[];
  readonly at: Instant;
  /** Until here the figures are samples of a demo. */
  readonly sample: CalendarDate | null;
}

/** What is not added up yet is read from the orders themselves, once for everybody who looks within half a minute. */
const kept = new KeptRead<Live>(30_000);

type Reads = Pick<Platform, 'db' | 'clock'>;

export function readLive({ db, clock }: Reads): Promise<Live> {
  const now = clock.now();
  return kept.read(db, 'live', now, async () => {
    const today = dateIn('Asia/Dubai', now);
    const [done, sample] = await Promise.all([readProgress(db), lastSampleDay(db)]);
    const since = done ? addDays(done.through, 1) : ((await firstDay(db)) ?? today);
    // What happens in this very millisecond is part of now.
    const rows = await sumWindow(db, { from: dayStart(since), until: new Date(now + 1).toISOString() });
    return { since, rows, at: now, sample };
  });
}

/** After something was added up or made up: the next look reads anew. */
export function forgetLive(db: Platform['db']): void {
  kept.forget(db);
}

/** A split by kind is the sum of everything, told apart by kind. */
export const dimensionOf = (split: Split | null): Dimension => (split === null || split === 'kind' ? 'all' : split);

export type FiguresBy = ReadonlyMap<string, Facts>;

/** Sums of facts by day, member or kind: days that are over from their sums, the rest as it is now. */
export async function readFigures(platform: Reads, question: FigureQuestion, by: 'day' | 'member' | 'kind'): Promise<FiguresBy> {
  const [live, days] = await Promise.all([readLive(platform), readDays(platform.db, question, by)]);
  const sums = new Map<string, Partial<Record<FactName, number>>>();
  const add = (row: DayFigure) => {
    let facts = sums.get(row[by]);
    if (!facts) sums.set(row[by], (facts = {}));
    facts[row.fact] = (facts[row.fact] ?? 0) + row.amount;
  };
  days.forEach(add);
  for (const row of live.rows)
    if (
      row.dimension === question.dimension &&
      row.day >= live.since &&
      row.day >= question.from &&
      row.day <= question.until &&
      (question.kind === '' || row.kind === question.kind) &&
      question.facts.includes(row.fact)
    )
      add(row);
  return sums;
}
