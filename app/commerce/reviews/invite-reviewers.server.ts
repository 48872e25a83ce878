import { transact } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { findOrdersEndedBetween } from '../orders/orders-store.server.ts';
import { reviewInvitation } from './mail-reviews.server.ts';
import { keptStates } from './review-eligibility.ts';
import { findInvited, findToRemind, recordInvitation, type Invitation } from './reviews-store.server.ts';

/** Ten in the morning in Dubai: nobody is woken by it. */
const reviewsInvite = jobKind<Record<string, never>>('reviews.invite', 1);
const everyMorning = '0 6 * * *';

/** A day to come home in; a trip longer ago than the other is not asked about. */
const restMs = dayMs;
const reachMs = 8 * dayMs;
const remindAfterMs = 7 * dayMs;

/** Starts asking those who came home. */
export async function workOnReviews(platform: Platform): Promise<void> {
  await platform.jobs.handle(reviewsInvite, () => inviteReviewers(platform));
  await platform.jobs.schedule(reviewsInvite, everyMorning);
}

/** Asks everybody whose trip ended a day ago or more, and once more those who have not answered for a week. */
export async function inviteReviewers(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const states = Object.values(keptStates).flat();
  const ended = await findOrdersEndedBetween(db, states, instant(now - reachMs), instant(now - restMs));
  const home = ended.filter((order) => keptStates[order.kind]?.includes(order.status));
  const invited = await findInvited(
    db,
    home.map((order) => order.id),
  );
  const first = home.filter((order) => !invited.has(order.id)).map((order): Invitation => ({ orderId: order.id, item: 0, number: 1 }));
  const again = (await findToRemind(db, instant(now - remindAfterMs))).map((each): Invitation => ({ ...each, number: 2 }));
  const due = [...first, ...again].map((invitation) => ({ id: invitation.orderId, invitation }));
  const failed = await eachRow(platform, 'order', due, ({ invitation }) =>
    transact(db, async (tx) => {
      if (await recordInvitation(tx, now, invitation)) await platform.jobs.send(tx, reviewInvitation, invitation);
    }),
  );
  mustAllBeTaken(failed);
}
