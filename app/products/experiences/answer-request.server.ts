import { ClaimRefused } from '#app/commerce/availability/claim-wishes.ts';
import { swapClaims } from '#app/commerce/availability/claims-store.server.ts';
import { isStale } from '#app/commerce/bookings/amend-order.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import { findInstalments, lockBookings, mustMoveBooking, saveParts } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { endOfDay } from '#app/commerce/bookings/payment-plan-rules.ts';
import { deskZone } from '#app/commerce/bookings/work-bookings.server.ts';
import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { awaitsCheck } from '#app/commerce/orders/await-check.server.ts';
import { giveUpOrder } from '#app/commerce/orders/cancel-order.server.ts';
import { settleDelivered } from '#app/commerce/orders/deliver-order.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findOrderAsSystem, lockOrder, setTravelTimes } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Product, Selling } from '#app/commerce/product-contract.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, parseCalendarDate, instant } from '#app/values/dates.ts';
import { addLocalMinutes, instantOf, localTime, localTimeIn } from '#app/values/local-time.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { experienceLadder } from './experience-ladder-rules.ts';
import { experienceMail } from './experience-jobs.server.ts';
import { findExperienceBooking, findUnanswered, updateExperienceBooking } from './experience-bookings-store.server.ts';
import type { ExperienceBooking } from './experiences.tables.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { readStock } from './open-experience.server.ts';
import { answerBy } from './request-rules.ts';
import { slotKey, slotsOn, type Slot } from './slot-rules.ts';

export type AnswerRefusal = 'not-open' | 'no-such-start' | 'sold-out' | 'changed-meanwhile' | 'disputed';

export interface Answering {
  readonly orderId: string;
  readonly by: 'supplier' | 'staff' | 'customer' | 'system';
  /** As the audit names people. */
  readonly who: string;
}

/** Puts a paid request before its operator: nothing is taken until they say yes. Doing it twice is doing it once. */
export async function askOperator(platform: Platform, product: Selling, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    const [booking] = await lockBookings(tx, orderId);
    if (order?.status !== 'paid' || !booking || (await awaitsCheck(tx, platform, order))) return;
    const asked = await mustMoveBooking(tx, now, { booking, event: 'request', by: 'system', who: 'system' });
    await updateExperienceBooking(tx, orderId, {
      askedAt: new Date(now),
      answerBy: new Date(answerBy(now, instant(booking.startsAt.getTime()))),
    });
    await mustMoveOrder(tx, product.machine, now, { order, event: 'request', by: 'system', who: 'system' });
    await platform.jobs.send(tx, experienceMail, { letter: 'asked', orderId, version: asked.version });
  });
}

/** The operator, or a colleague for them, grants the places: the money is taken, voucher and invoice go out. */
export async function acceptRequest(
  platform: Platform,
  product: Selling,
  ask: Answering & { readonly by: 'supplier' | 'staff' },
): Promise<Outcome<Order, AnswerRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, AnswerRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    const [booking] = await lockBookings(tx, ask.orderId);
    if (order?.status !== 'requested' || booking?.status !== 'requested') return refuse('not-open');
    // Of a basket the money is taken before everybody has answered: a bank may have it back already.
    if (await isDisputed(tx, order.id)) return refuse('disputed');
    return done(await grant(tx, platform, product, { order, booking, ask, event: 'accept' }));
  });
}

async function grant(
  tx: Tx,
  platform: Platform,
  product: Selling,
  to: { order: Order; booking: Booking; ask: Answering; event: 'accept' | 'accept-counter'; with?: Partial<Booking> },
): Promise<Order> {
  const now = platform.clock.now();
  const granted = await mustMoveBooking(tx, now, {
    booking: to.booking,
    event: to.event,
    by: to.ask.by,
    who: to.ask.who,
    with: { ...to.with, voucher: newReference() },
  });
  await updateExperienceBooking(tx, to.order.id, { answerBy: null, offeredDate: null, offeredStart: null });
  await platform.jobs.send(tx, bookingNotice, { kind: 'confirmed', bookingId: to.booking.id, version: granted.version });
  const by = to.ask.by === 'customer' ? 'system' : to.ask.by;
  const confirmed = await mustMoveOrder(tx, product.machine, now, { order: to.order, event: 'confirm', by, who: to.ask.who });
  await settleDelivered(tx, platform, confirmed, product.nameLines, 'order-confirmed');
  return confirmed;
}

/** Nobody comes: what is reserved at the bank is let go in the same minute. */
export async function declineRequest(platform: Platform, product: Product, ask: Answering): Promise<Outcome<null, AnswerRefusal>> {
  const declined = await transact(platform.db, async (tx): Promise<boolean> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const [booking] = await lockBookings(tx, ask.orderId);
    if (order?.status !== 'requested' || !booking) return false;
    if (booking.status === 'declined') return true;
    if (booking.status !== 'requested' && booking.status !== 'counter_offered') return false;
    await mustMoveBooking(tx, now, { booking, event: 'decline', by: ask.by, who: ask.who });
    return true;
  });
  if (!declined) return refuse('not-open');
  // The minute's round finishes what is interrupted here.
  await giveUpOrder(platform, product, {
    orderId: ask.orderId,
    by: ask.by === 'staff' ? 'staff' : 'system',
    who: ask.who,
    reason: 'declined',
  });
  await transact(platform.db, (tx) => updateExperienceBooking(tx, ask.orderId, { answerBy: null }));
  return done(null);
}

/** Starts of the booked option on a day to which it could be moved at the same price, by the clocks there. */
export async function startsToOffer(platform: Pick<Platform, 'db' | 'clock'>, own: ExperienceBooking, day: string): Promise<Slot[]> {
  const date = parseCalendarDate(day);
  const experience = (await findKnownExperience(platform.db, own.experienceId, 'en'))?.experience;
  if (!date || !experience) return [];
  const { options, changes, taken } = await readStock(platform, experience);
  const option = options.find(({ key }) => key === own.optionKey);
  if (!option) return [];
  const units = option.unit === 'group' ? 1 : Object.values(own.party).reduce((sum, count) => sum + count, 0);
  return slotsOn(experience, option, date, localTimeIn(experience.zone, platform.clock.now()), changes, taken).filter(
    (slot) =>
      slot.open && slot.left >= units && slot.pricePercent === own.slotPercent && !(slot.date === own.date && slot.start === own.start),
  );
}

/** The operator cannot at that time, but at another of the same price: the traveller decides. */
export async function offerAnother(
  platform: Platform,
  ask: Answering & { readonly by: 'supplier' | 'staff'; readonly date: string; readonly start: string },
): Promise<Outcome<null, AnswerRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, AnswerRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const [booking] = await lockBookings(tx, ask.orderId);
    const own = await findExperienceBooking(tx, platform.crypto, ask.orderId);
    if (order?.status !== 'requested' || booking?.status !== 'requested' || !own) return refuse('not-open');
    const slot = (await startsToOffer({ db: tx, clock: platform.clock }, own, ask.date)).find(({ start }) => start === ask.start);
    if (!slot) return refuse('no-such-start');
    const starts = instantOf(booking.zone, localTime(slot.date, slot.start));
    const offered = await mustMoveBooking(tx, now, {
      booking,
      event: 'counter',
      by: ask.by,
      who: ask.who,
      detail: { date: slot.date, start: slot.start },
    });
    await updateExperienceBooking(tx, order.id, {
      offeredDate: slot.date,
      offeredStart: slot.start,
      answerBy: new Date(answerBy(now, starts)),
    });
    await platform.jobs.send(tx, experienceMail, { letter: 'offered', orderId: order.id, version: offered.version });
    return done(null);
  });
}

/** The traveller takes the other start: its places are taken and the old ones freed in one step, then all is confirmed. */
export async function acceptOffer(
  platform: Platform,
  product: Selling,
  ask: Answering & { readonly by: 'customer' },
): Promise<Outcome<Order, AnswerRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, AnswerRefusal>> => {
      const order = await lockOrder(tx, ask.orderId);
      const [booking] = await lockBookings(tx, ask.orderId);
      const own = await findExperienceBooking(tx, platform.crypto, ask.orderId);
      if (order?.status !== 'requested' || booking?.status !== 'counter_offered' || !own?.offeredDate || !own.offeredStart)
        return refuse('not-open');
      if (await isDisputed(tx, order.id)) return refuse('disputed');
      const to = { date: own.offeredDate, start: own.offeredStart };
      const moved = await moveStart(tx, platform, { order, booking, own, ...to });
      return done(await grant(tx, platform, product, { order, booking, ask, event: 'accept-counter', with: moved }));
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}

/** Takes the places of another start instead; throws ClaimRefused when they are gone. Returns what changes of the booking. */
async function moveStart(
  tx: Tx,
  platform: Platform,
  to: { order: Order; booking: Booking; own: ExperienceBooking; date: ExperienceBooking['date']; start: string },
): Promise<Pick<Booking, 'startsLocal' | 'startsAt' | 'endsAt' | 'ladder'>> {
  const { order, booking, own } = to;
  const slot = (await startsToOffer({ db: tx, clock: platform.clock }, own, to.date)).find(({ start }) => start === to.start);
  const experience = (await findKnownExperience(tx, own.experienceId, 'en'))?.experience;
  if (!slot || !experience) throw new ClaimRefused('sold-out');
  const key = slotKey(own.experienceId, own.optionKey, to.date, to.start);
  const holder = { orderId: order.id, actor: order.actor, network: order.network };
  await swapClaims(tx, holder, [{ key, quantity: booking.places, capacity: slot.capacity, ceiling: slot.capacity }], platform.clock.now());
  await updateExperienceBooking(tx, order.id, { date: slot.date, start: slot.start });
  const begins = localTime(slot.date, slot.start);
  const startsAt = new Date(instantOf(booking.zone, begins));
  const endsAt = new Date(instantOf(booking.zone, addLocalMinutes(begins, experience.durationMinutes)));
  // Trips, reminders and the question for a review go by the order's own times.
  await setTravelTimes(tx, order.id, startsAt, endsAt);
  return {
    startsLocal: begins,
    startsAt,
    endsAt,
    ladder: experienceLadder(experience.freeCancelHours, slot.start),
  };
}

/**
 * A traveller moves a confirmed visit to another start of the same price while the old one is still open to changes; or takes
 * another start for one that its operator cancelled, whenever that was to be.
 */
export async function changeStart(
  platform: Platform,
  product: Selling,
  ask: Answering & {
    readonly by: 'customer' | 'staff';
    readonly date: string;
    readonly start: string;
    /** Of the order, when the page was made. */
    readonly version?: number;
  },
): Promise<Outcome<Order, AnswerRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, AnswerRefusal>> => {
      const now = platform.clock.now();
      const order = await lockOrder(tx, ask.orderId);
      const [booking] = await lockBookings(tx, ask.orderId);
      const own = await findExperienceBooking(tx, platform.crypto, ask.orderId);
      if (order?.status !== 'confirmed' || !booking || !own) return refuse('not-open');
      if (isStale(order, ask.version)) return refuse('changed-meanwhile');
      // What is overdue is paid, or gone back on, before anything is moved.
      const calledOff = booking.status === 'operator_cancelled';
      if (booking.status === 'overdue' || !moveOn(bookingMachine, booking.status, calledOff ? 'transfer' : 'amend', ask.by).ok)
        return refuse('not-open');
      if (!calledOff && !(await mayChange(tx, platform, own))) return refuse('not-open');
      if (await isDisputed(tx, order.id)) return refuse('disputed');
      const date = parseCalendarDate(ask.date);
      if (!date) return refuse('no-such-start');
      const moved = await moveStart(tx, platform, { order, booking, own, date, start: ask.start });
      const who = { by: ask.by, who: ask.who };
      const amended = calledOff
        ? await mustMoveBooking(tx, now, {
            booking,
            event: 'transfer',
            ...who,
            // What was written for the start that is not run lets nobody in.
            with: { ...moved, voucher: newReference(), choiceBy: null },
            detail: { from: booking.startsLocal, to: moved.startsLocal },
          })
        : await mustMoveBooking(tx, now, {
            booking: await mustMoveBooking(tx, now, { booking, event: 'amend', ...who, detail: { from: booking.startsLocal } }),
            event: 'amended',
            ...who,
            with: moved,
            detail: { to: moved.startsLocal },
          });
      await platform.jobs.send(tx, bookingNotice, { kind: 'changed', bookingId: booking.id, version: amended.version });
      // What is still owed for people who were added is due before the new day, if that is sooner.
      const parts = await findInstalments(tx, order.id);
      const on = addDays(date, -1);
      if (parts.length > 0) await saveParts(tx, now, order.id, parts, { on, at: endOfDay(deskZone, on) });
      const noted = await mustMoveOrder(tx, product.machine, now, {
        order,
        event: 'noted-booking-changed',
        ...who,
        detail: { from: booking.startsLocal, to: moved.startsLocal },
      });
      if (calledOff) await tellOrder(tx, platform.jobs, noted, 'booking-changed');
      return done(noted);
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return refuse('sold-out');
    throw fault;
  }
}

/** Until the cut-off of the start that was booked. */
export async function mayChange(db: Tx, platform: Pick<Platform, 'clock'>, own: ExperienceBooking): Promise<boolean> {
  const experience = (await findKnownExperience(db, own.experienceId, 'en'))?.experience;
  if (!experience) return false;
  const closes = addLocalMinutes(localTime(own.date, own.start), -experience.cutOffHours * 60);
  return localTimeIn(experience.zone, platform.clock.now()) <= closes;
}

/** Declines every request and offer that was not answered in time. */
export async function declineUnanswered(platform: Platform, product: Product): Promise<void> {
  const failed = await eachRow(platform, 'order', await findUnanswered(platform.db, platform.clock.now()), async (orderId) => {
    const order = await findOrderAsSystem(platform.db, orderId);
    if (order?.status === 'requested') await declineRequest(platform, product, { orderId, by: 'system', who: 'system' });
    else await transact(platform.db, (tx) => updateExperienceBooking(tx, orderId, { answerBy: null }));
  });
  mustAllBeTaken(failed);
}
