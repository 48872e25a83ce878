import { sql } from 'drizzle-orm';
import { transact, type Db } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { CostlyRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { seriesFault, type SeriesFacts } from './number-rules.ts';

export const numbersCheck = jobKind<Record<string, never>>('invoices.numbers', 3, true);
/** 02:40 in Dubai, when the day's documents are all written. */
export const nightly = '40 22 * * *';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** Every series and year that was ever counted, the newest first. */
export async function readSeries(db: Db): Promise<SeriesFacts[]> {
  const rows = rowsOf<{
    series: string;
    prefix: string;
    year: number;
    counter: number;
    issued: string;
    lowest: number | null;
    highest: number | null;
  }>(
    await db.execute(sql`
      select coalesce(s.series, i.series) as series, coalesce(s.prefix, s.series, i.series) as prefix, coalesce(s.year, i.year) as year, coalesce(s.last_number, 0) as counter,
        coalesce(i.issued, 0) as issued, i.lowest, i.highest
      from invoice_series s
      full join (select series, year, count(*) as issued, min(sequence) as lowest, max(sequence) as highest from invoices group by 1, 2) i
        on i.series = s.series and i.year = s.year
      order by year desc, series desc`),
  );
  return rows.map((row) => ({ ...row, issued: Number(row.issued) }));
}

const counted = new CostlyRead<{ readonly series: SeriesFacts[]; readonly at: Instant }>();

/** After a change that pages are to show at once. */
export const forgetSeries = (db: Db): void => counted.forget(db);

/**
 * The same for a page. In a house of a million documents counting them takes a while: then they are those of `asOf` (HH:MM in
 * Dubai), some seconds or minutes ago; null where they are of this moment.
 */
export async function tellSeries({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ readonly series: SeriesFacts[]; readonly asOf: string | null }> {
  const { value, kept } = await counted.read(db, 'series', async () => ({ series: await readSeries(db), at: clock.now() }));
  return { series: value.series, asOf: kept ? localTimeIn(houseZone, value.at).slice(11) : null };
}

/** The first numbers that are missing in a series; what is shown to find them by. */
export async function findMissing(db: Db, { series, year, counter, highest }: SeriesFacts, most = 20): Promise<number[]> {
  const rows = rowsOf<{ number: number }>(
    await db.execute(sql`
      select n as number from generate_series(1, ${Math.max(counter, highest ?? 0)}::int) n
      where not exists (select 1 from invoices i where i.series = ${series} and i.year = ${year} and i.sequence = n)
      order by n limit ${most}`),
  );
  return rows.map(({ number }) => number);
}

/** Judges every series; one that does not run on opens a task, one that does closes it. Returns those that do not. */
export async function checkNumbers({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<SeriesFacts[]> {
  counted.forget(db);
  const all = await readSeries(db);
  const broken = all.filter((facts) => !seriesFault(facts).sound);
  const now = clock.now();
  await transact(db, async (tx) => {
    for (const facts of all) {
      const subject = `invoice_series:${facts.series}-${facts.year}`;
      if (!broken.includes(facts)) await closeStaffTask(tx, now, { kind: 'number-gap', subject, by: 'system' });
      else
        await openStaffTask(tx, now, {
          kind: 'number-gap',
          subject,
          textKey: 'tasks:number-gap',
          detail: { series: facts.series, year: facts.year, missing: seriesFault(facts).missing, counter: facts.counter },
        });
    }
  });
  return broken;
}
