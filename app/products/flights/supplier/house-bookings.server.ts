import { randomBytes } from 'node:crypto';
import { eq, gte, sql } from 'drizzle-orm';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import { drillWord } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import { houseBookings, type HouseBooking } from '../flight.tables.ts';
import { nextDeparture } from '../change/change-rules.ts';
import { mealRequest } from '../extras/meal-wishes.ts';
import type { Offer } from '../offer.ts';
import { voidUntil } from '../tickets/ticket-deadline.ts';
import { bookletsFor, flightsIn } from '../tickets/ticket-number.ts';
import type {
  BookingJournal,
  BookingState,
  DivideRequest,
  ExchangeRequest,
  ExtrasRequest,
  Hold,
  HoldRequest,
  KeepRequest,
  ListedBooking,
  RequestAnswer,
  SupplierCall,
  SupplierOutcome,
  SupplierRefusal,
  Ticket,
  TicketOutcome,
  TicketRequest,
  WrittenExtra,
} from './flight-supplier.ts';

/** The price and the seats of a hold stand for the longest hold the shop gives. */
const holdMs = 30 * minuteMs;
/** Tickets must be written within a day, and an hour before the first flight at the latest. */
const ticketingMs = 24 * 60 * minuteMs;
/** Of a hold that is paid later the seats are kept longer than its price. */
const ticketingLaterMs = 96 * 60 * minuteMs;
const priceStandsMs = 24 * 60 * minuteMs;

/** Letters and digits that cannot be taken for one another. */
const locatorAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * The house inventory as the airline's side sees it: bookings, tickets, voids, each attempt once. Seats themselves are
 * claims of the shop; this journal only says what was promised, and is asked like any other supplier.
 */
export class HouseBookings implements BookingJournal {
  readonly keepsMs = ticketingLaterMs;
  readonly #db: Db;
  readonly #crypto: Pick<Platform['crypto'], 'seal'>;
  readonly #accounting: (airline: string) => string;

  /** `accounting` gives the three-digit code with which an airline's ticket numbers begin. */
  constructor({ db, crypto }: { db: Db; crypto: Pick<Platform['crypto'], 'seal'> }, accounting: (airline: string) => string) {
    this.#db = db;
    this.#crypto = crypto;
    this.#accounting = accounting;
  }

  async hold(request: HoldRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>> {
    const { priced } = request;
    if (!priced || priced.id !== request.offerId) return { outcome: 'refused', refused: 'bad-request' };
    const firstDeparture = Date.parse(priced.slices[0]!.segments[0]!.departs.utc);
    const ticketBy = Math.min(call.now + ticketingMs, firstDeparture - 60 * minuteMs);
    if (ticketBy <= call.now) return { outcome: 'refused', refused: 'offer-expired' };
    const booking = await transact(this.#db, async (tx) => {
      for (;;) {
        const [made] = await tx
          .insert(houseBookings)
          .values({
            locator: newLocator(),
            holdAttempt: request.attemptId,
            attempts: [request.attemptId],
            offerId: request.offerId,
            brand: request.brand,
            offer: priced,
            travellers: request.travellers.map(({ id }) => id),
            seats: request.seats,
            services: this.#crypto.seal(JSON.stringify(servicesOf(request)), 'house_bookings|services'),
            answers: answersTo(request),
            status: 'held',
            payBy: new Date(call.now + holdMs),
            ticketBy: new Date(ticketBy),
            createdAt: new Date(call.now),
            changedAt: new Date(call.now),
          })
          .onConflictDoNothing()
          .returning();
        if (made) return made;
        // Either the attempt is known, and its booking is the answer, or the locator was taken: draw another.
        const known = await findByAttempt(tx, request.attemptId);
        if (known) return known;
      }
    });
    return booking.status === 'held' ? { outcome: 'ok', value: holdOf(booking) } : { outcome: 'refused', refused: 'already-cancelled' };
  }

  async keep(request: KeepRequest, call: SupplierCall): Promise<SupplierOutcome<Hold>> {
    return transact(this.#db, async (tx): Promise<SupplierOutcome<Hold>> => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      if (booking.status !== 'held') return refused(booking.status === 'ticketed' ? 'already-ticketed' : 'already-cancelled');
      if (booking.payBy.getTime() <= call.now) return refused('hold-expired');
      const firstDeparture = Date.parse(booking.offer.slices[0]!.segments[0]!.departs.utc);
      const ticketBy = Math.min(booking.createdAt.getTime() + ticketingLaterMs, firstDeparture - 60 * minuteMs);
      const payBy = Math.min(Date.parse(request.until), ticketBy);
      if (payBy <= booking.payBy.getTime()) return { outcome: 'ok', value: holdOf(booking) };
      const kept = await changeBooking(tx, booking, request.attemptId, call.now, { payBy: new Date(payBy), ticketBy: new Date(ticketBy) });
      return { outcome: 'ok', value: holdOf(kept) };
    });
  }

  async ticket(request: TicketRequest, call: SupplierCall): Promise<TicketOutcome> {
    return transact(this.#db, async (tx): Promise<TicketOutcome> => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return { outcome: 'failed', refused: 'not-found' };
      if (booking.status === 'ticketed')
        return { outcome: 'ticketed', tickets: booking.tickets, voidUntil: booking.voidUntil?.toISOString() ?? null };
      if (booking.status !== 'held') return { outcome: 'failed', refused: 'already-cancelled' };
      if (booking.ticketBy.getTime() < call.now) return { outcome: 'failed', refused: 'hold-expired' };
      const airline = booking.offer.validatingAirline;
      // A drill: this airline refuses the first try of every booking, so that staff find something to do.
      if (drillWord('house.refuse-first-ticket') === airline && booking.attempts.length === 1) {
        await changeBooking(tx, booking, request.attemptId, call.now, {});
        return { outcome: 'failed', refused: 'traveller-refused' };
      }
      const tickets = await this.#writeTickets(tx, booking.travellers, booking.offer);
      const until = new Date(voidUntil(instant(call.now)));
      await changeBooking(tx, booking, request.attemptId, call.now, { status: 'ticketed', tickets, voidUntil: until });
      return { outcome: 'ticketed', tickets, voidUntil: until.toISOString() };
    });
  }

  async lookUp(attemptId: string, _call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    const booking = await findByAttempt(this.#db, attemptId);
    return booking ? { outcome: 'ok', value: stateOf(booking) } : refused('not-found');
  }

  async list(since: number, _call: SupplierCall): Promise<SupplierOutcome<readonly ListedBooking[]>> {
    const { locator, status, attempts, payBy, changedAt } = houseBookings;
    const found = await this.#db
      .select({ locator, status, attempts, payBy, changedAt })
      .from(houseBookings)
      .where(gte(changedAt, new Date(since)));
    const listed = found.map((booking) => ({
      locator: booking.locator,
      state: booking.status,
      attempts: booking.attempts,
      payBy: booking.payBy.toISOString(),
      changedAt: booking.changedAt.toISOString(),
    }));
    return { outcome: 'ok', value: listed };
  }

  /** A hold is given up; a ticketed booking is taken back under the rules of its fare, which the shop has reckoned. */
  async cancel(request: TicketRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return transact(this.#db, async (tx) => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      if (booking.status === 'voided') return refused('already-cancelled');
      if (booking.status === 'cancelled') return { outcome: 'ok', value: stateOf(booking) };
      const changed = await changeBooking(tx, booking, request.attemptId, call.now, { status: 'cancelled' });
      return { outcome: 'ok', value: stateOf(changed) };
    });
  }

  async exchange(request: ExchangeRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    const { priced, only } = request;
    if (!priced || priced.id !== request.offerId) return refused('bad-request');
    return transact(this.#db, async (tx) => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      if (booking.attempts.includes(request.attemptId)) return { outcome: 'ok', value: stateOf(booking) };
      // A hold has its names with the shop until its tickets are written.
      if (only !== undefined && booking.status === 'held')
        return { outcome: 'ok', value: stateOf(await changeBooking(tx, booking, request.attemptId, call.now, {})) };
      if (booking.status !== 'ticketed') return refused('already-cancelled');
      const ahead = aheadOf(booking.offer, priced, call.now);
      if (ahead === null || ahead - 60 * minuteMs <= call.now) return refused('departed');
      const own = booking.tickets.filter(({ traveller }) => only === undefined || traveller === only).map(({ traveller }) => traveller);
      const fresh = await this.#writeTickets(tx, only === undefined ? booking.travellers : own, priced);
      const changed = await changeBooking(tx, booking, request.attemptId, call.now, {
        offerId: request.offerId,
        brand: request.brand,
        offer: priced,
        seats: request.seats,
        services: this.#crypto.seal(JSON.stringify(servicesOf(request)), 'house_bookings|services'),
        tickets:
          only === undefined
            ? fresh
            : booking.tickets.map((ticket) => fresh.find(({ traveller }) => traveller === ticket.traveller) ?? ticket),
        // An exchanged ticket cannot be voided: what it stands for was paid with the old one.
        voidUntil: null,
      });
      return { outcome: 'ok', value: stateOf(changed) };
    });
  }

  async divide(request: DivideRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return transact(this.#db, async (tx) => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      if (booking.attempts.includes(request.attemptId)) return { outcome: 'ok', value: stateOf(booking) };
      if (booking.status !== 'ticketed') return refused('already-cancelled');
      const leave = new Set(request.travellers);
      const stays = (traveller: string) => !leave.has(traveller);
      // Who is not there cannot leave, and somebody stays.
      const known = request.travellers.every((traveller) => booking.travellers.includes(traveller));
      if (leave.size === 0 || !known || !booking.travellers.some(stays)) return refused('bad-request');
      if (Date.parse(booking.offer.slices[0]!.segments[0]!.departs.utc) <= call.now) return refused('departed');
      if (request.as === 'void' && (!booking.voidUntil || booking.voidUntil.getTime() < call.now)) return refused('void-window-closed');
      const changed = await changeBooking(tx, booking, request.attemptId, call.now, {
        travellers: booking.travellers.filter(stays),
        tickets: booking.tickets.filter(({ traveller }) => stays(traveller)),
        seats: booking.seats.filter(({ traveller }) => stays(traveller)),
        answers: booking.answers.filter(({ traveller }) => stays(traveller)),
      });
      return { outcome: 'ok', value: stateOf(changed) };
    });
  }

  async writeExtras(request: ExtrasRequest, call: SupplierCall): Promise<SupplierOutcome<readonly WrittenExtra[]>> {
    return transact(this.#db, async (tx): Promise<SupplierOutcome<readonly WrittenExtra[]>> => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      const written = booking.documents.filter(({ attempt }) => attempt === request.attemptId);
      if (written.length > 0) return { outcome: 'ok', value: written.map(({ extra, number }) => ({ extra, number })) };
      if (booking.status !== 'ticketed') return refused(booking.status === 'held' ? 'hold-expired' : 'already-cancelled');
      // The value of a document is taken over once.
      const given = request.extras.flatMap(({ replaces }) => replaces ?? []);
      if (new Set(given).size < given.length || booking.documents.some(({ replaces }) => replaces && given.includes(replaces)))
        return refused('already-cancelled');
      const airline = booking.offer.validatingAirline;
      // A drill: this airline writes no documents the first time it is asked, so that staff find something to do.
      if (drillWord('house.refuse-first-extras') === airline && !booking.attempts.includes(`drill ${booking.locator}`)) {
        await changeBooking(tx, booking, `drill ${booking.locator}`, call.now, {});
        return refused('not-offered');
      }
      const serials = await takeSerials(tx, this.#accounting(airline), request.extras.length);
      const value = request.extras.map(({ extra }, index) => ({ extra, number: serials[index]! }));
      const { attemptId: attempt } = request;
      await changeBooking(tx, booking, attempt, call.now, {
        documents: [
          ...booking.documents,
          ...value.map((one, index) => {
            const { replaces } = request.extras[index]!;
            return { ...one, attempt, ...(replaces === undefined ? {} : { replaces }) };
          }),
        ],
      });
      return { outcome: 'ok', value };
    });
  }

  async void(request: TicketRequest, call: SupplierCall): Promise<SupplierOutcome<BookingState>> {
    return transact(this.#db, async (tx) => {
      const booking = await lockBooking(tx, request.locator);
      if (!booking) return refused('not-found');
      if (booking.status === 'voided') return { outcome: 'ok', value: stateOf(booking) };
      if (booking.status !== 'ticketed') return refused('already-cancelled');
      if (!booking.voidUntil || booking.voidUntil.getTime() < call.now) return refused('void-window-closed');
      const changed = await changeBooking(tx, booking, request.attemptId, call.now, { status: 'voided' });
      return { outcome: 'ok', value: stateOf(changed) };
    });
  }

  /** One for each traveller; of more flights than a ticket has coupons, each with as many numbers in a row as it takes. */
  async #writeTickets(tx: Tx, travellers: readonly string[], { validatingAirline: airline, slices }: Offer): Promise<Ticket[]> {
    const booklets = bookletsFor(flightsIn(slices));
    const serials = await takeSerials(tx, this.#accounting(airline), travellers.length * booklets);
    return travellers.map((traveller, index) => ({
      traveller,
      airline,
      number: serials[index * booklets]!,
      ...(booklets > 1 && { booklets }),
    }));
  }
}

/**
 * When the first flight leaves that is still to be flown. What has been flown stays as it was sold, but for its times; null for
 * an exchange that would put another flight in its place, and for one of which nothing is still to come.
 */
function aheadOf(was: Offer, wanted: Offer, now: number): number | null {
  const segmentsOf = ({ slices }: Offer) => slices.flatMap(({ segments }) => segments);
  const sold = new Set(segmentsOf(was).map(({ flight, from }) => `${flight} ${from}`));
  const flown = segmentsOf(wanted).filter(({ departs }) => Date.parse(departs.utc) <= now);
  return flown.every(({ flight, from }) => sold.has(`${flight} ${from}`)) ? nextDeparture(wanted, instant(now)) : null;
}

/** What came with the booking for each traveller: sealed, for the airline alone. */
function servicesOf({ travellers }: HoldRequest) {
  return travellers.map(({ id, frequentFlyer = null, assistance = [], meals = [] }) => ({
    traveller: id,
    frequentFlyer,
    assistance,
    ...(meals.length > 0 && { meals }),
  }));
}

/** Miles are credited to any programme and kitchens take every meal; assistance is decided by people at the airport. */
function answersTo({ travellers }: HoldRequest): RequestAnswer[] {
  return travellers.flatMap(({ id, frequentFlyer, assistance = [], meals = [] }) => [
    ...(frequentFlyer ? [{ traveller: id, kind: 'loyalty' as const, code: frequentFlyer.airline, state: 'confirmed' as const }] : []),
    ...assistance.map((code) => ({ traveller: id, kind: 'assistance' as const, code, state: 'requested' as const })),
    ...meals.map((meal) => ({ traveller: id, kind: 'meal' as const, code: mealRequest(meal), state: 'confirmed' as const })),
  ]);
}

async function lockBooking(tx: Tx, locator: string): Promise<HouseBooking | null> {
  const [booking] = await tx.select().from(houseBookings).where(eq(houseBookings.locator, locator)).for('update');
  return booking ?? null;
}

async function findByAttempt(db: Db, attemptId: string): Promise<HouseBooking | null> {
  const [booking] = await db
    .select()
    .from(houseBookings)
    .where(sql`${houseBookings.attempts} @> array[${attemptId}]::text[]`)
    .limit(1);
  return booking ?? null;
}

async function changeBooking(
  tx: Tx,
  booking: HouseBooking,
  attempt: string,
  now: number,
  change: Partial<HouseBooking>,
): Promise<HouseBooking> {
  const [changed] = await tx
    .update(houseBookings)
    .set({ ...change, attempts: [...new Set([...booking.attempts, attempt])], changedAt: new Date(now) })
    .where(eq(houseBookings.locator, booking.locator))
    .returning();
  return changed!;
}

/** The next ticket numbers of an airline: its accounting code and ten digits, 13 in all. */
async function takeSerials(tx: Tx, accounting: string, count: number): Promise<string[]> {
  const first = 2_400_000_000;
  const result = (await tx.execute(sql`
    insert into ticket_serials (accounting, last) values (${accounting}, ${first + count})
    on conflict (accounting) do update set last = ticket_serials.last + ${count} returning last`)) as unknown as {
    rows: { last: string | number }[];
  };
  const last = Number(result.rows[0]!.last);
  return Array.from({ length: count }, (_, index) => accounting + String(last - count + 1 + index).padStart(10, '0'));
}

function newLocator(): string {
  return [...randomBytes(6)].map((byte) => locatorAlphabet[byte & 31]).join('');
}

function holdOf(booking: HouseBooking): Hold {
  const payBy = booking.payBy.toISOString();
  return {
    locator: booking.locator,
    airlineLocators: { [booking.offer.validatingAirline]: booking.locator },
    payBy,
    priceGuaranteedUntil: new Date(Math.min(booking.payBy.getTime(), booking.createdAt.getTime() + priceStandsMs)).toISOString(),
    ticketBy: booking.ticketBy.toISOString(),
    offer: booking.offer,
    answers: booking.answers,
  };
}

function stateOf(booking: HouseBooking): BookingState {
  const { locator, status } = booking;
  if (status === 'held') return { state: 'held', hold: holdOf(booking) };
  if (status === 'ticketed')
    return { state: 'ticketed', locator, tickets: booking.tickets, voidUntil: booking.voidUntil?.toISOString() ?? null };
  return { state: status, locator };
}

function refused(reason: SupplierRefusal): { outcome: 'refused'; refused: SupplierRefusal } {
  return { outcome: 'refused', refused: reason };
}
