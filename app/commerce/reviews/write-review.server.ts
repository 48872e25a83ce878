import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { ProductCounters } from '../product-counter.ts';
import type { SoldItem } from './open-sold-item.server.ts';
import type { WrittenReview } from './review-form.ts';
import { reviewMachine } from './review-status.ts';
import { changeReview, closeReports, insertReview, type ReviewedItem } from './reviews-store.server.ts';
import type { Review } from './reviews.tables.ts';

export type WriteRefusal = 'not-yours-to-write' | 'changed-meanwhile';

export interface Writing {
  readonly sold: SoldItem;
  readonly written: WrittenReview;
  /** The language of the page it was written on: mails about it are in this one. */
  readonly speaks: LanguageCode;
  /** As the audit names people. */
  readonly who: string;
}

/** Puts a review on record, or changes it, and lays it before staff. Nothing is public before it was read. */
export async function writeReview(
  platform: Platform,
  counters: ProductCounters,
  { sold, written, speaks, who }: Writing,
): Promise<Outcome<Review, WriteRefusal>> {
  if (sold.may !== 'write' && sold.may !== 'edit') return refuse('not-yours-to-write');
  const item = sold.review ? null : await describeItem(counters, sold);
  if (!sold.review && !item) return refuse('not-yours-to-write');
  return transact(platform.db, async (tx): Promise<Outcome<Review, WriteRefusal>> => {
    const now = platform.clock.now();
    const review = sold.review
      ? await edit(tx, now, sold.review, written, who)
      : await insertReview(tx, now, item!, { ...written, speaks, actor: who });
    if (!review) return refuse('changed-meanwhile');
    await openStaffTask(tx, now, {
      kind: 'review',
      subject: `reviews:${review.id}`,
      textKey: 'tasks:review-waits',
      detail: { reference: review.reference },
    });
    await audit(tx, now, { actor: who, action: sold.review ? 'review.edited' : 'review.written', subject: `reviews:${review.id}` });
    return done(review);
  });
}

async function edit(tx: Tx, now: Instant, review: Review, written: WrittenReview, actor: string): Promise<Review | null> {
  const move = moveOn(reviewMachine, review.status, 'edit', 'writer');
  if (!move.ok) return null;
  // An answer of ours belongs to the words it answered.
  const to = { ...written, status: move.to, rejectReason: null, rejectNote: null, reply: null, publishedAt: null };
  return changeReview(tx, now, review, 'edit', { to, actor });
}

/** Takes a review back for good; its place stays taken, so that it cannot be written anew. */
export async function withdrawReview(platform: Platform, sold: SoldItem, who: string): Promise<Outcome<Review, WriteRefusal>> {
  const { review } = sold;
  if (!review) return refuse('not-yours-to-write');
  const move = moveOn(reviewMachine, review.status, 'withdraw', 'writer');
  if (!move.ok) return refuse('not-yours-to-write');
  return transact(platform.db, async (tx): Promise<Outcome<Review, WriteRefusal>> => {
    const now = platform.clock.now();
    const to = { status: move.to, rejectReason: null, rejectNote: null, publishedAt: null };
    const taken = await changeReview(tx, now, review, 'withdraw', { to, actor: who });
    if (!taken) return refuse('changed-meanwhile');
    await closeReports(tx, now, review.id);
    await closeStaffTasks(tx, now, { kinds: ['review', 'review-report'], subject: `reviews:${review.id}`, by: who });
    await audit(tx, now, { actor: who, action: 'review.withdrawn', subject: `reviews:${review.id}` });
    return done(taken);
  });
}

/** What was had, in each of our languages, frozen with the review; null where nobody was there. */
async function describeItem(counters: ProductCounters, { order, item }: SoldItem): Promise<ReviewedItem | null> {
  const counter = counters.of(order.kind);
  const told = await Promise.all(languageCodes.map(async (language) => [language, await counter.reviewed(order.id, language)] as const));
  const thing = told[0]![1];
  if (!thing) return null;
  return {
    orderId: order.id,
    item,
    kind: order.kind,
    productId: thing.id,
    subject: Object.fromEntries(told.map(([language, one]) => [language, one!.subject])) as Record<LanguageCode, string>,
    completedOn: thing.completedOn,
  };
}
