import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { evisaRequests, type EvisaRequest } from './evisa.tables.ts';

export async function findRequests(db: Db, applicationIds: readonly string[]): Promise<EvisaRequest[]> {
  if (applicationIds.length === 0) return [];
  return db
    .select()
    .from(evisaRequests)
    .where(inArray(evisaRequests.applicationId, [...applicationIds]))
    .orderBy(asc(evisaRequests.askedAt));
}

export async function insertRequest(tx: Tx, request: typeof evisaRequests.$inferInsert): Promise<void> {
  await tx.insert(evisaRequests).values(request);
}

export async function answerRequest(tx: Tx, now: Instant, applicationId: string, answer: string | null): Promise<void> {
  await tx
    .update(evisaRequests)
    .set({ answer, answeredAt: new Date(now) })
    .where(and(eq(evisaRequests.applicationId, applicationId), isNull(evisaRequests.answeredAt)));
}

export const requestPlace = (column: 'words' | 'answer', id: string) => `evisa_requests|${column}|${id}`;
