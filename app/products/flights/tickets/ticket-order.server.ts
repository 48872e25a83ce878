import { settleDelivered } from '#app/commerce/orders/deliver-order.server.ts';
import { holdBackByRule } from '#app/commerce/orders/hold-back.server.ts';
import { moveOrder, mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { lockOrder, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { readTogether, transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { nameFlightLines } from '../order/name-flight-lines.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { findFamily } from '../fares/fare-rules.ts';
import { flightGiveUp, flightLookUp, flightTicket } from '../flight-jobs.server.ts';
import { openTask as openNameTask } from '../names/correct-names.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { findUntold } from '../names/name-corrections-store.server.ts';
import {
  findAttempts,
  findTickets,
  getFlightOrder,
  intend,
  intendNow,
  markApplied,
  markCalled,
  markTicketed,
  recordAnswer,
  saveHold,
  saveTickets,
  type FlightOrder,
  type IntendedAttempt,
} from '../order/flight-store.server.ts';
import type { FlightAttempt, FlightContractRow } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { holdRequest, lookUpHold, safely } from '../order/hold-flights.server.ts';
import type { Ticket, TicketOutcome } from '../supplier/flight-supplier.ts';
import { findStops, isNotFlown } from '../schedule/find-stops.server.ts';
import { coveredContracts } from './ticket-coverage.ts';
import { requestExtras } from '../extras/write-extras.server.ts';

export type TicketRefusal = 'not-possible' | 'flight-not-flown' | 'supplier-refused' | 'supplier-silent' | 'not-done-yet';

export interface Issuer {
  readonly by: 'system' | 'staff';
  readonly who: string;
  readonly reason?: string;
}

const system: Issuer = { by: 'system', who: 'system' };
/** Staff have this long to get the seats elsewhere before the money goes back. */
export const rebookMs = 2 * hourMs;
/** A call ends within eight seconds; before this has passed, what a supplier does not have may still be on its way to it. */
export const callSettledMs = 20_000;
/** So many requests for the same tickets that never arrived, and staff are asked. */
const mostLostCalls = 4;
/** A supplier that accepted and did not finish by then is shown to staff. */
const patienceMs = 15 * minuteMs;

export type TicketAnswer =
  | {
      readonly kind: 'ticketed';
      readonly contract: number;
      readonly attempt: string;
      readonly tickets: readonly Ticket[];
      readonly voidUntil: string | null;
    }
  | { readonly kind: 'failed'; readonly contract: number; readonly attempt: string; readonly why: string }
  | { readonly kind: 'pending'; readonly contract: number; readonly attempt: string; readonly seconds: number }
  | { readonly kind: 'unknown'; readonly contract: number; readonly attempt: string };

/**
 * Issues the tickets of a paid order: intent, call, answer, effect. Safe to run again after a crash anywhere: an attempt
 * that may have reached the supplier is looked up, never made a second time.
 */
export async function ticketOrder(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  orderId: string,
  issuer: Issuer = system,
): Promise<Outcome<Order, TicketRefusal>> {
  const { db, clock } = platform;
  await failpoint('supply.ticket.before-intent');
  const begun = await transact(db, async (tx): Promise<Outcome<Order, TicketRefusal>> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse('not-possible');
    if (order.status === 'ticketing') return done(order);
    // Paid on a page that stood open while a name was being put right: its tickets wait until all of its airlines have one name.
    if (order.status === 'paid' && (await findUntold(tx, orderId))) {
      await openNameTask(tx, platform, order);
      return refuse('not-possible');
    }
    // Whoever presses is told; what goes on by itself fails below, so that a colleague and the buyer hear of it.
    if (issuer.by === 'staff' && (await isNotFlown(tx, orderId))) return refuse('flight-not-flown');
    // By itself nothing is bought that somebody is to look at first.
    if (issuer.by === 'system' && (await holdBackByRule(tx, platform, flightOrderMachine, order)).status === 'on_hold')
      return refuse('not-possible');
    const moved = await moveOrder(tx, flightOrderMachine, clock.now(), { order, event: 'issue', ...issuer });
    return moved.ok ? moved : refuse('not-possible');
  });
  if (!begun.ok) return begun;
  const answers = await askForTickets(platform, flights, begun.value);
  await failpoint('supply.ticket.after-result');
  return applyTicketAnswers(platform, orderId, answers);
}

async function askForTickets(platform: Platform, flights: Pick<Flights, 'supplierOf'>, order: Order): Promise<TicketAnswer[]> {
  const [flightOrder, travellers, tickets] = await readTogether(platform.db, (db) =>
    Promise.all([getFlightOrder(db, order.id), readTravellers<PassengerDetails>(db, platform.crypto, order.id), findTickets(db, order.id)]),
  );
  const have = coveredContracts(flightOrder.passengers, tickets);
  const answers: TicketAnswer[] = [];
  const stops = await findStops(platform.db, order.id);
  // Where one of them is not flown, none of the others is bought before that is found out.
  const waiting = flightOrder.contracts
    .filter(({ position }) => !have.has(position))
    .toSorted((a, b) => Number(stops.get(b.position) === 'flight-not-flown') - Number(stops.get(a.position) === 'flight-not-flown'));
  for (const contract of waiting) {
    const answer = await askForContract(platform, flights, flightOrder, contract, travellers);
    answers.push(answer);
    // Without this contract the others are not wanted: nothing more is bought until it is settled.
    if (answer.kind === 'failed' || answer.kind === 'unknown') break;
    if (answer.kind === 'ticketed' && answer.tickets.length < travellers.length) break;
  }
  return answers;
}

/** Tickets of one contract; one whose places were let go gets its booking again first. */
export async function askForContract(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  flightOrder: FlightOrder,
  contract: FlightContractRow,
  travellers: readonly PassengerDetails[],
): Promise<TicketAnswer> {
  const { db, clock } = platform;
  const { orderId, position } = contract;
  const supplier = flights.supplierOf(contract.offerId);
  const earlier = (await findAttempts(db, orderId)).filter((each) => each.action === 'ticket' && each.contract === position);
  const open = earlier.find((each) => each.outcome === null || each.outcome === 'pending' || each.outcome === 'unknown');
  // Tickets for a flight that is known not to be flown are bought for nobody, whoever asks and however late it was said.
  if (!open && (await isNotFlown(db, orderId, position))) {
    const made = await transact(db, (tx) => intendNow(tx, clock.now(), orderId, position, 'ticket'));
    await recordAnswer(db, clock.now(), made.id, 'refused', { why: 'flight-not-flown' });
    return { kind: 'failed', contract: position, attempt: made.id, why: 'flight-not-flown' };
  }
  const again =
    contract.locator === null && supplier && !open ? await holdAgain(platform, supplier, flightOrder, contract, travellers) : null;
  // An airline that has not answered may have the places: what became of them is asked before anything is given up.
  if (again?.kind === 'unknown') return { kind: 'unknown', contract: position, attempt: again.attempt };
  const locator = contract.locator ?? (again?.kind === 'held' ? again.locator : null);
  const attempt: IntendedAttempt = open ?? (await transact(db, (tx) => intendNow(tx, clock.now(), orderId, position, 'ticket')));
  if (!supplier || locator === null) {
    await recordAnswer(db, clock.now(), attempt.id, 'refused', { why: 'hold-expired' });
    return { kind: 'failed', contract: position, attempt: attempt.id, why: 'hold-expired' };
  }
  await failpoint('supply.ticket.after-intent');
  const call = { now: clock.now() };
  if (!attempt.fresh && !(await markCalled(db, clock.now(), attempt.id))) return lookUpTicket(platform, supplier, contract, attempt);
  let outcome: TicketOutcome;
  try {
    outcome = await supplier.ticket({ attemptId: attempt.id, locator }, call);
  } catch (fault) {
    outcome = { outcome: 'unknown', reason: (fault as Error).message.slice(0, 200) };
  }
  await failpoint('supply.ticket.after-call');
  return recordTicketOutcome(platform, position, attempt.id, outcome);
}

/** Places that were let go and claimed again need a new booking with the supplier, under the price that was agreed. */
async function holdAgain(
  platform: Platform,
  supplier: NonNullable<ReturnType<Flights['supplierOf']>>,
  flightOrder: FlightOrder,
  contract: FlightContractRow,
  travellers: readonly PassengerDetails[],
): Promise<{ kind: 'held'; locator: string } | { kind: 'gone' } | { kind: 'unknown'; attempt: string }> {
  const { db, clock } = platform;
  const earlier = (await findAttempts(db, contract.orderId)).filter(
    (each) => each.action === 'hold' && each.contract === contract.position,
  );
  const open = earlier.find((each) => each.appliedAt === null);
  const attempt = open ?? (await transact(db, (tx) => intend(tx, clock.now(), contract.orderId, contract.position, 'hold')));
  const call = { now: clock.now() };
  const request = holdRequest(flightOrder, contract.position, attempt.id, travellers);
  const first = await markCalled(db, clock.now(), attempt.id);
  const outcome = first ? await safely(() => supplier.hold(request, call)) : await lookUpHold(supplier, attempt.id, call, request);
  await recordAnswer(db, clock.now(), attempt.id, outcome.outcome, {});
  if (outcome.outcome === 'unknown') return { kind: 'unknown', attempt: attempt.id };
  if (outcome.outcome !== 'ok') return { kind: 'gone' };
  const dearer =
    findFamily(outcome.value.offer, contract.brand)?.fareTotal.amount !== findFamily(contract.offer, contract.brand)?.fareTotal.amount;
  await transact(db, async (tx) => {
    if (!dearer) await saveHold(tx, contract.orderId, contract.position, outcome.value);
    await markApplied(tx, clock.now(), [attempt.id]);
  });
  return dearer ? { kind: 'gone' } : { kind: 'held', locator: outcome.value.locator };
}

/**
 * Asks what became of a ticketing attempt. A supplier that still has the bare booking never issued anything, once the
 * call cannot be under way any more: until then it is asked again.
 */
export async function lookUpTicket(
  platform: Platform,
  supplier: NonNullable<ReturnType<Flights['supplierOf']>>,
  contract: FlightContractRow,
  attempt: FlightAttempt,
): Promise<TicketAnswer> {
  const { db, clock } = platform;
  const call = { now: clock.now() };
  let found = await safely(() => supplier.lookUp(attempt.id, call));
  if (found.outcome === 'refused' && found.refused === 'not-found') {
    // The attempt never arrived; what the booking itself has become is known under the attempt that made it.
    const hold = (await findAttempts(db, contract.orderId)).findLast(
      (each) => each.action === 'hold' && each.contract === contract.position && each.outcome === 'ok',
    );
    if (hold) found = await safely(() => supplier.lookUp(hold.id, call));
  }
  const about = { contract: contract.position, attempt: attempt.id };
  if (found.outcome === 'unknown') {
    await recordAnswer(db, clock.now(), attempt.id, 'unknown', { why: found.reason });
    return { kind: 'unknown', ...about };
  }
  const settlesIn = (attempt.calledAt?.getTime() ?? 0) + callSettledMs - call.now;
  const nothingYet = found.outcome === 'refused' ? found.refused === 'not-found' : found.value.state === 'held';
  if (nothingYet && settlesIn > 0) return { kind: 'pending', ...about, seconds: Math.ceil(settlesIn / 1000) };
  if (found.outcome === 'refused')
    return recordTicketOutcome(platform, contract.position, attempt.id, { outcome: 'failed', refused: found.refused });
  const state = found.value;
  if (state.state === 'ticketed')
    return recordTicketOutcome(platform, contract.position, attempt.id, {
      outcome: 'ticketed',
      tickets: state.tickets,
      voidUntil: state.voidUntil,
    });
  if (state.state === 'ticketing')
    return recordTicketOutcome(platform, contract.position, attempt.id, { outcome: 'pending', askAgainAfterSeconds: 30 });
  await recordAnswer(db, clock.now(), attempt.id, 'refused', { why: state.state === 'held' ? 'never-issued' : state.state });
  return { kind: 'failed', ...about, why: state.state === 'held' ? 'never-issued' : 'already-cancelled' };
}

async function recordTicketOutcome(platform: Platform, contract: number, attempt: string, outcome: TicketOutcome): Promise<TicketAnswer> {
  const { db, clock } = platform;
  const about = { contract, attempt };
  switch (outcome.outcome) {
    case 'ticketed':
      await recordAnswer(db, clock.now(), attempt, 'ok', { tickets: outcome.tickets.length });
      return { kind: 'ticketed', ...about, tickets: outcome.tickets, voidUntil: outcome.voidUntil };
    case 'pending':
      await recordAnswer(db, clock.now(), attempt, 'pending', {});
      return { kind: 'pending', ...about, seconds: outcome.askAgainAfterSeconds };
    case 'failed':
      await recordAnswer(db, clock.now(), attempt, 'refused', { why: outcome.refused });
      return { kind: 'failed', ...about, why: outcome.refused };
    case 'unknown':
      await recordAnswer(db, clock.now(), attempt, 'unknown', { why: outcome.reason });
      return { kind: 'unknown', ...about };
  }
}

/** The effect of what the suppliers answered, in one transaction; the same answers twice have one effect. */
export async function applyTicketAnswers(
  platform: Platform,
  orderId: string,
  answers: readonly TicketAnswer[],
): Promise<Outcome<Order, TicketRefusal>> {
  await failpoint('confirm.before-commit');
  const result = await transact(platform.db, async (tx): Promise<Outcome<Order, TicketRefusal>> => {
    const now = platform.clock.now();
    let order = await lockOrder(tx, orderId);
    if (!order) return refuse('not-possible');
    // Issued after all, when the order had been told otherwise: the tickets are there and it is theirs.
    if ((order.status === 'paid' || order.status === 'ticketing_failed') && answers.some((answer) => answer.kind === 'ticketed'))
      order = await mustMoveOrder(tx, flightOrderMachine, now, {
        order,
        event: 'issue',
        by: 'system',
        who: 'system',
        reason: 'late-answer',
      });
    if (order.status !== 'ticketing' && order.status !== 'stuck') return order.status === 'ticketed' ? done(order) : refuse('not-possible');
    const stuck = order.status === 'stuck';
    for (const answer of answers)
      if (answer.kind === 'ticketed') await saveTickets(tx, now, orderId, answer.contract, answer.tickets, answer.voidUntil);
    await markApplied(
      tx,
      now,
      answers.filter((answer) => answer.kind === 'ticketed' || answer.kind === 'failed').map((answer) => answer.attempt),
    );
    const move = (event: string, more: { reason?: string } = {}) =>
      mustMoveOrder(tx, flightOrderMachine, now, { order, event, by: 'supplier', who: 'supplier', ...more });

    const flightOrder = await getFlightOrder(tx, orderId);
    const covered = coveredContracts(flightOrder.passengers, await findTickets(tx, orderId));
    const failed = answers.find((answer) => answer.kind === 'failed') ?? partlyTicketed(answers, covered);
    if (failed) {
      // Nothing was ever issued and the booking still stands, as when a process dies before it calls: the order is simply
      // paid, and is issued again; but not for ever with a supplier that never has what it was sent.
      if (failed.why === 'never-issued' && (await countLost(tx, orderId, failed.contract)) < mostLostCalls)
        return done(await afterLookUp(tx, platform, await move('found-unticketed', { reason: failed.why })));
      const after = await move(stuck ? 'found-failed' : 'ticketing-refused', { reason: failed.why });
      await tellOrder(tx, platform.jobs, after, 'order-ticketing-failed');
      await openStaffTask(tx, now, {
        kind: 'ticketing-failed',
        subject: `orders:${orderId}`,
        textKey: 'tasks:ticketing-failed',
        detail: { order: order.reference, why: failed.why },
      });
      await platform.jobs.send(tx, flightGiveUp, { orderId }, { startAfter: new Date(now + rebookMs) });
      return refuse('supplier-refused');
    }
    if (answers.some((answer) => answer.kind === 'unknown')) {
      if (!stuck) await move('no-answer');
      await openStaffTask(tx, now, {
        kind: 'order-stuck',
        subject: `orders:${orderId}`,
        textKey: 'tasks:order-stuck',
        detail: { order: order.reference },
      });
      await platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(now + 30_000) });
      return refuse('supplier-silent');
    }
    const pending = answers.find((answer) => answer.kind === 'pending');
    if (pending) {
      await platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(now + pending.seconds * 1000) });
      if (now - order.changedAt.getTime() > patienceMs) {
        await openStaffTask(tx, now, {
          kind: 'ticketing-slow',
          subject: `orders:${orderId}`,
          textKey: 'tasks:ticketing-slow',
          detail: { order: order.reference },
        });
      }
      return refuse('not-done-yet');
    }
    if (covered.size < flightOrder.contracts.length) {
      await platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(now + 5_000) });
      return refuse('not-done-yet');
    }
    await markTicketed(tx, now, orderId);
    const ticketed = await move(stuck ? 'found-ticketed' : 'tickets-received');
    await requestExtras(tx, platform, ticketed);
    await settleDelivered(tx, platform, ticketed, nameFlightLines);
    return done(ticketed);
  });
  await failpoint('confirm.after-commit');
  return result;
}

/** An airline that says it is done and has not written a ticket for everybody has failed: what it wrote is ours to take back. */
function partlyTicketed(answers: readonly TicketAnswer[], covered: ReadonlySet<number>): (TicketAnswer & { kind: 'failed' }) | undefined {
  const partly = answers.find((answer) => answer.kind === 'ticketed' && !covered.has(answer.contract));
  return partly && { kind: 'failed', contract: partly.contract, attempt: partly.attempt, why: 'partly-issued' };
}

async function countLost(tx: Tx, orderId: string, contract: number): Promise<number> {
  const lost = (each: FlightAttempt) => each.detail['why'] === 'never-issued';
  return (await findAttempts(tx, orderId)).filter((each) => each.action === 'ticket' && each.contract === contract && lost(each)).length;
}

/** Found to be merely paid: the work of issuing is sent again, under a fresh attempt. */
async function afterLookUp(tx: Tx, platform: Platform, order: Order): Promise<Order> {
  await platform.jobs.send(tx, flightTicket, { orderId: order.id });
  return order;
}
