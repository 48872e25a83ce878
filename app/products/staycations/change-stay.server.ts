import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { addNights, dropNights, findNightUnits, swapNights } from '#app/commerce/availability/nights-store.server.ts';
import { amendOrder, daysToPay, isStale, waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import { lockBookings, mustMoveBooking, paidIfOverdue } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { keptOnCancel } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { balanceDay } from '#app/commerce/bookings/payment-plan-rules.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { voucherOf } from '#app/commerce/pricing/apply-policy.ts';
import { rulesForChange } from '#app/commerce/pricing/promo-codes.server.ts';
import { withVoucher, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Selling } from '#app/commerce/product-contract.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { databaseCode, transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { roomsNeeded, type StayParty } from './occupancy-rules.ts';
import { readRooms } from './open-staycation.server.ts';
import { closedBecause, type StayPlanTerms } from './room-rules.ts';
import { lockForSale } from './rooms-store.server.ts';
import { findStayBooking, moveStayBooking } from './stay-bookings-store.server.ts';
import { stayLadder } from './stay-ladder-rules.ts';
import { mostNights, stayDaysAhead } from './stay-search-form.ts';
import { amountsOf, priceOfStay } from './staycation-price.ts';
import type { Staycation } from './staycation.ts';
import { findKnownStaycation } from './staycations-store.server.ts';

export interface StayChange {
  readonly orderId: string;
  readonly arrival: CalendarDate;
  readonly nights: number;
  /** Who comes; nobody else than before where it is left out. */
  readonly party?: StayParty;
}

export type StayChangeRefusal =
  | 'not-changeable'
  | 'disputed'
  | 'pay-first'
  | 'too-many'
  | 'nothing-changes'
  | 'closed'
  | 'sold-out'
  | 'price-changed'
  | 'changed-meanwhile';

interface Planned {
  readonly order: Order;
  readonly booking: Booking;
  readonly stay: Staycation;
  readonly terms: StayPlanTerms;
  readonly quote: Quote;
  readonly firstNight: number;
  readonly party: StayParty;
  readonly rooms: number;
  /** Doors that can be given out for the kind of room. */
  readonly units: readonly string[];
}

/** Days and guests can be changed while cancelling would still cost nothing. */
export function mayChangeDays(booking: Booking, order: Pick<Order, 'status' | 'total' | 'currency'>, now: Instant): boolean {
  return (
    order.status === 'confirmed' &&
    moveOn(bookingMachine, booking.status, 'amend', 'customer').ok &&
    keptOnCancel(booking.ladder, booking, money(order.total, order.currency), now).kept.amount === 0
  );
}

/** Whether a page of changes is open: where a part is overdue it says what is paid first, and what can be gone back to. */
export function mayAskForChange(booking: Booking, order: Pick<Order, 'status' | 'total' | 'currency'>, now: Instant): boolean {
  return mayChangeDays(booking, order, now) || (order.status === 'confirmed' && booking.status === 'overdue');
}

/** What other days or guests would cost, by the prices of today; nothing is kept or moved. */
export async function quoteStayChange(platform: Platform, change: StayChange): Promise<Outcome<Quote, StayChangeRefusal>> {
  const planned = await transact(platform.db, (tx) => plan(tx, platform, change));
  return planned.ok ? done(planned.value.quote) : planned;
}

const agesOf = ({ childAges }: StayParty) => [...childAges].sort((a, b) => a - b).join();
const sameGuests = (one: StayParty, other: StayParty) => one.adults === other.adults && agesOf(one) === agesOf(other);

async function plan(tx: Tx, platform: Platform, change: StayChange): Promise<Outcome<Planned, StayChangeRefusal>> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, change.orderId);
  const own = order && (await findStayBooking(tx, platform.crypto, order.id));
  const [booking] = order ? await lockBookings(tx, order.id) : [];
  if (!order || !own || !booking || !mayAskForChange(booking, order, now)) return refuse('not-changeable');
  if (await waitsForCapture(tx, order.id)) return refuse('not-changeable');
  if (await isDisputed(tx, order.id)) return refuse('disputed');
  const { arrival, nights } = change;
  const before: StayParty = { adults: own.adults, childAges: own.childAges };
  const party = change.party ?? before;
  if (arrival === own.arrival && nights === own.nights && sameGuests(party, before)) return refuse('nothing-changes');
  await lockForSale(tx, own.staycationId);
  const stay = (await findKnownStaycation(tx, own.staycationId, 'en'))?.stay;
  const room = stay?.rooms.find(({ key }) => key === own.roomKey);
  if (
    !stay ||
    !room ||
    arrival <= dateIn(stay.zone, now) ||
    arrival > addDays(dateIn(stay.zone, now), stayDaysAhead) ||
    nights < 1 ||
    nights > mostNights
  )
    return refuse('closed');
  // Who was let in before stays; others are counted anew.
  const rooms = sameGuests(party, before) ? booking.places : roomsNeeded(room, party, stay);
  if (rooms === null) return refuse('too-many');
  const stock = await readRooms({ db: tx, clock: platform.clock }, stay.id, change);
  const terms = stock.plans.find(({ key }) => key === own.planKey);
  const changes = stock.changes.filter(({ roomKey }) => roomKey === room.key);
  if (!terms || closedBecause(arrival, nights, changes) !== null) return refuse('closed');
  const wish = { room, rooms, nights, arrival, plan: terms, changes };
  const at = new Date(now).toISOString();
  const bought = await getQuote(tx, order);
  const { rules, promo } = await rulesForChange(tx, now, order, bought);
  const language = bought.facts?.['language'];
  const quote = withVoucher(
    priceOfStay(stay, wish, rules, at, at, { promo, ...(language ? { language } : {}) }),
    rules,
    voucherOf(bought.lines),
  );
  const paid = await paidIfOverdue(tx, order, booking);
  if (paid !== null && quote.total.amount > paid) return refuse('pay-first');
  // What a change makes dearer is paid before the stay can no longer be cancelled for nothing: too near, and it is not offered.
  const lastDay = balanceDay({ balanceDays: (terms.refundableDays ?? 0) + 1 }, arrival);
  if (quote.total.amount > order.total && lastDay < addDays(dateIn(stay.zone, now), daysToPay)) return refuse('closed');
  // Back to just what is paid for no money moves, and the ladder has no say.
  if (quote.total.amount !== paid && !mayChangeDays(booking, order, now)) return refuse('not-changeable');
  const units = stock.unitsOf(room.key).map((unit) => unit.key);
  return done({ order, booking, stay, terms, quote, firstNight: (amountsOf(wish)[0] ?? 0) * rooms, party, rooms, units });
}

/**
 * Moves a stay to other days, or gives it other guests: rooms, price, plan, invoice and voucher change in one transaction or not at all.
 * `seenTotal` is what was agreed to, fils; `version` is the order's when its page was made.
 */
export async function changeStay(
  platform: Platform,
  product: Selling,
  change: StayChange & { readonly seenTotal: number; readonly version?: number; readonly by: 'customer' | 'staff'; readonly who: string },
): Promise<Outcome<Order, StayChangeRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, StayChangeRefusal>> => {
      if (isStale(await lockOrder(tx, change.orderId), change.version)) return refuse('changed-meanwhile');
      const planned = await plan(tx, platform, change);
      if (!planned.ok) return planned;
      const { order, booking, stay, terms, quote, units, party, rooms } = planned.value;
      if (quote.total.amount > change.seenTotal) return refuse('price-changed');
      const now = platform.clock.now();
      const until = addDays(change.arrival, change.nights);
      const had = await findNightUnits(tx, order.id);
      await dropNights(tx, order.id, had.slice(rooms));
      const span = { from: change.arrival, until };
      const given = await swapNights(
        tx,
        order.id,
        had.slice(0, rooms).map((unit) => ({ now: unit, units })),
        span,
        now,
      );
      const holder = { orderId: order.id, actor: order.actor, network: order.network };
      const others = units.filter((unit) => !given.includes(unit));
      await addNights(tx, holder, { units: others, count: rooms - given.length, ...span }, now);
      const startsLocal = localTime(change.arrival, stay.checkIn);
      const startsAt = new Date(instantOf(stay.zone, startsLocal));
      const endsAt = new Date(instantOf(stay.zone, localTime(until, stay.checkOut)));
      const actors = { by: change.by, who: change.who } as const;
      const detail = { from: booking.startsLocal.slice(0, 10), to: change.arrival, nights: change.nights };
      const moved = await mustMoveBooking(tx, now, {
        booking: await mustMoveBooking(tx, now, { booking, event: 'amend', ...actors, detail }),
        event: 'amended',
        ...actors,
        detail,
        with: {
          places: rooms,
          startsLocal,
          startsAt,
          endsAt,
          voucher: newReference(),
          ladder: stayLadder(terms.refundableDays, stay.checkIn, planned.value.firstNight, quote.total.amount),
        },
      });
      await moveStayBooking(tx, order.id, {
        arrival: change.arrival,
        nights: change.nights,
        adults: party.adults,
        childAges: [...party.childAges],
      });
      await platform.jobs.send(tx, bookingNotice, { kind: 'changed', bookingId: moved.id, version: moved.version });
      return done(
        await amendOrder(tx, platform, product, {
          order,
          quote,
          ...actors,
          detail,
          lastDay: balanceDay({ balanceDays: (terms.refundableDays ?? 0) + 1 }, change.arrival),
          travelStarts: startsAt,
          travelEnds: endsAt,
        }),
      );
    });
  } catch (fault) {
    // Another took the room in the same moment: the database keeps the night for one.
    if (fault instanceof ClaimRefused || databaseCode(fault) === '23P01') return refuse('sold-out');
    throw fault;
  }
}
