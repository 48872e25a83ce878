import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { creditSeries, invoiceSeries, type NumberPrefixes, type NumberSeries } from './number-series.ts';

/** The year of the house, by which documents are numbered. */
export const yearOfNumbers = (now: Instant): number => Number(dateIn('Asia/Dubai', now).slice(0, 4));

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;

/** What numbers begin with now, and from a year on that is still to come. */
export async function readNumberSeries(db: Db | Tx, now: Instant): Promise<NumberSeries> {
  const year = yearOfNumbers(now);
  const rows = rowsOf<{ series: string; year: number; prefix: string }>(
    await db.execute(sql`select series, year, coalesce(prefix, series) as prefix from invoice_series order by year`),
  );
  const last = (series: string, until: number) => rows.findLast((row) => row.series === series && row.year <= until)?.prefix ?? series;
  const prefixesIn = (until: number): NumberPrefixes => ({ invoice: last(invoiceSeries, until), creditNote: last(creditSeries, until) });
  const coming = rows.find((row) => row.year > year);
  return { now: prefixesIn(year), next: coming ? { year: coming.year, ...prefixesIn(coming.year) } : null };
}

/** The credit notes first, as whoever makes an invoice out anew takes their counters: nobody waits in a circle. */
const wishesOf = ({ invoice, creditNote }: NumberPrefixes) =>
  [
    [creditSeries, creditNote],
    [invoiceSeries, invoice],
  ] as const;

/** Whether a prefix is, or ever was, that of the other series: its numbers could be given twice. */
export async function isPrefixTaken(db: Db | Tx, { now, next }: NumberSeries): Promise<boolean> {
  const wishes = [...wishesOf(now), ...(next ? wishesOf(next) : [])];
  const owners = new Map(
    rowsOf<{ prefix: string; series: string }>(await db.execute(sql`select prefix, series from invoice_prefixes`)).map((row) => [
      row.prefix,
      row.series,
    ]),
  );
  for (const [series, prefix] of wishes) {
    if ((owners.get(prefix) ?? series) !== series) return true;
    owners.set(prefix, series);
  }
  return false;
}

/**
 * Has numbers begin otherwise, from the next document on or from a year on. Whoever takes a number at this moment has the lock
 * of its counter: theirs is the last one of before, or the first one of after.
 */
export async function saveNumberSeries(tx: Tx, now: Instant, { now: wished, next }: NumberSeries): Promise<void> {
  const year = yearOfNumbers(now);
  const before = await readNumberSeries(tx, now);
  const put = async (series: string, of: number, prefix: string) => {
    await tx.execute(sql`insert into invoice_prefixes (prefix, series, since) values (${prefix}, ${series}, ${new Date(now).toISOString()})
      on conflict do nothing`);
    await tx.execute(sql`insert into invoice_series (series, year, last_number, prefix) values (${series}, ${of}, 0, ${prefix})
      on conflict (series, year) do update set prefix = excluded.prefix`);
  };
  const stands = new Map<string, string>(wishesOf(before.now));
  for (const [series, prefix] of wishesOf(wished)) if (stands.get(series) !== prefix) await put(series, year, prefix);
  // Counters of years to come were only made for a prefix: the one that is wished now takes their place.
  await tx.execute(sql`delete from invoice_series where year > ${year} and last_number = 0`);
  if (next) for (const [series, prefix] of wishesOf(next)) await put(series, next.year, prefix);
}
