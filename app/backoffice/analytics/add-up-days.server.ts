import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { firstDay, pieces, readProgress, saveProgress, writeCohorts, writeDays } from './figures-store.server.ts';

export const addUpJob = jobKind<Record<string, never>>('analytics.add-up', 5, true);
/** A quarter past midnight in Dubai. */
export const afterMidnight = '15 20 * * *';

/** So many days before the last are added up again: what was noted late still counts. */
const lateDays = 3;

/**
 * Adds up every day that is over: those since the last run, and the few before it once more. In pieces, each of which is
 * whole; a run that was broken off is taken up where it stopped, and one that is repeated says the same.
 */
export async function addUpDays({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const [done, first] = await Promise.all([readProgress(db), firstDay(db)]);
  if (first === null) return;
  const again = done ? addDays(done.through, 1 - lateDays) : first;
  const from = again < first ? first : again;
  for (const [start, end] of pieces(from, today))
    await transact(db, async (tx) => {
      await writeDays(tx, start, end);
      await saveProgress(tx, { through: addDays(end, -1), doneAt: now });
    });
  await transact(db, writeCohorts);
}
