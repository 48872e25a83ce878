import { cancelCaseOf } from '../refunds/cancel-case.ts';
import { giveBackUnits, releaseSome } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { creditNotesOf, findInvoiceInForce } from '#app/commerce/invoices/invoices-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import {
  findOrderAsSystem,
  findSnapshots,
  getQuote,
  insertSnapshot,
  lockOrder,
  markLeft,
  readTravellers,
} from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { hasOpenCheck } from '#app/commerce/orders/payment-checks-store.server.ts';
import { findRefundRequests } from '#app/commerce/orders/refund-requests-store.server.ts';
import { replaceInvoice } from '#app/commerce/orders/replace-invoice.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { noteSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { CancelTerms } from '#app/commerce/product-contract.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { calendarDate, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { nameFlightLines } from '../order/name-flight-lines.server.ts';
import { findOpenAddition } from '../addition/additions-store.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { contractDeparts, type ChangeAsker } from '../change/change-flights.server.ts';
import { endExtras } from '../extras/extras-store.server.ts';
import { dropQuoted, findLivingChange, insertChange, nextChangeNumber, saveChange } from '../change/flight-changes-store.server.ts';
import { flightChange } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { segmentsOf } from '../flight-price.ts';
import { flyingOf, getFlightOrder, saveLeaving, travellerId, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import {
  choicesOfRest,
  countsOf,
  leaveClosed,
  leaveTermsOf,
  partOf,
  priceOfRest,
  whoLeaves,
  type Flying,
  type LeaveClosed,
  type LeaveProblem,
} from './leave-rules.ts';
import { findCorrections, isLiving } from '../names/name-corrections-store.server.ts';
import { poolKey, seatKey } from '../supplier/own-stock.ts';
import type { DivideRequest } from '../supplier/flight-supplier.ts';
import { returnsOf } from '../supply/supplier-statement.ts';

export type LeaveRefusal =
  | LeaveClosed
  | LeaveProblem
  | 'disputed'
  | 'money-moving'
  | 'payment-check'
  | 'refund-waiting'
  /** Money of the order went back outside a cancellation: what of it was whose, a person says. */
  | 'given-back'
  | 'addition-open'
  | 'name-open'
  /** Its airline's system does not do it: a colleague asks it. */
  | 'by-hand'
  /** Its airline has not said what it gives back. */
  | 'refund-unknown'
  | 'quote-over'
  | 'over-limit'
  | 'own-request'
  | 'not-possible';

/** Who of an order flies, with what the rules of a party ask of them. */
export async function readFlying(
  db: Db,
  platform: Pick<Platform, 'crypto'>,
  order: FlightOrder,
): Promise<(Flying & { readonly person: PassengerDetails })[]> {
  const people = await readTravellers<PassengerDetails>(db, platform.crypto, order.orderId);
  return flyingOf(order).map((traveller) => {
    const person = people[traveller]!;
    return { traveller, type: person.type, birthDate: person.birthDate, person };
  });
}

/** The first and the last day on which an order's flights leave. */
export function flownDays({ contracts }: Pick<FlightOrder, 'contracts'>) {
  const segments = segmentsOf(contracts);
  const dayOf = (segment: (typeof segments)[number]) => calendarDate(segment.departs.local.slice(0, 10));
  return { first: dayOf(segments[0]!), last: dayOf(segments.at(-1)!) };
}

/** Why nobody can leave an order now, by its state, its time, its money and what else is asked of it; null when somebody can. */
export async function findLeaveClosed(
  db: Db,
  platform: Pick<Platform, 'clock' | 'crypto'>,
  order: Pick<Order, 'id' | 'status'>,
  flightOrder: FlightOrder,
): Promise<LeaveRefusal | null> {
  const living = order.status === 'change_quoted' ? await findLivingChange(db, order.id) : null;
  const quoted = living !== null && living.leaves !== null;
  const closed = leaveClosed(
    { status: order.status, quoted, flying: flyingOf(flightOrder).length },
    contractDeparts(flightOrder.contracts[0]!),
    platform.clock.now(),
  );
  if (closed) return closed;
  if (await isDisputed(db, order.id)) return 'disputed';
  if (await waitsForCapture(db, order.id)) return 'money-moving';
  if (await hasOpenCheck(db, order.id)) return 'payment-check';
  if ((await findRefundRequests(db, order.id)).some(({ status }) => status === 'asked')) return 'refund-waiting';
  const invoice = await findInvoiceInForce(db, order.id);
  if (!invoice || (await creditNotesOf(db, invoice.id)).length > 0) return 'given-back';
  if (await findOpenAddition(db, order.id)) return 'addition-open';
  return (await findCorrections(db, platform.crypto, order.id)).some(isLiving) ? 'name-open' : null;
}

/** What goes back for some travellers who leave: on record with the price of the rest, and honoured until it expires. */
export async function quoteLeaving(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ChangeAsker & { readonly travellers: readonly number[] },
): Promise<Outcome<FlightChange, LeaveRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  const order = await findOrderAsSystem(db, ask.orderId);
  if (order?.kind !== 'flight') return refuse('not-possible');
  const flightOrder = await getFlightOrder(db, order.id);
  const closed = await findLeaveClosed(db, platform, order, flightOrder);
  if (closed) return refuse(closed);
  const leaving = whoLeaves(await readFlying(db, platform, flightOrder), ask.travellers, flownDays(flightOrder));
  if (typeof leaving === 'string') return refuse(leaving);
  const row = flightOrder.contracts[0]!;
  const divides = flightOrder.contracts.every(({ offerId }) => flights.supplierOf(offerId)?.divide !== undefined);
  if (!divides) return passOn(platform, order, ask, 'by-hand');
  const before = await getQuote(db, order);
  const { leaves } = leaving;
  const terms = leaveTermsOf(caseOf(order, flightOrder, before), leaves, now);
  if (terms.refund === null) return passOn(platform, order, ask, 'refund-unknown');
  const number = await nextChangeNumber(db, order.id);
  const quote = priceOfRest(before, leaves, terms, number);
  return transact(db, async (tx): Promise<Outcome<FlightChange, LeaveRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (!current || current.version !== order.version) return refuse('not-possible');
    const shut = await findLeaveClosed(tx, platform, current, flightOrder);
    if (shut) return refuse(shut);
    await dropQuoted(tx, now, order.id, 'asked-again');
    await insertChange(tx, {
      orderId: order.id,
      number,
      contract: 0,
      status: 'quoted',
      offerId: row.offerId,
      brand: row.brand,
      offer: row.offer,
      quote,
      difference: 0,
      refund: before.total.amount - quote.total.amount,
      currency: quote.currency,
      leaves: [...leaves],
      terms,
      askedBy: ask.who,
      quotedAt: new Date(terms.quotedAt),
      expiresAt: new Date(terms.expiresAt),
    });
    await mustMoveOrder(tx, flightOrderMachine, now, {
      order: current,
      event: current.status === 'change_quoted' ? 'noted-leave-quoted' : 'ask-leave',
      by: ask.by,
      who: ask.who,
      detail: { change: number, leave: leaves.length, refund: before.total.amount - quote.total.amount },
    });
    await platform.jobs.send(tx, flightChange, { orderId: order.id }, { startAfter: new Date(Date.parse(terms.expiresAt) + 1_000) });
    return done((await findLivingChange(tx, order.id))!);
  });
}

const caseOf = (order: Order, { contracts, ticketedAt }: FlightOrder, quote: Parameters<typeof leaveTermsOf>[0]['quote']) => ({
  quote,
  snapshot: order.snapshot,
  contracts: contracts.map(cancelCaseOf),
  ticketedAt: ticketedAt && instant(ticketedAt.getTime()),
});

/** What a traveller cannot do alone becomes a task of the desk, which writes to them. A clerk reads the same words and has it before them. */
async function passOn(
  platform: Platform,
  order: Order,
  ask: ChangeAsker,
  why: Extract<LeaveRefusal, 'by-hand' | 'refund-unknown'>,
): Promise<Outcome<never, LeaveRefusal>> {
  if (ask.by === 'customer')
    await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const current = await lockOrder(tx, order.id);
      if (!current) return;
      await openStaffTask(tx, now, {
        kind: 'leave-by-hand',
        subject: `orders:${order.id}`,
        textKey: `tasks:leave-${why}`,
        detail: { order: order.reference },
      });
      await mustMoveOrder(tx, flightOrderMachine, now, {
        order: current,
        event: 'noted-leave-asked',
        by: ask.by,
        who: ask.who,
        detail: { why },
      });
    });
  return refuse(why);
}

/** Of a colleague who agrees in a traveller's place: what they may give back alone, and whether they are a second person for more. */
export interface LeaveClerk {
  readonly mayGive: (tx: Tx, refund: number) => Promise<boolean>;
  readonly decides: boolean;
}

/**
 * Agrees to it as it was shown: each airline is asked once, one after the other, by the job. More than a colleague may give back alone is agreed to by
 * another one than who asked what it would be.
 */
export async function acceptLeaving(
  platform: Platform,
  ask: ChangeAsker & { readonly number: number; readonly seenRefund: number; readonly clerk?: LeaveClerk },
): Promise<Outcome<FlightChange, LeaveRefusal>> {
  const now = platform.clock.now();
  return transact(platform.db, async (tx): Promise<Outcome<FlightChange, LeaveRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const change = order && (await findLivingChange(tx, order.id));
    if (!order || !change?.leaves || change.number !== ask.number) return refuse('quote-over');
    // Pressed twice, it is agreed to once.
    if (change.status === 'accepted' && change.refund === ask.seenRefund) return done(change);
    if (order.status !== 'change_quoted' || change.status !== 'quoted') return refuse('not-possible');
    if (change.refund !== ask.seenRefund || change.expiresAt.getTime() <= now || change.terms!.snapshot !== order.snapshot)
      return refuse('quote-over');
    const closed = await findLeaveClosed(tx, platform, order, await getFlightOrder(tx, order.id));
    if (closed) return refuse(closed);
    if (ask.by === 'staff' && !(await ask.clerk?.mayGive(tx, change.refund))) {
      if (!ask.clerk?.decides) return refuse('over-limit');
      if (change.askedBy === ask.who) return refuse('own-request');
    }
    await saveChange(tx, change, { status: 'accepted', acceptedAt: new Date(now) });
    await mustMoveOrder(tx, flightOrderMachine, now, {
      order,
      event: 'accept-leave',
      by: ask.by,
      who: ask.who,
      detail: { change: change.number, leave: change.leaves.length, refund: change.refund },
    });
    await platform.jobs.send(tx, flightChange, { orderId: order.id });
    return done({ ...change, status: 'accepted' });
  });
}

/** The tickets of those who leave are taken back inside their window, or given back by the rules of their fare. */
const takenAs = ({ window }: Pick<CancelTerms, 'window'>): 'void' | 'refunded' =>
  window === 'regret' || window === 'void' ? 'void' : 'refunded';

/** What an airline is asked for a change by which somebody leaves. */
export function divideRequest(change: FlightChange, locator: string, attemptId: string): DivideRequest {
  return {
    attemptId,
    locator,
    travellers: change.leaves!.map(travellerId),
    as: takenAs(change.terms!) === 'void' ? 'void' : 'cancel',
  };
}

/** An airline that does not take their tickets back, after another one did: what was agreed holds, and a person asks it. */
export async function askToTakeBack(tx: Tx, now: Instant, order: Order, airline: string, why: string): Promise<void> {
  await openStaffTask(tx, now, {
    kind: 'leave-by-hand',
    subject: `orders:${order.id}`,
    textKey: 'tasks:leave-partly',
    detail: { order: order.reference, airline, why },
  });
}

/**
 * The airlines have let them go: their tickets, seats and extras are over, the price is that of the rest, the invoice made anew and
 * what goes back on its way, in the transaction that learns of it.
 */
export async function settleLeaving(tx: Tx, platform: Platform, order: Order, change: FlightChange): Promise<Order> {
  const now = platform.clock.now();
  const { id: orderId } = order;
  const leaves = change.leaves!;
  const terms = change.terms!;
  const as = takenAs(terms);
  const flightOrder = await getFlightOrder(tx, orderId);
  const before = await getQuote(tx, order);
  const flying = await readFlying(tx, platform, flightOrder);
  const changed = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: order.status === 'stuck' ? 'found-changed' : 'divided',
    by: 'supplier',
    who: 'supplier',
    detail: { change: change.number },
  });
  const letGo = await giveUpPlaces(tx, flightOrder, leaves);
  await saveLeaving(
    tx,
    orderId,
    {
      passengers: countsOf(flying.filter(({ traveller }) => !leaves.includes(traveller))),
      left: [
        ...flightOrder.left,
        ...flying.filter(({ traveller }) => leaves.includes(traveller)).map(({ traveller, type }) => ({ traveller, type })),
      ],
      choices: choicesOfRest(flightOrder.choices, leaves),
    },
    { leaves, as },
  );
  await markLeft(tx, orderId, leaves, new Date(now));
  await endExtras(tx, now, orderId, as, leaves);
  await saveChange(tx, change, { status: 'done', letGo, settledAt: new Date(now) });
  const snapshot = (await findSnapshots(tx, orderId)).length + 1;
  await insertSnapshot(tx, orderId, snapshot, change.quote, 'consented', new Date(now));
  const settled = await mustMoveOrder(tx, flightOrderMachine, now, {
    order: changed,
    event: 'settle-leave',
    by: 'system',
    who: 'system',
    detail: { change: change.number, leave: leaves.length, before: order.total, after: change.quote.total.amount },
    with: { total: change.quote.total.amount, snapshot },
  });
  const back = returnsOf({
    lines: partOf(before, leaves),
    contracts: flightOrder.contracts,
    voided: as === 'void',
    terms,
  });
  // A part of its own, so that what the rest brings back one day is another one.
  const parts = flightOrder.contracts.map(({ position, supplier }, at) => ({
    part: returnPartOf(change.number, position),
    supplier,
    amount: back[at]!,
  }));
  await noteSupplierReturns(tx, now, settled, parts);
  if (change.refund > 0)
    await refundOver(
      tx,
      platform,
      settled,
      (await findPaymentsOfOrder(tx, orderId)).filter(({ status }) => status === 'succeeded'),
      { amount: change.refund, key: `order:${orderId}:left:${change.number}`, reason: 'amended', askedBy: 'system' },
    );
  await tellOrder(tx, platform.jobs, settled, 'travellers-left');
  await replaceInvoice(tx, platform, settled, nameFlightLines, snapshot);
  return settled;
}

/** Under which part a supplier owes for those who left by a change. */
const returnPartOf = (change: number, contract: number): number => change * 100 + contract;

/** Seats that they had are free for others again, in the cabin and by name; returns the claims that ended. */
async function giveUpPlaces(tx: Tx, order: FlightOrder, leaves: readonly number[]): Promise<string[]> {
  const segments = segmentsOf(order.contracts);
  const named = new Set(
    order.choices.seats
      .filter(({ passenger }) => leaves.includes(passenger))
      .map(({ segment, designator }) => seatKey(segments[segment]!, designator)),
  );
  const has = await findAllocated(tx, order.orderId);
  const letGo = has.filter(({ key }) => named.has(key)).map(({ id }) => id);
  await releaseSome(tx, order.orderId, letGo);
  const pools = new Set(segments.map((segment) => poolKey(segment, segment.cabin)));
  const keys = [...new Set(has.map(({ key }) => key))].filter((key) => pools.has(key));
  await giveBackUnits(tx, order.orderId, keys, seatedAmong(order, leaves));
  return letGo;
}

/** Infants on a lap have no seat of their own. */
function seatedAmong(order: FlightOrder, leaves: readonly number[]): number {
  const { adults, children } = order.passengers;
  const gone = (type: 'adult' | 'child') => order.left.filter((one) => one.type === type).length;
  const seated = adults + children + gone('adult') + gone('child');
  return leaves.filter((traveller) => traveller < seated).length;
}
