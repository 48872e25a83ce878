import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addDays, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { Dimension, FactName } from './measure-rules.ts';
import { sources, sumsOf, type Window } from './measures.server.ts';

/** One sum: a fact of a day, by a dimension's member and by kind. */
export interface DayFigure {
  readonly fact: FactName;
  readonly dimension: Dimension;
  readonly day: CalendarDate;
  readonly kind: string;
  readonly member: string;
  readonly amount: number;
}

/** Dubai keeps one offset all year: its days begin at 20:00 of the day before in UTC. */
export function dayStart(day: CalendarDate): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 4 * 3_600_000).toISOString();
}

/** From the beginning of a day until the beginning of another. */
export function windowOf(from: CalendarDate, until: CalendarDate): Window {
  return { from: dayStart(from), until: dayStart(until) };
}

const iso = (at: Instant) => new Date(at).toISOString();
const rowsOf = <Row>(result: unknown) => (result as { rows: Row[] }).rows;

/** Writes the sums of whole days anew; the end is not in it. Run again it says the same. */
export async function writeDays(tx: Tx, from: CalendarDate, until: CalendarDate): Promise<void> {
  await tx.execute(sql`delete from figure_days where not sample and day >= ${from}::date and day < ${until}::date`);
  for (const source of sources)
    await tx.execute(sql`
      insert into figure_days (fact, dimension, day, kind, member, amount) ${sumsOf(source, windowOf(from, until))}`);
}

/** Sums of a window straight from what happened, for days that are not added up yet. */
export async function sumWindow(db: Db, window: Window): Promise<DayFigure[]> {
  const found = await Promise.all(
    sources.map(async (source) =>
      rowsOf<Omit<DayFigure, 'amount'> & { amount: string }>(
        await db.execute(sql`select fact, dimension, day::text, kind, member, amount::text from (${sumsOf(source, window)}) sums`),
      ),
    ),
  );
  return found.flat().map((row) => ({ ...row, amount: Number(row.amount) }));
}

export interface Progress {
  readonly through: CalendarDate;
  readonly doneAt: Instant;
}

export async function readProgress(db: Db | Tx): Promise<Progress | null> {
  const [row] = rowsOf<{ through: CalendarDate; done_at: string | Date }>(
    await db.execute(sql`select through::text, done_at from figure_progress where id = 1`),
  );
  return row ? { through: row.through, doneAt: new Date(row.done_at).getTime() as Instant } : null;
}

/** Begins where there is something to add up and nobody has: the day before the first is the last that is done. */
export async function beginProgress(db: Db | Tx, first: CalendarDate, now: Instant): Promise<void> {
  await db.execute(sql`
    insert into figure_progress (id, through, done_at) values (1, ${addDays(first, -1)}::date, ${iso(now)}::timestamptz) on conflict (id) do nothing`);
}

/** How far it has come, for whoever adds up: another one waits until this one has committed. It must have begun. */
export async function lockProgress(tx: Tx): Promise<Progress> {
  await tx.execute(sql`select from figure_progress where id = 1 for update`);
  return (await readProgress(tx))!;
}

export async function saveProgress(tx: Tx, progress: Progress): Promise<void> {
  await tx.execute(sql`
    update figure_progress set through = ${progress.through}::date, done_at = ${iso(progress.doneAt)}::timestamptz, asked_at = ${iso(progress.doneAt)}::timestamptz
    where id = 1`);
}

/** Notes that missing days are asked for; false where somebody is at work on them, or asked since a moment. */
export async function claimAsking(tx: Tx, first: CalendarDate, now: Instant, since: Instant): Promise<boolean> {
  await beginProgress(tx, first, now);
  const claimed = rowsOf<{ id: number }>(
    await tx.execute(sql`
      update figure_progress set asked_at = ${iso(now)}::timestamptz
      where id = (select id from figure_progress where id = 1 and (asked_at is null or asked_at < ${iso(since)}::timestamptz) for update skip locked)
      returning id`),
  );
  return claimed.length > 0;
}

/** The day of the first thing that can be measured; null while nothing has happened. */
export async function firstDay(db: Db): Promise<CalendarDate | null> {
  const [row] = rowsOf<{ day: CalendarDate | null }>(
    await db.execute(sql`
      select least(
        (select min(day) from traffic_days), (select (min(created_at) at time zone 'Asia/Dubai')::date from orders),
        (select (min(at) at time zone 'Asia/Dubai')::date from inquiry_events where event = 'answer'))::text as day`),
  );
  return row?.day ?? null;
}

export interface FigureQuestion {
  readonly facts: readonly FactName[];
  readonly dimension: Dimension;
  readonly from: CalendarDate;
  /** Included. */
  readonly until: CalendarDate;
  /** Empty: all kinds together. */
  readonly kind: string;
}

/** Added-up days of a question by day or by member; the other one is empty. Only samples of a demo from `before` on. */
export async function readDays(
  db: Db,
  question: FigureQuestion,
  by: 'day' | 'member' | 'kind',
  before: CalendarDate,
): Promise<DayFigure[]> {
  const { facts, dimension, from, until, kind } = question;
  const [day, member, ofKind] = [
    by === 'day' ? sql`day::text` : sql`''::text`,
    by === 'member' ? sql`member` : sql`''::text`,
    by === 'kind' ? sql`kind` : sql`''::text`,
  ];
  const rows = rowsOf<Omit<DayFigure, 'dimension' | 'amount'> & { amount: string }>(
    await db.execute(sql`
      select fact, ${day} as day, ${ofKind} as kind, ${member} as member, sum(amount)::text as amount from figure_days
      where fact = any(${sql.param([...facts])}::text[]) and dimension = ${dimension} and day between ${from}::date and ${until}::date and (sample or day < ${before}::date)
        and (${kind} = '' or kind = ${kind})
      group by 1, 2, 3, 4`),
  );
  return rows.map((row) => ({ ...row, dimension, amount: Number(row.amount) }));
}

/** The last day whose figures were made up for a demo, and whether there is any. */
export async function lastSampleDay(db: Db): Promise<CalendarDate | null> {
  const [row] = rowsOf<{ day: CalendarDate | null }>(
    await db.execute(sql`select max(day)::text as day from figure_days where sample and fact = 'searched' and dimension = 'all'`),
  );
  return row?.day ?? null;
}

/** Buyers by the month of their first paid order and by months later; made anew from all paid orders. */
export async function writeCohorts(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from cohort_months where not sample`);
  await tx.execute(sql`
    insert into cohort_months (month, later, buyers)
    with paid as (
      select o.email_index as buyer, date_trunc('month', e.at at time zone 'Asia/Dubai')::date as month
      from order_events e join orders o on o.id = e.order_id
      where e.event in ('authorised', 'reclaimed', 'tickets-received', 'found-ticketed', 'ticketing-refused', 'found-failed', 'price-differs')
        and e.event in ('authorised', 'reclaimed') and o.email_index not like 'erased:%'
      group by 1, 2
    ), first as (select buyer, min(month) as month from paid group by buyer)
    select first.month, ((extract(year from paid.month) - extract(year from first.month)) * 12
      + extract(month from paid.month) - extract(month from first.month))::int as later, count(*)::int
    from paid join first on first.buyer = paid.buyer group by 1, 2`);
}

export interface CohortCell {
  readonly month: CalendarDate;
  readonly later: number;
  readonly buyers: number;
}

/** Of the last months, oldest first. */
export async function readCohorts(db: Db, since: CalendarDate): Promise<CohortCell[]> {
  return rowsOf<CohortCell>(
    await db.execute(sql`
      select month::text, later, sum(buyers)::int as buyers from cohort_months where month >= ${since}::date group by 1, 2 order by 1, 2`),
  );
}

/**
 * Days are written in pieces, so that no statement lasts long even where a month has thirty thousand orders and none of them is
 * in memory: the first of a span, whose end is not in it.
 */
export function pieceOf(from: CalendarDate, until: CalendarDate, days = 10): readonly [CalendarDate, CalendarDate] {
  const end = addDays(from, days);
  return [from, end < until ? end : until];
}

/** How many sums were made up for a demo. */
export async function countSampleDays(db: Db): Promise<number> {
  const [row] = rowsOf<{ n: number }>(await db.execute(sql`select count(*)::int as n from figure_days where sample`));
  return row!.n;
}

export async function insertSampleDays(tx: Tx, rows: readonly DayFigure[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 10_000) {
    const some = rows.slice(from, from + 10_000);
    const column = (name: keyof DayFigure) => sql.param(some.map((row) => row[name]));
    await tx.execute(sql`
      insert into figure_days (fact, dimension, day, kind, member, amount, sample)
      select f, d, y, k, m, a, true from unnest(${column('fact')}::text[], ${column('dimension')}::text[], ${column('day')}::date[],
        ${column('kind')}::text[], ${column('member')}::text[], ${column('amount')}::bigint[]) as t(f, d, y, k, m, a)`);
  }
}

export async function insertSampleCohorts(tx: Tx, rows: readonly CohortCell[]): Promise<void> {
  const column = (name: keyof CohortCell) => sql.param(rows.map((row) => row[name]));
  await tx.execute(sql`
    insert into cohort_months (month, later, buyers, sample)
    select m, l, b, true from unnest(${column('month')}::date[], ${column('later')}::int[], ${column('buyers')}::int[]) as t(m, l, b)`);
}
