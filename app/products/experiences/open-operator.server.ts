import { bookingMachine, soldStates, type BookingState } from '#app/commerce/bookings/booking-status.ts';
import { voucherKey } from '#app/commerce/bookings/voucher-code.server.ts';
import { heldAtTheDoor } from '#app/commerce/disputes/disputes-store.server.ts';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import { startsToOffer } from './answer-request.server.ts';
import type { Party } from './experience.ts';
import { findForOperator, type OperatorBooking } from './experience-bookings-store.server.ts';
import type { ExperienceOperator } from './experiences.tables.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { paidPlaces } from './paid-places.server.ts';

export interface OperatorGuest {
  readonly orderId: string;
  readonly experienceId: string;
  readonly title: string;
  readonly option: string;
  readonly date: CalendarDate;
  readonly start: string;
  readonly name: string;
  readonly phone: string;
  readonly party: Party;
  /** Those that are paid. */
  readonly places: number;
  /** Places that were added and never paid. */
  readonly unpaid: number;
  readonly note: string;
  /** Where they are fetched, empty while that is not said; null where they come themselves. */
  readonly pickup: string | null;
  readonly voucher: string | null;
  readonly status: BookingState;
  /** Sold, and may be let in. */
  readonly mayEnter: boolean;
  /** Sold, but its payment is in question: not to be let in for now. */
  readonly heldBack: boolean;
  /** ISO instant; null when nothing is asked. */
  readonly answerBy: string | null;
}

export interface OperatorView {
  readonly name: string;
  readonly day: CalendarDate;
  readonly before: CalendarDate;
  readonly after: CalendarDate;
  readonly requests: readonly (OperatorGuest & { readonly others: readonly { date: CalendarDate; start: string; left: number }[] })[];
  readonly guests: readonly OperatorGuest[];
  /** Whom an operator rings or writes to about a guest who is held back. */
  readonly ring: string;
  /** Raw Ed25519 key with which vouchers are judged without a network, base64url. */
  readonly voucherKey: string;
}

const expected: readonly BookingState[] = [...soldStates, 'redeemed', 'no_show', 'completed'];
const daysToOffer = 3;

/** What an operator has to do: requests to answer, and the guests of a day. */
export async function openOperator(
  platform: Platform,
  operator: ExperienceOperator,
  asked: string | null,
  language: LanguageCode,
): Promise<OperatorView> {
  const { db, crypto, clock } = platform;
  const today = dateIn('Asia/Dubai', clock.now());
  const day = (asked && parseCalendarDate(asked)) || today;
  const [requests, guests] = await Promise.all([
    findForOperator(db, crypto, operator.id, ['requested'], { from: addDays(today, -1), to: addDays(today, 400) }),
    findForOperator(db, crypto, operator.id, expected, { from: day, to: day }),
  ]);
  const [held, facts] = await Promise.all([
    heldAtTheDoor(
      db,
      guests.map(({ booking }) => booking.orderId),
    ),
    readHouseFacts(platform),
  ]);
  const shown = await Promise.all(requests.map((one) => guestOf(platform, one, language, held)));
  const others = await Promise.all(
    requests.map(async ({ own }) => {
      const days = Array.from({ length: daysToOffer }, (_, ahead) => addDays(own.date, ahead));
      return (await Promise.all(days.map((date) => startsToOffer(platform, own, date)))).flat();
    }),
  );
  return {
    name: operator.name,
    day,
    before: addDays(day, -1),
    after: addDays(day, 1),
    requests: shown.map((guest, index) => ({
      ...guest,
      others: others[index]!.map(({ date, start, left }) => ({ date, start, left })),
    })),
    guests: await Promise.all(guests.map((one) => guestOf(platform, one, language, held))),
    // A number or an address reads from left to right in every sentence.
    ring: `\u2066${facts.phone ?? facts.email}\u2069`,
    voucherKey: voucherKey(crypto),
  };
}

async function guestOf(
  platform: Platform,
  { booking, own }: OperatorBooking,
  language: LanguageCode,
  held: ReadonlySet<string>,
): Promise<OperatorGuest> {
  const order = (await findOrderAsSystem(platform.db, booking.orderId))!;
  const [{ travellers, contact }, known, paid] = await Promise.all([
    readPeople(platform.db, platform.crypto, order),
    findKnownExperience(platform.db, own.experienceId, language),
    paidPlaces(platform.db, booking),
  ]);
  const lead = travellers[0];
  const enters = moveOn(bookingMachine, booking.status, 'redeem', 'supplier').ok;
  return {
    orderId: booking.orderId,
    experienceId: own.experienceId,
    title: known?.experience.words.title ?? own.experienceId,
    option: own.optionKey,
    date: own.date,
    start: own.start,
    name: lead ? `${lead.givenNames} ${lead.surname}`.trim() : '',
    // Until it is sold, whoever asks is not to be reached past us.
    phone: booking.status === 'requested' ? '' : contact.phone,
    party: own.party,
    ...paid,
    note: own.note,
    pickup: known?.experience.pickup ? own.pickup : null,
    voucher: booking.voucher,
    status: booking.status,
    mayEnter: enters && !held.has(booking.orderId),
    heldBack: enters && held.has(booking.orderId),
    answerBy: own.answerBy?.toISOString() ?? null,
  };
}
