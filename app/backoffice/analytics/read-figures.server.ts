import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, dayNumber, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { askForDays, readHowFar } from './add-up-days.server.ts';
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
  /** The first day that is read as it is now; before it, days are read from their sums. */
  readonly since: CalendarDate;
  readonly rows: readonly DayFigure[];
  readonly at: Instant;
  /** Until here the figures are samples of a demo. */
  readonly sample: CalendarDate | null;
  /** The first day there is, where some of the days before `since` were not added up when it was read. */
  readonly behind: CalendarDate | null;
}

/** Days that are not added up yet and no figure has. */
export interface Missing {
  /** Both included. */
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** Days that are done, of all there are to be. */
  readonly done: number;
  readonly all: number;
}

/** What is not added up yet is read from the orders themselves, once for everybody who looks within half a minute. */
const kept = new KeptRead<Live>(30_000);
/** More of it than that is work for a job, and no page waits for it. */
const mostLiveDays = 7;

type Reads = Pick<Platform, 'db' | 'clock'>;

function readLive({ db, clock }: Reads): Promise<Live> {
  const now = clock.now();
  return kept.read(db, 'live', now, async () => {
    const today = dateIn('Asia/Dubai', now);
    const [done, first, sample] = await Promise.all([readProgress(db), firstDay(db), lastSampleDay(db)]);
    const next = done ? addDays(done.through, 1) : (first ?? today);
    const earliest = addDays(today, 1 - mostLiveDays);
    const since = next < earliest ? earliest : next;
    // What happens in this very millisecond is part of now.
    const rows = await sumWindow(db, { from: dayStart(since), until: new Date(now + 1).toISOString() });
    return { since, rows, at: now, sample, behind: next < since ? first : null };
  });
}

/**
 * How new the figures are, and which days they lack: they are asked for, and added up by a job.
 */
export async function readState(
  platform: Reads & Pick<Platform, 'jobs'>,
): Promise<Pick<Live, 'at' | 'sample'> & { missing: Missing | null }> {
  const { db } = platform;
  const live = await readLive(platform);
  if (live.behind === null) return { ...live, missing: null };
  const first = live.behind;
  const through = await readHowFar(db, first);
  if (addDays(through, 1) >= live.since) {
    // The job is done since: what was kept knows nothing of it.
    forgetLive(db);
    return { ...(await readLive(platform)), missing: null };
  }
  await askForDays(platform, first, platform.clock.now());
  const daysFrom = (day: CalendarDate) => dayNumber(day) - dayNumber(first);
  const missing = { from: addDays(through, 1), until: addDays(live.since, -1), done: daysFrom(through) + 1, all: daysFrom(live.since) };
  return { at: live.at, sample: live.sample, missing };
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
  const live = await readLive(platform);
  const days = await readDays(platform.db, question, by, live.since);
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
