import { releaseClaims } from '#app/commerce/availability/claims-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { getQuote, lockOrder, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import { settlePrice } from '#app/commerce/orders/settle-price.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import { readTogether, transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, instant } from '#app/values/dates.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { brandOf } from '../fares/fare-rules.ts';
import { flightLookUp, flightRelease } from '../flight-jobs.server.ts';
import { flightOrderMachine } from './flight-order-status.ts';
import { quoteFlights } from '../flight-price.ts';
import {
  findAttempts,
  getFlightOrder,
  hasLeft,
  intendNow,
  markApplied,
  markCalled,
  purchaseOfOrder,
  recordAnswer,
  saveHold,
  travellerId,
  type FlightOrder,
  type IntendedAttempt,
} from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { lapsOf } from '../booking/passenger-eligibility.ts';
import { rulesOfQuote } from '../booking/rules-of-quote.server.ts';
import { freeMeals } from '../extras/meal-wishes.ts';
import { saveAnswers } from '../extras/traveller-requests-store.server.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { ticketBy } from '../tickets/ticket-deadline.ts';
import type { Hold, HoldRequest, SupplierOutcome, SupplierRefusal } from '../supplier/flight-supplier.ts';
import { givenForTicket } from '../tickets/ticket-name.ts';

export type HeldFlights =
  | { readonly kind: 'held'; readonly order: Order }
  | { readonly kind: 'refused'; readonly refused: SupplierRefusal }
  /** No answer: the order is stuck until a look-up tells. */
  | { readonly kind: 'unknown' };

type Answer =
  | { readonly kind: 'ok'; readonly attempt: string; readonly hold: Hold }
  | { readonly kind: 'refused'; readonly attempt: string; readonly refused: SupplierRefusal }
  | { readonly kind: 'unknown'; readonly attempt: string };

/**
 * Asks the suppliers to keep what an order has claimed, and brings the order to held, price_changed, cancelled or stuck.
 * Safe to run again after a crash at any point: an attempt that may have been made is looked up, never repeated.
 */
export async function holdFlights(platform: Platform, flights: Pick<Flights, 'supplierOf'>, orderId: string): Promise<HeldFlights> {
  const answers = await askForHolds(platform, flights, orderId);
  await failpoint('hold.before-commit');
  const now = platform.clock.now();
  const held = await transact(platform.db, async (tx): Promise<HeldFlights> => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new Error(`Order ${orderId} does not exist`);
    if (order.status !== 'priced' && order.status !== 'stuck') return { kind: 'held', order };
    const ok = answers.filter((answer) => answer.kind === 'ok');
    for (const [position, answer] of answers.entries()) {
      if (answer.kind !== 'ok') continue;
      await saveHold(tx, orderId, position, answer.hold);
      await saveAnswers(tx, now, orderId, position, answer.hold.answers);
    }
    await markApplied(
      tx,
      now,
      answers.filter((answer) => answer.kind !== 'unknown').map((answer) => answer.attempt),
    );
    const no = answers.find((answer) => answer.kind === 'refused');
    if (no) {
      const event = order.status === 'stuck' ? 'found-cancelled' : 'hold-refused';
      await mustMoveOrder(tx, flightOrderMachine, now, { order, event, by: 'supplier', who: 'supplier', reason: no.refused });
      await releaseClaims(tx, orderId);
      if (ok.length > 0) await platform.jobs.send(tx, flightRelease, { orderId });
      return { kind: 'refused', refused: no.refused };
    }
    if (answers.some((answer) => answer.kind === 'unknown')) {
      if (order.status === 'priced')
        await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'no-answer', by: 'supplier', who: 'supplier' });
      await platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(now + 15_000) });
      return { kind: 'unknown' };
    }
    return { kind: 'held', order: await applyHolds(platform, flights, tx, order) };
  });
  await failpoint('hold.after-commit');
  return held;
}

async function askForHolds(platform: Platform, flights: Pick<Flights, 'supplierOf'>, orderId: string): Promise<Answer[]> {
  const { db, clock } = platform;
  const [flightOrder, travellers] = await readTogether(db, (one) =>
    Promise.all([getFlightOrder(one, orderId), readTravellers<PassengerDetails>(one, platform.crypto, orderId)]),
  );
  const answers: Answer[] = [];
  for (const contract of flightOrder.contracts) {
    const supplier = flights.supplierOf(contract.offerId);
    await failpoint('supply.hold.before-intent');
    const attempt = await intendHold(platform, orderId, contract.position);
    // Somebody who resumed the same order was quicker: what they hold is held, and a second booking would belong to nobody.
    if (!attempt) return answers;
    if (!supplier) {
      answers.push({ kind: 'refused', attempt: attempt.id, refused: 'not-offered' });
      continue;
    }
    await failpoint('supply.hold.after-intent');
    const call = { now: clock.now() };
    const first = attempt.fresh ?? (await markCalled(db, clock.now(), attempt.id));
    const request = holdRequest(flightOrder, contract.position, attempt.id, travellers);
    const outcome = first ? await safely(() => supplier.hold(request, call)) : await lookUpHold(supplier, attempt.id, call, request);
    await failpoint('supply.hold.after-call');
    await recordAnswer(
      db,
      clock.now(),
      attempt.id,
      outcome.outcome,
      outcome.outcome === 'ok'
        ? { locator: outcome.value.locator }
        : { why: outcome.outcome === 'refused' ? outcome.refused : outcome.reason },
    );
    await failpoint('supply.hold.after-result');
    answers.push(
      outcome.outcome === 'ok'
        ? { kind: 'ok', attempt: attempt.id, hold: outcome.value }
        : outcome.outcome === 'refused'
          ? { kind: 'refused', attempt: attempt.id, refused: outcome.refused }
          : { kind: 'unknown', attempt: attempt.id },
    );
    if (outcome.outcome !== 'ok') break;
  }
  return answers;
}

/**
 * The attempt that is under way, or a new one; null when the order has gone on without us. Judged under the order's
 * lock: two that resume it at once share one attempt. A refused attempt is over; a hold wished for again is a new one.
 */
async function intendHold(platform: Platform, orderId: string, contract: number): Promise<IntendedAttempt | null> {
  return transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'priced' && order?.status !== 'stuck') return null;
    const last = (await findAttempts(tx, orderId)).findLast((each) => each.action === 'hold' && each.contract === contract);
    if (last && last.outcome !== 'refused' && last.appliedAt === null) return last;
    return intendNow(tx, platform.clock.now(), orderId, contract, 'hold');
  });
}

/** What became of a hold whose answer was lost. One that never arrived is asked for under the same id. */
export async function lookUpHold(
  supplier: NonNullable<ReturnType<Flights['supplierOf']>>,
  attempt: string,
  call: { now: number },
  request: HoldRequest,
): Promise<SupplierOutcome<Hold>> {
  const found = await safely(() => supplier.lookUp(attempt, call));
  if (found.outcome === 'unknown') return found;
  if (found.outcome === 'refused') return found.refused === 'not-found' ? safely(() => supplier.hold(request, call)) : found;
  return found.value.state === 'held' ? { outcome: 'ok', value: found.value.hold } : { outcome: 'refused', refused: 'already-cancelled' };
}

/** A supplier that throws has not answered. */
export async function safely<Value>(ask: () => Promise<SupplierOutcome<Value>>): Promise<SupplierOutcome<Value>> {
  try {
    return await ask();
  } catch (fault) {
    return { outcome: 'unknown', reason: (fault as Error).message.slice(0, 200) };
  }
}

export function holdRequest(order: FlightOrder, position: number, attemptId: string, travellers: readonly PassengerDetails[]): HoldRequest {
  const contract = order.contracts[position]!;
  const before = order.contracts
    .slice(0, position)
    .reduce((sum, each) => sum + each.offer.slices.flatMap((slice) => slice.segments).length, 0);
  const own = contract.offer.slices.flatMap((slice) => slice.segments);
  const dates = { first: calendarDate(own[0]!.departs.local.slice(0, 10)), last: calendarDate(own.at(-1)!.departs.local.slice(0, 10)) };
  const flying = travellers.map((traveller, index) => ({ traveller, index })).filter(({ index }) => !hasLeft(order, index));
  const byTurn = lapsOf(
    flying.map(({ traveller }) => traveller),
    dates,
  );
  const laps = new Map([...byTurn].map(([infant, adult]) => [flying[infant]!.index, flying[adult]!.index]));
  const meals = freeMeals(
    order.contracts,
    order.choices.meals,
    travellers.map(({ type }) => type),
  ).filter(({ contract: of }) => of === position);
  return {
    attemptId,
    offerId: contract.offerId,
    brand: contract.brand,
    passengers: order.passengers,
    travellers: flying.map(({ traveller, index }) => ({
      id: travellerId(index),
      type: traveller.type,
      title: traveller.title ?? '',
      givenNames: givenForTicket(traveller, contract.nameFiller),
      surname: traveller.surname,
      dateOfBirth: traveller.birthDate,
      ...(traveller.frequentFlyer ? { frequentFlyer: traveller.frequentFlyer } : {}),
      assistance: traveller.assistance,
      meals: meals.filter((meal) => meal.traveller === index).map(({ flight, code }) => ({ flight, code })),
      ...(laps.has(index) ? { withAdult: travellerId(laps.get(index)!) } : {}),
    })),
    seats: order.choices.seats
      .filter((seat) => seat.segment >= before && seat.segment < before + own.length)
      .map((seat) => ({ traveller: travellerId(seat.passenger), segment: seat.segment - before, designator: seat.designator })),
    priced: contract.offer,
  };
}

/** All contracts are held: the order is too, unless what the suppliers hold is dearer than what was agreed. */
async function applyHolds(platform: Platform, flights: Pick<Flights, 'supplierOf'>, tx: Tx, order: Order): Promise<Order> {
  const now = platform.clock.now();
  const flightOrder = await getFlightOrder(tx, order.id);
  const agreed = await getQuote(tx, order);
  // Whatever is promised, the tickets must still be written in time.
  const limits = flightOrder.contracts.flatMap((contract) => [
    contract.payBy!.getTime(),
    ticketBy(instant(contract.ticketBy!.getTime()), now),
  ]);
  const heldUntil = new Date(Math.min(order.heldUntil!.getTime(), ...limits));
  // Seats that an outside supplier keeps are kept for as long as it said: we cannot make that longer.
  const ours = flightOrder.contracts.every(({ offerId }) => {
    const supplier: BookableSupplier | null = flights.supplierOf(offerId);
    return supplier?.stock !== undefined;
  });
  const hardUntil = new Date(ours ? Math.min(order.hardUntil!.getTime(), ...limits) : heldUntil.getTime());
  const ends = { heldUntil, hardUntil };
  const fresh = await requote(tx, flightOrder, agreed, platform.clock.now());
  const settled = await settlePrice(tx, order, agreed, fresh, now);
  const by = { by: 'system', who: 'system' } as const;
  if (settled.consent) {
    const base =
      order.status === 'stuck'
        ? await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'found-held', ...by, with: ends })
        : order;
    return mustMoveOrder(tx, flightOrderMachine, now, {
      order: base,
      event: 'price-differs',
      by: 'supplier',
      who: 'supplier',
      detail: { from: agreed.total.amount, to: fresh.total.amount },
      with: ends,
    });
  }
  const held = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: order.status === 'stuck' ? 'found-held' : 'hold',
    ...by,
    with: { ...ends, ...settled.with },
  });
  await tellOrder(tx, platform.jobs, held, 'order-held');
  return held;
}

/** The order's price by its own rules, with its code, and the offers as they now stand. */
export async function requote(tx: Tx, flightOrder: FlightOrder, agreed: Quote, now: number): Promise<Quote> {
  const { rules, terms } = await rulesOfQuote(tx, agreed);
  const purchase = purchaseOfOrder(flightOrder);
  const contracts = purchase.contracts.map((contract) => ({ ...contract, brand: brandOf(contract.offer, contract.brand.code) }));
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: agreed.expiresAt };
  return quoteFlights({ ...purchase, contracts }, rules, when, [], terms);
}
