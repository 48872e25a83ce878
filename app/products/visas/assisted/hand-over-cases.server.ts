import { and, asc, count, eq, notInArray } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { assignCase } from './assisted-store.server.ts';
import { overStates } from './assisted-status.ts';
import { assistedCases } from './assisted.tables.ts';

const openOf = (userId: string) => and(eq(assistedCases.officer, userId), notInArray(assistedCases.status, [...overStates]));

export async function countAssistedOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(assistedCases).where(openOf(userId));
  return row?.all ?? 0;
}

/** Every assisted visa that is under way goes on with a colleague, or is free; how many that were. Passports keep their own hand-over. */
export async function handOverAssisted(tx: Tx, now: Instant, { from, to, by, requestId }: HandOver): Promise<number> {
  const theirs = await tx.select().from(assistedCases).where(openOf(from)).orderBy(asc(assistedCases.id)).for('update');
  for (const one of theirs) await assignCase(tx, now, one, { officer: to, who: by, requestId });
  return theirs.length;
}
