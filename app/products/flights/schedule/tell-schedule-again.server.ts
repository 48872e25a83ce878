import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { scheduleTell } from '../flight-jobs.server.ts';
import { againStanding } from './schedule-rules.ts';
import { findOpenSchedules, saveSchedule } from './schedule-store.server.ts';

/**
 * Writes once more to a traveller who has not answered what the airline changed. The order stays as it is, so that whoever
 * is reading about it can still answer; the time to answer stays too.
 */
export async function tellScheduleAgain(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  ask: { readonly orderId: string; readonly who: string },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible' | 'told-lately'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'told-lately'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'schedule_change_pending') return refuse('not-possible');
    const now = platform.clock.now();
    const standing = (await findOpenSchedules(tx, order.id)).map((open) => ({ open, is: againStanding(open, now) }));
    const due = standing.filter(({ is }) => is === 'due');
    if (due.length === 0) return refuse(standing.some(({ is }) => is === 'lately') ? 'told-lately' : 'not-possible');
    const at = new Date(now);
    for (const { open } of due) {
      await saveSchedule(tx, open.id, { toldAgainAt: at });
      await platform.jobs.send(tx, scheduleTell, { scheduleId: open.id, again: at.toISOString() });
    }
    await audit(tx, now, {
      actor: ask.who,
      action: 'schedule-change.told-again',
      subject: `orders:${order.id}`,
      detail: { schedules: due.map(({ open }) => open.id) },
    });
    await keep?.(tx, order);
    return done(order);
  });
}
