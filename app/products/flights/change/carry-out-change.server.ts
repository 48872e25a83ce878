import { releaseSome } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import {
  findOrderAsSystem,
  findSnapshots,
  insertSnapshot,
  lockOrder,
  readPeople,
  rewriteItems,
  setTravelTimes,
} from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { replaceInvoice } from '#app/commerce/orders/replace-invoice.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { paymentCapture, paymentClose } from '#app/commerce/payments/payment-jobs.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { askRelease } from '#app/commerce/payments/release-payment.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { nameFlightLines } from '../order/name-flight-lines.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { ChangeAsker } from './change-flights.server.ts';
import { changeClosesMs, changeGraceMs, nextDeparture, purchaseAfter } from './change-rules.ts';
import { askToTakeBack, divideRequest, settleLeaving } from '../leave/leave-flights.server.ts';
import { closeTask, nextContract, openTask, saveName, withName, writeNext } from '../names/correct-names.server.ts';
import { brandOf } from '../fares/fare-rules.ts';
import { dropQuoted, findLivingChange, saveChange } from './flight-changes-store.server.ts';
import { flightItems } from '../order/flight-items.ts';
import { flightChange, flightLookUp, scheduleTell } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { segmentsOf } from '../flight-price.ts';
import { freeMeals } from '../extras/meal-wishes.ts';
import { keepMeals } from '../extras/traveller-requests-store.server.ts';
import {
  exchangeTickets,
  findAttempts,
  flyingOf,
  getFlightOrder,
  intendNow,
  markApplied,
  purchaseOfOrder,
  recordAnswer,
  saveExchange,
  travellerId,
  type FlightOrder,
} from '../order/flight-store.server.ts';
import type { FlightAttempt, FlightChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { holdRequest, safely } from '../order/hold-flights.server.ts';
import { changePurpose } from './change-purpose.ts';
import { giveBackLeftOut, tellUnpaid } from './pay-change.server.ts';
import type { BookingState, SupplierOutcome, Ticket } from '../supplier/flight-supplier.ts';
import { poolKey, seatKey } from '../supplier/own-stock.ts';
import { enterSchedules } from '../schedule/receive-schedules.server.ts';
import { answerBy } from '../schedule/schedule-rules.ts';
import { isOneSum, untouchedBy } from '../names/name-correction-rules.ts';
import { findCorrection, saveCorrection, type NameCorrection } from '../names/name-corrections-store.server.ts';
import { findSchedule, reopenSchedule, saveSchedule, settleSchedule } from '../schedule/schedule-store.server.ts';
import { callSettledMs } from '../tickets/ticket-order.server.ts';
import { changeExtras, renameExtras } from '../extras/write-extras.server.ts';

export type CarryRefusal = 'not-possible' | 'waits-for-money' | 'supplier-refused' | 'supplier-silent';

/** What the payment of a change is: reserved or taken, under way, or not there. */
async function moneyOf(tx: Tx, change: FlightChange) {
  const payments = (await findPaymentsOfOrder(tx, change.orderId)).filter(({ purpose }) => purpose === changePurpose(change));
  return {
    payments,
    there: payments.find(({ status }) => status === 'requires_capture' || status === 'succeeded') ?? null,
    deciding: payments.some(({ status }) => status === 'processing' || status === 'stuck'),
  };
}

/**
 * Takes the next step of an order's change: a quote that is over ends, one that is agreed and paid is exchanged with the
 * airline. Safe to run again after a crash anywhere: a call that may have reached the airline is looked up, never repeated.
 */
export async function carryOutChange(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  orderId: string,
): Promise<Outcome<Order, CarryRefusal>> {
  const { db, clock } = platform;
  const begun = await transact(db, (tx) => begin(tx, platform, orderId));
  if (!begun.ok) return begun;
  const { change, attempt, flightOrder } = begun.value;
  await failpoint('supply.ticket.after-intent');
  const answer = await askAirline(platform, flights, flightOrder, change, attempt);
  await failpoint('supply.ticket.after-call');
  if (answer.outcome !== 'pending')
    await recordAnswer(
      db,
      clock.now(),
      attempt.id,
      answer.outcome,
      answer.outcome === 'ok' ? { tickets: answer.tickets.length } : { why: answer.why },
    );
  const applied = await transact(db, (tx) => apply(tx, platform, orderId, change, attempt.id, answer));
  return applied === 'next-airline' ? carryOutChange(platform, flights, orderId) : applied;
}

type Begun = {
  readonly change: FlightChange;
  readonly attempt: FlightAttempt & { readonly fresh?: true };
  readonly flightOrder: FlightOrder;
};

async function begin(tx: Tx, platform: Platform, orderId: string): Promise<Outcome<Begun, CarryRefusal>> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, orderId);
  const change = order && (await findLivingChange(tx, orderId));
  if (!order || !change) return refuse('not-possible');
  if (order.status === 'change_quoted') {
    if (change.expiresAt.getTime() > now) return refuse('not-possible');
    await dropQuoted(tx, now, orderId, 'expired');
    await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'keep-flights', by: 'system', who: 'system', reason: 'quote-over' });
    return refuse('not-possible');
  }
  if (change.status !== 'accepted' || (order.status !== 'change_pending' && order.status !== 'stuck')) return refuse('not-possible');
  const flightOrder = await getFlightOrder(tx, orderId);
  if (change.attempt) {
    const attempt = (await findAttempts(tx, orderId)).find(({ id }) => id === change.attempt)!;
    return done({ change, attempt, flightOrder });
  }
  if (change.difference > 0) {
    const { there, deciding } = await moneyOf(tx, change);
    if (!there) {
      if (change.expiresAt.getTime() > now) return refuse('waits-for-money');
      // A bank that is deciding is waited for: its answer sends this again.
      if (deciding) {
        await platform.jobs.send(tx, flightChange, { orderId }, { startAfter: new Date(now + 60_000) });
        return refuse('waits-for-money');
      }
      await letBe(tx, platform, order, change, { by: 'system', who: 'system', why: 'not-paid' });
      return refuse('not-possible');
    }
  }
  // The airline closes its changes before the flight, and a late job finds the flights of then.
  const flown = change.schedule ? change : flightOrder.contracts[change.contract]!;
  const departs = nextDeparture(flown.offer, instant(change.acceptedAt!.getTime()));
  const closes = change.leaves ? 0 : changeClosesMs;
  const late = departs === null || now > Math.min(departs - closes, change.expiresAt.getTime() + changeGraceMs);
  // Whom one airline has let go, the next one is asked about whatever the time is.
  if (late && !isPartlyLeft(change)) {
    await letBe(tx, platform, order, change, { by: 'system', who: 'system', why: 'too-late' });
    return refuse('not-possible');
  }
  const attempt = await intendNow(tx, now, orderId, change.contract, change.leaves ? 'divide' : 'exchange');
  await saveChange(tx, change, { attempt: attempt.id });
  return done({ change: { ...change, attempt: attempt.id }, attempt, flightOrder });
}

/** At least one airline has let them go: there is no way back. */
const isPartlyLeft = ({ leaves, contract }: Pick<FlightChange, 'leaves' | 'contract'>): boolean => leaves !== null && contract > 0;

type Answer =
  | { readonly outcome: 'ok'; readonly tickets: readonly Ticket[] }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'unknown'; readonly why: string }
  /** Nothing yet, and the call may still be on its way. */
  | { readonly outcome: 'pending'; readonly seconds: number };

async function askAirline(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  flightOrder: FlightOrder,
  change: FlightChange,
  attempt: Begun['attempt'],
): Promise<Answer> {
  const call = { now: platform.clock.now() };
  const row = flightOrder.contracts[change.contract]!;
  const supplier = flights.supplierOf(change.leaves ? row.offerId : change.offerId);
  if (!supplier || row.locator === null) return { outcome: 'refused', why: 'not-offered' };
  if (change.leaves) {
    const { divide } = supplier;
    if (!attempt.fresh || !divide) return lookUpDivided(supplier, change, flightOrder, attempt, call.now);
    const request = divideRequest(change, row.locator, attempt.id);
    return dividedOf(await safely(() => divide.call(supplier, request, call)), change, flightOrder);
  }
  const order = (await findOrderAsSystem(platform.db, change.orderId))!;
  const people = (await readPeople<PassengerDetails>(platform.db, platform.crypto, order)).travellers;
  const correction = await correctionOf(platform.db, platform, change);
  const travellers = correction ? withName(people, correction) : people;
  const flying = flyingOf(flightOrder).length;
  if (!attempt.fresh) {
    const found = await safely(() => supplier.lookUp(attempt.id, call));
    if (found.outcome !== 'refused') return answerOf(found, flying);
    return neverArrived(attempt, call.now);
  }
  const after = afterChange(flightOrder, change);
  const only = correction ? { only: travellerId(correction.traveller) } : {};
  const request = { ...holdRequest(after, change.contract, attempt.id, travellers), locator: row.locator, ...only };
  return answerOf(await safely(() => supplier.exchange(request, call)), flying);
}

const neverArrivedWhy = 'never-arrived';

/** The airline does not know of it: the call may still be on its way, and after a while it never was. */
function neverArrived(attempt: Begun['attempt'], now: number): Answer {
  const settlesIn = (attempt.calledAt?.getTime() ?? 0) + callSettledMs - now;
  return settlesIn > 0 ? { outcome: 'pending', seconds: Math.ceil(settlesIn / 1000) } : { outcome: 'refused', why: neverArrivedWhy };
}

async function lookUpDivided(
  supplier: NonNullable<ReturnType<Flights['supplierOf']>>,
  change: FlightChange,
  flightOrder: FlightOrder,
  attempt: Begun['attempt'],
  now: Instant,
): Promise<Answer> {
  const found = await safely(() => supplier.lookUp(attempt.id, { now }));
  return found.outcome === 'refused' ? neverArrived(attempt, now) : dividedOf(found, change, flightOrder);
}

/** They have left where the booking holds tickets of everybody who stays and of none of them; any other booking is no answer. */
function dividedOf(answer: SupplierOutcome<BookingState>, change: FlightChange, flightOrder: FlightOrder): Answer {
  if (answer.outcome === 'unknown') return { outcome: 'unknown', why: answer.reason };
  if (answer.outcome === 'refused') return { outcome: 'refused', why: answer.refused };
  if (answer.value.state !== 'ticketed') return { outcome: 'unknown', why: answer.value.state };
  const has = new Set(answer.value.tickets.map(({ traveller }) => traveller));
  const stay = flyingOf(flightOrder).filter((traveller) => !change.leaves!.includes(traveller));
  const divided = stay.length === has.size && stay.every((traveller) => has.has(travellerId(traveller)));
  return divided ? { outcome: 'ok', tickets: answer.value.tickets } : { outcome: 'unknown', why: 'partly-divided' };
}

/** The name that an exchange writes otherwise; null for one that is about flights. */
async function correctionOf(db: Db, { crypto }: Pick<Platform, 'crypto'>, change: FlightChange): Promise<NameCorrection | null> {
  return change.correction === null ? null : findCorrection(db, crypto, change.orderId, change.correction);
}

/** What was exchanged for some travellers only is neither done nor refused: it is asked about again, and staff look at it. */
function answerOf(answer: SupplierOutcome<BookingState>, travellers: number): Answer {
  if (answer.outcome === 'unknown') return { outcome: 'unknown', why: answer.reason };
  if (answer.outcome === 'refused') return { outcome: 'refused', why: answer.refused };
  if (answer.value.state === 'ticketed' && answer.value.tickets.length < travellers) return { outcome: 'unknown', why: 'partly-issued' };
  return answer.value.state === 'ticketed'
    ? { outcome: 'ok', tickets: answer.value.tickets }
    : { outcome: 'refused', why: answer.value.state };
}

/** The flights of an order as a change leaves them. */
function afterChange(
  order: FlightOrder,
  change: Pick<FlightChange, 'contract' | 'offer' | 'offerId' | 'brand' | 'seatsLost'>,
): FlightOrder {
  const { offer, offerId, brand } = change;
  const {
    contracts: _contracts,
    travellers: _travellers,
    left: _left,
    ...choices
  } = purchaseAfter(purchaseOfOrder(order), change.contract, offer, brandOf(offer, brand), change.seatsLost);
  return {
    ...order,
    choices,
    contracts: order.contracts.map((row) => (row.position === change.contract ? { ...row, offer, offerId, brand } : row)),
  };
}

/** The effect of the airline's answer, in one transaction; the same answer twice has one effect. */
async function apply(
  tx: Tx,
  platform: Platform,
  orderId: string,
  seen: FlightChange,
  attempt: string,
  answer: Answer,
): Promise<Outcome<Order, CarryRefusal> | 'next-airline'> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, orderId);
  const change = order && (await findLivingChange(tx, orderId));
  if (!order || change?.number !== seen.number || change.attempt !== attempt) return refuse('not-possible');
  const stuck = order.status === 'stuck';
  if (!stuck && order.status !== 'change_pending') return refuse('not-possible');
  if (answer.outcome === 'pending') {
    const next = stuck ? flightLookUp : flightChange;
    await platform.jobs.send(tx, next, { orderId }, { startAfter: new Date(now + answer.seconds * 1000) });
    return refuse('supplier-silent');
  }
  if (answer.outcome === 'unknown') {
    if (!stuck) await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'no-answer', by: 'supplier', who: 'supplier' });
    await openStaffTask(tx, now, {
      kind: 'order-stuck',
      subject: `orders:${orderId}`,
      textKey: 'tasks:order-stuck',
      detail: { order: order.reference },
    });
    await platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(now + 30_000) });
    return refuse('supplier-silent');
  }
  await markApplied(tx, now, [attempt]);
  if (answer.outcome === 'refused' && !isPartlyLeft(change)) {
    await letBe(tx, platform, order, change, { by: 'supplier', who: 'supplier', why: answer.why });
    return refuse('supplier-refused');
  }
  if (change.leaves) {
    const { contracts } = await getFlightOrder(tx, orderId);
    const { offer } = contracts[change.contract]!;
    // What the airline never heard is asked for anew: the way back is closed.
    if (answer.outcome === 'refused' && answer.why === neverArrivedWhy) {
      await saveChange(tx, change, { attempt: null });
      return 'next-airline';
    }
    if (answer.outcome === 'refused') await askToTakeBack(tx, now, order, offer.validatingAirline, answer.why);
    if (change.contract + 1 < contracts.length) {
      await saveChange(tx, change, { contract: change.contract + 1, attempt: null });
      return 'next-airline';
    }
    return done(await enterSchedules(tx, platform, await settleLeaving(tx, platform, order, change)));
  }
  if (answer.outcome === 'refused') return refuse('supplier-refused');
  const correction = await correctionOf(tx, platform, change);
  if (correction) return done(await settleName(tx, platform, order, change, correction, answer.tickets));
  return done(await settle(tx, platform, order, change, answer.tickets));
}

/** The tickets are exchanged: flights, papers, seats and price are the new ones. */
async function settle(tx: Tx, platform: Platform, order: Order, change: FlightChange, tickets: readonly Ticket[]): Promise<Order> {
  const now = platform.clock.now();
  const { id: orderId } = order;
  const flightOrder = await getFlightOrder(tx, orderId);
  const after = afterChange(flightOrder, change);
  const event = order.status === 'stuck' ? 'found-changed' : 'exchanged';
  const changed = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event,
    by: 'supplier',
    who: 'supplier',
    detail: { change: change.number },
  });
  const letGo = await outdated(tx, flightOrder, change);
  await releaseSome(tx, orderId, letGo);
  await saveExchange(tx, flightOrder, { contract: change.contract, offer: change.offer, brand: change.brand, choices: after.choices });
  await keepMeals(tx, orderId, freeMeals(after.contracts, after.choices.meals, purchaseOfOrder(after).travellers));
  await exchangeTickets(tx, now, orderId, change.contract, tickets);
  const was = flightOrder.contracts[change.contract]!.offer.slices;
  await saveChange(tx, change, { status: 'done', letGo, settledAt: new Date(now), was });
  const offers = after.contracts.map(({ offer }) => offer);
  await rewriteItems(tx, orderId, flightItems(offers));
  const segments = segmentsOf(after.contracts);
  const timesOf = (end: 'departs' | 'arrives') => segments.map((segment) => Date.parse(segment[end].utc));
  await setTravelTimes(tx, orderId, new Date(Math.min(...timesOf('departs'))), new Date(Math.max(...timesOf('arrives'))));
  const snapshot = (await findSnapshots(tx, orderId)).length + 1;
  await insertSnapshot(tx, orderId, snapshot, change.quote, 'consented', new Date(now));
  const settled = await mustMoveOrder(tx, flightOrderMachine, now, {
    order: changed,
    event: 'settle-change',
    by: 'system',
    who: 'system',
    detail: { change: change.number, before: order.total, after: change.quote.total.amount },
    with: { total: change.quote.total.amount, snapshot },
  });
  await changeExtras(tx, platform, settled, change);
  if (change.difference > 0) await takeFee(tx, platform, settled, change);
  if (change.refund > 0)
    await refundOver(
      tx,
      platform,
      settled,
      (await findPaymentsOfOrder(tx, orderId)).filter(({ status }) => status === 'succeeded'),
      { amount: change.refund, key: `order:${orderId}:changed:${change.number}`, reason: 'amended', askedBy: 'system' },
    );
  await tellOrder(tx, platform.jobs, settled, 'flights-changed');
  await replaceInvoice(tx, platform, settled, nameFlightLines, snapshot);
  if (change.schedule) await settleSchedule(tx, now, change.schedule);
  // What the airline said of the order's other flights meanwhile comes next.
  return enterSchedules(tx, platform, settled);
}

/** The tickets of one traveller are exchanged for others under the new name: what was paid beside them follows, and so does the order. */
async function settleName(
  tx: Tx,
  platform: Platform,
  order: Order,
  change: FlightChange,
  correction: NameCorrection,
  tickets: readonly Ticket[],
): Promise<Order> {
  const now = platform.clock.now();
  const { id: orderId } = order;
  const detail = { change: change.number, correction: correction.id };
  const event = order.status === 'stuck' ? 'found-changed' : 'exchanged';
  const changed = await mustMoveOrder(tx, flightOrderMachine, now, { order, event, by: 'supplier', who: 'supplier', detail });
  await exchangeTickets(tx, now, orderId, change.contract, tickets);
  await saveChange(tx, change, { status: 'done', settledAt: new Date(now) });
  await saveName(tx, platform, orderId, correction);
  const priced = change.difference > 0 ? (await findSnapshots(tx, orderId)).length + 1 : null;
  if (priced !== null) await insertSnapshot(tx, orderId, priced, change.quote, 'consented', new Date(now));
  const corrected = await mustMoveOrder(tx, flightOrderMachine, now, {
    order: changed,
    event: 'name-corrected',
    by: 'system',
    who: 'system',
    detail,
    ...(priced === null ? {} : { with: { total: change.quote.total.amount, snapshot: priced } }),
  });
  await renameExtras(tx, platform, corrected, { contract: change.contract, traveller: correction.traveller });
  const written = [...correction.written, change.contract];
  const flightOrder = await getFlightOrder(tx, orderId);
  const next = nextContract(flightOrder, { ...correction, written }, now);
  if (next !== null) {
    if (change.difference > 0) await takeFee(tx, platform, corrected, change);
    await saveCorrection(tx, correction.id, { written });
    await writeNext(tx, platform, corrected, flightOrder, { ...correction, written }, next, { by: 'system', who: 'system' });
    if (priced !== null) await replaceInvoice(tx, platform, corrected, nameFlightLines, priced);
    return corrected;
  }
  // Whose flight came too near meanwhile keeps the old name, and what was paid for it goes back.
  const late = untouchedBy(flightOrder.contracts, { ...correction, written }).map(({ position }) => position);
  const taken = ({ contract }: { readonly contract: number }) => late.includes(contract);
  const owed = isOneSum(correction) ? late : correction.takes.filter(taken).map(({ contract }) => contract);
  const left = { leftOut: [...new Set([...correction.leftOut, ...owed])] };
  await saveCorrection(tx, correction.id, { status: 'done', written, ...left, settledBy: 'supplier', settledAt: new Date(now) });
  await closeTask(tx, platform, corrected, 'supplier');
  const given = await giveBackLeftOut(tx, platform, corrected, change, priced !== null);
  if (change.difference > 0) await takeFee(tx, platform, corrected, change, given?.amount);
  const settled = given?.order ?? corrected;
  await tellOrder(tx, platform.jobs, settled, 'name-corrected');
  // Agreed to and not written after all: of that it says why, too.
  if (owed.length > 0) await tellOrder(tx, platform.jobs, settled, 'name-refused');
  if (priced !== null) await replaceInvoice(tx, platform, corrected, nameFlightLines, priced);
  await given?.invoice();
  return enterSchedules(tx, platform, settled);
}

/** What was reserved for a change is taken now that the new tickets are there. */
async function takeFee(tx: Tx, platform: Platform, order: Order, change: FlightChange, less = 0): Promise<void> {
  const { there } = await moneyOf(tx, change);
  if (there?.status === 'requires_capture') await platform.jobs.send(tx, paymentCapture, { paymentId: there.id });
  // The bank took its promise back while the airline worked: the new tickets are there and not paid.
  if (!there) await tellUnpaid(tx, platform.clock.now(), order, change, less);
}

/** Claims on flights of the changed contract that are none of its flights any more, and on seats that were not kept. */
async function outdated(tx: Tx, order: FlightOrder, change: FlightChange): Promise<string[]> {
  const keysOf = (offer: FlightChange['offer']) => {
    const segments = segmentsOf([{ offer }]);
    return { pools: segments.map((segment) => poolKey(segment, segment.cabin)), seats: segments.map((segment) => seatKey(segment, '')) };
  };
  const was = keysOf(order.contracts[change.contract]!.offer);
  const is = keysOf(change.offer);
  const after = afterChange(order, change);
  const flown = segmentsOf(after.contracts);
  const kept = new Set(after.choices.seats.map(({ segment, designator }) => seatKey(flown[segment]!, designator)));
  return (await findAllocated(tx, order.orderId))
    .filter(({ id, key }) => {
      if (change.claims.includes(id)) return false;
      if (was.pools.includes(key)) return !is.pools.includes(key);
      return was.seats.some((start) => key.startsWith(start)) && !kept.has(key);
    })
    .map(({ id }) => id);
}

/** The change does not come about: the flights stay as they were, its seats are free again and its money goes back. */
async function letBe(
  tx: Tx,
  platform: Platform,
  order: Order,
  change: FlightChange,
  end: { readonly by: 'customer' | 'staff' | 'system' | 'supplier'; readonly who: string; readonly why: string },
): Promise<Order> {
  const now = platform.clock.now();
  await releaseSome(tx, order.id, change.claims);
  await saveChange(tx, change, { status: 'failed', letGo: change.claims, settledAt: new Date(now), why: end.why });
  if (change.schedule) return letScheduleBe(tx, platform, order, change, end.why);
  const correction = await correctionOf(tx, platform, change);
  const found = order.status === 'stuck';
  const kept = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: found ? 'found-ticketed' : correction ? 'name-kept' : change.leaves ? 'leave-failed' : 'change-failed',
    by: found ? 'supplier' : end.by,
    who: end.who,
    reason: end.why,
    detail: { change: change.number },
  });
  const { payments } = await moneyOf(tx, change);
  for (const payment of payments) {
    if (payment.status === 'requires_capture') await askRelease(tx, platform.jobs, now, payment.id);
    else if (payment.status === 'succeeded')
      await refundOver(tx, platform, kept, [payment], {
        amount: payment.amount,
        key: `order:${order.id}:change-failed:${change.number}`,
        reason: 'not-delivered',
        askedBy: 'system',
      });
    else if (payment.status !== 'canceled') await platform.jobs.send(tx, paymentClose, { paymentId: payment.id });
  }
  if (correction) await letNameBe(tx, platform, kept, correction, end);
  else await tellOrder(tx, platform.jobs, kept, change.leaves ? 'travellers-kept' : 'flights-kept');
  return enterSchedules(tx, platform, kept);
}

/** A name that was not written: unpaid, its offer stands as before; otherwise the desk has the next step again. */
async function letNameBe(
  tx: Tx,
  platform: Platform,
  order: Order,
  correction: NameCorrection,
  { why }: { readonly why: string },
): Promise<void> {
  if ((why === 'not-paid' || why === 'withdrawn') && correction.offerEndsAt !== null && correction.written.length === 0) {
    await saveCorrection(tx, correction.id, { status: 'offered', agreedBy: null, agreedAt: null });
    if (why === 'not-paid') await tellOrder(tx, platform.jobs, order, 'name-kept');
    return;
  }
  await saveCorrection(tx, correction.id, { status: 'asked', agreedBy: null, agreedAt: null, why });
  await openTask(tx, platform, order);
  await tellOrder(tx, platform.jobs, order, correction.written.length > 0 ? 'name-refused' : 'name-kept');
}

/** An answer to a change of schedule that the airline did not carry out: it is open again, and a person looks. */
async function letScheduleBe(tx: Tx, platform: Platform, order: Order, change: FlightChange, why: string): Promise<Order> {
  const now = platform.clock.now();
  const back = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: 'answer-failed',
    by: 'supplier',
    who: 'supplier',
    reason: why,
    detail: { change: change.number },
  });
  const taken = (await findSchedule(tx, change.schedule!))!;
  await reopenSchedule(tx, taken.id);
  // They were told that it was settled in their name: now they are asked, and their time to answer begins.
  if (taken.allowedMinutes !== null && taken.status === 'open') {
    const until = answerBy(taken.severity, instant(taken.departsAt.getTime()), now);
    await saveSchedule(tx, taken.id, { toldAt: new Date(now), answerBy: new Date(until) });
    await platform.jobs.send(tx, scheduleTell, { scheduleId: taken.id });
  }
  // Their time to answer is over as well: it waits for the person whom the task calls, and is not taken in their name again.
  else if (taken.answerBy && taken.answerBy.getTime() <= now) await saveSchedule(tx, taken.id, { overdueAt: new Date(now) });
  await openStaffTask(tx, now, {
    kind: 'schedule-failed',
    subject: `orders:${order.id}`,
    textKey: 'tasks:schedule-failed',
    detail: { order: order.reference, why },
  });
  return enterSchedules(tx, platform, back);
}

/** The traveller, or staff for them, takes back an agreed change before the airline was asked. */
export async function withdrawChange(platform: Platform, ask: ChangeAsker): Promise<Outcome<Order, CarryRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, CarryRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const change = order && (await findLivingChange(tx, order.id));
    if (order?.status !== 'change_pending' || change?.status !== 'accepted' || change.attempt || change.schedule || isPartlyLeft(change))
      return refuse('not-possible');
    // Nothing waits for money: the airline is asked just now.
    if (change.correction && change.difference === 0) return refuse('not-possible');
    if ((await moneyOf(tx, change)).there) return refuse('not-possible');
    return done(await letBe(tx, platform, order, change, { by: ask.by, who: ask.who, why: 'withdrawn' }));
  });
}
