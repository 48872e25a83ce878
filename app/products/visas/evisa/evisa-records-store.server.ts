import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { recordDays, type EvisaRecord } from './evisa-record-rules.ts';
import { evisaRecords } from './evisa.tables.ts';

/** Counts the record of every country anew. What the traveller gave up or left unanswered was decided by nobody. */
export async function countRecords(tx: Tx, now: Instant): Promise<void> {
  await tx.delete(evisaRecords);
  await tx.execute(sql`
    insert into evisa_records (country, decided, granted, days_least, days_median, days_most, counted_at)
    select country, count(*), count(days), min(days),
      percentile_disc(0.5) within group (order by days), percentile_disc(0.9) within group (order by days), ${new Date(now).toISOString()}::timestamptz
    from (
      select country, case when status <> 'rejected'
        then (over_at at time zone 'Asia/Dubai')::date - (received_at at time zone 'Asia/Dubai')::date end as days
      from evisa_applications
      where over_at > ${new Date(now - recordDays * dayMs).toISOString()}::timestamptz and country is not null and received_at is not null
        and status in ('delivered', 'used', 'expired', 'rejected')
    ) as ended
    group by country`);
}

/** By country; one country when it is named. */
export async function findRecords(db: Db, country?: string): Promise<ReadonlyMap<string, EvisaRecord>> {
  const rows = await db
    .select()
    .from(evisaRecords)
    .where(country ? eq(evisaRecords.country, country) : undefined);
  return new Map(
    rows.map(({ country: code, decided, granted, daysLeast, daysMedian, daysMost }) => [
      code,
      {
        decided,
        granted,
        days:
          daysLeast === null || daysMedian === null || daysMost === null ? null : { least: daysLeast, median: daysMedian, most: daysMost },
      },
    ]),
  );
}
