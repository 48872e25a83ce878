import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { titlesOf, wordsOfDays, type NameLine } from '#app/commerce/orders/line-names.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { readTourTitles } from '../tours-store.server.ts';
import { findHolidayBooking } from './holiday-draft-store.server.ts';

/** Tours as commerce sees them. */
export function holidayProduct(platform: Platform): Product {
  return { ...bookingProduct(platform, 'holiday'), nameLines: nameHolidayLines };
}

/** Which tour and on which days, and each extra by its name. */
async function nameHolidayLines(db: Db, orderId: string): Promise<NameLine> {
  const booked = await findHolidayBooking(db, orderId);
  if (!booked) return () => null;
  const titles = await titlesOf(readTourTitles, db, booked.tourId);
  return ({ kind, code }, language) => {
    if (kind === 'tour' || kind === 'room')
      return `${titles[language]}${comma(language)}${wordsOfDays(booked.setsOff, booked.returns, language)}`;
    return kind === 'extra' ? textsFor(language).of('tour-booking')(`extras.${code}.title`, { defaultValue: code }) : null;
  };
}
