import { and, asc, desc, eq, exists, gte, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, type Instant } from '#app/values/dates.ts';
import { farAheadMs, leastBetweenMs } from './campaign-rules.ts';
import type { CampaignStatus, LetterStatus } from './campaign-status.ts';
import { campaignLetters, campaigns, type Campaign } from './campaigns.tables.ts';

export async function listCampaigns(db: Db, most: number): Promise<Campaign[]> {
  return db.select().from(campaigns).orderBy(desc(campaigns.createdAt), desc(campaigns.id)).limit(most);
}

export async function findCampaign(db: Db | Tx, id: string): Promise<Campaign | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row ?? null;
}

/** Campaigns of which letters left or were to leave, newest first. */
export async function listSentCampaigns(db: Db, most: number): Promise<Pick<Campaign, 'id' | 'name'>[]> {
  return db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(campaignLetters)
          .where(eq(campaignLetters.campaignId, campaigns.id)),
      ),
    )
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(most);
}

export async function findCampaignsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Campaign>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(campaigns)
          .where(inArray(campaigns.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertCampaign(tx: Tx, row: typeof campaigns.$inferInsert): Promise<void> {
  await tx.insert(campaigns).values(row);
}

/** Null when it was changed since its version was read. */
export async function changeCampaign(
  tx: Tx,
  now: Instant,
  campaign: Pick<Campaign, 'id' | 'version'>,
  change: Partial<Omit<Campaign, 'id' | 'version'>>,
): Promise<Campaign | null> {
  const [row] = await tx
    .update(campaigns)
    .set({ ...change, version: campaign.version + 1, changedAt: new Date(now) })
    .where(and(eq(campaigns.id, campaign.id), eq(campaigns.version, campaign.version)))
    .returning();
  return row ?? null;
}

/** What somebody let go alone since a moment and did not call off. */
export async function findLetGoAlone(db: Db | Tx, by: string, since: Instant): Promise<Campaign[]> {
  return db
    .select()
    .from(campaigns)
    .where(
      and(
        isNotNull(campaigns.aloneUpTo),
        eq(campaigns.approvedBy, by),
        gte(campaigns.approvedAt, new Date(since)),
        inArray(campaigns.status, ['approved', 'sending', 'paused', 'sent']),
      ),
    );
}

export async function findDueCampaigns(db: Db, now: Instant): Promise<Campaign[]> {
  return db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.status, 'approved'), lte(campaigns.startsAt, new Date(now))));
}

export async function findCampaignsIn(db: Db, status: CampaignStatus): Promise<Campaign[]> {
  return db.select().from(campaigns).where(eq(campaigns.status, status));
}

/** One line for each reader; those that have one keep it. */
export async function addLetters(tx: Tx, now: Instant, campaignId: string, readerIds: readonly string[]): Promise<void> {
  for (let from = 0; from < readerIds.length; from += 1_000)
    await tx
      .insert(campaignLetters)
      .values(
        readerIds.slice(from, from + 1_000).map((readerId) => ({ campaignId, readerId, status: 'waiting' as const, at: new Date(now) })),
      )
      .onConflictDoNothing();
}

/** Letters that wait for their turn, and those that were put off until now. */
const isDue = (now: Instant) =>
  or(
    eq(campaignLetters.status, 'waiting'),
    and(eq(campaignLetters.status, 'later'), or(isNull(campaignLetters.notBefore), lte(campaignLetters.notBefore, new Date(now)))),
  );

/** Whether the minute of a campaign is free: its last piece was begun long enough ago, or by a clock that was far ahead. */
const isFree = (now: Instant) =>
  or(
    isNull(campaigns.pieceAt),
    lte(campaigns.pieceAt, new Date(addMilliseconds(now, -leastBetweenMs))),
    gte(campaigns.pieceAt, new Date(addMilliseconds(now, farAheadMs))),
  );

/**
 * The campaigns under way of which a piece can be sent now: letters are due, unless these are the quiet hours, or none is to
 * come any more, so that they are done.
 */
export async function findCampaignsToSend(db: Db, now: Instant, quiet: boolean): Promise<string[]> {
  const own = eq(campaignLetters.campaignId, campaigns.id);
  const letters = db.select({ one: sql`1` }).from(campaignLetters);
  const none = not(exists(letters.where(and(own, inArray(campaignLetters.status, ['waiting', 'later'])))));
  const due = db
    .select({ one: sql`1` })
    .from(campaignLetters)
    .where(and(own, isDue(now)));
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'sending'), isFree(now), quiet ? none : or(none, exists(due))))
    .orderBy(asc(campaigns.id));
  return rows.map(({ id }) => id);
}

/**
 * Claims the minute of a campaign for one piece of it: false where somebody else has it, however often the work was asked for
 * and in how many processes.
 */
export async function claimPiece(db: Db, now: Instant, campaignId: string): Promise<boolean> {
  const rows = await db
    .update(campaigns)
    .set({ pieceAt: new Date(now) })
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.status, 'sending'), isFree(now)))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}

/** Gives the minute back that was claimed at a moment, where the piece came to nothing: its next try is not kept waiting. */
export async function releasePiece(db: Db, claimedAt: Instant, campaignId: string): Promise<void> {
  await db
    .update(campaigns)
    .set({ pieceAt: null })
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.pieceAt, new Date(claimedAt))));
}

/** Those of which a letter can be handed over now. Those that were tried last come last. */
export async function findWaiting(db: Db, now: Instant, campaignId: string, most: number): Promise<string[]> {
  const rows = await db
    .select({ readerId: campaignLetters.readerId })
    .from(campaignLetters)
    .where(and(eq(campaignLetters.campaignId, campaignId), isDue(now)))
    .orderBy(asc(campaignLetters.at), asc(campaignLetters.readerId))
    .limit(most);
  return rows.map(({ readerId }) => readerId);
}

/** Whether a letter of it is still to come: it waits for its turn, or for the morning. */
export async function isUnderWay(db: Db, campaignId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: campaignLetters.readerId })
    .from(campaignLetters)
    .where(and(eq(campaignLetters.campaignId, campaignId), inArray(campaignLetters.status, ['waiting', 'later'])))
    .limit(1);
  return row !== undefined;
}

/** As which its campaign counts the letter to a reader; null where it has none. */
export async function findLetter(db: Db | Tx, campaignId: string, readerId: string): Promise<LetterStatus | null> {
  const [row] = await db
    .select({ status: campaignLetters.status })
    .from(campaignLetters)
    .where(and(eq(campaignLetters.campaignId, campaignId), eq(campaignLetters.readerId, readerId)));
  return row?.status ?? null;
}

/**
 * What became of a letter, until when where it is put off. Two who say it at once do not undo one another: what is over stays
 * so. What whoever had it in hand knows, that it left, came back or was `answered` with a no, is so even after somebody took
 * it for lost.
 */
export async function noteLetter(
  db: Db,
  now: Instant,
  letter: { readonly campaignId: string; readonly readerId: string },
  status: LetterStatus,
  { notBefore = null, answered = false }: { readonly notBefore?: Date | null; readonly answered?: boolean } = {},
): Promise<void> {
  const open: readonly LetterStatus[] =
    status === 'sent' || status === 'bounced'
      ? ['waiting', 'later', 'unsure', 'failed']
      : status === 'later'
        ? ['waiting', 'later', 'failed']
        : answered
          ? ['waiting', 'later', 'unsure']
          : ['waiting', 'later'];
  await db
    .update(campaignLetters)
    .set({ status, at: new Date(now), notBefore })
    .where(
      and(
        eq(campaignLetters.campaignId, letter.campaignId),
        eq(campaignLetters.readerId, letter.readerId),
        inArray(campaignLetters.status, [...open]),
      ),
    );
}

/** Notes that a reader left the list by the way out of this letter; once is enough. */
export async function noteLeaving(db: Db, now: Instant, campaignId: string, readerId: string): Promise<void> {
  await db
    .update(campaignLetters)
    .set({ leftAt: new Date(now) })
    .where(and(eq(campaignLetters.campaignId, campaignId), eq(campaignLetters.readerId, readerId), isNull(campaignLetters.leftAt)));
}

/** How many left the list by the way out of a letter of each campaign. */
export async function countLeavings(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: campaignLetters.campaignId, count: sql<number>`count(*)::int` })
    .from(campaignLetters)
    .where(and(inArray(campaignLetters.campaignId, [...ids]), isNotNull(campaignLetters.leftAt)))
    .groupBy(campaignLetters.campaignId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many letters of each campaign stand how. */
export async function countLetters(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Partial<Record<LetterStatus, number>>>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: campaignLetters.campaignId, status: campaignLetters.status, count: sql<number>`count(*)::int` })
    .from(campaignLetters)
    .where(inArray(campaignLetters.campaignId, [...ids]))
    .groupBy(campaignLetters.campaignId, campaignLetters.status);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, Object.fromEntries(own.map(({ status, count }) => [status, count]))]),
  );
}
