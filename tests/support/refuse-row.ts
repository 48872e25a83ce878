import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';

/** Makes the database refuse every change of one row, as one that a check does not let through. Returns what ends it. */
export async function refuseRow(db: Db, table: string, column: string, value: string): Promise<() => Promise<void>> {
  await db.execute(
    sql.raw(`create or replace function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`),
  );
  await db.execute(
    sql.raw(
      `create trigger refuse_row before update on ${table} for each row when (old.${column} = '${value}') execute function refuse_row()`,
    ),
  );
  return async () => {
    await db.execute(sql.raw(`drop trigger refuse_row on ${table}`));
  };
}
