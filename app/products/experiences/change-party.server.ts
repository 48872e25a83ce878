import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { swapClaims } from '#app/commerce/availability/claims-store.server.ts';
import { amendOrder, daysToPay, isStale, waitsForCapture } from '#app/commerce/bookings/amend-order.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import { lockBookings, mustMoveBooking, paidIfOverdue } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { keptOnCancel } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { getQuote, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { voucherOf } from '#app/commerce/pricing/apply-policy.ts';
import { rulesForChange } from '#app/commerce/pricing/promo-codes.server.ts';
import { withVoucher, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Selling } from '#app/commerce/product-contract.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { mayChange } from './answer-request.server.ts';
import { ageBandNames, type Party } from './experience.ts';
import { priceOfParty } from './experience-price.ts';
import { findExperienceBooking, updateExperienceBooking } from './experience-bookings-store.server.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { readStock } from './open-experience.server.ts';
import { slotKey, slotsOn, unitsOf } from './slot-rules.ts';
import { faultOf, type VisitFault } from './visit-form.ts';

export interface PartyChange {
  readonly orderId: string;
  readonly party: Party;
  readonly by: 'customer' | 'staff';
}

export type PartyRefusal =
  | VisitFault
  | 'not-changeable'
  | 'disputed'
  | 'pay-first'
  | 'nothing-changes'
  | 'closed'
  | 'too-near'
  | 'kept'
  | 'sold-out'
  | 'price-changed'
  | 'ask-us'
  | 'changed-meanwhile';

interface Planned {
  readonly order: Order;
  readonly booking: Booking;
  readonly quote: Quote;
  readonly date: CalendarDate;
  readonly places: number;
  readonly pool: { readonly key: string; readonly quantity: number; readonly capacity: number; readonly ceiling: number };
}

/** What another party would cost, by the prices of today; nothing is kept or moved. */
export async function quoteParty(platform: Platform, change: PartyChange): Promise<Outcome<Quote, PartyRefusal>> {
  const planned = await transact(platform.db, (tx) => plan(tx, platform, change));
  return planned.ok ? done(planned.value.quote) : planned;
}

const sameParty = (one: Party, other: Party) => ageBandNames.every((band) => (one[band] ?? 0) === (other[band] ?? 0));

async function plan(tx: Tx, platform: Platform, { orderId, party, by }: PartyChange): Promise<Outcome<Planned, PartyRefusal>> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, orderId);
  const [booking] = order ? await lockBookings(tx, order.id) : [];
  const own = order && (await findExperienceBooking(tx, platform.crypto, order.id));
  if (order?.status !== 'confirmed' || !booking || !own) return refuse('not-changeable');
  if (!moveOn(bookingMachine, booking.status, 'amend', by).ok || !(await mayChange(tx, platform, own))) return refuse('not-changeable');
  if (await waitsForCapture(tx, order.id)) return refuse('not-changeable');
  if (await isDisputed(tx, order.id)) return refuse('disputed');
  if (sameParty(party, own.party)) return refuse('nothing-changes');
  const experience = (await findKnownExperience(tx, own.experienceId, 'en'))?.experience;
  if (!experience) return refuse('closed');
  const { options, changes, taken } = await readStock({ db: tx, clock: platform.clock }, experience);
  const option = options.find(({ key }) => key === own.optionKey);
  const slot = option
    ? slotsOn(experience, option, own.date, localTimeIn(experience.zone, now), changes, taken).find(({ start }) => start === own.start)
    : undefined;
  if (!option || !slot) return refuse('closed');
  const fault = faultOf(party, experience, option.groupSize ?? slot.left + booking.places);
  if (fault)
    return refuse(fault === 'too-many' && option.groupSize === null && unitsOf(option, party) <= slot.capacity ? 'sold-out' : fault);
  const places = unitsOf(option, party);
  // Who is booked keeps their places when the sale of a start is stopped; nobody is added to it.
  if (places > booking.places && slot.stopped) return refuse('closed');
  // Its operator agreed to so many: more are a matter between the desk and them.
  if (places > booking.places && !experience.instant && by === 'customer') return refuse('ask-us');
  const at = new Date(now).toISOString();
  const bought = await getQuote(tx, order);
  const { rules, promo } = await rulesForChange(tx, now, order, bought);
  const language = bought.facts?.['language'];
  const quote = withVoucher(
    priceOfParty(experience, party, rules, at, { option, slotPercent: own.slotPercent }, at, {
      travel: own.date,
      promo,
      ...(language ? { language } : {}),
    }),
    rules,
    voucherOf(bought.lines),
  );
  const paid = await paidIfOverdue(tx, order, booking);
  if (paid !== null && quote.total.amount > paid) return refuse('pay-first');
  const today = dateIn(experience.zone, now);
  // What is added is paid before the day; so close to it, others book for themselves.
  if (quote.total.amount > order.total && addDays(own.date, -1) < addDays(today, daysToPay)) return refuse('too-near');
  // Places are given back by the ladder of the booking: when cancelling costs something, so would leaving somebody out.
  const kept = keptOnCancel(booking.ladder, booking, money(order.total, order.currency), now).kept.amount;
  // Back to just what is paid for no money moves, and the ladder has no say.
  if (quote.total.amount < order.total && quote.total.amount !== paid && kept > 0) return refuse('kept');
  const key = slotKey(own.experienceId, own.optionKey, own.date, own.start);
  return done({
    order,
    booking,
    quote,
    date: own.date,
    places,
    pool: { key, quantity: places, capacity: slot.capacity, ceiling: slot.capacity },
  });
}

/**
 * Changes how many come: places, price, invoice and voucher in one transaction or not at all. What is dearer is due before
 * the day, what is cheaper goes back. `seenTotal` is what was agreed to, fils; `version` is the order's when its page was made.
 */
export async function changeParty(
  platform: Platform,
  product: Selling,
  change: PartyChange & { readonly seenTotal: number; readonly version?: number; readonly who: string },
): Promise<Outcome<Order, PartyRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, PartyRefusal>> => {
      if (isStale(await lockOrder(tx, change.orderId), change.version)) return refuse('changed-meanwhile');
      const planned = await plan(tx, platform, change);
      if (!planned.ok) return planned;
      const { order, booking, quote, places, pool } = planned.value;
      if (quote.total.amount > change.seenTotal) return refuse('price-changed');
      const now = platform.clock.now();
      await swapClaims(tx, { orderId: order.id, actor: order.actor, network: order.network }, [pool], now);
      const actors = { by: change.by, who: change.who } as const;
      const detail = { places: booking.places, to: places, party: change.party };
      const amended = await mustMoveBooking(tx, now, {
        booking: await mustMoveBooking(tx, now, { booking, event: 'amend', ...actors, detail }),
        event: 'amended',
        ...actors,
        detail,
        with: { places, voucher: newReference() },
      });
      await updateExperienceBooking(tx, order.id, { party: change.party });
      await platform.jobs.send(tx, bookingNotice, { kind: 'changed', bookingId: booking.id, version: amended.version });
      return done(
        await amendOrder(tx, platform, product, {
          order,
          quote,
          ...actors,
          detail,
          lastDay: addDays(planned.value.date, -1),
          travelStarts: booking.startsAt,
          travelEnds: booking.endsAt,
        }),
      );
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}
