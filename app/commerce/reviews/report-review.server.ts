import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Report } from './review-form.ts';
import { insertReport } from './reviews-store.server.ts';
import type { Review } from './reviews.tables.ts';

const limits = {
  network: { name: 'review-report:network', most: 10, perMs: hourMs },
  /** One network is heard once a day about one review, so that nobody piles complaints up. */
  review: { name: 'review-report:review', most: 1, perMs: dayMs },
};

/** Keeps what a reader says is wrong with a published review. It stays published until staff have looked. */
export async function reportReview(
  platform: Platform,
  said: { readonly review: Review; readonly report: Report; readonly address: string },
  keep?: Keep<true>,
): Promise<Outcome<null, 'too-many'>> {
  const { db, clock } = platform;
  const network = networkOf(said.address);
  if ((await takeTry(db, clock, limits.network, network)) > 0) return refuse('too-many');
  if ((await takeTry(db, clock, limits.review, `${network} ${said.review.id}`)) > 0) return done(null);
  const subject = `reviews:${said.review.id}`;
  await transact(db, async (tx) => {
    const now = clock.now();
    await insertReport(tx, now, said.review.id, said.report);
    await openStaffTask(tx, now, {
      kind: 'review-report',
      subject,
      textKey: 'tasks:review-reported',
      detail: { reference: said.review.reference },
    });
    await audit(tx, now, { actor: 'guest', action: 'review.reported', subject, reason: said.report.reason });
    await keep?.(tx, true);
  });
  return done(null);
}
