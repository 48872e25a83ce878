import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
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

/** What of a kind is put off at a moment: the id of each thing, with whoever put it off. */
export async function findPutOff(db: Db, kind: string, now: Instant): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ subject: putOffWork.subject, by: putOffWork.by })
    .from(putOffWork)
    .where(and(eq(putOffWork.kind, kind), gt(putOffWork.until, new Date(now))));
  return new Map(rows.map(({ subject, by }) => [subject, by]));
}
