import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { jobScoreCards, type JobScoreCard } from './job-applications.tables.ts';

const place = (id: string) => `job_score_cards|words|${id}`;

export type NewScoreCard = Pick<JobScoreCard, 'applicationId' | 'scoredBy' | 'points' | 'verdict' | 'words'>;

/** False when this colleague has sent one before. */
export async function insertScoreCard(tx: Tx, crypto: FieldCrypto, now: Instant, card: NewScoreCard): Promise<boolean> {
  const id = randomUUID();
  const rows = await tx
    .insert(jobScoreCards)
    .values({ ...card, id, words: crypto.seal(card.words, place(id)), sentAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: jobScoreCards.id });
  return rows.length > 0;
}

export async function findScoreCards(db: Db, crypto: FieldCrypto, applicationId: string): Promise<JobScoreCard[]> {
  const rows = await db
    .select()
    .from(jobScoreCards)
    .where(eq(jobScoreCards.applicationId, applicationId))
    .orderBy(asc(jobScoreCards.sentAt), asc(jobScoreCards.id));
  return rows.map((row) => ({ ...row, words: crypto.open(row.words, place(row.id)) }));
}

/** Points and verdicts of many applications, without words. */
export async function findPoints(
  db: Db,
  applicationIds: readonly string[],
): Promise<Pick<JobScoreCard, 'applicationId' | 'points' | 'scoredBy' | 'verdict'>[]> {
  if (applicationIds.length === 0) return [];
  const { applicationId, points, scoredBy, verdict } = jobScoreCards;
  return db
    .select({ applicationId, points, scoredBy, verdict })
    .from(jobScoreCards)
    .where(inArray(applicationId, [...applicationIds]));
}
