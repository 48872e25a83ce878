import { and, asc, between, eq, isNotNull, lte } from 'drizzle-orm';
import { findBookingsIn } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import type { BookingState } from '#app/commerce/bookings/booking-status.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { experienceBookings, experienceSupply, type ExperienceBooking } from './experiences.tables.ts';

const sealedAt = (orderId: string, column: 'note' | 'pickup') => `experience_bookings|${column}|${orderId}`;

export type NewExperienceBooking = Omit<ExperienceBooking, 'pickupVersion' | 'askedAt' | 'answerBy' | 'offeredDate' | 'offeredStart'>;

export async function insertExperienceBooking(tx: Tx, crypto: FieldCrypto, booking: NewExperienceBooking): Promise<void> {
  const sealed = (column: 'note' | 'pickup') =>
    booking[column] === '' ? '' : crypto.seal(booking[column], sealedAt(booking.orderId, column));
  await tx.insert(experienceBookings).values({ ...booking, note: sealed('note'), pickup: sealed('pickup') });
}

/** What an order books of an experience, its note and its address opened. */
export async function findExperienceBooking(db: Db, crypto: FieldCrypto, orderId: string): Promise<ExperienceBooking | null> {
  const [row] = await db.select().from(experienceBookings).where(eq(experienceBookings.orderId, orderId));
  return row ? opened(crypto, row) : null;
}

function opened(crypto: FieldCrypto, row: ExperienceBooking): ExperienceBooking {
  const open = (column: 'note' | 'pickup') => (row[column] === '' ? '' : crypto.open(row[column], sealedAt(row.orderId, column)));
  return { ...row, note: open('note'), pickup: open('pickup') };
}

/** Where its guests are fetched from now on. False where somebody changed it since its version was read. */
export async function savePickup(
  tx: Tx,
  crypto: FieldCrypto,
  { orderId, pickupVersion }: Pick<ExperienceBooking, 'orderId' | 'pickupVersion'>,
  pickup: string,
): Promise<boolean> {
  const changed = await tx
    .update(experienceBookings)
    .set({ pickup: crypto.seal(pickup, sealedAt(orderId, 'pickup')), pickupVersion: pickupVersion + 1 })
    .where(and(eq(experienceBookings.orderId, orderId), eq(experienceBookings.pickupVersion, pickupVersion)))
    .returning({ id: experienceBookings.orderId });
  return changed.length > 0;
}

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
    return booking ? [{ booking, own: opened(crypto, own) }] : [];
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
