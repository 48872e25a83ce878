import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { swapClaims } from '#app/commerce/availability/claims-store.server.ts';
import { amendOrder, isStale, waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { lockBookings, mustMoveBooking, paidIfOverdue } from '#app/commerce/bookings/bookings-store.server.ts';
import { balanceDay } from '#app/commerce/bookings/payment-plan-rules.ts';
import { keptOnCancel } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import {
  findOrdersOfPeople,
  getQuote,
  lockOrder,
  lockPeople,
  personIndexOf,
  readPeople,
  saveTravellers,
} from '#app/commerce/orders/orders-store.server.ts';

import { voucherOf } from '#app/commerce/pricing/apply-policy.ts';
import { rulesForChange } from '#app/commerce/pricing/promo-codes.server.ts';
import { withVoucher, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { instantOf } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Tour } from '../tour.ts';
import { findTour } from '../tours-store.server.ts';
import { lockDeparture, poolKeyOf } from './departures-store.server.ts';
import { findHolidayBooking, saveHolidayBooking } from './holiday-draft-store.server.ts';
import { quoteHoliday } from './holiday-price.ts';
import { endOf, mayChange, planTermsOf, startOf, zoneOfTour } from './holiday-terms.ts';
import type { HolidayPerson } from './holiday-form.ts';
import { peopleOf, samePeople, tripOf, type PartyWish } from './party-change-rules.ts';
import { partyFaults, placesOf, type BookedTrip, type Rooms } from './party-rules.ts';
import { deskZone, livingStates } from './place-holiday-order.server.ts';

export interface HolidayChange {
  readonly orderId: string;
  readonly setsOff: CalendarDate;
  readonly rooms: Rooms;
  /** Who leaves and who joins; nobody where it is left out. */
  readonly party?: PartyWish;
}

export type ChangeRefusal =
  | 'not-changeable'
  | 'disputed'
  | 'pay-first'
  | 'kept'
  | 'person-missing'
  | 'duplicate-booking'
  | 'nothing-changes'
  | 'rooms-do-not-fit'
  | 'departure-closed'
  | 'too-late'
  | 'sold-out'
  | 'price-changed'
  | 'changed-meanwhile';

interface Planned {
  readonly quote: Quote;
  readonly price: number;
  readonly trip: BookedTrip;
}

/** What a change would cost, by the prices of today; nothing is kept or moved. */
export async function quoteChange(platform: Platform, change: HolidayChange): Promise<Outcome<Planned, ChangeRefusal>> {
  return transact(platform.db, (tx) => plan(tx, platform, change));
}

async function plan(
  tx: Tx,
  platform: Platform,
  change: HolidayChange,
): Promise<Outcome<Planned & { readonly order: Order }, ChangeRefusal>> {
  const now = platform.clock.now();
  const today = dateIn(deskZone, now);
  const order = await lockOrder(tx, change.orderId);
  const booked = order && (await findHolidayBooking(tx, order.id));
  const [booking] = order ? await lockBookings(tx, order.id) : [];
  if (order?.status !== 'confirmed' || !booked || !booking) return refuse('not-changeable');
  const transfer = booking.status === 'operator_cancelled';
  if (!transfer && !moveOn(bookingMachine, booking.status, 'amend', 'customer').ok) return refuse('not-changeable');
  if (!transfer && (await waitsForCapture(tx, order.id))) return refuse('not-changeable');
  if (await isDisputed(tx, order.id)) return refuse('disputed');
  const wish = change.party ?? samePeople;
  const sameParty = wish.leave.length === 0 && wish.join === null;
  const sameRooms = JSON.stringify(change.rooms) === JSON.stringify(booked.trip.rooms);
  const same = change.setsOff === booked.setsOff && sameRooms && sameParty;
  if (same) return refuse('nothing-changes');
  const early = [booked.setsOff, change.setsOff].every((day) => mayChange(day, booking.status, today));
  const paid = await paidIfOverdue(tx, order, booking);
  if (!transfer && paid === null && !early) return refuse('too-late');
  const tour = await findTour(tx, booked.tourId, 'en');
  if (!tour) return refuse('departure-closed');
  const trip = { ...tripOf(booked.trip, wish), rooms: change.rooms };
  if (partyFaults(trip, tour).length > 0) return refuse('rooms-do-not-fit');
  const departure = await lockDeparture(tx, now, tour, change.setsOff, today, 'share');
  // Who is booked stays when the sale of a departure is stopped; their party does not grow.
  const comesAnew = change.setsOff !== booked.setsOff || placesOf(trip) > booking.places;
  if (!departure || departure.row.cancelledAt || (departure.row.stoppedAt && comesAnew)) return refuse('departure-closed');
  const bought = await getQuote(tx, order);
  const { rules, promo } = await rulesForChange(tx, now, order, bought);
  const language = bought.facts?.['language'];
  const quote = withVoucher(
    quoteHoliday(
      { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip },
      rules,
      { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now).toISOString() },
      { travel: change.setsOff, promo, ...(language ? { language } : {}) },
    ),
    rules,
    voucherOf(bought.lines),
  );
  if (paid !== null && quote.total.amount > paid) return refuse('pay-first');
  // Back to just what is paid for no money moves: neither the day nor the ladder has a say.
  if (quote.total.amount === paid && change.setsOff === booked.setsOff) return done({ quote, price: quote.total.amount, trip, order });
  if (!transfer && !early) return refuse('too-late');
  // Who leaves is given back by the ladder: when cancelling costs something, so would leaving somebody out.
  const kept = keptOnCancel(booking.ladder, booking, money(order.total, order.currency), now).kept.amount;
  if (!transfer && wish.leave.length > 0 && kept > 0) return refuse('kept');
  return done({ quote, price: quote.total.amount, trip, order });
}

/** What the days of an order's money go by for a departure: when all of it is paid, and when the journey begins. */
export function moneyDaysOf(tour: Pick<Tour, 'depositPercent' | 'countries' | 'route'>, setsOff: CalendarDate) {
  return {
    lastDay: balanceDay(planTermsOf(tour.depositPercent), setsOff),
    travelStarts: new Date(instantOf(zoneOfTour(tour), startOf(setsOff))),
  };
}

/** Whether somebody who joins has a place of this departure already, by this order or another. Locks the person first of all. */
async function travelsAlready(tx: Tx, platform: Platform, change: HolidayChange, joining: HolidayPerson): Promise<boolean> {
  const index = personIndexOf(platform.crypto, joining);
  await lockPeople(tx, [index]);
  const booked = await findHolidayBooking(tx, change.orderId);
  for (const order of await findOrdersOfPeople(tx, [index], livingStates)) {
    if (order.kind !== 'holiday') continue;
    const other = await findHolidayBooking(tx, order.id);
    if (order.id === change.orderId || (other?.tourId === booked?.tourId && other?.setsOff === change.setsOff)) return true;
  }
  return false;
}

/**
 * Moves a booking to another departure or other rooms, or changes who travels: places, price, plan, invoice and voucher change in one transaction
 * or not at all. Also the answer to an operator that cancelled. `seenTotal` is what the traveller agreed to, fils.
 */
export async function changeHoliday(
  platform: Platform,
  product: Product,
  change: HolidayChange & {
    readonly seenTotal: number;
    /** Of the order, when the page was made: who leaves is named by their place in the party. */
    readonly version?: number;
    readonly by: 'customer' | 'staff';
    readonly who: string;
    /** Who joins, once their form is whole. */
    readonly joining?: HolidayPerson | null;
  },
): Promise<Outcome<Order, ChangeRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, ChangeRefusal>> => {
      const wish = change.party ?? samePeople;
      const joining = change.joining ?? null;
      if ((wish.join === null) !== (joining === null)) return refuse('person-missing');
      if (joining && (await travelsAlready(tx, platform, change, joining))) return refuse('duplicate-booking');
      if (isStale(await lockOrder(tx, change.orderId), change.version)) return refuse('changed-meanwhile');
      const planned = await plan(tx, platform, change);
      if (!planned.ok) return planned;
      const { order, quote, trip } = planned.value;
      if (quote.total.amount > change.seenTotal) return refuse('price-changed');
      const now = platform.clock.now();
      const booked = (await findHolidayBooking(tx, order.id))!;
      const tour = (await findTour(tx, booked.tourId, 'en'))!;
      const [booking] = await lockBookings(tx, order.id);
      const departure = (await lockDeparture(tx, now, tour, change.setsOff, dateIn(deskZone, now), 'share'))!;
      const { capacity } = departure.row;
      await swapClaims(
        tx,
        { orderId: order.id, actor: order.actor, network: order.network },
        [{ key: poolKeyOf(tour.id, change.setsOff), quantity: placesOf(trip), capacity, ceiling: capacity }],
        now,
      );
      const zone = zoneOfTour(tour);
      const [startsLocal, endsLocal] = [startOf(change.setsOff), endOf(change.setsOff, tour.days)];
      const times = {
        places: placesOf(trip),
        startsLocal,
        startsAt: new Date(instantOf(zone, startsLocal)),
        endsAt: new Date(instantOf(zone, endsLocal)),
        voucher: newReference(),
        choiceBy: null,
      };
      const actors = { by: change.by, who: change.who } as const;
      const detail = { from: booked.setsOff, to: change.setsOff, places: placesOf(trip) };
      const moved =
        booking!.status === 'operator_cancelled'
          ? await mustMoveBooking(tx, now, { booking: booking!, event: 'transfer', ...actors, detail, with: times })
          : await mustMoveBooking(tx, now, {
              booking: await mustMoveBooking(tx, now, { booking: booking!, event: 'amend', ...actors, detail }),
              event: 'amended',
              ...actors,
              detail,
              with: times,
            });
      await saveHolidayBooking(tx, {
        ...booked,
        setsOff: change.setsOff,
        returns: addDays(change.setsOff, tour.days - 1),
        trip,
      });
      if (wish.leave.length > 0 || joining) {
        const { travellers } = await readPeople<HolidayPerson>(tx, platform.crypto, order);
        await saveTravellers(tx, platform.crypto, order.id, peopleOf(travellers, booked.trip, wish, joining));
      }
      await platform.jobs.send(tx, bookingNotice, { kind: 'changed', bookingId: moved.id, version: moved.version });
      return done(
        await amendOrder(tx, platform, product, {
          order,
          quote,
          ...actors,
          detail,
          ...moneyDaysOf(tour, change.setsOff),
          travelEnds: times.endsAt,
        }),
      );
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}
