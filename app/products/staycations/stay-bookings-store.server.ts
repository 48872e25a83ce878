import { eq } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { stayBookings, type StayBooking } from './staycations.tables.ts';

const sealedAt = (orderId: string) => `stay_bookings|note|${orderId}`;

export async function insertStayBooking(tx: Tx, crypto: FieldCrypto, booking: StayBooking): Promise<void> {
  const note = booking.note === '' ? '' : crypto.seal(booking.note, sealedAt(booking.orderId));
  await tx.insert(stayBookings).values({ ...booking, note });
}

export async function moveStayBooking(
  tx: Tx,
  orderId: string,
  to: Pick<StayBooking, 'arrival' | 'nights' | 'adults' | 'childAges'>,
): Promise<void> {
  await tx.update(stayBookings).set(to).where(eq(stayBookings.orderId, orderId));
}

/** What an order books of a house, its note opened. */
export async function findStayBooking(db: Db, crypto: FieldCrypto, orderId: string): Promise<StayBooking | null> {
  const [row] = await db.select().from(stayBookings).where(eq(stayBookings.orderId, orderId));
  return row ? { ...row, note: row.note === '' ? '' : crypto.open(row.note, sealedAt(orderId)) } : null;
}
