import { findReleasedUnits } from '#app/commerce/availability/claims-store.server.ts';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { titlesOf, wordsOfDays, type NameLine } from '#app/commerce/orders/line-names.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { addDays } from '#app/values/dates.ts';
import { findUnits, lockForSale } from './rooms-store.server.ts';
import { findStayBooking } from './stay-bookings-store.server.ts';
import { readStaycationTitles } from './staycations-store.server.ts';

/** Stays as commerce sees them. */
export function stayProduct(platform: Platform): Product {
  return {
    ...bookingProduct(platform, 'staycation'),
    nameLines: (db, orderId) => nameStayLines(platform, db, orderId),
    mayReclaim: (tx, orderId) => doorsAreThere(platform, tx, orderId),
  };
}

/** The desk has not taken a door away, or out of use, that a hold which is over had; nor does it before this transaction is done. */
async function doorsAreThere({ crypto }: Platform, tx: Tx, orderId: string): Promise<boolean> {
  const booked = await findStayBooking(tx, crypto, orderId);
  if (!booked) return true;
  await lockForSale(tx, booked.staycationId);
  const doors = new Set((await findUnits(tx, booked.staycationId)).map(({ key }) => key));
  return (await findReleasedUnits(tx, orderId)).every((unit) => doors.has(unit));
}

/** Which house, and from which day to which. */
async function nameStayLines({ crypto }: Platform, db: Db, orderId: string): Promise<NameLine> {
  const booked = await findStayBooking(db, crypto, orderId);
  if (!booked) return () => null;
  const titles = await titlesOf(readStaycationTitles, db, booked.staycationId);
  return ({ kind }, language) =>
    kind === 'stay'
      ? `${titles[language]}${comma(language)}${wordsOfDays(booked.arrival, addDays(booked.arrival, booked.nights), language)}`
      : null;
}
