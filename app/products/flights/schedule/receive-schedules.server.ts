import { randomUUID } from 'node:crypto';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { acceptAllowed } from './answer-schedule.server.ts';
import { nextDeparture } from '../change/change-rules.ts';
import { scheduleTell } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { dropQuoted, findLivingChange } from '../change/flight-changes-store.server.ts';
import { flownAround } from '../change/flown-around.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import type { Slice } from '../offer.ts';
import { keepOfAsked } from './only-asked.server.ts';
import { answerBy, isNumberOnly, judgeSchedule, numberStandsBy } from './schedule-rules.ts';
import {
  findContractOfBooking,
  findUnanswered,
  findOpenSchedules,
  findSchedule,
  findSchedules,
  insertSchedule,
  insertUnchanged,
  isKnownNotice,
  lastSaid,
  newestSaid,
  saveSchedule,
  supersedeSchedules,
} from './schedule-store.server.ts';
import type { ScheduleNotice } from '../supplier/flight-supplier.ts';

/** Messages may come in another order than they were said: this much is asked for again each time. */
const overlapMs = hourMs;
/** What is asked for when nothing is on record of a source yet. */
const firstReachMs = 30 * dayMs;
const isLiving = (status: ScheduleChange['status']) => status === 'held' || status === 'open';
/** Nothing that anybody would have to answer. */
const asItWas = { kinds: [], severity: 'minor', broken: [], refundable: false, acceptable: true } as const;
const ended: readonly string[] = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided'];

/**
 * Asks every source what it changed and records it. Returns the codes of
 * sources that did not answer, or said something that could not be recorded: they are asked again the next time.
 */
export async function askScheduleNews(platform: Platform, flights: Pick<Flights, 'scheduleNews'>): Promise<readonly string[]> {
  const silent = new Set<string>();
  for (const news of flights.scheduleNews) {
    const source = news.sources[0]!;
    const now = platform.clock.now();
    const last = await lastSaid(platform.db, source);
    const since = last ? last.getTime() - overlapMs : now - firstReachMs;
    const said = await safely(() => news.notices(since, { now }));
    if (said.outcome !== 'ok') {
      silent.add(source);
      continue;
    }
    for (const notice of said.value.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1)))
      try {
        await receiveNotice(platform, { source, sources: news.sources }, notice);
      } catch (fault) {
        // One booking that cannot be worked on does not keep the others waiting; its source is named, and is asked again.
        platform.log.error({ fault: (fault as Error).message, source, notice: notice.id }, 'schedule notice not received');
        silent.add(source);
      }
  }
  return [...silent];
}

/**
 * Puts a supplier's message on record, once however often it comes, and brings it before the traveller. `not-ours`: no
 * contract has this booking; `nothing`: known already, over, or no change of what is flown.
 */
export async function receiveNotice(
  platform: Platform,
  from: { readonly source: string; readonly sources: readonly string[] },
  notice: ScheduleNotice,
): Promise<'received' | 'nothing' | 'not-ours'> {
  const { db, clock } = platform;
  const booked = await findContractOfBooking(db, from.sources, notice.locator);
  if (!booked) return 'not-ours';
  return transact(db, async (tx) => {
    const now = clock.now();
    const order = await lockOrder(tx, booked.orderId);
    if (!order || ended.includes(order.status) || (await isKnownNotice(tx, from.source, notice.id))) return 'nothing';
    // An older message that comes late, or once more, does not take back what was said after it.
    if ((await newestSaid(tx, order.id, booked.contract)) > Date.parse(notice.at)) return 'nothing';
    const living = (await findSchedules(tx, order.id)).find(({ contract, status }) => contract === booked.contract && isLiving(status));
    const flightOrder = await getFlightOrder(tx, order.id);
    const was = flightOrder.contracts[booked.contract]!.offer.slices;
    const judged = judgeSchedule(was, notice.slices, notice.seatsLost, flownAround(flightOrder, booked.contract), notice.flies);
    if (living) await supersedeSchedules(tx, now, order.id, booked.contract);
    const said = {
      source: from.source,
      notice: notice.id,
      orderId: order.id,
      contract: booked.contract,
      saidAt: new Date(notice.at),
      receivedAt: new Date(now),
    };
    const change = await findLivingChange(tx, order.id);
    const exchanging = change?.status === 'accepted' && change.leaves === null && change.contract === booked.contract;
    if (!judged && !exchanging) {
      // The airline flies again what was sold: whatever lay before the traveller of it is over, and they hear that it is.
      const asked = (await findUnanswered(tx, order.id, booked.contract))[0];
      await insertUnchanged(tx, said);
      await leave(tx, platform, order);
      if (asked) await platform.jobs.send(tx, scheduleTell, { scheduleId: asked.id, over: true });
      return living ? 'received' : 'nothing';
    }
    // Tickets are being written for other flights just now: what it is to them is judged when they are there.
    const { kinds, severity, broken, refundable, acceptable } = judged ?? asItWas;
    await insertSchedule(tx, {
      ...said,
      id: randomUUID(),
      status: notice.heldBack ? 'held' : 'open',
      severity,
      kinds: [...kinds],
      was,
      slices: notice.slices,
      gone: notice.slices ? [] : [...(notice.gone ?? [])],
      flies: notice.slices ? null : (notice.flies ?? null),
      seatsLost: [...notice.seatsLost],
      broken,
      refundable,
      acceptable,
      departsAt: firstDeparture(was, notice.slices ?? notice.flies ?? null, now),
    });
    if (notice.heldBack) await leave(tx, platform, order);
    else await enterSchedules(tx, platform, await endAsked(tx, platform, order));
    return 'received';
  });
}

async function leave(tx: Tx, platform: Platform, order: Order): Promise<void> {
  if (order.status !== 'schedule_change_pending' || (await findOpenSchedules(tx, order.id)).length > 0) return;
  await mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), { order, event: 'schedule-over', by: 'supplier', who: 'supplier' });
}

/**
 * What was only asked about ends here: nobody agreed to it and nothing was paid, and its answer was about flights that the
 * airline flies no more, at a price that may be none now.
 */
async function endAsked(tx: Tx, platform: Platform, order: Order): Promise<Order> {
  const now = platform.clock.now();
  const bySystem = { by: 'system', who: 'system', reason: 'schedule-changed' } as const;
  if (order.status === 'change_quoted') {
    await dropQuoted(tx, now, order.id, 'schedule-changed');
    return mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'keep-flights', ...bySystem });
  }
  const event = await keepOfAsked(tx, order);
  return event ? mustMoveOrder(tx, flightOrderMachine, now, { order, event, ...bySystem }) : order;
}

/**
 * Brings what the airline changed before the traveller of a ticketed order: it is judged against what the order flies now,
 * its time to answer begins, and its mail is sent. An order that is busy with something else is taken up when that is over.
 */
export async function enterSchedules(tx: Tx, platform: Platform, order: Order): Promise<Order> {
  if (order.status !== 'ticketed' && order.status !== 'schedule_change_pending') return order;
  const now = platform.clock.now();
  const flightOrder = await getFlightOrder(tx, order.id);
  let current = order;
  for (const open of await findOpenSchedules(tx, order.id)) {
    if (open.toldAt && current.status === 'schedule_change_pending') continue;
    const was = flightOrder.contracts[open.contract]!.offer.slices;
    const around = flownAround(flightOrder, open.contract);
    const judged = concerns(open, was) ? judgeSchedule(was, open.slices, open.seatsLost, around, open.flies) : null;
    if (!judged) {
      await saveSchedule(tx, open.id, { status: 'superseded', settledAt: new Date(now) });
      continue;
    }
    const { kinds, severity, broken, refundable, acceptable } = judged;
    const departsAt = firstDeparture(was, open.slices ?? open.flies, now);
    await saveSchedule(tx, open.id, {
      was,
      kinds: [...kinds],
      severity,
      broken,
      refundable,
      acceptable,
      departsAt,
      ...(open.toldAt
        ? {}
        : {
            toldAt: new Date(now),
            answerBy: new Date(isNumberOnly(kinds) ? numberStandsBy(now) : answerBy(severity, instant(departsAt.getTime()), now)),
          }),
    });
    const event = current.status === 'ticketed' ? 'schedule-changed' : 'noted-schedule-changed';
    current = await mustMoveOrder(tx, flightOrderMachine, now, {
      order: current,
      event,
      by: 'supplier',
      who: 'supplier',
      detail: { schedule: open.id, severity },
    });
    if (open.toldAt) continue;
    const agreed = await acceptAllowed(tx, platform, { order: current, schedule: open.id, judged });
    // Told either way: of what is asked, or of what was accepted as they had said.
    await platform.jobs.send(tx, scheduleTell, { scheduleId: open.id });
    // What is said of the order's other flights comes when the new tickets are there.
    if (agreed) return agreed;
  }
  await leave(tx, platform, current);
  return current;
}

/** A message about flights that the traveller has exchanged for others is about nobody any more. */
function concerns(open: ScheduleChange, was: readonly Slice[]): boolean {
  const named = (slices: readonly Slice[]) =>
    slices.flatMap(({ segments }) => segments.map(({ flight, departs }) => `${flight} ${departs.local.slice(0, 10)}`)).join();
  return named(open.was) === named(was);
}

/** The first departure of before and of now. What has been flown of a journey is over: the rest of it is what counts. */
function firstDeparture(was: readonly Slice[], slices: readonly Slice[] | null, now: Instant): Date {
  const first = (some: readonly Slice[]) => nextDeparture({ slices: some }, now) ?? Date.parse(some[0]!.segments[0]!.departs.utc);
  return new Date(Math.min(first(was), slices ? first(slices) : Infinity));
}

/** A colleague has the traveller told of what was held back. */
export async function tellHeld(
  platform: Platform,
  ask: { readonly schedule: string; readonly who: string; readonly requestId: string },
): Promise<Outcome<Order, 'not-held'>> {
  const row = await findSchedule(platform.db, ask.schedule);
  if (!row) return refuse('not-held');
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-held'>> => {
    const order = await lockOrder(tx, row.orderId);
    const still = await findSchedule(tx, row.id);
    if (!order || still?.status !== 'held') return refuse('not-held');
    await saveSchedule(tx, row.id, { status: 'open' });
    await audit(tx, platform.clock.now(), {
      actor: ask.who,
      action: 'schedule-change.told',
      subject: `orders:${order.id}`,
      detail: { schedule: row.id },
      requestId: ask.requestId,
    });
    return done(await enterSchedules(tx, platform, order));
  });
}
