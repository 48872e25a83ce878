import { and, asc, between, eq, isNotNull, lte } from 'drizzle-orm';
import { findBookingsIn } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import type { BookingState } from '#app/commerce/bookings/booking-status.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { experienceBookings, experienceSupply, type ExperienceBooking } from './experiences.tables.ts';

const sealedAt = (orderId: string) => `experience_bookings|note|${orderId}`;

export type NewExperienceBooking = Omit<ExperienceBooking, 'askedAt' | 'answerBy' | 'offeredDate' | 'offeredStart'>;

export async function insertExperienceBooking(tx: Tx, crypto: FieldCrypto, booking: NewExperienceBooking): Promise<void> {
  const note = booking.note === '' ? '' : crypto.seal(booking.note, sealedAt(booking.orderId));
  await tx.insert(experienceBookings).values({ ...booking, note });
}

/** What an order books of an experience, its note opened. */
export async function findExperienceBooking(db: Db, crypto: FieldCrypto, orderId: string): Promise<ExperienceBooking | null> {
  const [row] = await db.select().from(experienceBookings).where(eq(experienceBookings.orderId, orderId));
  return row ? { ...row, note: openNote(crypto, row) } : null;
}

const openNote = (crypto: FieldCrypto, row: Pick<ExperienceBooking, 'orderId' | 'note'>) =>
  row.note === '' ? '' : crypto.open(row.note, sealedAt(row.orderId));

export async function updateExperienceBooking(
  tx: Tx,
  orderId: string,
  change: Partial<
    Pick<ExperienceBooking, 'date' | 'start' | 'party' | 'slotPercent' | 'askedAt' | 'answerBy' | 'offeredDate' | 'offeredStart'>
  >,
): Promise<void> {
  await tx.update(experienceBookings).set(change).where(eq(experienceBookings.orderId, orderId));
}

export interface OperatorBooking {
  readonly booking: Booking;
  readonly own: ExperienceBooking;
}

/** What an operator has in these states, by start, from one day to another. */
export async function findForOperator(
  db: Db,
  crypto: FieldCrypto,
  operatorId: string,
  statuses: readonly BookingState[],
  days: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<OperatorBooking[]> {
  const rows = await db
    .select({ own: experienceBookings })
    .from(experienceBookings)
    .innerJoin(experienceSupply, eq(experienceSupply.experienceId, experienceBookings.experienceId))
    .where(and(eq(experienceSupply.operatorId, operatorId), between(experienceBookings.date, days.from, days.to)))
    .orderBy(asc(experienceBookings.date), asc(experienceBookings.start))
    .limit(2000);
  const found = await findBookingsIn(
    db,
    rows.map(({ own }) => own.orderId),
    statuses,
  );
  const byOrder = new Map(found.map((booking) => [booking.orderId, booking]));
  return rows.flatMap(({ own }) => {
    const booking = byOrder.get(own.orderId);
    return booking ? [{ booking, own: { ...own, note: openNote(crypto, own) } }] : [];
  });
}

/** Requests and offers whose time to be answered is over. */
export async function findUnanswered(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .select({ orderId: experienceBookings.orderId })
    .from(experienceBookings)
    .where(and(isNotNull(experienceBookings.answerBy), lte(experienceBookings.answerBy, new Date(now))));
  return rows.map((row) => row.orderId);
}

/** Whether an operator runs the experience of an order. */
export async function isRunBy(db: Db, orderId: string, operatorId: string): Promise<boolean> {
  const rows = await db
    .select({ id: experienceBookings.orderId })
    .from(experienceBookings)
    .innerJoin(experienceSupply, eq(experienceSupply.experienceId, experienceBookings.experienceId))
    .where(and(eq(experienceBookings.orderId, orderId), eq(experienceSupply.operatorId, operatorId)));
  return rows.length > 0;
}
