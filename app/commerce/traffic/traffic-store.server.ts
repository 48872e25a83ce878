import { sql } from 'drizzle-orm';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { trafficDays, unansweredWords, type TrafficDay } from './traffic.tables.ts';

/** Adds counts to those of their days: all of them, or none where one cannot be written. */
export async function addVisits(db: Db, visits: readonly TrafficDay[]): Promise<void> {
  if (visits.length === 0) return;
  await transact(db, async (tx) => {
    for (let from = 0; from < visits.length; from += 500)
      await tx
        .insert(trafficDays)
        .values(visits.slice(from, from + 500))
        .onConflictDoUpdate({
          target: [trafficDays.day, trafficDays.step, trafficDays.kind, trafficDays.route, trafficDays.language, trafficDays.currency],
          set: { count: sql`${trafficDays.count} + excluded.count` },
        });
  });
}

/** Notes how many people asked for words on a day; the highest number that any process knew stands. */
export async function noteWords(db: Db, day: CalendarDate, found: readonly { words: string; people: number }[]): Promise<void> {
  if (found.length === 0) return;
  await db
    .insert(unansweredWords)
    .values(found.map((one) => ({ day, ...one })))
    .onConflictDoUpdate({
      target: [unansweredWords.day, unansweredWords.words],
      set: { people: sql`greatest(${unansweredWords.people}, excluded.people)` },
    });
}

export interface UnansweredWords {
  readonly words: string;
  /** Added up over days: somebody may be among them on each. */
  readonly people: number;
}

/** What was asked for most without an answer, both days included. */
export async function listUnansweredWords(db: Db, from: CalendarDate, until: CalendarDate): Promise<UnansweredWords[]> {
  const { rows } = (await db.execute(sql`
    select words, sum(people)::int as people from unanswered_words where day between ${from}::date and ${until}::date
    group by words order by people desc, words limit 12`)) as unknown as { rows: UnansweredWords[] };
  return rows;
}
