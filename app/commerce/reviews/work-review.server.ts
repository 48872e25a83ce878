import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { reviewMail } from './mail-reviews.server.ts';
import type { RejectReason } from './review-kinds.ts';
import { reviewMachine } from './review-status.ts';
import { changeReview, closeReports, findReviewAsSystem } from './reviews-store.server.ts';
import type { Review } from './reviews.tables.ts';

export type DeskWork =
  | { readonly event: 'publish' }
  | { readonly event: 'reject'; readonly reason: RejectReason; readonly note: string }
  | { readonly event: 'reply'; readonly words: string }
  /** Readers complained, and it stays. */
  | { readonly event: 'keep' };

export type WorkRefusal = MoveRefusal | 'changed-meanwhile';

/**
 * What staff do about a review they have read at `version`: nobody's eyes may have been on other words than those
 * that go out. Each is told to its author by mail.
 */
export async function workReview(
  platform: Platform,
  work: { readonly id: string; readonly version: number; readonly staffId: string; readonly what: DeskWork },
): Promise<Outcome<Review, WorkRefusal>> {
  const { what } = work;
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<Review, WorkRefusal>> => {
    const now = platform.clock.now();
    const review = await findReviewAsSystem(tx, work.id);
    if (review?.version !== work.version) return refuse('changed-meanwhile');
    const subject = `reviews:${review.id}`;
    if (what.event !== 'reply') {
      await closeReports(tx, now, review.id);
      await closeStaffTasks(tx, now, { kinds: ['review', 'review-report'], subject, by: actor });
    }
    if (what.event === 'keep') {
      await audit(tx, now, { actor, action: 'review.kept', subject });
      return done(review);
    }
    const change = changeFor(review, what, now);
    if (!change.ok) return change;
    const reason = what.event === 'reject' ? what.reason : null;
    const changed = await changeReview(tx, now, review, what.event, { to: change.value, actor, reason });
    if (!changed) return refuse('changed-meanwhile');
    await platform.jobs.send(tx, reviewMail, { reviewId: review.id, version: changed.version, template: templates[what.event] });
    await audit(tx, now, { actor, action: `review.${what.event}`, subject, ...(reason && { reason }) });
    return done(changed);
  });
}

const templates = { publish: 'published', reject: 'rejected', reply: 'replied' } as const;

type Change = Parameters<typeof changeReview>[4]['to'];

function changeFor(review: Review, what: Exclude<DeskWork, { event: 'keep' }>, now: Instant): Outcome<Change, MoveRefusal> {
  if (what.event === 'reply')
    return review.status === 'published' ? done({ reply: what.words }) : { ok: false, refused: 'not-possible-from-here' };
  const move = moveOn(reviewMachine, review.status, what.event, 'staff');
  if (!move.ok) return move;
  return what.event === 'publish'
    ? done({ status: move.to, publishedAt: new Date(now), rejectReason: null, rejectNote: null })
    : done({ status: move.to, publishedAt: null, rejectReason: what.reason, rejectNote: what.note || null });
}
