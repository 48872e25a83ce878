import { sql } from 'drizzle-orm';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dropOldFlightSearches } from '#app/commerce/traffic/traffic-store.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { addDays, addMilliseconds, dateIn, minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import {
  beginProgress,
  claimAsking,
  firstDay,
  lockProgress,
  pieceOf,
  readProgress,
  saveProgress,
  writeCohorts,
  writeDays,
} from './figures-store.server.ts';

/** Adds up one piece, and asks for the next. */
export const addUpJob = jobKind<Record<string, never>>('analytics.add-up', 5, true);
/** A quarter past midnight in Dubai. */
export const afterMidnight = '15 20 * * *';

/** So many days before the last are added up again: what was noted late still counts. */
const lateDays = 3;
/** Pieces follow one another in seconds: after so long without one, whoever looks asks again. */
const silentMs = 2 * minuteMs;

type Reads = Pick<Platform, 'db' | 'clock'>;

/**
 * Adds up the next piece of the days that are over, and the few days before it once more; says whether others are left.
 * A piece is whole: a run that was broken off is taken up where it stopped, and one that is repeated says the same.
 */
async function addUpPiece({ db, clock }: Reads, more?: (tx: Tx) => Promise<void>): Promise<boolean> {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const first = await firstDay(db);
  if (first === null) return false;
  await beginProgress(db, first, now);
  return transact(db, async (tx) => {
    const done = await lockProgress(tx);
    // Longer than a page may ask for, and within what a job may last: nobody waits for it, and on a busy night it takes its time.
    await tx.execute(sql`set local statement_timeout = '45s'`);
    const again = addDays(done.through, 1 - lateDays);
    const [start, end] = pieceOf(again < first ? first : again, today);
    if (start < end) {
      await writeDays(tx, start, end);
      await saveProgress(tx, { through: addDays(end, -1), doneAt: now });
    }
    if (end < today) await more?.(tx);
    else await writeCohorts(tx);
    return end < today;
  });
}

/** Adds up every day that is over: those since the last run, and the few before it once more. */
export async function addUpDays(platform: Reads): Promise<void> {
  while (await addUpPiece(platform));
}

/** One piece as a job of its own: years of days would last longer than a job may. It lets old searches go as well. */
export async function workOnDays(platform: Reads & Pick<Platform, 'jobs'>): Promise<void> {
  const now = platform.clock.now();
  await noteRetention(platform.db, now, 'flight-searches', await dropOldFlightSearches(platform.db, dateIn('Asia/Dubai', now)));
  await addUpPiece(platform, (tx) => platform.jobs.send(tx, addUpJob, {}));
}

/** Asks for what is missing, unless somebody is at it. */
export async function askForDays({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, first: CalendarDate, now: Instant): Promise<void> {
  await transact(db, async (tx) => {
    if (await claimAsking(tx, first, now, addMilliseconds(now, -silentMs))) await jobs.send(tx, addUpJob, {});
  });
}

/** How far the adding up has come; the day before the first where it has not begun. */
export async function readHowFar(db: Db, first: CalendarDate): Promise<CalendarDate> {
  return (await readProgress(db))?.through ?? addDays(first, -1);
}
