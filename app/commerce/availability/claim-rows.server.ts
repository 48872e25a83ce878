import type { SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';

/** A moment as a statement takes it. */
export const at = (moment: Instant) => new Date(moment).toISOString();

/** The rows of a statement. */
export async function rows<Row = Record<string, unknown>>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
