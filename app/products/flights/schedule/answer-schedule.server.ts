import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { claimMore } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findLinkedAsSystem, spanOf } from '#app/commerce/orders/find-linked.server.ts';
import { findOrderAsSystem, getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { absorb, type Quote } from '#app/commerce/pricing/quote.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { changeClosesMs, changePayMs, earlierFees, nextDeparture, notInstead, purchaseAfter } from '../change/change-rules.ts';
import { basisOnFlights, brandOf, findFamily, onFlights, withFamily } from '../fares/fare-rules.ts';
import { findChanges, findLivingChange, insertChange, nextChangeNumber } from '../change/flight-changes-store.server.ts';
import { flightChange } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { quoteFlights } from '../flight-price.ts';
import { getFlightOrder, purchaseOfOrder, type FlightOrder } from '../order/flight-store.server.ts';
import { timesAround } from '../change/flown-around.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import { rulesToChange } from '../booking/rules-of-quote.server.ts';
import { followingOn } from '../join-tickets.ts';
import type { Offer } from '../offer.ts';
import { decidedFlights, isMoveAllowed, type Exchanged } from './moves-allowed-rules.ts';
import { hasLeft, keepingOf, offerKeeping, seatsLostOn, unfitBeside } from './keep-directions.ts';
import { withinDays, type ScheduleJudgement } from './schedule-rules.ts';
import { spanWith, touchesByClock } from './find-touched.ts';
import { keepOfAsked } from './only-asked.server.ts';
import { findOpenSchedules, findSchedules, findUnanswered, saveSchedule } from './schedule-store.server.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';

export interface ScheduleAsker {
  readonly orderId: string;
  /** The change of schedule that was read, and the order as it then stood. */
  readonly schedule: string;
  readonly version: number;
  readonly by: 'customer' | 'staff' | 'system';
  /** As the audit names people. */
  readonly who: string;
  /** Why a colleague answers for the traveller; the desk asks for it. */
  readonly reason?: string;
}

export type ScheduleRefusal =
  | 'changed-meanwhile'
  | 'flight-cancelled'
  | 'money-moving'
  | 'not-possible'
  | 'offer-gone'
  | 'family-gone'
  | 'other-route'
  | 'other-airline'
  | 'other-days'
  | 'same-flights'
  | 'too-soon'
  | 'overlaps'
  | 'too-tight'
  | 'sold-out'
  | 'supplier-silent';

/** Pressed twice is pressed once. */
async function answeredAlready(db: Db, ask: ScheduleAsker): Promise<Order | null> {
  const order = await findOrderAsSystem(db, ask.orderId);
  const change = order?.status === 'change_pending' ? await findLivingChange(db, order.id) : null;
  return order && change?.schedule === ask.schedule ? order : null;
}

/** Takes the flights as the airline flies them now: the tickets are written anew for them, and nothing is to be paid. */
export async function acceptSchedule(platform: Platform, ask: ScheduleAsker): Promise<Outcome<Order, ScheduleRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, ScheduleRefusal>> => {
    const already = await answeredAlready(tx, ask);
    if (already) return done(already);
    const found = await lockOpen(tx, ask);
    if (!found.ok) return found;
    const { order, open, flightOrder } = found.value;
    if (!open.acceptable || open.slices === null) return refuse('flight-cancelled');
    const offer = onFlights(flightOrder.contracts[open.contract]!.offer, open.slices);
    return done(await answer(tx, platform, ask, { order, open, flightOrder, offer, claims: [], seatsLost: open.seatsLost }));
  });
}

/** Why an answer stands that nobody gave after they were told. */
export const allowedBeforehand = 'allowed-beforehand';

/**
 * Takes a small move in the traveller's name where they said beforehand that it may be: as their own answer would, and with
 * whose consent it was and of when beside it. Null where it is theirs to decide. The caller holds the order's lock.
 */
export async function acceptAllowed(
  tx: Tx,
  platform: Platform,
  change: { readonly order: Order; readonly schedule: string; readonly judged: ScheduleJudgement },
): Promise<Order | null> {
  const { order, judged } = change;
  const flightOrder = await getFlightOrder(tx, order.id);
  const { movesAllowed, movesAllowedBy, movesAllowedAt, movesAllowedWay } = flightOrder;
  if (movesAllowed === null || movesAllowedAt === null || order.status !== 'schedule_change_pending') return null;
  const opened = await findOpenSchedules(tx, order.id);
  const open = opened.find(({ id }) => id === change.schedule);
  // Whoever has to decide on another flight of the same journey decides on both.
  if (!open || opened.length > 1) return null;
  // Said before the consent was given: it was given for what comes after.
  if (open.saidAt.getTime() < movesAllowedAt.getTime()) return null;
  const { exchanged, unanswered } = await findBefore(tx, open);
  const decided = decidedFlights(open.was, exchanged);
  if (unanswered || !isMoveAllowed(movesAllowed, judged, decided, open.slices)) return null;
  // What else they booked for these days is theirs to weigh.
  const { slices } = open;
  const beside = await findLinkedAsSystem(tx, order, spanWith(order, [decided, slices]));
  if (beside.some((one) => touchesByClock({ reference: one.reference, kind: one.kind, ...spanOf(one) }, decided, slices))) return null;
  const offer = onFlights(flightOrder.contracts[open.contract]!.offer, slices);
  // The airline writes no new tickets any more: what cannot be carried out is not promised.
  const now = platform.clock.now();
  const leaves = nextDeparture(offer, now);
  if (leaves === null || now > leaves - changeClosesMs) return null;
  if (await waitsForCapture(tx, order.id)) return null;
  const ask = {
    orderId: order.id,
    schedule: open.id,
    version: order.version,
    by: 'system',
    who: 'system',
    reason: allowedBeforehand,
  } as const;
  const agreed = await answer(tx, platform, ask, { order, open, flightOrder, offer, claims: [], seatsLost: open.seatsLost });
  await saveSchedule(tx, open.id, {
    allowedMinutes: movesAllowed,
    allowedBy: movesAllowedBy,
    allowedAt: movesAllowedAt,
    allowedWay: movesAllowedWay,
  });
  return agreed;
}

/**
 * What became of a contract before something new is said of it: the exchanges that its airline carried out, the newest first,
 * whatever overtook them meanwhile, and whether its traveller was asked something since that they have not answered. Only
 * people agree: what the system took, by a consent or when no answer came, counts on from where it began. What the airline took
 * back by flying again what was sold is a question of nobody any more.
 */
async function findBefore(
  tx: Tx,
  { id, orderId, contract }: ScheduleChange,
): Promise<{ readonly exchanged: readonly Exchanged[]; readonly unanswered: boolean }> {
  const said = (await findSchedules(tx, orderId)).filter((row) => row.contract === contract);
  const done = (await findChanges(tx, orderId)).filter(
    (change) => change.contract === contract && change.status === 'done' && change.correction === null && change.leaves === null,
  );
  return {
    exchanged: done.map((change): Exchanged => {
      const taken = said.find((row) => row.id === change.schedule && row.answeredBy === 'system');
      return taken ? { decided: false, was: taken.was } : { decided: true, was: change.offer.slices };
    }),
    unanswered: (await findUnanswered(tx, orderId, contract)).some((row) => row.id !== id),
  };
}

/** Other flights instead, of the same airline on the same route and about the same days, for the price that was paid: for all of a contract, or for what of it is not flown. */
export async function takeInstead(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ScheduleAsker & { readonly offerId: string },
): Promise<Outcome<Order, ScheduleRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  const already = await answeredAlready(db, ask);
  if (already) return done(already);
  const order = await findOrderAsSystem(db, ask.orderId);
  if (order?.kind !== 'flight') return refuse('not-possible');
  const flightOrder = await getFlightOrder(db, order.id);
  const open = (await findOpenSchedules(db, order.id)).find(({ id }) => id === ask.schedule);
  if (!open) return refuse('changed-meanwhile');
  const supplier: BookableSupplier | null = flights.supplierOf(ask.offerId);
  if (!supplier) return refuse('offer-gone');
  const priced = await safely(() => supplier.price(ask.offerId, flightOrder.passengers, { now }));
  if (priced.outcome !== 'ok') return refuse(priced.outcome === 'unknown' ? 'supplier-silent' : 'offer-gone');
  const wanted = priced.value;
  const fits = fitInstead(flightOrder, open, wanted, now);
  if (!fits.ok) return fits;
  const { offer, seatsLost } = fits.value;
  try {
    return await transact(db, async (tx): Promise<Outcome<Order, ScheduleRefusal>> => {
      const found = await lockOpen(tx, ask);
      if (!found.ok) return found;
      const current = found.value.order;
      const seats = flightOrder.passengers.adults + flightOrder.passengers.children;
      const wishes = supplier.stock ? supplier.stock.wishes(wanted, seats, { now }) : [];
      if (!wishes) return refuse('sold-out');
      const have = new Set((await findAllocated(tx, current.id)).map(({ key }) => key));
      const claims = await claimMore(
        tx,
        { orderId: current.id, actor: current.actor, network: current.network },
        wishes.filter(({ key }) => !have.has(key)),
        now,
      );
      return done(await answer(tx, platform, ask, { ...found.value, offer, claims, seatsLost }));
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}

/** The flights that are agreed to, and the positions of those on which chosen seats are none any more. */
interface Agreed {
  readonly offer: Offer;
  readonly seatsLost: readonly number[];
}

/**
 * What an order flies with other flights instead, or why it cannot: all of its contract anew, or only the directions that are not
 * flown, beside those that are. The fare that was sold goes with the traveller: what the other flights cost today is the
 * airline's affair.
 */
function fitInstead(flightOrder: FlightOrder, open: ScheduleChange, wanted: Offer, now: Instant): Outcome<Agreed, ScheduleRefusal> {
  const row = flightOrder.contracts[open.contract]!;
  const around = timesAround(flightOrder, open.contract);
  const keeping = keepingOf(row.offer, row.brand, open);
  if (keeping && wanted.slices.length === keeping.lost.length) {
    if (wanted.validatingAirline !== row.offer.validatingAirline || wanted.supplier !== row.offer.supplier) return refuse('other-airline');
    if (wanted.tickets > row.offer.tickets) return refuse('other-airline');
    const unfit = unfitBeside(keeping, wanted.slices, around, now);
    if (unfit) return refuse(unfit);
    const lost = keeping.lost.map((at) => open.was[at]!);
    if (!withinDays(lost, wanted.slices)) return refuse('other-days');
    if (!findFamily(wanted, keeping.family)) return refuse('family-gone');
    const offer = offerKeeping(keeping, wanted);
    return done({ offer, seatsLost: seatsLostOn(keeping, offer, open.seatsLost) });
  }
  // Nobody flies again what they have flown.
  if (hasLeft(open.was[0]!, now)) return refuse('not-possible');
  const unfit = notInstead(row.offer, wanted, around, now);
  if (unfit) return refuse(unfit);
  if (!withinDays(open.was, wanted.slices)) return refuse('other-days');
  if (!findFamily(wanted, row.brand)) return refuse('family-gone');
  const sold = basisOnFlights(brandOf(row.offer, row.brand), row.offer.slices, wanted.slices);
  return done({ offer: followingOn(row.offer, withFamily(wanted, sold)), seatsLost: [] });
}

interface Open {
  readonly order: Order;
  readonly open: ScheduleChange;
  readonly flightOrder: FlightOrder;
}

/** The order and what is to be answered of it, as whoever answers has read them. */
async function lockOpen(tx: Tx, ask: ScheduleAsker): Promise<Outcome<Open, ScheduleRefusal>> {
  const order = await lockOrder(tx, ask.orderId);
  if (order?.kind !== 'flight') return refuse('not-possible');
  // The system answers for nobody who is just asking what else they could do.
  const asked = ask.by !== 'system' && (await keepOfAsked(tx, order)) === 'keep-tickets';
  if (order.status !== 'schedule_change_pending' && !asked) return refuse('not-possible');
  const open = (await findOpenSchedules(tx, order.id)).find(({ id, toldAt }) => id === ask.schedule && toldAt !== null);
  if (!open || order.version !== ask.version) return refuse('changed-meanwhile');
  if (await waitsForCapture(tx, order.id)) return refuse('money-moving');
  return done({ order, open, flightOrder: await getFlightOrder(tx, order.id) });
}

/**
 * Whoever answers keeps the booking: what cancelling would have given back was asked and never agreed to, and is set aside. The
 * order is again what its airline made it.
 */
async function takeUpAgain(
  tx: Tx,
  now: Instant,
  { by, who }: ScheduleAsker,
  order: Order,
  { id, severity }: ScheduleChange,
): Promise<Order> {
  const kept = await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'keep-tickets', by, who, reason: 'schedule-answered' });
  return mustMoveOrder(tx, flightOrderMachine, now, {
    order: kept,
    event: 'schedule-changed',
    by: 'supplier',
    who: 'supplier',
    detail: { schedule: id, severity },
  });
}

/** Agreed: an exchange for nothing, carried out with the airline as any other change. */
async function answer(
  tx: Tx,
  platform: Platform,
  ask: ScheduleAsker,
  { order, open, flightOrder, offer, claims, seatsLost }: Open & Agreed & { readonly claims: string[] },
): Promise<Order> {
  const now = platform.clock.now();
  const accepts = offer.slices === open.slices;
  const number = await nextChangeNumber(tx, order.id);
  const { brand } = flightOrder.contracts[open.contract]!;
  const before = await getQuote(tx, order);
  const quote = await quoteFree(tx, before, flightOrder, { contract: open.contract, offer, brand, seatsLost }, now);
  await insertChange(tx, {
    orderId: order.id,
    number,
    contract: open.contract,
    status: 'accepted',
    acceptedAt: new Date(now),
    offerId: offer.id,
    brand,
    offer,
    quote,
    difference: 0,
    refund: before.total.amount - quote.total.amount,
    currency: quote.currency,
    claims,
    seatsLost: [...seatsLost],
    schedule: open.id,
    quotedAt: new Date(now),
    expiresAt: new Date(now + changePayMs),
  });
  await saveSchedule(tx, open.id, {
    answer: accepts ? 'accept' : 'instead',
    answeredBy: ask.who,
    answeredAt: new Date(now),
    reason: ask.reason ?? null,
  });
  const moved = await mustMoveOrder(tx, flightOrderMachine, now, {
    order: order.status === 'cancel_quoted' ? await takeUpAgain(tx, now, ask, order, open) : order,
    event: 'answer-schedule',
    by: ask.by,
    who: ask.who,
    ...(ask.reason === undefined ? {} : { reason: ask.reason }),
    detail: { schedule: open.id, answer: accepts ? 'accept' : 'instead', change: number },
  });
  await platform.jobs.send(tx, flightChange, { orderId: order.id });
  return moved;
}

/**
 * The price of the order with other flights that cost nothing more: seats that are lost come off, and whatever our own rules
 * would add for the other flights is ours.
 */
async function quoteFree(
  tx: Tx,
  before: Quote,
  flightOrder: FlightOrder,
  change: { readonly contract: number; readonly offer: Offer; readonly brand: string; readonly seatsLost: readonly number[] },
  now: Instant,
): Promise<Quote> {
  const { rules, terms } = await rulesToChange(tx, now, before);
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now + changePayMs).toISOString() };
  const was = purchaseOfOrder(flightOrder);
  const after = purchaseAfter(was, change.contract, change.offer, brandOf(change.offer, change.brand), change.seatsLost);
  const earlier = earlierFees(before);
  const kept = new Set(after.seats.map(({ key }) => key));
  const withSeats = quoteFlights(was, rules, when, earlier, terms).total.amount;
  const without = quoteFlights({ ...was, seats: was.seats.filter(({ key }) => kept.has(key)) }, rules, when, earlier, terms).total.amount;
  const target = before.total.amount - Math.max(0, withSeats - without);
  const quoted = quoteFlights(after, rules, when, earlier, terms);
  return absorb(quoted, money(Math.max(0, quoted.total.amount - target), before.currency), rules);
}
