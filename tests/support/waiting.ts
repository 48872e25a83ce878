import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#app/platform/database.server.ts';

const waiting =
  'select count(*)::int as n from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

/** Where nobody comes, a test says so instead of asking for ever. */
function patient(): () => void {
  const until = performance.now() + 30_000;
  return () => {
    if (performance.now() > until) throw new Error('Nobody waits for a lock');
  };
}

/** Until somebody stands before a lock of this database: other tests have theirs on the same server. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  for (const patience = patient(); ; patience()) {
    const { rows } = (await db.execute(sql.raw(waiting))) as unknown as { rows: { n: number }[] };
    if (rows[0]!.n > 0) return;
  }
}

/** Of the gate, which work takes part in: no lock of the product has this number. */
const gateLock = 7_700_100;

/**
 * Lets nobody write a row of a table until so many stand before theirs, or behind somebody who does, and then all of them at
 * once. The gate is a trigger of the row and no lock of the table: a statement that finds nothing to change goes past it,
 * and whoever judges by what they read before they write has judged by then and knows nothing of the others. With its guard
 * off a race is lost for certain, on a machine of any speed. Ends the wait when the work is over, however few came.
 * @param url of the database, for a connection beside those of the work
 * @param many no more than the work has connections; 0 for a rush in which nobody is held
 */
export async function meetBeforeWriting<Result>(url: string, table: string, many: number, work: () => Promise<Result>): Promise<Result> {
  if (many === 0) return work();
  const gate = new pg.Client(url);
  await gate.connect();
  try {
    await gate.query(`
      create or replace function stand_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${gateLock}); return new; end $$;
      create trigger gate before insert or update on ${table} for each row execute function stand_at_gate();
      select pg_advisory_lock(${gateLock})`);
    let over = false;
    const working = work().finally(() => (over = true));
    // What it throws is told where it is awaited.
    working.catch(() => undefined);
    for (const patience = patient(); ; patience()) {
      const { rows } = await gate.query<{ n: number }>(waiting);
      if (over || rows[0]!.n >= many) break;
    }
    await gate.query(`select pg_advisory_unlock(${gateLock})`);
    const result = await working;
    await gate.query(`drop trigger gate on ${table}; drop function stand_at_gate`);
    return result;
  } finally {
    await gate.end();
  }
}
