import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { claimMore } from '#app/commerce/availability/claims-store.server.ts';
import { findAllocated } from '#app/commerce/availability/taken-store.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findOrderAsSystem, getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { absorb, type Charge, type Quote } from '#app/commerce/pricing/quote.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import {
  changeClosed,
  changeFees,
  earlierFees,
  changePayMs,
  changeQuoteMs,
  keptFee,
  notInstead,
  purchaseAfter,
  refusedBy,
  ruleOfChange,
  type ChangeClosed,
  type NotInstead,
} from './change-rules.ts';
import { brandOf, findFamily } from '../fares/fare-rules.ts';
import { dropQuoted, findLivingChange, insertChange, nextChangeNumber, saveChange } from './flight-changes-store.server.ts';
import { flightChange } from '../flight-jobs.server.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { quoteFlights } from '../flight-price.ts';
import { flyingOf, getFlightOrder, purchaseOfOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import { timesAround } from './flown-around.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import { rulesToChange } from '../booking/rules-of-quote.server.ts';
import { followingOn } from '../join-tickets.ts';
import type { Offer } from '../offer.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';

export type ChangeRefusal =
  | ChangeClosed
  | NotInstead
  | 'offer-gone'
  | 'family-gone'
  | 'sold-out'
  | 'supplier-silent'
  | 'money-moving'
  | 'disputed'
  | 'quote-over'
  | 'not-possible';

export interface ChangeAsker {
  readonly orderId: string;
  readonly by: 'customer' | 'staff';
  /** As the audit names people. */
  readonly who: string;
}

/** When the first flight of a contract leaves. */
export const contractDeparts = ({ offer }: { readonly offer: Pick<Offer, 'slices'> }): Instant =>
  instant(Date.parse(offer.slices[0]!.segments[0]!.departs.utc));

/** What other flights would cost, line by line: on record, and honoured until it expires. Asking again asks afresh. */
export async function quoteChange(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ChangeAsker & { readonly contract: number; readonly offerId: string },
): Promise<Outcome<FlightChange, ChangeRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  const order = await findOrderAsSystem(db, ask.orderId);
  if (order?.kind !== 'flight') return refuse('not-possible');
  const flightOrder = await getFlightOrder(db, order.id);
  const row = flightOrder.contracts[ask.contract];
  if (!row) return refuse('not-possible');
  const sold = brandOf(row.offer, row.brand);
  const closed = changeClosed(order.status, sold, contractDeparts(row), now);
  if (closed) return refuse(closed);
  const supplier = flights.supplierOf(ask.offerId);
  if (!supplier) return refuse('offer-gone');
  const priced = await safely(() => supplier.price(ask.offerId, flightOrder.passengers, { now }));
  if (priced.outcome !== 'ok') return refuse(priced.outcome === 'unknown' ? 'supplier-silent' : 'offer-gone');
  const offer = followingOn(row.offer, priced.value);
  const unfit = notInstead(row.offer, offer, timesAround(flightOrder, ask.contract), now);
  if (unfit) return refuse(unfit);
  const rule = ruleOfChange(sold, row.offer, offer);
  const barred = refusedBy(rule);
  if (barred) return refuse(barred);
  const brand = findFamily(offer, row.brand);
  if (!brand) return refuse('family-gone');
  const before = await getQuote(db, order);
  const number = await nextChangeNumber(db, order.id);
  const { rules, terms } = await rulesToChange(db, now, before);
  const purchase = purchaseAfter(purchaseOfOrder(flightOrder), ask.contract, offer, brand);
  const expiresAt = Math.min(now + changeQuoteMs, Date.parse(offer.expiresAt));
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  const earlier = earlierFees(before);
  const carriage = rules.vat.fare;
  const fees = changeFees({ number, rule, travellers: flyingOf(flightOrder), carriage });
  const carried = before.lines.filter(({ kind }) => kind === 'absorbed').reduce((sum, { amount }) => sum - amount.amount, 0);
  const priceWith = (more: readonly Charge[]): Quote =>
    absorb(quoteFlights(purchase, rules, when, more, terms), money(carried, before.currency), rules);
  const returns = sold.refundBefore.permission === 'allowed';
  const kept = returns
    ? 0
    : keptOf(
        before,
        (charges) => priceWith([...earlier, ...charges]),
        (amount) => keptFee(number, amount, carriage),
      );
  const quote = priceWith([...earlier, ...fees, ...(kept > 0 ? [keptFee(number, money(kept, before.currency), carriage)] : [])]);
  return transact(db, async (tx): Promise<Outcome<FlightChange, ChangeRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (!current || current.version !== order.version) return refuse('not-possible');
    if (await waitsForCapture(tx, order.id)) return refuse('money-moving');
    if (await isDisputed(tx, order.id)) return refuse('disputed');
    await dropQuoted(tx, now, order.id, 'asked-again');
    await insertChange(tx, {
      orderId: order.id,
      number,
      contract: ask.contract,
      status: 'quoted',
      offerId: offer.id,
      brand: brand.code,
      offer,
      quote,
      difference: Math.max(0, quote.total.amount - before.total.amount),
      refund: Math.max(0, before.total.amount - quote.total.amount),
      currency: quote.currency,
      quotedAt: new Date(now),
      expiresAt: new Date(expiresAt),
    });
    const event = current.status === 'change_quoted' ? 'noted-change-quoted' : 'ask-change';
    await mustMoveOrder(tx, flightOrderMachine, now, {
      order: current,
      event,
      by: ask.by,
      who: ask.who,
      detail: { change: number, total: quote.total.amount },
    });
    await platform.jobs.send(tx, flightChange, { orderId: order.id }, { startAfter: new Date(expiresAt + 1_000) });
    return done((await findLivingChange(tx, order.id))!);
  });
}

/**
 * What the airline keeps of cheaper flights whose rule gives nothing back, minor units: without the fees of the change the
 * order costs what it did. Rounding of the whole price may need a second look.
 */
function keptOf(before: Quote, priceWith: (more: readonly Charge[]) => Quote, fee: (amount: Money) => Charge): number {
  let kept = 0;
  for (let look = 0; look < 3; look += 1) {
    const less = before.total.amount - priceWith(kept > 0 ? [fee(money(kept, before.currency))] : []).total.amount;
    if (less <= 0) break;
    kept += less;
  }
  return kept;
}

/** The traveller keeps the flights they have. */
export async function keepFlights(platform: Platform, ask: ChangeAsker): Promise<Outcome<Order, ChangeRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, ChangeRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'change_quoted') return refuse('not-possible');
    await dropQuoted(tx, now, order.id, 'kept');
    return done(await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'keep-flights', by: ask.by, who: ask.who }));
  });
}

/**
 * Agrees to a change as it was quoted: the new seats are taken beside the old ones, which go only when the airline has
 * exchanged the tickets. What is to be paid is paid first.
 */
export async function acceptChange(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: ChangeAsker & { readonly number: number; readonly seenTotal: number },
): Promise<Outcome<FlightChange, ChangeRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  try {
    return await transact(db, async (tx): Promise<Outcome<FlightChange, ChangeRefusal>> => {
      const order = await lockOrder(tx, ask.orderId);
      const change = order && (await findLivingChange(tx, order.id));
      if (order?.status === 'change_pending' && change?.number === ask.number) return done(change);
      if (order?.status !== 'change_quoted' || change?.status !== 'quoted') return refuse('not-possible');
      // Whoever leaves an order is agreed to on a page of its own, by whom that takes.
      if (change.leaves) return refuse('not-possible');
      if (change.number !== ask.number || change.quote.total.amount !== ask.seenTotal || change.expiresAt.getTime() <= now)
        return refuse('quote-over');
      if (await isDisputed(tx, order.id)) return refuse('disputed');
      const supplier: BookableSupplier | null = flights.supplierOf(change.offerId);
      const { passengers } = await getFlightOrder(tx, order.id);
      const wishes = supplier?.stock ? supplier.stock.wishes(change.offer, passengers.adults + passengers.children, { now }) : [];
      if (!wishes) return refuse('sold-out');
      const have = new Set((await findAllocated(tx, order.id)).map(({ key }) => key));
      const claims = await claimMore(
        tx,
        { orderId: order.id, actor: order.actor, network: order.network },
        wishes.filter(({ key }) => !have.has(key)),
        now,
      );
      const until = change.difference > 0 ? new Date(now + changePayMs) : change.expiresAt;
      await saveChange(tx, change, { status: 'accepted', claims, acceptedAt: new Date(now), expiresAt: until });
      await mustMoveOrder(tx, flightOrderMachine, now, {
        order,
        event: 'accept-change',
        by: ask.by,
        who: ask.who,
        detail: { change: change.number, difference: change.difference, refund: change.refund },
      });
      const startAfter = change.difference > 0 ? { startAfter: new Date(until.getTime() + 1_000) } : {};
      await platform.jobs.send(tx, flightChange, { orderId: order.id }, startAfter);
      return done({ ...change, status: 'accepted', claims, expiresAt: until });
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}
