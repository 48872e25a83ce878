import { allocateUnits, releaseSome } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findSnapshots, insertSnapshot, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { replaceInvoice } from '#app/commerce/orders/replace-invoice.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { paymentCapture } from '#app/commerce/payments/payment-jobs.server.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Payment } from '#app/commerce/payments/payments.tables.ts';
import { askRelease } from '#app/commerce/payments/release-payment.server.ts';
import { startPayment, type StartRefusal } from '#app/commerce/payments/start-payment.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { nameFlightLines } from '../order/name-flight-lines.server.ts';
import { additionClosed, choicesWith, isSwapOnly, swapsOf, type AddedChoices } from './addition-rules.ts';
import { endAddition, findAdditions, findOpenAddition } from './additions-store.server.ts';
import type { ChangeAsker } from '../change/change-flights.server.ts';
import { additionPurpose, additionPurposeStart, chooseAdditions, decidedStates, type AdditionRefusal } from './choose-additions.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { findExtras, moveExtras } from '../extras/extras-store.server.ts';
import { segmentsOf } from '../flight-price.ts';
import { getFlightOrder, purchaseOfOrder, saveChoices, type FlightOrder } from '../order/flight-store.server.ts';
import type { FlightAddition } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { freeMeals } from '../extras/meal-wishes.ts';
import { seatKey } from '../supplier/own-stock.ts';
import { addMeals, insertDeclarations } from '../extras/traveller-requests-store.server.ts';
import { requestExtras } from '../extras/write-extras.server.ts';

/** What somebody who presses has read: which choice, and the order's whole price with it, minor units. */
export interface SeenAddition extends ChangeAsker {
  readonly number: number;
  readonly seenTotal: number;
}

/** Looks once more at what is about to be bought: all of it is to be had, nobody sits wrongly, and it costs what was read. */
async function checkAgain(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  seen: SeenAddition,
): Promise<Outcome<FlightAddition, AdditionRefusal>> {
  const living = await findOpenAddition(platform.db, seen.orderId);
  if (!living || living.number !== seen.number || living.expiresAt.getTime() <= platform.clock.now()) return refuse('quote-over');
  const again = await chooseAdditions(platform, flights, { ...seen, wanted: living.chosen, final: true });
  if (!again.ok) return again;
  if (!again.value) return refuse('quote-over');
  if (again.value.number !== living.number || again.value.quote.total.amount !== seen.seenTotal) return refuse('price-moved');
  return done(again.value);
}

/** Opens the bank's page for what was chosen. Pressing twice leads to one page. */
export async function beginAdditionPayment(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  provider: PaymentProvider,
  toPay: SeenAddition & {
    readonly returnTo: { readonly success: string; readonly failure: string };
    readonly language: LanguageCode;
  },
): Promise<Outcome<{ redirectTo: string; paymentId: string }, AdditionRefusal | 'not-payable' | StartRefusal>> {
  const checked = await checkAgain(platform, flights, toPay);
  if (!checked.ok) return checked;
  const addition = checked.value;
  const order = await transact(platform.db, (tx) => lockOrder(tx, toPay.orderId));
  if (!order || addition.difference === 0) return refuse('not-payable');
  return startPayment(platform, provider, {
    orderId: order.id,
    orderVersion: order.version,
    reference: order.reference,
    amount: money(addition.difference, addition.currency),
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: instant(addition.expiresAt.getTime()),
    purpose: additionPurpose(addition),
  });
}

/** Takes what costs nothing: there is no bank to ask. */
export async function takeFreeAddition(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  seen: SeenAddition,
): Promise<Outcome<Order, AdditionRefusal>> {
  const checked = await checkAgain(platform, flights, seen);
  if (!checked.ok) return checked;
  return transact(platform.db, async (tx): Promise<Outcome<Order, AdditionRefusal>> => {
    const order = await lockOrder(tx, seen.orderId);
    const addition = order && (await findOpenAddition(tx, order.id));
    if (!order || addition?.number !== seen.number || addition.difference > 0) return refuse('not-possible');
    const why = await settle(tx, platform, order, addition, seen);
    return why === null ? done(order) : refuse('not-possible');
  });
}

/**
 * What was chosen is the order's: its seats, its price, its documents and its invoice. Null, or why it cannot be, with
 * nothing changed. The caller holds the order's lock.
 */
async function settle(
  tx: Tx,
  platform: Platform,
  order: Order,
  addition: FlightAddition,
  { by, who }: { readonly by: 'customer' | 'staff' | 'provider'; readonly who: string },
): Promise<string | null> {
  const now = platform.clock.now();
  const { chosen, quote, difference } = addition;
  const flightOrder = await getFlightOrder(tx, order.id);
  const closed = additionClosed(order.status, flightOrder.contracts, now);
  if (closed) return closed;
  if (order.snapshot !== addition.snapshot) return 'price-moved';
  if (await isDisputed(tx, order.id)) return 'disputed';
  const swaps = swapsOf(chosen);
  const given = (await findExtras(tx, order.id)).filter(({ kind, code }) => kind === 'seat' && swaps.some(({ key }) => key === code));
  if (given.some(({ status }) => status !== 'issued')) return 'seat-not-available';
  if (!(await allocateUnits(tx, order.id, addition.claims))) return 'seat-not-available';
  const letGo = await givenUp(tx, flightOrder, chosen);
  await endAddition(tx, now, addition, { status: 'done', why: null, letGo });
  await releaseSome(tx, order.id, letGo);
  await moveExtras(
    tx,
    now,
    given.map(({ id }) => id),
    'issued',
    { status: 'exchanged' },
  );
  await saveChoices(tx, order.id, choicesWith(flightOrder.choices, chosen));
  // Tickets are written: a colleague passes these on, and the airline's word back, on the record.
  await addMeals(tx, order.id, freeMeals(flightOrder.contracts, chosen.meals, purchaseOfOrder(flightOrder).travellers));
  await insertDeclarations(
    tx,
    chosen.seats.flatMap(({ declared, segment, passenger, designator }) =>
      declared === undefined
        ? []
        : [
            {
              orderId: order.id,
              traveller: passenger,
              segment,
              seat: designator,
              wording: declared,
              declaredAt: addition.chosenAt,
              declaredBy: addition.chosenBy,
            },
          ],
    ),
  );
  const [event, letter] = isSwapOnly(chosen)
    ? (['noted-seats-changed', 'seats-changed'] as const)
    : (['noted-extras-added', 'extras-added'] as const);
  const note = { order, event, by, who } as const;
  const detail = {
    addition: addition.number,
    before: order.total,
    after: order.total + difference,
    ...(swaps.length > 0
      ? { seats: swaps.map(({ segment, passenger, instead, designator }) => [segment, passenger, instead, designator]) }
      : {}),
  };
  // What is free of charge has no line, no document and no invoice; a seat that was paid keeps its line under another name.
  if (difference === 0 && !swaps.some(({ price }) => price && price.amount > 0)) {
    const noted = await mustMoveOrder(tx, flightOrderMachine, now, { ...note, detail });
    await tellOrder(tx, platform.jobs, noted, letter);
    return null;
  }
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, number, quote, 'consented', new Date(now));
  const noted = await mustMoveOrder(tx, flightOrderMachine, now, {
    ...note,
    detail,
    with: { total: quote.total.amount, snapshot: number },
  });
  await requestExtras(tx, platform, noted, given);
  await tellOrder(tx, platform.jobs, noted, letter);
  await replaceInvoice(tx, platform, noted, nameFlightLines, number);
  return null;
}

/** Claims of seats that were given up, and that nobody else of the order has taken over. */
async function givenUp(tx: Tx, { orderId, contracts, choices }: FlightOrder, chosen: AddedChoices): Promise<string[]> {
  const segments = segmentsOf(contracts);
  const after = new Set(choicesWith(choices, chosen).seats.map(({ segment, designator }) => seatKey(segments[segment]!, designator)));
  const before = new Set(swapsOf(chosen).map(({ segment, instead }) => seatKey(segments[segment]!, instead)));
  return (await findAllocated(tx, orderId)).flatMap(({ id, key }) => (before.has(key) && !after.has(key) ? [id] : []));
}

/** What was added is there and nothing of its price is or comes: a person asks the traveller for it. */
async function tellUnpaid(tx: Tx, now: Instant, order: Pick<Order, 'id' | 'reference'>, addition: FlightAddition): Promise<void> {
  const sum = `${addition.currency} ${decimalString(money(addition.difference, addition.currency))}`;
  await openStaffTask(tx, now, {
    kind: 'extras-unpaid',
    subject: `orders:${order.id}`,
    textKey: 'tasks:extras-unpaid',
    detail: { order: order.reference, addition: addition.number, amount: addition.difference, sum },
  });
}

/** States of an order that is still to be flown, and so to be paid. */
const flies = new Set(['ticketed', 'schedule_change_pending', 'change_quoted', 'change_pending', 'cancel_quoted']);

/**
 * What the payment of an addition has become. Reserved, everything is delivered in the transaction that learns of it, and
 * the money is taken; what cannot be had any more is let be, and its money let go. False: not one of ours, or money that
 * the order's own end decides about.
 */
export async function applyAdditionPayment(tx: Tx, platform: Platform, order: Order, payment: Payment): Promise<boolean> {
  if (!payment.purpose.startsWith(additionPurposeStart)) return false;
  const { jobs, clock } = platform;
  const now = clock.now();
  const reserved = payment.status === 'requires_capture';
  const addition = (await findAdditions(tx, order.id)).find((one) => additionPurpose(one) === payment.purpose);
  if (payment.status === 'canceled' && addition?.status === 'done' && flies.has(order.status)) {
    const others = (await findPaymentsOfOrder(tx, order.id)).filter(({ purpose }) => purpose === payment.purpose);
    if (!others.some(({ status }) => decidedStates.includes(status))) await tellUnpaid(tx, now, order, addition);
    return true;
  }
  if (!reserved && payment.status !== 'succeeded') return true;
  if (addition?.status === 'done') return order.status !== 'refund_due';
  if (addition?.status === 'open' && payment.amount === addition.difference && payment.currency === addition.currency) {
    const why = await settle(tx, platform, order, addition, { by: 'provider', who: 'provider' });
    if (why === null) {
      if (reserved) await jobs.send(tx, paymentCapture, { paymentId: payment.id });
      return true;
    }
    await fail(tx, platform, order, addition, why);
  }
  if (reserved) await askRelease(tx, jobs, now, payment.id);
  else
    await refundOver(tx, platform, order, [payment], {
      amount: payment.amount,
      key: `order:${order.id}:extras-failed:${payment.purpose}`,
      reason: 'not-delivered',
      askedBy: 'system',
    });
  return true;
}

/** It was paid and cannot be had: its seats are free again and the traveller is told. */
async function fail(tx: Tx, platform: Platform, order: Order, addition: FlightAddition, why: string): Promise<void> {
  const now = platform.clock.now();
  await releaseSome(tx, order.id, addition.claims);
  await endAddition(tx, now, addition, { status: 'failed', why });
  const noted = await mustMoveOrder(tx, flightOrderMachine, now, {
    order,
    event: 'noted-extras-not-added',
    by: 'system',
    who: 'system',
    reason: why,
    detail: { addition: addition.number },
  });
  await tellOrder(tx, platform.jobs, noted, 'extras-not-added');
}
