import { settleCancelled } from '#app/commerce/orders/cancel-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findCancelQuote, findHistory, findOrderAsSystem, lockOrder, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { carryOutChange } from '../change/carry-out-change.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { flightLookUp } from '../flight-jobs.server.ts';
import { endFlights } from './end-flights.server.ts';
import { findAttempts, findTickets, getFlightOrder } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { holdFlights } from './hold-flights.server.ts';
import {
  applyTicketAnswers,
  askForContract,
  lookUpTicket,
  ticketOrder,
  type TicketAnswer,
  type TicketRefusal,
} from '../tickets/ticket-order.server.ts';
import { coveredContracts } from '../tickets/ticket-coverage.ts';

/**
 * Resolves an order that waits for a supplier, by asking what became of its attempts: never by a fresh call. Also what
 * staff press on a stuck order. Sends itself again while nobody answers.
 */
export async function lookUpFlights(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  orderId: string,
): Promise<Outcome<Order, TicketRefusal>> {
  const order = await findOrderAsSystem(platform.db, orderId);
  if (!order || !['priced', 'ticketing', 'stuck'].includes(order.status)) return refuse('not-possible');
  return resolve(platform, flights, product, order);
}

async function resolve(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  order: Order,
): Promise<Outcome<Order, TicketRefusal>> {
  const history = await findHistory(platform.db, order.id);
  const last = history.findLast((event) => event.event === 'no-answer');
  const from = order.status === 'stuck' ? last?.fromStatus : order.status;
  if (from === 'priced') {
    const held = await holdFlights(platform, flights, order.id);
    if (held.kind === 'held') return { ok: true, value: held.order };
    return refuse(held.kind === 'unknown' ? 'supplier-silent' : 'supplier-refused');
  }
  if (from === 'change_pending') {
    const changed = await carryOutChange(platform, flights, order.id);
    return changed.ok ? changed : refuse(changed.refused === 'supplier-silent' ? 'supplier-silent' : 'supplier-refused');
  }
  if (from === 'cancel_quoted' || from === 'ticketed') return resolveEnd(platform, flights, product, order);
  return resolveTickets(platform, flights, order);
}

async function resolveTickets(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  order: Order,
): Promise<Outcome<Order, TicketRefusal>> {
  const attempts = await findAttempts(platform.db, order.id);
  const flightOrder = await getFlightOrder(platform.db, order.id);
  const { contracts } = flightOrder;
  const { travellers } = await readPeople<PassengerDetails>(platform.db, platform.crypto, order);
  const have = coveredContracts(flightOrder.passengers, await findTickets(platform.db, order.id));
  const answers: TicketAnswer[] = [];
  for (const contract of contracts) {
    if (have.has(contract.position)) continue;
    const attempt = attempts.findLast((each) => each.action === 'ticket' && each.contract === contract.position);
    const supplier = flights.supplierOf(contract.offerId);
    // A booking that was to be made again and was not answered is asked for first; the tickets follow it.
    if (contract.locator === null && !attempt) answers.push(await askForContract(platform, flights, flightOrder, contract, travellers));
    else if (attempt && supplier) answers.push(await lookUpTicket(platform, supplier, contract, attempt));
    if (answers.at(-1)?.kind === 'unknown' || answers.at(-1)?.kind === 'failed') break;
  }
  // Everything asked for is there and something was never asked for: the work of issuing goes on.
  const open =
    order.status === 'ticketing' && answers.every((answer) => answer.kind === 'ticketed') && answers.length + have.size < contracts.length;
  if (!open) return applyTicketAnswers(platform, order.id, answers);
  await applyTicketAnswers(platform, order.id, answers);
  return ticketOrder(platform, flights, order.id);
}

/** A cancellation or a void without an answer. */
async function resolveEnd(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  order: Order,
): Promise<Outcome<Order, TicketRefusal>> {
  const quoted = await findCancelQuote(platform.db, order.id);
  if (!quoted) return refuse('not-possible');
  const ended = await endFlights(platform, flights, order.id, quoted.terms.window);
  return transact(platform.db, async (tx): Promise<Outcome<Order, TicketRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (current?.status !== 'stuck') return refuse('not-possible');
    const now = platform.clock.now();
    if (ended.kind === 'unknown') {
      await platform.jobs.send(tx, flightLookUp, { orderId: order.id }, { startAfter: new Date(now + 60_000) });
      return refuse('supplier-silent');
    }
    const unpaid = quoted.terms.window === 'unpaid';
    const event = ended.kind === 'refused' ? (unpaid ? 'found-held' : 'found-ticketed') : 'found-cancelled';
    const moved = await mustMoveOrder(tx, product.machine, now, { order: current, event, by: 'supplier', who: 'supplier' });
    if (ended.kind === 'refused') return refuse('supplier-refused');
    return { ok: true, value: await settleCancelled(tx, platform, product, moved, quoted.terms, 'system') };
  });
}
