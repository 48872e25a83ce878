import { eq, lt, sql } from 'drizzle-orm';
import { transact, type Db } from '#app/platform/database.server.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import {
  flightSearchDays,
  pageViewDays,
  trafficDays,
  unansweredWords,
  type FlightSearchDay,
  type PageViewDay,
  type TrafficDay,
  type ViewedKind,
} from './traffic.tables.ts';

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

/** Adds searches for flights to those of their days: all of them, or none. In one order, so that two processes never wait for each other. */
export async function addFlightSearches(db: Db, searches: readonly FlightSearchDay[]): Promise<void> {
  if (searches.length === 0) return;
  const place = ({ day, route, airline, cabin, lead }: FlightSearchDay) => `${day}|${route}|${airline}|${cabin}|${lead}`;
  const sorted = searches.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const { day, route, airline, cabin, lead } = flightSearchDays;
  await transact(db, async (tx) => {
    for (let from = 0; from < sorted.length; from += 500)
      await tx
        .insert(flightSearchDays)
        .values(sorted.slice(from, from + 500))
        .onConflictDoUpdate({
          target: [day, route, airline, cabin, lead],
          set: {
            searches: sql`${flightSearchDays.searches} + excluded.searches`,
            offers: sql`${flightSearchDays.offers} + excluded.offers`,
          },
        });
  });
}

/** How long searches are kept with what they showed: a year to look back on, and a month more. */
export const flightSearchDaysKept = 400;

export async function dropOldFlightSearches(db: Db, today: CalendarDate): Promise<number> {
  const gone = await db
    .delete(flightSearchDays)
    .where(lt(flightSearchDays.day, addDays(today, -flightSearchDaysKept)))
    .returning({ day: flightSearchDays.day });
  return gone.length;
}

/** How many of them will be over on a day. */
export async function countOldFlightSearches(db: Db, day: CalendarDate): Promise<number> {
  return db.$count(flightSearchDays, lt(flightSearchDays.day, addDays(day, -flightSearchDaysKept)));
}

/** Adds views to those of their days: all of them, or none. In one order, so that two processes never wait for each other. */
export async function addPageViews(db: Db, views: readonly PageViewDay[]): Promise<void> {
  if (views.length === 0) return;
  const place = ({ kind, name, day }: PageViewDay) => `${kind}|${name}|${day}`;
  await transact(db, (tx) =>
    tx
      .insert(pageViewDays)
      .values(views.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)))
      .onConflictDoUpdate({
        target: [pageViewDays.kind, pageViewDays.name, pageViewDays.day],
        set: { views: sql`${pageViewDays.views} + excluded.views` },
      }),
  );
}

export interface PageViews {
  readonly name: string;
  readonly views: number;
  /** Since `from`. */
  readonly lately: number;
  /** The first day that was counted. */
  readonly since: CalendarDate;
}

/** The views of every page of a kind, and those since a day. */
export async function findPageViews(db: Db, kind: ViewedKind, from: CalendarDate): Promise<PageViews[]> {
  const { name, views, day } = pageViewDays;
  return db
    .select({
      name,
      views: sql<number>`sum(${views})::int`,
      lately: sql<number>`coalesce(sum(${views}) filter (where ${day} >= ${from}::date), 0)::int`,
      since: sql<CalendarDate>`min(${day})::text`,
    })
    .from(pageViewDays)
    .where(eq(pageViewDays.kind, kind))
    .groupBy(name);
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
