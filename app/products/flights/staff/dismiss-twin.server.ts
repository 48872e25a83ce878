import { findByReference, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { dismissPair, forgetTwins } from '../order/twins-store.server.ts';

export type DismissRefusal = 'permission' | 'reason-missing' | 'not-possible' | 'twin-dismissed';

/** A colleague looked at two orders: they are no trip bought twice. The reason stands with the pair and in the audit of both. */
export async function dismissTwin(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: { readonly orderId: string; readonly other: string; readonly reason: string; readonly requestId: string },
  keep?: Keep<Outcome<null, DismissRefusal>>,
): Promise<Outcome<null, DismissRefusal>> {
  if (!may(viewer, 'flight-orders:work')) return refuse('permission');
  if (ask.reason.length < 3) return refuse('reason-missing');
  const other = await findByReference(platform.db, ask.other);
  if (other?.kind !== 'flight') return refuse('not-possible');
  const answer = await transact(platform.db, async (tx): Promise<Outcome<null, DismissRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (!order) return refuse('not-possible');
    const pair = { one: order.id, other: other.id, by: viewer.user.id, reason: ask.reason };
    if (!(await dismissPair(tx, now, pair))) return refuse('twin-dismissed');
    for (const [subject, twin] of [
      [order, other],
      [other, order],
    ] as const)
      await audit(tx, now, {
        actor: `staff:${viewer.user.id}`,
        action: 'order.twin-dismissed',
        subject: `orders:${subject.id}`,
        detail: { other: twin.reference },
        reason: ask.reason,
        requestId: ask.requestId,
      });
    await keep?.(tx, done(null));
    return done(null);
  });
  forgetTwins(platform.db);
  return answer;
}
