import { ClaimRefused, swapClaims } from '#app/commerce/availability/claims-store.server.ts';
import { amendOrder, waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { lockBookings, mustMoveBooking } from '#app/commerce/bookings/bookings-store.server.ts';
import { balanceDay } from '#app/commerce/bookings/payment-plan-rules.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { instantOf } from '#app/values/local-time.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findTour } from '../tours-store.server.ts';
import { lockDeparture, poolKeyOf } from './departures-store.server.ts';
import { findHolidayBooking, saveHolidayBooking } from './holiday-draft-store.server.ts';
import { quoteHoliday } from './holiday-price.ts';
import { endOf, mayChange, planTermsOf, startOf, zoneOfTour } from './holiday-terms.ts';
import { partyFaults, placesOf, type Rooms } from './party-rules.ts';
import { deskZone } from './place-holiday-order.server.ts';

export interface HolidayChange {
  readonly orderId: string;
  readonly setsOff: CalendarDate;
  readonly rooms: Rooms;
}

export type ChangeRefusal =
  | 'not-changeable'
  | 'nothing-changes'
  | 'rooms-do-not-fit'
  | 'departure-closed'
  | 'too-late'
  | 'sold-out'
  | 'price-changed';

interface Planned {
  readonly quote: Quote;
  readonly price: number;
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
  const same = change.setsOff === booked.setsOff && JSON.stringify(change.rooms) === JSON.stringify(booked.trip.rooms);
  if (same) return refuse('nothing-changes');
  const early = [booked.setsOff, change.setsOff].every((day) => mayChange(day, booking.status, today));
  if (!transfer && !early) return refuse('too-late');
  const tour = await findTour(tx, booked.tourId, 'en');
  if (!tour) return refuse('departure-closed');
  const trip = { ...booked.trip, rooms: change.rooms };
  if (partyFaults(trip, tour).length > 0) return refuse('rooms-do-not-fit');
  const departure = await lockDeparture(tx, now, tour, change.setsOff, today, 'share');
  if (!departure || departure.row.cancelledAt || (departure.row.stoppedAt && change.setsOff !== booked.setsOff))
    return refuse('departure-closed');
  const quote = quoteHoliday(
    { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip },
    await getPricingRules(tx, now),
    { quotedAt: new Date(now).toISOString(), expiresAt: new Date(now).toISOString() },
  );
  return done({ quote, price: quote.total.amount, order });
}

/**
 * Moves a booking to another departure or other rooms: places, price, plan, invoice and voucher change in one transaction
 * or not at all. Also the answer to an operator that cancelled. `seenTotal` is what the traveller agreed to, fils.
 */
export async function changeHoliday(
  platform: Platform,
  product: Product,
  change: HolidayChange & { readonly seenTotal: number; readonly by: 'customer' | 'staff'; readonly who: string },
): Promise<Outcome<Order, ChangeRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, ChangeRefusal>> => {
      const planned = await plan(tx, platform, change);
      if (!planned.ok) return planned;
      const { order, quote } = planned.value;
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
        [{ key: poolKeyOf(tour.id, change.setsOff), quantity: placesOf(booked.trip), capacity, ceiling: capacity }],
        now,
      );
      const zone = zoneOfTour(tour);
      const [startsLocal, endsLocal] = [startOf(change.setsOff), endOf(change.setsOff, tour.days)];
      const times = {
        startsLocal,
        startsAt: new Date(instantOf(zone, startsLocal)),
        endsAt: new Date(instantOf(zone, endsLocal)),
        voucher: newReference(),
        choiceBy: null,
      };
      const actors = { by: change.by, who: change.who } as const;
      const detail = { from: booked.setsOff, to: change.setsOff };
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
        trip: { ...booked.trip, rooms: change.rooms },
      });
      await platform.jobs.send(tx, bookingNotice, { kind: 'changed', bookingId: moved.id, version: moved.version });
      const lastDay = balanceDay(planTermsOf(tour.depositPercent), change.setsOff);
      return done(
        await amendOrder(tx, platform, product, {
          order,
          quote,
          ...actors,
          detail,
          lastDay,
          travelStarts: times.startsAt,
          travelEnds: times.endsAt,
        }),
      );
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}
