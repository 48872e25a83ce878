import type { CancelTerms, PriceCheck, Product } from '#app/commerce/product-contract.ts';
import { findCancelQuote, findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { dropWithOrder } from './addition/choose-additions.server.ts';
import { applyAdditionPayment } from './addition/pay-addition.server.ts';
import { applyChangePayment } from './change/pay-change.server.ts';
import { cancelCaseOf } from './refunds/cancel-case.ts';
import { cancelTermsOf } from './refunds/cancel-rules.ts';
import { endFlights } from './order/end-flights.server.ts';
import { brandOf } from './fares/fare-rules.ts';
import { flightLookUp, flightRelease, flightTicket } from './flight-jobs.server.ts';
import { flightOrderMachine } from './order/flight-order-status.ts';
import { quoteFlights } from './flight-price.ts';
import { rulesOfQuote } from './booking/rules-of-quote.server.ts';
import { clocksOf, contractOf, getFlightOrder, purchaseOfOrder } from './order/flight-store.server.ts';
import type { Flights } from './flights-context.ts';
import { followingOn } from './join-tickets.ts';
import { findUntold } from './names/name-corrections-store.server.ts';
import { standingOf } from './tickets/ticket-deadline.ts';
import { findStop } from './schedule/find-stops.server.ts';
import { endSchedules, findOpenSchedules } from './schedule/schedule-store.server.ts';

/** Flights as commerce sees them. */
export function flightProduct(platform: Platform, flights: Pick<Flights, 'supplierOf'>): Product {
  return {
    kind: 'flight',
    machine: flightOrderMachine,
    checkPrice: (orderId) => checkPrice(platform, flights, orderId),
    unready: async (tx, orderId) => (await findStop(tx, orderId)) ?? findUntold(tx, orderId),
    sendFulfilment: (tx, orderId) => platform.jobs.send(tx, flightTicket, { orderId }),
    sendRelease: (tx, orderId) => platform.jobs.send(tx, flightRelease, { orderId }),
    sendLookUp: (tx, orderId) => platform.jobs.send(tx, flightLookUp, { orderId }, { startAfter: new Date(platform.clock.now() + 30_000) }),
    cancelTerms: (orderId, now) => cancelTerms(platform, orderId, now),
    applyAddition: async (tx, order, payment) =>
      (await applyAdditionPayment(tx, platform, order, payment)) || applyChangePayment(tx, platform, order, payment),
    closeItems: async (tx, orderId) => {
      await dropWithOrder(tx, platform, orderId);
      await endSchedules(tx, platform.clock.now(), orderId);
    },
    endSupply: (orderId, window) => endFlights(platform, flights, orderId, window),
  };
}

/** Until a supplier's price guarantee ends nothing can change; after it the offers are priced again. */
async function checkPrice(platform: Platform, flights: Pick<Flights, 'supplierOf'>, orderId: string): Promise<PriceCheck> {
  const { db, clock } = platform;
  const now = clock.now();
  const order = (await findOrderAsSystem(db, orderId))!;
  const flightOrder = await getFlightOrder(db, orderId);
  const purchase = purchaseOfOrder(flightOrder);
  let changed = false;
  const contracts = [];
  for (const row of flightOrder.contracts) {
    const clocks = clocksOf(row);
    const standing = clocks && standingOf(clocks, now);
    if (standing === 'price-and-seats') {
      contracts.push(contractOf(row));
      continue;
    }
    const supplier = flights.supplierOf(row.offerId);
    try {
      const priced = await supplier?.price(row.offerId, flightOrder.passengers, { now });
      // The last seats, or flights that are sold no more: kept for this order they are not gone for it, and nobody asks more.
      if (priced?.outcome === 'refused' && standing === 'seats-only' && ['sold-out', 'not-offered'].includes(priced.refused)) {
        contracts.push(contractOf(row));
        continue;
      }
      if (!priced || priced.outcome === 'refused') return { kind: 'gone' };
      if (priced.outcome === 'unknown') return { kind: 'unknown' };
      changed = true;
      const offer = followingOn(row.offer, priced.value);
      contracts.push({ offer, brand: brandOf(offer, row.brand) });
    } catch {
      return { kind: 'unknown' };
    }
  }
  if (!changed) return { kind: 'agreed' };
  const agreed = await getQuote(db, order);
  const { rules, terms } = await rulesOfQuote(db, agreed);
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: agreed.expiresAt };
  const quote = quoteFlights({ ...purchase, contracts }, rules, when, [], terms);
  return { kind: 'fresh', quote };
}

async function cancelTerms(platform: Platform, orderId: string, now: Instant): Promise<CancelTerms> {
  const order = (await findOrderAsSystem(platform.db, orderId))!;
  const flightOrder = await getFlightOrder(platform.db, orderId);
  // An order that was quoted before is what it was: ticketed, or merely held.
  const earlier = order.status === 'cancel_quoted' ? await findCancelQuote(platform.db, orderId) : null;
  const unpaid = order.status === 'held' || earlier?.terms.window === 'unpaid';
  return cancelTermsOf(
    {
      quote: await getQuote(platform.db, order),
      snapshot: order.snapshot,
      contracts: flightOrder.contracts.map(cancelCaseOf),
      noShow: order.status === 'no_show' || earlier?.terms.window === 'no-show',
      airlineChanged: (await findOpenSchedules(platform.db, orderId)).some(({ refundable, toldAt }) => refundable && toldAt !== null),
      ticketedAt: unpaid || !flightOrder.ticketedAt ? null : instant(flightOrder.ticketedAt.getTime()),
    },
    now,
  );
}
