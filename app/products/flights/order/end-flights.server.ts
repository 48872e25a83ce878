import type { CancelTerms, SupplyEnd } from '#app/commerce/product-contract.ts';
import { findCancelQuote, findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { noteSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { endExtras } from '../extras/extras-store.server.ts';
import {
  endTickets,
  findAttempts,
  findTickets,
  forgetLocator,
  getFlightOrder,
  intend,
  markApplied,
  markCalled,
  recordAnswer,
  type FlightOrder,
} from './flight-store.server.ts';
import type { FlightContractRow } from '../flight.tables.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from './hold-flights.server.ts';
import { returnsOf } from '../supply/supplier-statement.ts';
import type { BookingState, SupplierOutcome } from '../supplier/flight-supplier.ts';

type Action = 'cancel' | 'void';

/**
 * Gives every contract of an order back to its supplier: a hold or an old ticket is cancelled, a ticket inside its window
 * voided. Doing it twice is doing it once; an attempt whose answer was lost is looked up.
 */
export async function endFlights(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  orderId: string,
  window: CancelTerms['window'],
): Promise<SupplyEnd> {
  const action: Action = window === 'regret' || window === 'void' ? 'void' : 'cancel';
  const order = await getFlightOrder(platform.db, orderId);
  for (const contract of order.contracts) {
    if (contract.locator === null) continue;
    const ended = await endContract(platform, flights, contract, action);
    if (ended.kind !== 'done') return ended;
  }
  if (window !== 'unpaid')
    await transact(platform.db, async (tx) => {
      const as = action === 'void' ? 'void' : 'refunded';
      await endTickets(tx, orderId, as);
      await endExtras(tx, platform.clock.now(), orderId, as);
      await noteReturns(tx, platform.clock.now(), order, as === 'void');
    });
  return { kind: 'done' };
}

/** From now on the suppliers owe what the tickets that they took back were worth. */
async function noteReturns(tx: Tx, now: Instant, { contracts, orderId, ticketedAt }: FlightOrder, voided: boolean): Promise<void> {
  if (ticketedAt === null) return;
  const order = (await findOrderAsSystem(tx, orderId))!;
  const { lines } = await getQuote(tx, order);
  const terms = (await findCancelQuote(tx, orderId))?.terms ?? null;
  const back = returnsOf({ lines, contracts, voided, terms });
  const parts = contracts.map(({ position, supplier }, at) => ({ part: position, supplier, amount: back[at]! }));
  await noteSupplierReturns(tx, now, order, parts);
}

async function endContract(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  contract: FlightContractRow,
  action: Action,
): Promise<SupplyEnd> {
  const { db, clock } = platform;
  const { orderId, position } = contract;
  const supplier = flights.supplierOf(contract.offerId);
  if (!supplier) return { kind: 'refused', reason: 'not-offered' };
  const earlier = (await findAttempts(db, orderId)).filter((each) => each.action === action && each.contract === position);
  const open = earlier.find((each) => each.outcome === null || each.outcome === 'unknown');
  await failpoint(`supply.${action}.before-intent`);
  const attempt = open ?? (await transact(db, (tx) => intend(tx, clock.now(), orderId, position, action)));
  await failpoint(`supply.${action}.after-intent`);
  const call = { now: clock.now() };
  const request = { attemptId: attempt.id, locator: contract.locator! };
  const first = await markCalled(db, clock.now(), attempt.id);
  const outcome = first
    ? await safely(() => supplier[action](request, call))
    : await lookUpEnd(platform, supplier, contract, attempt.id, action);
  await failpoint(`supply.${action}.after-call`);
  await recordAnswer(
    db,
    clock.now(),
    attempt.id,
    outcome.outcome,
    outcome.outcome === 'ok' ? { state: outcome.value.state } : { why: outcome.outcome === 'refused' ? outcome.refused : outcome.reason },
  );
  await failpoint(`supply.${action}.after-result`);
  if (outcome.outcome === 'unknown') return { kind: 'unknown' };
  // What is not there any more needs no giving back.
  if (outcome.outcome === 'refused' && !['not-found', 'already-cancelled'].includes(outcome.refused))
    return { kind: 'refused', reason: outcome.refused };
  await transact(db, (tx) => markApplied(tx, clock.now(), [attempt.id]));
  return { kind: 'done' };
}

/** The booking as it stands: ended, or asked for again under the same attempt when the first call never arrived. */
async function lookUpEnd(
  platform: Platform,
  supplier: NonNullable<ReturnType<Flights['supplierOf']>>,
  contract: FlightContractRow,
  attempt: string,
  action: Action,
): Promise<SupplierOutcome<BookingState>> {
  const call = { now: platform.clock.now() };
  const found = await safely(() => supplier.lookUp(attempt, call));
  if (found.outcome === 'ok' && (found.value.state === 'cancelled' || found.value.state === 'voided')) return found;
  if (found.outcome === 'unknown') return found;
  return safely(() => supplier[action]({ attemptId: attempt, locator: contract.locator! }, call));
}

/**
 * Gives up what suppliers still hold for an order that ended, so that no booking is left to lapse at the airline: each of
 * its contracts, whatever becomes of the others. What was half issued before it was given up is voided, or given back once
 * its window is over. Throws where somebody did not answer, to be asked again.
 */
export async function releaseFlights(platform: Platform, flights: Pick<Flights, 'supplierOf'>, orderId: string): Promise<void> {
  const { db, clock } = platform;
  const { contracts } = await getFlightOrder(db, orderId);
  const issued = new Set((await findTickets(db, orderId)).filter(({ status }) => status === 'open').map(({ contract }) => contract));
  let silent = false;
  for (const contract of contracts) {
    const { position, locator, voidUntil } = contract;
    if (locator === null) continue;
    const action: Action = issued.has(position) && voidUntil !== null && voidUntil.getTime() > clock.now() ? 'void' : 'cancel';
    const ended = await endContract(platform, flights, contract, action);
    silent ||= ended.kind === 'unknown';
    if (ended.kind === 'unknown') continue;
    await transact(db, async (tx) => {
      // Only a supplier that has more than we know of refuses this; the money may be gone back already, so somebody looks.
      if (ended.kind === 'refused') return askToLook(tx, clock.now(), orderId, ended.reason);
      if (issued.has(position)) await endTickets(tx, orderId, action === 'void' ? 'void' : 'refunded', position);
      await forgetLocator(tx, orderId, position);
    });
  }
  if (silent) throw new Error(`Order ${orderId}: a supplier did not answer when its hold was given up`);
}

async function askToLook(tx: Tx, now: Instant, orderId: string, why: string): Promise<void> {
  await openStaffTask(tx, now, {
    kind: 'release-refused',
    subject: `orders:${orderId}`,
    textKey: 'tasks:cancel-refused',
    detail: { order: (await findOrderAsSystem(tx, orderId))!.reference, why },
  });
}
