import { lt, sql } from 'drizzle-orm';
import type { Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { putOffWork } from './put-off-work.tables.ts';

/** Keeps until when somebody has put a thing off; `until` now wakes it. What woke up a week ago is forgotten. */
export async function keepPutOff(
  tx: Tx,
  now: Instant,
  thing: { readonly kind: string; readonly subject: string; readonly by: string; readonly until: Instant },
): Promise<void> {
  const { kind, subject, by } = thing;
  const until = new Date(thing.until);
  await tx.delete(putOffWork).where(lt(putOffWork.until, sql`${new Date(now).toISOString()}::timestamptz - interval '7 days'`));
  await tx
    .insert(putOffWork)
    .values({ kind, subject, by, until })
    .onConflictDoUpdate({ target: [putOffWork.kind, putOffWork.subject], set: { by, until } });
}
