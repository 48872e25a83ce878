import { randomUUID } from 'node:crypto';
import { and, asc, avg, count, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { newReference } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Report, WrittenReview } from './review-form.ts';
import type { RejectReason, ReviewLanguage } from './review-kinds.ts';
import { reviewStates, type ReviewStatus } from './review-status.ts';
import {
  reviewEvents,
  reviewInvitations,
  reviewReports,
  reviews,
  reviewSilences,
  type Review,
  type ReviewEvent,
  type ReviewReport,
} from './reviews.tables.ts';

export interface ReviewedItem {
  readonly orderId: string;
  readonly item: number;
  readonly kind: string;
  readonly productId: string;
  readonly subject: Readonly<Record<LanguageCode, string>>;
  /** Calendar date. */
  readonly completedOn: string;
}

/** A new review, waiting to be read; null when another request wrote one of this item first. */
export async function insertReview(
  tx: Tx,
  now: Instant,
  sold: ReviewedItem,
  written: WrittenReview & { readonly speaks: LanguageCode; readonly actor: string },
): Promise<Review | null> {
  const { actor, ...own } = written;
  const at = new Date(now);
  const [row] = await tx
    .insert(reviews)
    .values({ id: randomUUID(), reference: newReference(), status: 'waiting', ...sold, ...own, writtenAt: at, changedAt: at })
    .onConflictDoNothing({ target: [reviews.orderId, reviews.item] })
    .returning();
  if (row) await tell(tx, row, 'write', actor, null);
  return row ?? null;
}

type Change = Partial<WrittenReview> & {
  readonly status?: ReviewStatus;
  readonly rejectReason?: RejectReason | null;
  readonly rejectNote?: string | null;
  readonly reply?: string | null;
  readonly publishedAt?: Date | null;
};

/** Changes a review that is still as it was read, with its line in the record; null when somebody was faster. */
export async function changeReview(
  tx: Tx,
  now: Instant,
  review: Pick<Review, 'id' | 'version'>,
  event: ReviewEvent['event'],
  change: { readonly to: Change; readonly actor: string; readonly reason?: string | null },
): Promise<Review | null> {
  const [row] = await tx
    .update(reviews)
    .set({ ...change.to, version: review.version + 1, changedAt: new Date(now) })
    .where(and(eq(reviews.id, review.id), eq(reviews.version, review.version)))
    .returning();
  if (row) await tell(tx, row, event, change.actor, change.reason ?? null);
  return row ?? null;
}

async function tell(tx: Tx, { id, version, changedAt }: Review, event: ReviewEvent['event'], actor: string, reason: string | null) {
  await tx.insert(reviewEvents).values({ reviewId: id, version, event, actor, reason, at: changedAt });
}

/** The review of a sold item; the caller has judged that the item is theirs. */
export async function findReviewOf(db: Db | Tx, sold: Pick<ReviewedItem, 'orderId' | 'item'>): Promise<Review | null> {
  const [row] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.orderId, sold.orderId), eq(reviews.item, sold.item)));
  return row ?? null;
}

export async function findReviewAsSystem(db: Db | Tx, id: string): Promise<Review | null> {
  const [row] = await db.select().from(reviews).where(eq(reviews.id, id));
  return row ?? null;
}

/** By reference; the caller has judged access. */
export async function findReviewAsStaff(db: Db, reference: string): Promise<Review | null> {
  const [row] = await db.select().from(reviews).where(eq(reviews.reference, reference));
  return row ?? null;
}

/** A published one, which anybody may read; null for any other. */
export async function findPublishedReview(db: Db, reference: string): Promise<Review | null> {
  const row = await findReviewAsStaff(db, reference);
  return row?.status === 'published' ? row : null;
}

export interface ReviewSummary {
  readonly count: number;
  /** Mean of the stars of what is published, exact; null without a review. */
  readonly average: number | null;
  /** How many gave five stars, four, ... one. */
  readonly byStars: readonly [number, number, number, number, number];
  /** How many were written and held back for one of the grounds. */
  readonly heldBack: number;
}

/** What reviews are about: one kind of thing, or one thing of it. */
export interface ReviewedAbout {
  readonly kind: string | null;
  /** Within its kind; only beside one. */
  readonly product: string | null;
}

const about = ({ kind, product }: ReviewedAbout): SQL[] => [
  ...(kind ? [eq(reviews.kind, kind)] : []),
  ...(kind && product ? [eq(reviews.productId, product)] : []),
];

/** Reckoned from the rows each time: there is no number of stars that could be set by hand. */
export async function summariseReviews(db: Db, of: ReviewedAbout = { kind: null, product: null }): Promise<ReviewSummary> {
  const rows = await db
    .select({ status: reviews.status, stars: reviews.stars, all: count() })
    .from(reviews)
    .where(and(inArray(reviews.status, ['published', 'rejected']), ...about(of)))
    .groupBy(reviews.status, reviews.stars);
  const given = (stars: number) => rows.find((row) => row.status === 'published' && row.stars === stars)?.all ?? 0;
  const byStars = [given(5), given(4), given(3), given(2), given(1)] as const;
  const all = byStars.reduce((sum, each) => sum + each, 0);
  const stars = byStars.reduce((sum, each, index) => sum + each * (5 - index), 0);
  const heldBack = rows.filter((row) => row.status === 'rejected').reduce((sum, row) => sum + row.all, 0);
  return { count: all, average: all === 0 ? null : stars / all, byStars: [...byStars], heldBack };
}

export interface PublicFilter extends ReviewedAbout {
  readonly stars: number | null;
  readonly language: ReviewLanguage | null;
}

/** Published reviews, newest first whatever they say, and how many there are. */
export async function listPublishedReviews(
  db: Db,
  filter: PublicFilter,
  page: { readonly size: number; readonly number: number },
): Promise<{ rows: Review[]; matching: number }> {
  const wanted: SQL[] = [eq(reviews.status, 'published'), ...about(filter)];
  if (filter.stars) wanted.push(eq(reviews.stars, filter.stars));
  if (filter.language) wanted.push(eq(reviews.language, filter.language));
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(reviews)
      .where(and(...wanted))
      .orderBy(desc(reviews.publishedAt), asc(reviews.id))
      .limit(page.size)
      .offset((page.number - 1) * page.size),
    db
      .select({ all: count() })
      .from(reviews)
      .where(and(...wanted)),
  ]);
  return { rows, matching: counted[0]?.all ?? 0 };
}

/** The latest published reviews of one thing that is sold, and how many and what mean they are part of. */
export async function findReviewsOfProduct(
  db: Db,
  product: { readonly kind: string; readonly id: string },
  most: number,
): Promise<{ rows: Review[]; count: number; average: number | null }> {
  const wanted = and(eq(reviews.status, 'published'), eq(reviews.kind, product.kind), eq(reviews.productId, product.id));
  const rows = await db.select().from(reviews).where(wanted).orderBy(desc(reviews.publishedAt), asc(reviews.id)).limit(most);
  const [all] = await db
    .select({ count: count(), average: avg(reviews.stars) })
    .from(reviews)
    .where(wanted);
  return { rows, count: all?.count ?? 0, average: all?.average ? Number(all.average) : null };
}

export interface DeskFilter {
  /** Null for every state. */
  readonly status: ReviewStatus | null;
  /** Null for every kind of product. */
  readonly kind: string | null;
  readonly stars: number | null;
  readonly language: ReviewLanguage | null;
  /** Only those that a reader has complained of and nobody has looked at. */
  readonly reported: boolean;
  /** A reference, or words of the title or the text. */
  readonly find: string;
}

function wantedBy(db: Db, filter: DeskFilter): SQL | undefined {
  const wanted: (SQL | undefined)[] = [];
  if (filter.status) wanted.push(eq(reviews.status, filter.status));
  if (filter.kind) wanted.push(eq(reviews.kind, filter.kind));
  if (filter.stars) wanted.push(eq(reviews.stars, filter.stars));
  if (filter.language) wanted.push(eq(reviews.language, filter.language));
  if (filter.reported) wanted.push(inArray(reviews.id, openReports(db)));
  if (filter.find !== '') {
    const words = `%${filter.find.replace(/[\\%_]/g, '\\$&')}%`;
    wanted.push(
      or(eq(reviews.reference, filter.find.toUpperCase()), sql`${reviews.title} ilike ${words}`, sql`${reviews.words} ilike ${words}`),
    );
  }
  return and(...wanted);
}

/** The last row of the page before: its moment in milliseconds, and its id. */
export interface ReviewAfter {
  readonly at: number;
  readonly id: string;
}

export const placeOfReview = (last: Review): ReviewAfter => ({ at: last.changedAt.getTime(), id: last.id });

/** A page of what is written: what waits in the order it came, the rest the latest first. The caller has judged access. */
export async function listReviewsAsStaff(
  db: Db,
  filter: DeskFilter,
  page: { readonly after: ReviewAfter | null; readonly size: number },
): Promise<Review[]> {
  const up = filter.status === 'waiting';
  const at = page.after && new Date(page.after.at);
  const behind = at && or((up ? gt : lt)(reviews.changedAt, at), and(eq(reviews.changedAt, at), gt(reviews.id, page.after!.id)));
  return db
    .select()
    .from(reviews)
    .where(and(wantedBy(db, filter), behind ?? undefined))
    .orderBy(up ? asc(reviews.changedAt) : desc(reviews.changedAt), asc(reviews.id))
    .limit(page.size);
}

/** How many there are in such a list. */
export async function countMatchingReviews(db: Db, filter: DeskFilter): Promise<number> {
  const [row] = await db.select({ all: count() }).from(reviews).where(wantedBy(db, filter));
  return row?.all ?? 0;
}

const openReports = (db: Db) => db.select({ id: reviewReports.reviewId }).from(reviewReports).where(isNull(reviewReports.closedAt));

/** How many stand in each state, and how many were reported and not looked at. */
export async function countReviews(db: Db): Promise<Record<ReviewStatus | 'reported', number>> {
  const [rows, reported] = await Promise.all([
    db.select({ status: reviews.status, all: count() }).from(reviews).groupBy(reviews.status),
    db
      .select({ all: count() })
      .from(reviews)
      .where(inArray(reviews.id, openReports(db))),
  ]);
  const counts = Object.fromEntries(reviewStates.map((state) => [state, rows.find((row) => row.status === state)?.all ?? 0]));
  return { ...(counts as Record<ReviewStatus, number>), reported: reported[0]?.all ?? 0 };
}

/** What happened to a review, oldest first. */
export async function findReviewEvents(db: Db, reviewId: string): Promise<ReviewEvent[]> {
  return db.select().from(reviewEvents).where(eq(reviewEvents.reviewId, reviewId)).orderBy(asc(reviewEvents.version));
}

export async function insertReport(tx: Tx, now: Instant, reviewId: string, report: Report): Promise<void> {
  await tx.insert(reviewReports).values({ id: randomUUID(), reviewId, ...report, at: new Date(now) });
}

export async function findReports(db: Db, reviewId: string): Promise<ReviewReport[]> {
  return db.select().from(reviewReports).where(eq(reviewReports.reviewId, reviewId)).orderBy(asc(reviewReports.at));
}

/** Somebody has looked at what was said of a review. */
export async function closeReports(tx: Tx, now: Instant, reviewId: string): Promise<void> {
  await tx
    .update(reviewReports)
    .set({ closedAt: new Date(now) })
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.closedAt)));
}

export interface Invitation {
  readonly orderId: string;
  readonly item: number;
  /** 2 is the reminder. */
  readonly number: 1 | 2;
}

/** Puts an invitation on record; false when it already is, and then nobody is to be mailed again. */
export async function recordInvitation(tx: Tx, now: Instant, invitation: Invitation): Promise<boolean> {
  const made = await tx
    .insert(reviewInvitations)
    .values({ ...invitation, askedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ orderId: reviewInvitations.orderId });
  return made.length > 0;
}

export async function findInvited(db: Db, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .where(inArray(reviewInvitations.orderId, [...orderIds]));
  return new Set(rows.map((row) => row.orderId));
}

/** Items whose first invitation left before an instant, that were not reminded and have no review. */
export async function findToRemind(db: Db, before: Instant): Promise<{ orderId: string; item: number }[]> {
  return db
    .select({ orderId: reviewInvitations.orderId, item: reviewInvitations.item })
    .from(reviewInvitations)
    .where(
      and(
        eq(reviewInvitations.number, 1),
        lt(reviewInvitations.askedAt, new Date(before)),
        sql`not exists (select 1 from review_invitations again where again.order_id = ${reviewInvitations.orderId}
          and again.item = ${reviewInvitations.item} and again.number = 2)`,
        sql`not exists (select 1 from reviews written where written.order_id = ${reviewInvitations.orderId}
          and written.item = ${reviewInvitations.item})`,
      ),
    )
    .orderBy(asc(reviewInvitations.askedAt));
}

export async function wasInvitationMailed(db: Db, invitation: Invitation): Promise<boolean> {
  const [row] = await db.select({ mailedAt: reviewInvitations.mailedAt }).from(reviewInvitations).where(same(invitation));
  return row?.mailedAt !== null;
}

export async function recordInvitationMailed(db: Db, now: Instant, invitation: Invitation): Promise<void> {
  await db
    .update(reviewInvitations)
    .set({ mailedAt: new Date(now) })
    .where(same(invitation));
}

const same = ({ orderId, item, number }: Invitation) =>
  and(eq(reviewInvitations.orderId, orderId), eq(reviewInvitations.item, item), eq(reviewInvitations.number, number));

/** Never asks this address again. Saying it twice is saying it once. */
export async function silence(db: Db, now: Instant, emailIndex: string): Promise<void> {
  await db
    .insert(reviewSilences)
    .values({ emailIndex, at: new Date(now) })
    .onConflictDoNothing();
}

export async function isSilent(db: Db, emailIndex: string): Promise<boolean> {
  const [row] = await db
    .select({ emailIndex: reviewSilences.emailIndex })
    .from(reviewSilences)
    .where(eq(reviewSilences.emailIndex, emailIndex));
  return row !== undefined;
}

export const writtenAt = (review: Pick<Review, 'writtenAt'>): Instant => instant(review.writtenAt.getTime());
