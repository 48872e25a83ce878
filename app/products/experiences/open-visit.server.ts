import { toSVG } from 'bwip-js/node';
import { bookingMachine, stageOf, type BookingState } from '#app/commerce/bookings/booking-status.ts';
import { findBookings, findInstalments, nextPart } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { signVoucher } from '#app/commerce/bookings/voucher-code.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { parseCalendarDate, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import { mayChange, startsToOffer } from './answer-request.server.ts';
import type { Experience, Party } from './experience.ts';
import type { ExperienceBooking } from './experiences.tables.ts';
import { maySayPickup } from './change-pickup.server.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { paidPlaces } from './paid-places.server.ts';

export interface FetchedAt {
  /** Empty while nothing is said. */
  readonly at: string;
  readonly version: number;
  readonly open: boolean;
}

export interface BookedVisit {
  readonly reference: string;
  /** Of the order. */
  readonly version: number;
  readonly experienceId: string;
  readonly title: string;
  readonly city: string;
  readonly meeting: string;
  readonly bring: readonly string[];
  readonly option: string;
  readonly date: CalendarDate;
  readonly start: string;
  readonly party: Party;
  readonly name: string;
  readonly operator: string;
  readonly status: BookingState;
  readonly voucher: string | null;
  /** The QR code as SVG; null until it is confirmed, and once it is called off. */
  readonly qr: string | null;
  readonly offered: { readonly date: CalendarDate; readonly start: string } | null;
  /** What of it is still to pay; null where everything is paid, or nothing is asked any more. */
  readonly unpaid: {
    /** So many are let in. */
    readonly paid: number;
    readonly places: number;
    readonly amount: Money;
    readonly part: number;
    readonly by: CalendarDate | null;
    readonly late: boolean;
  } | null;
  /** Where its guests are fetched; null where nobody is. */
  readonly pickup: FetchedAt | null;
  /** Whether others may still come, or some leave. */
  readonly partyOpen: boolean;
  /** Null where it cannot be moved to another start. */
  readonly change: {
    /** In place of a start that its operator does not run. */
    readonly calledOff: boolean;
    readonly day: CalendarDate;
    readonly starts: readonly { readonly start: string; readonly left: number }[];
  } | null;
}

/** A booked visit as its holder shows it at the meeting point. `day` is where another start is looked for. */
export async function openBookedVisit(
  platform: Platform,
  order: Order,
  day: string | null,
  language: LanguageCode,
): Promise<BookedVisit | null> {
  const { db, crypto } = platform;
  const own = await findExperienceBooking(db, crypto, order.id);
  const [booking] = await findBookings(db, order.id);
  const known = own && (await findKnownExperience(db, own.experienceId, language));
  if (!own || !booking || !known) return null;
  const { words } = known.experience;
  const { travellers } = await readPeople(db, crypto, order);
  const lead = travellers[0];
  const changeable =
    moveOn(bookingMachine, booking.status, 'amend', 'customer').ok && order.status === 'confirmed' && (await mayChange(db, platform, own));
  const calledOff = order.status === 'confirmed' && moveOn(bookingMachine, booking.status, 'transfer', 'customer').ok;
  const part = order.status === 'confirmed' && stageOf(booking.status) === 'ahead' ? nextPart(await findInstalments(db, order.id)) : null;
  const covered = await paidPlaces(db, booking);
  const changeDay = (day && parseCalendarDate(day)) || own.date;
  return {
    reference: order.reference,
    version: order.version,
    experienceId: own.experienceId,
    title: words.title,
    city: words.city,
    meeting: words.meeting,
    bring: words.bring,
    option: own.optionKey,
    date: own.date,
    start: own.start,
    party: own.party,
    name: lead ? `${lead.givenNames} ${lead.surname}`.trim() : '',
    operator: booking.operator,
    status: booking.status,
    voucher: booking.voucher,
    qr:
      booking.voucher && stageOf(booking.status) !== 'over'
        ? toSVG({
            bcid: 'qrcode',
            text: signVoucher(crypto, {
              voucher: booking.voucher,
              kind: 'experience',
              item: own.experienceId,
              startsOn: own.date,
              places: booking.places,
            }),
            scale: 4,
            paddingwidth: 2,
            paddingheight: 2,
            backgroundcolor: 'FFFFFF',
          })
        : null,
    offered: own.offeredDate && own.offeredStart ? { date: own.offeredDate, start: own.offeredStart } : null,
    unpaid: part && {
      paid: covered.places,
      places: booking.places,
      amount: money(part.amount, order.currency),
      part: part.number,
      by: part.dueOn,
      late: part.dueAt !== null && part.dueAt.getTime() <= platform.clock.now(),
    },
    pickup: fetchedAt(known.experience, own, booking, platform.clock.now()),
    partyOpen: changeable,
    change:
      calledOff || (changeable && booking.status !== 'overdue')
        ? {
            calledOff,
            day: changeDay,
            starts: (await startsToOffer(platform, own, changeDay)).map(({ start, left }) => ({ start, left })),
          }
        : null,
  };
}

/** Where the guests of a booked visit are fetched; null for a visit to which they come themselves. */
export function fetchedAt(
  experience: Pick<Experience, 'pickup'>,
  own: Pick<ExperienceBooking, 'pickup' | 'pickupVersion'>,
  booking: Booking,
  now: Instant,
): FetchedAt | null {
  return experience.pickup ? { at: own.pickup, version: own.pickupVersion, open: maySayPickup(booking, now) } : null;
}
