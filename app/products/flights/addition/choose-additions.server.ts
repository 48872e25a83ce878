import { capOf, ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { findHeldUnits, holdClaims, releaseSome } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findHistory, findOrderAsSystem, getQuote, lockOrder, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { paymentClose } from '#app/commerce/payments/payment-jobs.server.ts';
import { findPaymentsOfOrder, isMoneyMoving } from '#app/commerce/payments/payments-store.server.ts';
import { withMore, type Quote } from '#app/commerce/pricing/quote.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import {
  addedCharges,
  additionClosed,
  additionOfferMs,
  forSale,
  isNothing,
  keepForSale,
  paidForSeats,
  sameChoices,
  withoutSwapped,
  type AddedChoices,
  type AdditionClosed,
  type WantedChoices,
} from './addition-rules.ts';
import { endAddition, findOpenAddition, insertAddition } from './additions-store.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { ChangeAsker } from '../change/change-flights.server.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { flightAddition } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { segmentsOf } from '../flight-price.ts';
import { getFlightOrder, purchaseOfOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightAddition } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { checkAddedSeats } from '../seats/ordered-seats.server.ts';
import { rulesToChange } from '../booking/rules-of-quote.server.ts';
import type { SeatProblem } from '../seats/seat-rules.ts';
import { locateSegment } from '../booking/price-draft.server.ts';
import { seatKey, type BookableSupplier } from '../supplier/own-stock.ts';

export type AdditionRefusal =
  | AdditionClosed
  | SeatProblem
  | 'supplier-silent'
  | 'seat-given-out'
  | 'too-many-holds'
  | 'network-full'
  | 'money-moving'
  | 'disputed'
  | 'nothing-chosen'
  | 'quote-over'
  | 'price-moved'
  | 'not-possible';

export const additionPurposeStart = 'extras-';
export const additionPurpose = ({ number }: Pick<FlightAddition, 'number'>): string => `${additionPurposeStart}${number}`;

/** Why nothing can be added to an order now, by its state, its time and its money; null when something can. */
export async function findAdditionClosed(
  db: Db,
  order: Pick<Order, 'id' | 'status'>,
  flightOrder: Pick<FlightOrder, 'contracts'>,
  now: Parameters<typeof additionClosed>[2],
): Promise<AdditionClosed | 'disputed' | 'money-moving' | null> {
  const closed = additionClosed(order.status, flightOrder.contracts, now);
  if (closed) return closed;
  if (await isDisputed(db, order.id)) return 'disputed';
  return (await waitsForCapture(db, order.id)) ? 'money-moving' : null;
}

/**
 * Puts together what is added to a ticketed order, or changed of its seats: looked at and priced afresh, its seats held, on record with its price
 * until it expires. It stands in the place of what was chosen before; the same again at the same price is what is there
 * already. Nothing chosen lets go of what was, and answers null.
 */
export async function chooseAdditions(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ChangeAsker & { readonly wanted: WantedChoices; readonly final?: boolean },
): Promise<Outcome<FlightAddition | null, AdditionRefusal>> {
  const { db, clock, crypto } = platform;
  const now = clock.now();
  const order = await findOrderAsSystem(db, ask.orderId);
  if (order?.kind !== 'flight') return refuse('not-possible');
  const flightOrder = await getFlightOrder(db, order.id);
  const closed = await findAdditionClosed(db, order, flightOrder, now);
  if (closed) return refuse(closed);
  const people = await readTravellers<PassengerDetails>(db, crypto, order.id);
  const sold = purchaseOfOrder(flightOrder);
  const wanted = keepForSale(ask.wanted, forSale(sold, people, await findExtras(db, order.id), now), sold);
  const before = await getQuote(db, order);
  const living = await findOpenAddition(db, order.id);
  const seats = await checkAddedSeats(platform, flights, flightOrder, people, wanted.seats, {
    final: ask.final === true,
    held: living?.chosen.seats ?? [],
    paid: paidForSeats(before),
  });
  if (!seats.ok) return seats;
  const chosen: AddedChoices = { ...wanted, seats: seats.value };
  const expiresAt = now + (ask.by === 'staff' ? additionOfferMs : platform.env.HOLD_TTL_MS);
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  const { rules } = await rulesToChange(db, now, before);
  const quote = withMore(withoutSwapped(before, chosen), addedCharges(sold, chosen, before), rules, when);
  // What is added may make an offer count that it did not; an addition brings nothing back.
  if (quote.total.amount < before.total.amount) return refuse('not-possible');
  try {
    return await transact(db, (tx) => keepChoice(tx, platform, flights, { order, flightOrder, chosen, quote, ask, expiresAt }));
  } catch (fault) {
    if (!(fault instanceof ClaimRefused)) throw fault;
    return refuse(capOf(fault) ?? 'seat-not-available');
  }
}

interface Choice {
  readonly order: Order;
  readonly flightOrder: FlightOrder;
  readonly chosen: AddedChoices;
  readonly quote: Quote;
  readonly ask: ChangeAsker;
  readonly expiresAt: number;
}

async function keepChoice(
  tx: Tx,
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  { order, flightOrder, chosen, quote, ask, expiresAt }: Choice,
): Promise<Outcome<FlightAddition | null, AdditionRefusal>> {
  const now = platform.clock.now();
  const current = await lockOrder(tx, order.id);
  if (!current || current.snapshot !== order.snapshot) return refuse('not-possible');
  const closed = await findAdditionClosed(tx, current, flightOrder, now);
  if (closed) return refuse(closed);
  const living = await findOpenAddition(tx, order.id);
  const standing = living && living.expiresAt.getTime() > now && living.snapshot === current.snapshot;
  if (standing && sameChoices(living.chosen, chosen) && living.quote.total.amount === quote.total.amount) return done(living);
  if (living && !(await letGo(tx, platform, living, isNothing(chosen) ? 'given-back' : 'chosen-again'))) return refuse('money-moving');
  if (isNothing(chosen)) return living ? done(null) : refuse('nothing-chosen');
  // A seat that another of the party gives up is the order's already.
  const has = new Set((await findAllocated(tx, order.id)).map(({ key }) => key));
  const units = unitsOf(flights, flightOrder, chosen).filter((unit) => !has.has(unit));
  const holder = { orderId: order.id, actor: current.actor, network: current.network };
  if (units.length > 0) await holdClaims(tx, holder, { pools: [], units }, now, expiresAt - now, expiresAt - now);
  const addition = await insertAddition(tx, {
    orderId: order.id,
    chosen,
    quote,
    difference: quote.total.amount - order.total,
    currency: quote.currency,
    snapshot: current.snapshot,
    claims: await findHeldUnits(tx, order.id),
    chosenBy: ask.who,
    chosenAt: new Date(now),
    expiresAt: new Date(expiresAt),
  });
  await platform.jobs.send(tx, flightAddition, { orderId: order.id }, { startAfter: new Date(expiresAt + 1_000) });
  return done(addition);
}

/** Seats of ours, by their keys. */
function unitsOf(flights: Pick<Flights, 'supplierOf'>, { contracts }: FlightOrder, { seats }: AddedChoices): string[] {
  const segments = segmentsOf(contracts);
  return seats.flatMap(({ segment, designator }) => {
    const supplier: BookableSupplier | null = flights.supplierOf(contracts[locateSegment(contracts, segment)!.contract]!.offerId);
    return supplier?.stock ? [seatKey(segments[segment]!, designator)] : [];
  });
}

/** Ends what is open and unpaid: its seats are free again, its page at the bank is closed. False: the bank has its money, or decides. */
async function letGo(tx: Tx, platform: Platform, addition: FlightAddition, why: string): Promise<boolean> {
  const payments = (await findPaymentsOfOrder(tx, addition.orderId)).filter(({ purpose }) => purpose === additionPurpose(addition));
  if (payments.some(isMoneyMoving)) return false;
  await releaseSome(tx, addition.orderId, addition.claims);
  await endAddition(tx, platform.clock.now(), addition, { status: 'dropped', why });
  for (const payment of payments) if (payment.status !== 'canceled') await platform.jobs.send(tx, paymentClose, { paymentId: payment.id });
  return true;
}

/** The order that it was to be added to is over. What a bank decides about is settled with its answer. */
export async function dropWithOrder(tx: Tx, platform: Platform, orderId: string): Promise<void> {
  const addition = await findOpenAddition(tx, orderId);
  if (addition) await letGo(tx, platform, addition, 'order-over');
}

/** The traveller does not want it after all. */
export async function dropAddition(
  platform: Platform,
  ask: ChangeAsker & { readonly number: number },
): Promise<Outcome<null, AdditionRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, AdditionRefusal>> => {
    await lockOrder(tx, ask.orderId);
    const addition = await findOpenAddition(tx, ask.orderId);
    if (addition?.number !== ask.number) return refuse('not-possible');
    return (await letGo(tx, platform, addition, 'given-back')) ? done(null) : refuse('money-moving');
  });
}

/** A clerk sends the traveller what was put together for them, where they pay for it: one letter for one choice. */
export async function offerAddition(
  platform: Platform,
  ask: ChangeAsker & { readonly number: number },
): Promise<Outcome<null, AdditionRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, AdditionRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const addition = order && (await findOpenAddition(tx, order.id));
    if (order?.status !== 'ticketed' || addition?.number !== ask.number || addition.expiresAt.getTime() <= now) return refuse('quote-over');
    const event = 'noted-extras-offered';
    const sent = (await findHistory(tx, order.id)).some((one) => one.event === event && one.detail['addition'] === ask.number);
    if (sent) return done(null);
    const note = { order, event, by: ask.by, who: ask.who, detail: { addition: ask.number } };
    await tellOrder(tx, platform.jobs, await mustMoveOrder(tx, flightOrderMachine, now, note), 'extras-offered');
    return done(null);
  });
}

/** What was not paid in time is let go. A bank that is deciding is waited for. Safe to run at any time. */
export async function endOverAddition(platform: Platform, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await lockOrder(tx, orderId);
    const addition = await findOpenAddition(tx, orderId);
    if (!addition || addition.expiresAt.getTime() > now || (await letGo(tx, platform, addition, 'not-paid'))) return;
    await platform.jobs.send(tx, flightAddition, { orderId }, { startAfter: new Date(now + 60_000) });
  });
}
