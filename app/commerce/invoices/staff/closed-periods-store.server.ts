import { asc, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { closedPeriods } from '../closed-periods.tables.ts';

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
    select distinct to_char(issued_at at time zone 'Asia/Dubai', 'YYYY-MM') as month from invoices order by 1`)) as unknown as {
    rows: { month: string }[];
  };
  return rows.map(({ month }) => month);
}
