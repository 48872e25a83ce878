import { asc, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { closedPeriods } from './closed-periods.tables.ts';

export type ClosedPeriod = typeof closedPeriods.$inferSelect;

export async function findClosedPeriods(db: Db): Promise<ClosedPeriod[]> {
  return db.select().from(closedPeriods).orderBy(asc(closedPeriods.month));
}

/** False when somebody closed it meanwhile. */
export async function insertClosedPeriod(tx: Tx, period: ClosedPeriod): Promise<boolean> {
  const made = await tx.insert(closedPeriods).values(period).onConflictDoNothing().returning({ month: closedPeriods.month });
  return made.length > 0;
}

/** The months of Dubai in which documents were issued, oldest first. */
export async function findMonthsWithDocuments(db: Db): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select to_char(month, 'YYYY-MM') as month
    from (select min(issued_at) at time zone 'Asia/Dubai' as first, max(issued_at) at time zone 'Asia/Dubai' as last from invoices) issued,
      generate_series(date_trunc('month', first), last, interval '1 month') month
    where exists (
      select 1 from invoices
      where issued_at >= month at time zone 'Asia/Dubai' and issued_at < (month + interval '1 month') at time zone 'Asia/Dubai')
    order by 1`)) as unknown as { rows: { month: string }[] };
  return rows.map(({ month }) => month);
}
