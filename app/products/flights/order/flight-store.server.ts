import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import { sendAhead, type Db, type Tx } from '#app/platform/database.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { brandOf } from '../fares/fare-rules.ts';
import { segmentsOf, type FlightContract, type FlightPurchase } from '../flight-price.ts';
import {
  flightAttempts,
  flightContracts,
  flightOrders,
  flightSegments,
  flightTickets,
  type AttemptAction,
  type AttemptOutcome,
  type FlightAttempt,
  type FlightChoices,
  type FlightContractRow,
  type FlightOrderRow,
  type FlightTicket,
} from '../flight.tables.ts';
import { endOfFirst, joinTickets } from '../join-tickets.ts';
import type { ConsentWay } from '../schedule/moves-allowed-rules.ts';
import type { Offer, Passengers, PassengerType } from '../offer.ts';
import type { Hold, Ticket } from '../supplier/flight-supplier.ts';
import type { HoldClocks } from '../tickets/ticket-deadline.ts';
import { firstNumbersFor } from '../tickets/ticket-number.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

/** A flight order with its contracts, as the flight module knows it. */
export interface FlightOrder extends FlightOrderRow {
  readonly contracts: readonly FlightContractRow[];
}

/** How far an airline may move a flight unasked, and whose word that is. */
export interface AllowedMoves {
  readonly minutes: number;
  /** As the audit names people. */
  readonly by: string;
  readonly at: Date;
  readonly way: ConsentWay;
}

const allowedColumns = (allowed: AllowedMoves | null) => ({
  movesAllowed: allowed?.minutes ?? null,
  movesAllowedBy: allowed?.by ?? null,
  movesAllowedAt: allowed?.at ?? null,
  movesAllowedWay: allowed?.way ?? null,
});

/** The caller holds the order's lock. */
export async function saveAllowedMoves(tx: Tx, orderId: string, allowed: AllowedMoves | null): Promise<void> {
  await tx.update(flightOrders).set(allowedColumns(allowed)).where(eq(flightOrders.orderId, orderId));
}

export async function insertFlightOrder(
  tx: Tx,
  orderId: string,
  purchase: FlightPurchase,
  passengers: Passengers,
  allowed: AllowedMoves | null,
): Promise<void> {
  const segments = segmentsOf(purchase.contracts);
  const first = segments[0]!;
  const [out] = joinTickets(purchase.contracts.map(({ offer }) => offer));
  await sendAhead(
    tx,
    tx.insert(flightOrders).values({
      orderId,
      origin: out!.from,
      destination: out!.to,
      departsOn: first.departs.local.slice(0, 10),
      departsAt: new Date(first.departs.utc),
      airline: purchase.contracts[0]!.offer.validatingAirline,
      supplier: purchase.contracts[0]!.offer.supplier,
      seats: passengers.adults + passengers.children,
      passengers,
      placedRoute: `${out!.from}-${out!.to}`,
      placedCabin: purchase.contracts[0]!.offer.cabin,
      placedDeparts: first.departs.local.slice(0, 10),
      choices: {
        seats: purchase.seats,
        checkedBags: purchase.checkedBags,
        meals: purchase.meals,
        fastTrack: purchase.fastTrack,
        insurance: purchase.insurance,
      },
      ...allowedColumns(allowed),
    }),
  );
  await sendAhead(
    tx,
    tx.insert(flightContracts).values(
      purchase.contracts.map(({ offer, brand }, position) => ({
        orderId,
        position,
        supplier: offer.supplier,
        offerId: offer.id,
        brand: brand.code,
        offer,
        nameFiller: nameRulesOf(offer.validatingAirline).filler,
      })),
    ),
  );
  const offers = purchase.contracts.map(({ offer }) => offer);
  await sendAhead(tx, tx.insert(flightSegments).values(segmentRows(orderId, offers)));
}

function segmentRows(orderId: string, offers: readonly Offer[]): (typeof flightSegments.$inferInsert)[] {
  return offers
    .flatMap((offer, contract) => segmentsOf([{ offer }]).map((segment) => ({ contract, segment })))
    .map(({ contract, segment }, position) => ({
      orderId,
      position,
      contract,
      flight: segment.flight,
      airline: segment.airline,
      fromAirport: segment.from,
      toAirport: segment.to,
      departsAt: new Date(segment.departs.utc),
      arrivesAt: new Date(segment.arrives.utc),
    }));
}

/** A contract has other flights: its offer, the order's flights and the day it sets off. Its tickets cannot be voided any more. */
export async function saveExchange(
  tx: Tx,
  order: FlightOrder,
  changed: { readonly contract: number; readonly offer: Offer; readonly brand: string; readonly choices: FlightChoices },
): Promise<void> {
  const { orderId } = order;
  const offers = order.contracts.map((row) => (row.position === changed.contract ? changed.offer : row.offer));
  await tx
    .update(flightContracts)
    .set({ offer: changed.offer, offerId: changed.offer.id, brand: changed.brand, voidUntil: null })
    .where(and(eq(flightContracts.orderId, orderId), eq(flightContracts.position, changed.contract)));
  await tx.delete(flightSegments).where(eq(flightSegments.orderId, orderId));
  await tx.insert(flightSegments).values(segmentRows(orderId, offers));
  const first = segmentsOf(offers.map((offer) => ({ offer })))[0]!;
  const [out] = joinTickets(offers);
  await tx
    .update(flightOrders)
    .set({
      origin: out!.from,
      destination: endOfFirst(offers),
      departsOn: first.departs.local.slice(0, 10),
      departsAt: new Date(first.departs.utc),
      choices: changed.choices,
    })
    .where(eq(flightOrders.orderId, orderId));
}

/** More was bought beside the flights. */
export async function saveChoices(tx: Tx, orderId: string, choices: FlightChoices): Promise<void> {
  await tx.update(flightOrders).set({ choices }).where(eq(flightOrders.orderId, orderId));
}

/** The tickets of a contract are exchanged for these. The same answer twice has one effect. */
export async function exchangeTickets(tx: Tx, now: Instant, orderId: string, contract: number, tickets: readonly Ticket[]): Promise<void> {
  await tx
    .update(flightTickets)
    .set({ status: 'exchanged' })
    .where(
      and(
        eq(flightTickets.orderId, orderId),
        eq(flightTickets.contract, contract),
        eq(flightTickets.status, 'open'),
        notInArray(
          flightTickets.number,
          tickets.map(({ number }) => number),
        ),
      ),
    );
  await saveTickets(tx, now, orderId, contract, tickets, null);
}

/** For use cases whose caller has judged access to the order. */
export async function findFlightOrder(db: Db, orderId: string): Promise<FlightOrder | null> {
  const rows = await db
    .select({ order: flightOrders, contract: flightContracts })
    .from(flightOrders)
    .innerJoin(flightContracts, eq(flightContracts.orderId, flightOrders.orderId))
    .where(eq(flightOrders.orderId, orderId))
    .orderBy(asc(flightContracts.position));
  return rows.length === 0 ? null : { ...rows[0]!.order, contracts: rows.map(({ contract }) => contract) };
}

/** Orders that an airline knows by a name of six signs, the newest first. The caller has judged access. */
export async function findReferencesByLocator(db: Db, locator: string, most: number): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.reference from flight_contracts c join orders o on o.id = c.order_id
    where c.locator = ${locator} order by o.created_at desc limit ${most}`)) as unknown as { rows: { reference: string }[] };
  return rows.map(({ reference }) => reference);
}

export async function getFlightOrder(db: Db, orderId: string): Promise<FlightOrder> {
  const order = await findFlightOrder(db, orderId);
  if (!order) throw new Error(`Order ${orderId} has no flights`);
  return order;
}

/** What was bought, as pricing reads it. */
export function purchaseOfOrder(order: FlightOrder): FlightPurchase {
  const { passengers, left } = order;
  const gone = (type: PassengerType) => left.filter((one) => one.type === type).length;
  const types = [
    ...Array<'adult'>(passengers.adults + gone('adult')).fill('adult'),
    ...Array<'child'>(passengers.children + gone('child')).fill('child'),
    ...Array<'infant'>(passengers.infants + gone('infant')).fill('infant'),
  ];
  const without = left.length > 0 ? { left: left.map(({ traveller }) => traveller) } : {};
  return { contracts: order.contracts.map(contractOf), travellers: types, ...order.choices, ...without };
}

/** Whether somebody at a place of an order left it. */
export const hasLeft = ({ left }: Pick<FlightOrder, 'left'>, traveller: number): boolean => left.some((one) => one.traveller === traveller);

/** The places of those who fly, in their order. */
export function flyingOf({ passengers, left }: Pick<FlightOrder, 'passengers' | 'left'>): number[] {
  const places = passengers.adults + passengers.children + passengers.infants + left.length;
  return Array.from({ length: places }, (_, traveller) => traveller).filter((traveller) => !hasLeft({ left }, traveller));
}

/** From now on fewer fly: what was chosen for those who leave goes with them, and their tickets are taken back. */
export async function saveLeaving(
  tx: Tx,
  orderId: string,
  after: Pick<FlightOrder, 'passengers' | 'left' | 'choices'>,
  taken: { readonly leaves: readonly number[]; readonly as: 'void' | 'refunded' },
): Promise<void> {
  const { passengers, left, choices } = after;
  const seats = passengers.adults + passengers.children;
  await tx.update(flightOrders).set({ passengers, left, choices, seats }).where(eq(flightOrders.orderId, orderId));
  await tx
    .update(flightTickets)
    .set({ status: taken.as })
    .where(and(eq(flightTickets.orderId, orderId), eq(flightTickets.status, 'open'), inArray(flightTickets.traveller, [...taken.leaves])));
}

export function contractOf(row: FlightContractRow): FlightContract {
  return { offer: row.offer, brand: brandOf(row.offer, row.brand) };
}

/** Until when a contract's seats and its price are promised; null while nobody holds them. */
export function clocksOf({ payBy, priceGuaranteedUntil }: FlightContractRow): HoldClocks | null {
  if (!payBy || !priceGuaranteedUntil) return null;
  return { payBy: instant(payBy.getTime()), priceGuaranteedUntil: instant(priceGuaranteedUntil.getTime()) };
}

/** What a supplier promised with a hold. A dearer or cheaper offer replaces the one that was asked for. */
export async function saveHold(tx: Tx, orderId: string, position: number, hold: Hold): Promise<void> {
  await sendAhead(
    tx,
    tx
      .update(flightContracts)
      .set({
        offer: hold.offer,
        locator: hold.locator,
        airlineLocators: hold.airlineLocators,
        payBy: new Date(hold.payBy),
        priceGuaranteedUntil: new Date(hold.priceGuaranteedUntil),
        ticketBy: new Date(hold.ticketBy),
      })
      .where(and(eq(flightContracts.orderId, orderId), eq(flightContracts.position, position))),
  );
}

/** The supplier has given the booking up: a later sale needs a new hold. */
export async function forgetLocator(tx: Tx, orderId: string, position: number): Promise<void> {
  await tx
    .update(flightContracts)
    .set({ locator: null, airlineLocators: {}, payBy: null, priceGuaranteedUntil: null, ticketBy: null })
    .where(and(eq(flightContracts.orderId, orderId), eq(flightContracts.position, position)));
}

export async function saveTickets(
  tx: Tx,
  now: Instant,
  orderId: string,
  contract: number,
  tickets: readonly Ticket[],
  voidUntil: string | null,
): Promise<void> {
  await sendAhead(
    tx,
    tx
      .insert(flightTickets)
      .values(
        tickets.map((ticket) => ({
          number: ticket.number,
          booklets: ticket.booklets ?? 1,
          orderId,
          contract,
          traveller: travellerPosition(ticket.traveller),
          airline: ticket.airline,
          issuedAt: new Date(now),
        })),
      )
      // The same answer twice is one; a number that another order already has is a fault and must not be swallowed.
      .onConflictDoNothing({
        target: [flightTickets.orderId, flightTickets.contract, flightTickets.traveller],
        where: sql`status <> 'exchanged'`,
      }),
  );
  await sendAhead(
    tx,
    tx
      .update(flightContracts)
      .set({ voidUntil: voidUntil ? new Date(voidUntil) : null })
      .where(and(eq(flightContracts.orderId, orderId), eq(flightContracts.position, contract))),
  );
}

/** From now on everybody of an order has tickets. */
export async function markTicketed(tx: Tx, now: Instant, orderId: string): Promise<void> {
  await sendAhead(
    tx,
    tx
      .update(flightOrders)
      .set({ ticketedAt: new Date(now) })
      .where(and(eq(flightOrders.orderId, orderId), isNull(flightOrders.ticketedAt))),
  );
}

export async function findTickets(db: Db, orderId: string): Promise<FlightTicket[]> {
  return db
    .select()
    .from(flightTickets)
    .where(eq(flightTickets.orderId, orderId))
    .orderBy(asc(flightTickets.contract), asc(flightTickets.traveller));
}

/** Of tickets: that a number of thirteen digits is the first or a later one of theirs. */
export function hasNumber(number: string): SQL {
  const firsts = sql.join(
    firstNumbersFor(number).map((first) => sql`${first}`),
    sql`, `,
  );
  return sql`number in (${firsts}) and number::bigint + booklets > ${number}::bigint`;
}

/** The open tickets of an order, or of one of its contracts, are taken back. */
export async function endTickets(tx: Tx, orderId: string, as: 'void' | 'refunded', contract?: number): Promise<void> {
  const { orderId: order, contract: position, status } = flightTickets;
  await tx
    .update(flightTickets)
    .set({ status: as })
    .where(and(eq(order, orderId), eq(status, 'open'), contract === undefined ? undefined : eq(position, contract)));
}

/** Tickets are used with their last flight, or open again where the airline says that nobody boarded. */
export async function useTickets(tx: Tx, orderId: string, as: 'flown' | 'open'): Promise<void> {
  await tx
    .update(flightTickets)
    .set({ status: as })
    .where(and(eq(flightTickets.orderId, orderId), eq(flightTickets.status, as === 'flown' ? 'open' : 'flown')));
}

/** How a supplier's names of travellers and our positions go together. */
export const travellerId = (position: number): string => `t${position + 1}`;
export const travellerPosition = (id: string): number => Number(id.slice(1)) - 1;

/** An attempt, and whether this very transaction made it: then nobody has called before, and its call is marked already. */
export type IntendedAttempt = FlightAttempt & { readonly fresh?: true };

/** Records that a supplier is called now, before it is. The attempt's id is its idempotency key. */
export async function intendNow(tx: Tx, now: Instant, orderId: string, contract: number, action: AttemptAction): Promise<IntendedAttempt> {
  const at = new Date(now);
  const [attempt] = await tx
    .insert(flightAttempts)
    .values({ id: randomUUID(), orderId, contract, action, intendedAt: at, calledAt: at })
    .returning();
  return { ...attempt!, fresh: true };
}

/** The same under a key of the caller's own, which is the same call however often it is made. */
export async function intendUnder(
  tx: Tx,
  now: Instant,
  attempt: Pick<FlightAttempt, 'id' | 'orderId' | 'contract' | 'action'>,
): Promise<void> {
  const at = new Date(now);
  await tx
    .insert(flightAttempts)
    .values({ ...attempt, intendedAt: at, calledAt: at })
    .onConflictDoNothing({ target: flightAttempts.id });
}

/** Records that a supplier is to be called. The attempt's id is its idempotency key. */
export async function intend(tx: Tx, now: Instant, orderId: string, contract: number, action: AttemptAction): Promise<FlightAttempt> {
  const [attempt] = await tx
    .insert(flightAttempts)
    .values({ id: randomUUID(), orderId, contract, action, intendedAt: new Date(now) })
    .returning();
  return attempt!;
}

/** Marks the moment before the call; false when another process already made it. */
export async function markCalled(db: Db, now: Instant, attemptId: string): Promise<boolean> {
  const marked = await db
    .update(flightAttempts)
    .set({ calledAt: new Date(now) })
    .where(and(eq(flightAttempts.id, attemptId), isNull(flightAttempts.calledAt)))
    .returning({ id: flightAttempts.id });
  return marked.length > 0;
}

export async function recordAnswer(
  db: Db,
  now: Instant,
  attemptId: string,
  outcome: AttemptOutcome,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db
    .update(flightAttempts)
    .set({ answeredAt: new Date(now), outcome, detail })
    .where(eq(flightAttempts.id, attemptId));
}

export async function markApplied(tx: Tx, now: Instant, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await sendAhead(
    tx,
    tx
      .update(flightAttempts)
      .set({ appliedAt: new Date(now) })
      .where(and(inArray(flightAttempts.id, [...attemptIds]), isNull(flightAttempts.appliedAt))),
  );
}

/** Every call made for an order, oldest first: the supplier log of the record. */
/**
 * Orders that were being cancelled or voided when the process died: the supplier was asked after the last quote, and the
 * order never heard of it. Any of them first, so that those which cannot be taken up do not stand before the rest.
 */
export async function findHalfEnded(db: Db, before: Instant, most = 50): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.id from orders o where exists (select 1 from flight_attempts a where a.order_id = o.id
      and o.status in ('cancel_quoted', 'ticketed') and a.action in ('cancel', 'void') and a.called_at is not null and a.outcome is distinct from 'refused'
      and a.intended_at < ${new Date(before).toISOString()}
      and a.intended_at >= (select max(q.at) from cancel_quotes q where q.order_id = o.id))
    order by random() limit ${most}`)) as unknown as {
    rows: { id: string }[];
  };
  return rows.map((row) => row.id);
}

/** Whether a supplier may be ending an order under its last quote at this moment. */
export async function isBeingEnded(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = (await tx.execute(sql`
    select 1 from flight_attempts a where a.order_id = ${orderId} and a.action in ('cancel', 'void') and a.called_at is not null
      and a.outcome is distinct from 'refused' and a.intended_at >= (select max(q.at) from cancel_quotes q where q.order_id = ${orderId})
    limit 1`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

/** An order whose flights are over; `landed` as the database writes it. */
export interface FlownOrder {
  readonly id: string;
  readonly landed: string;
}

/** Orders with tickets whose last flight landed before an instant, a page of them, the earliest first. */
export async function findToBeFlown(db: Db, before: Instant, after: FlownOrder | null): Promise<FlownOrder[]> {
  const behind = after ? sql`and (travel_ends, id) > (${after.landed}::timestamptz, ${after.id})` : sql``;
  const { rows } = (await db.execute(sql`
    select id, travel_ends::text as landed from orders
    where kind = 'flight' and status = 'ticketed' and travel_ends <= ${new Date(before).toISOString()} ${behind}
    order by travel_ends, id limit 100`)) as unknown as { rows: FlownOrder[] };
  return rows;
}

/** A flight with which a journey of a ticketed order begins, and the name of what is written about it. */
export interface LeavingSegment {
  /** Of the order. */
  readonly id: string;
  readonly position: number;
  readonly departs: string;
  readonly messageId: string;
}

/**
 * Journeys that begin within a span and were not written about, the next to leave first. A flight that goes on within a day
 * from where the one before landed begins none.
 */
export async function findOrderLeaving(
  db: Db,
  { now, until }: { readonly now: Instant; readonly until: Instant },
  after: LeavingSegment | null,
): Promise<LeavingSegment[]> {
  const at = (moment: Instant) => new Date(moment).toISOString();
  const behind = after
    ? sql`and (s.departs_at, s.order_id, s.position) > (${after.departs}::timestamptz, ${after.id}, ${after.position})`
    : sql``;
  const { rows } = (await db.execute(sql`
    select s.order_id as id, s.position, s.departs_at::text as departs, m.name as "messageId"
    from flight_segments s join orders o on o.id = s.order_id and o.kind = 'flight' and o.status = 'ticketed'
    cross join lateral (select s.order_id || '.check-in.' || s.position || '.' || extract(epoch from s.departs_at)::bigint as name) m
    where s.departs_at > ${at(now)} and s.departs_at <= ${at(until)} ${behind}
      and not exists (select 1 from flight_segments p where p.order_id = s.order_id and p.contract = s.contract and p.position = s.position - 1
        and p.to_airport = s.from_airport and s.departs_at - p.arrives_at < interval '1 day')
      and not exists (select 1 from sent_messages t where t.message_id = m.name)
    order by s.departs_at, s.order_id, s.position limit 100`)) as unknown as { rows: LeavingSegment[] };
  return rows;
}

export async function findAttempts(db: Db, orderId: string): Promise<FlightAttempt[]> {
  return db
    .select()
    .from(flightAttempts)
    .where(eq(flightAttempts.orderId, orderId))
    .orderBy(asc(flightAttempts.intendedAt), asc(flightAttempts.id));
}

/** Which of these orders fly while one of these flights does. */
export async function findOverlapping(
  db: Db,
  orderIds: readonly string[],
  flights: readonly { readonly departs: string; readonly arrives: string }[],
): Promise<string | null> {
  if (orderIds.length === 0) return null;
  const overlaps = flights.map(
    ({ departs, arrives }) =>
      sql`(${flightSegments.departsAt} < ${arrives}::timestamptz and ${flightSegments.arrivesAt} > ${departs}::timestamptz)`,
  );
  const [found] = await db
    .select({ orderId: flightSegments.orderId })
    .from(flightSegments)
    .where(and(inArray(flightSegments.orderId, [...orderIds]), sql`(${sql.join(overlaps, sql` or `)})`))
    .limit(1);
  return found?.orderId ?? null;
}

/** The order behind a booking. */
export interface BookedBy {
  readonly orderId: string;
  readonly reference: string;
  readonly status: string;
  readonly changedAt: Instant;
}

type BookedRow = { key: string; id: string; reference: string; status: string; changed_at: string | Date };
const bookedBy = (row: BookedRow): BookedBy => ({
  orderId: row.id,
  reference: row.reference,
  status: row.status,
  changedAt: instant(new Date(row.changed_at).getTime()),
});
const rowsOf = async (db: Db, query: SQL) => ((await db.execute(query)) as unknown as { rows: BookedRow[] }).rows;

/** The orders that name these locators, and those that made these attempts. */
export async function findOrdersOfBookings(
  db: Db,
  locators: readonly string[],
  attempts: readonly string[],
): Promise<{ readonly byLocator: ReadonlyMap<string, BookedBy>; readonly byAttempt: ReadonlyMap<string, BookedBy> }> {
  const [named, made] = await Promise.all([
    rowsOf(
      db,
      sql`select c.locator as key, o.id, o.reference, o.status, o.changed_at from flight_contracts c join orders o on o.id = c.order_id
        where c.locator = any(${sql.param([...locators])}::text[])`,
    ),
    rowsOf(
      db,
      sql`select f.id as key, o.id, o.reference, o.status, o.changed_at from flight_attempts f join orders o on o.id = f.order_id
        where f.id = any(${sql.param([...attempts])}::text[])`,
    ),
  ]);
  const mapOf = (rows: BookedRow[]) => new Map(rows.map((row) => [row.key, bookedBy(row)]));
  return { byLocator: mapOf(named), byAttempt: mapOf(made) };
}

/** Bookings of our own sources whose tickets were written since an instant and still stand. */
export async function findBookedSince(db: Db, since: Instant): Promise<(BookedBy & { readonly locator: string })[]> {
  const rows = await rowsOf(
    db,
    sql`select c.locator as key, o.id, o.reference, o.status, o.changed_at from flight_contracts c
      join flight_orders f on f.order_id = c.order_id join orders o on o.id = c.order_id
      where o.status = 'ticketed' and f.ticketed_at >= ${new Date(since).toISOString()} and c.locator is not null and c.supplier in ('house', 'own')`,
  );
  return rows.map((row) => ({ ...bookedBy(row), locator: row.key }));
}
