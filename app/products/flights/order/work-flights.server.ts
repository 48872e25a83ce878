import { giveUpOrder, keepForgotten } from '#app/commerce/orders/cancel-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findOrderAsSystem, findResting, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, stepMs } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { instant } from '#app/values/dates.ts';
import { forgetQuotes } from '../quotes/forget-quotes.server.ts';
import { lapseOverdueWishes } from '../quotes/lapse-discounts.server.ts';
import { dropOldDrafts } from '../booking/booking-draft-store.server.ts';
import { carryOutChange } from '../change/carry-out-change.server.ts';
import { releaseFlights } from './end-flights.server.ts';
import {
  allotmentSettle,
  answersTell,
  flightAddition,
  flightChange,
  flightExtrasWrite,
  flightGiveUp,
  flightLookUp,
  flightRelease,
  flightTicket,
  scheduleNewsAsk,
  scheduleTell,
} from '../flight-jobs.server.ts';
import { findToIssue } from '../extras/extras-store.server.ts';
import { findHalfEnded, findToBeFlown, isBeingEnded, type FlownOrder } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { endFlown, flownAfterMs } from '../trip/missed-flights.server.ts';
import { lookUpFlights } from './look-up-flights.server.ts';
import { reconcileBookings } from './reconcile-bookings.server.ts';
import { askScheduleNews } from '../schedule/receive-schedules.server.ts';
import { settleAllotment } from '../supply/keep-allotment.server.ts';
import { seekTwins } from './seek-twins.server.ts';
import { tellAnswers } from '../extras/tell-answers.server.ts';
import { tellSchedule, tellScheduleOver } from '../schedule/tell-schedule.server.ts';
import { rebookMs, ticketOrder } from '../tickets/ticket-order.server.ts';
import { findToSeek } from './twins-store.server.ts';
import { endOverAddition } from '../addition/choose-additions.server.ts';
import { findOverAdditions } from '../addition/additions-store.server.ts';
import { endCorrections } from '../names/correct-names.server.ts';
import { findOpenNames } from '../names/name-corrections-store.server.ts';
import { workOnSchedules } from '../schedule/work-schedules.server.ts';
import { writeExtras } from '../extras/write-extras.server.ts';

/** Takes up what a crash left lying: an order that rests in a passing state has lost its job. */
const flightsResume = jobKind<Record<string, never>>('flight.resume', 1);

/** Lays the supplier's books beside ours. */
const flightsReconcile = jobKind<Record<string, never>>('flight.reconcile', 1);

/** States an order ends when it got stuck in them; what suppliers hold for it is given up. */
const endedStates = ['expired', 'cancelled', 'refund_due', 'refunded'];

/** Starts the workers of flight orders. */
export async function workOnFlights(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf' | 'listBookings' | 'scheduleNews'>,
  product: Product,
): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(flightTicket, async ({ orderId }) => {
    await ticketOrder(platform, flights, orderId);
  });
  await jobs.handle(flightLookUp, async ({ orderId }) => {
    await lookUpFlights(platform, flights, product, orderId);
  });
  await jobs.handle(flightRelease, async ({ orderId }) => {
    const order = await findOrderAsSystem(platform.db, orderId);
    // Late money may have brought the order back to life meanwhile.
    if (order && endedStates.includes(order.status)) await releaseFlights(platform, flights, orderId);
  });
  await jobs.handle(flightExtrasWrite, ({ orderId }) => writeExtras(platform, flights, orderId));
  await jobs.handle(flightAddition, ({ orderId }) => endOverAddition(platform, orderId));
  await jobs.handle(answersTell, ({ orderId }) => tellAnswers(platform, orderId));
  await jobs.handle(allotmentSettle, ({ allotmentId }) => settleAllotment(platform, allotmentId));
  await jobs.handle(flightChange, async ({ orderId }) => {
    await carryOutChange(platform, flights, orderId);
  });
  await jobs.handle(flightGiveUp, async ({ orderId }) => {
    const order = await findOrderAsSystem(platform.db, orderId);
    const waited = order ? platform.clock.now() - order.changedAt.getTime() : 0;
    if (order?.status === 'ticketing_failed' && waited >= rebookMs)
      await giveUpOrder(platform, product, { orderId, by: 'system', who: 'system', reason: 'not-rebooked-in-time' });
  });
  await jobs.handle(flightsResume, async () => {
    const before = instant(platform.clock.now() - platform.env.LEASE_MS);
    const resting = async (...statuses: string[]) => (await findResting(platform.db, 'flight', statuses, before)).map(({ id }) => id);
    await eachRow(platform, 'order', await resting('paid'), (id) => ticketOrder(platform, flights, id));
    await eachRow(platform, 'order', await findHalfEnded(platform.db, before), (id) => askAgain(platform, product, id));
    await eachRow(platform, 'order', await resting('priced', 'ticketing', 'stuck'), (id) => lookUpFlights(platform, flights, product, id));
    await eachRow(platform, 'order', await resting('change_quoted', 'change_pending'), (id) => carryOutChange(platform, flights, id));
    await workOnSchedules(platform);
    await eachRow(platform, 'order', await resting('cancel_quoted'), (id) =>
      keepForgotten(platform, product, id, (tx) => isBeingEnded(tx, id)),
    );
    const landed = instant(platform.clock.now() - flownAfterMs);
    const flown = everyRow<FlownOrder>((after) => findToBeFlown(platform.db, landed, after));
    await eachRow(platform, 'order', flown, ({ id }) => endFlown(platform, id), stepMs);
    const toIssue = everyRow<string>((after) => findToIssue(platform.db, before, after));
    await eachRow(platform, 'order', toIssue, (id) => writeExtras(platform, flights, id), stepMs);
    const over = everyRow<string>((after) => findOverAdditions(platform.db, before, after));
    await eachRow(platform, 'order', over, (id) => endOverAddition(platform, id), stepMs);
    const named = everyRow<string>((after) => findOpenNames(platform.db, after));
    await eachRow(platform, 'order', named, (id) => endCorrections(platform, id), stepMs);
    const toSeek = everyRow<string>((after) => findToSeek(platform.db, after));
    await eachRow(platform, 'order', toSeek, (id) => seekTwins(platform, id), stepMs);
    const now = platform.clock.now();
    await noteRetention(platform.db, now, 'flight-drafts', await dropOldDrafts(platform.db, now));
    await lapseOverdueWishes(platform);
    await forgetQuotes(platform);
  });
  await jobs.schedule(flightsResume, '* * * * *');
  await jobs.handle(scheduleTell, ({ scheduleId, again, over }) =>
    over ? tellScheduleOver(platform, scheduleId) : tellSchedule(platform, scheduleId, again),
  );
  await jobs.handle(scheduleNewsAsk, async () => {
    const silent = await askScheduleNews(platform, flights);
    await workOnSchedules(platform);
    if (silent.length > 0) throw new Error(`No answer about changed schedules from ${silent.join(', ')}`);
  });
  await jobs.schedule(scheduleNewsAsk, '*/5 * * * *');
  await jobs.handle(flightsReconcile, async () => {
    if ((await reconcileBookings(platform, flights)) === null) throw new Error('The supplier did not list its bookings');
  });
  await jobs.schedule(flightsReconcile, '23 * * * *');
}

/** What became of a cancellation that nobody waits for any more is looked up, as if its answer had been lost. */
async function askAgain(platform: Platform, product: Product, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'cancel_quoted' && order?.status !== 'ticketed') return;
    const lost = { order, event: 'no-answer', by: 'supplier', who: 'system', reason: 'interrupted' } as const;
    await mustMoveOrder(tx, product.machine, platform.clock.now(), lost);
    await product.sendLookUp(tx, orderId);
  });
}
