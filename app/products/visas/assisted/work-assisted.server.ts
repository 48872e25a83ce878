import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findCancelQuote, findResting, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { settleOpenRefunds, settleRefunds } from '../evisa/work-evisas.server.ts';
import { acceptAssisted } from './accept-assisted.server.ts';
import { assistedAccept, assistedDaily, assistedRelease, assistedSettle, custodyCount } from './assisted-jobs.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { assistedOrderMachine } from './assisted-order-status.ts';
import { releaseParty } from './assisted-product.server.ts';
import { findAppointmentsBefore, markCase, moveCase } from './assisted-store.server.ts';
import { countCustody } from './count-custody.server.ts';
import { tellCase } from './end-case.server.ts';
import { lockCase } from './lock-case.server.ts';
import { mailAssisted } from './mail-assisted.server.ts';

/** An appointment nobody said anything of is missed after a day. */
const silentAfterMs = dayMs;

/** Starts the workers of assisted visas. */
export async function workOnAssisted(platform: Platform, product: Product): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(assistedAccept, ({ orderId }) => acceptAssisted(platform, product, orderId));
  await jobs.handle(assistedRelease, async ({ orderId }) => {
    await releaseParty(platform, orderId);
  });
  await jobs.handle(assistedSettle, ({ applicationId }) => settleRefunds(platform, product, applicationId));
  await jobs.handle(assistedDaily, () => keepAppointments(platform, product));
  await jobs.schedule(assistedDaily, '* * * * *');
  await jobs.handle(custodyCount, async () => {
    await countCustody(platform);
  });
  // Eleven at night in Dubai.
  await jobs.schedule(custodyCount, '0 19 * * *');
  await mailAssisted(platform);
}

/**
 * What time brings about. Each step reads how things stand and may run any number of times. What cannot be done for one
 * keeps no other waiting: the run fails only when all had their turn.
 */
export async function keepAppointments(platform: Platform, product: Product): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const before = instant(now - platform.env.LEASE_MS);
  const paid = await findResting(db, 'assisted-visa', ['paid'], before);
  await eachRow(platform, 'order', paid, ({ id }) => acceptAssisted(platform, product, id), stepMs);
  await settleOpenRefunds(platform, product, before, 'assisted');
  const near = everyRow<AssistedCase>((after) => findAppointmentsBefore(db, new Date(now + dayMs), after));
  let failed = await eachRow(
    platform,
    'case',
    near,
    ({ id }) =>
      transact(db, async (tx) => {
        const one = (await lockCase(tx, id))?.one;
        if (one?.status !== 'appointment_booked' || !one.appointmentAt) return;
        const left = one.appointmentAt.getTime() - now;
        if (left < -silentAfterMs) {
          const missed = await moveCase(tx, now, { one, event: 'miss', by: 'system', who: 'system' });
          if (missed.ok) await tellCase(tx, platform, missed.value, 'missed');
        } else if (left > 0 && left <= 3 * hourMs && one.reminded !== 'hours') {
          await markCase(tx, id, { reminded: 'hours' });
          await tellCase(tx, platform, one, 'hours-before');
        } else if (left > 3 * hourMs && one.reminded === null) {
          await markCase(tx, id, { reminded: 'day' });
          await tellCase(tx, platform, one, 'day-before');
        }
      }),
    stepMs,
  );
  // A question about cancelling that nobody came back to does not hold up the cases.
  const asked = await findResting(db, 'assisted-visa', ['cancel_quoted'], instant(now - 30 * minuteMs));
  failed += await eachRow(
    platform,
    'order',
    asked,
    ({ id }) =>
      transact(db, async (tx) => {
        const current = await lockOrder(tx, id);
        const quoted = await findCancelQuote(tx, id);
        if (current?.status !== 'cancel_quoted' || quoted?.terms.window !== 'by-stage') return;
        await mustMoveOrder(tx, assistedOrderMachine, now, {
          order: current,
          event: 'keep-application',
          by: 'system',
          who: 'system',
          reason: 'not-answered',
        });
      }),
    stepMs,
  );
  mustAllBeTaken(failed);
}
