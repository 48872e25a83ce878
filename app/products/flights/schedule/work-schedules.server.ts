import { findOrderAsSystem, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { acceptSchedule } from './answer-schedule.server.ts';
import { changeClosesMs, nextDeparture } from '../change/change-rules.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import { enterSchedules } from './receive-schedules.server.ts';
import { silenceOf } from './schedule-rules.ts';
import { endSchedules, findSchedule, findToEnd, findToEnter, findOverdue, saveSchedule } from './schedule-store.server.ts';

/**
 * What time brings about: changes that were said while an order was busy come before its traveller, those of ended orders are
 * over, and a time to answer runs out. Any number of times, on any process.
 */
export async function workOnSchedules(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const toEnter = everyRow<string>((after) => findToEnter(db, after));
  await eachRow(platform, 'order', toEnter, (orderId) => enter(platform, orderId), stepMs);
  const toEnd = everyRow<string>((after) => findToEnd(db, after));
  await eachRow(platform, 'order', toEnd, (orderId) => transact(db, (tx) => endSchedules(tx, clock.now(), orderId)), stepMs);
  const unanswered = everyRow<ScheduleChange>((after) => findOverdue(db, clock.now(), after));
  await eachRow(platform, 'schedule', unanswered, (open) => runOut(platform, open), stepMs);
}

async function enter(platform: Platform, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status === 'ticketed') await enterSchedules(tx, platform, order);
  });
}

/** Nobody answered: a small change stands as the traveller was told it would, anything else is for a person to ask about. */
async function runOut(platform: Platform, open: ScheduleChange): Promise<void> {
  if (silenceOf(open) === 'accept') {
    const order = (await findOrderAsSystem(platform.db, open.orderId))!;
    // Being exchanged or cancelled just now: this comes again.
    if (order.status !== 'schedule_change_pending') return;
    const { contracts } = await getFlightOrder(platform.db, order.id);
    const now = platform.clock.now();
    // Of a journey that has begun the rest can still be written anew.
    const leaves = nextDeparture(contracts[open.contract]!.offer, now);
    const writes = leaves !== null && leaves - changeClosesMs >= now;
    // What no ticket is written for any more is a person's to settle with the airline, and not tried again every minute.
    const taken =
      writes &&
      (await acceptSchedule(platform, {
        orderId: open.orderId,
        schedule: open.id,
        version: order.version,
        by: 'system',
        who: 'system',
        reason: 'no-answer-in-time',
      }));
    if (taken && taken.ok) return;
  }
  await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, open.orderId);
    const still = await findSchedule(tx, open.id);
    if (!order || still?.status !== 'open' || still.overdueAt || order.status !== 'schedule_change_pending') return;
    const now = platform.clock.now();
    await saveSchedule(tx, open.id, { overdueAt: new Date(now) });
    await openStaffTask(tx, now, {
      kind: 'schedule-unanswered',
      subject: `orders:${order.id}`,
      textKey: 'tasks:schedule-unanswered',
      detail: { order: order.reference },
    });
  });
}
