import { eq } from 'drizzle-orm';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { titlesOf, wordsOfDays, type NameLine } from '#app/commerce/orders/line-names.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { experienceRequest } from './experience-jobs.server.ts';
import { readExperienceTitles } from './experiences-store.server.ts';
import { experienceBookings, experiences } from './experiences.tables.ts';

/** Experiences as commerce sees them: bookings of which some are asked of their operator first. */
export function experienceProduct(platform: Platform): Product {
  const product = bookingProduct(platform, 'experience');
  return {
    ...product,
    nameLines: (db, orderId) => nameVisitLines(platform, db, orderId),
    sendFulfilment: async (tx, orderId) =>
      (await isInstant(tx, orderId)) ? product.sendFulfilment(tx, orderId) : platform.jobs.send(tx, experienceRequest, { orderId }),
  };
}

async function isInstant(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ instant: experiences.instant })
    .from(experienceBookings)
    .innerJoin(experiences, eq(experiences.id, experienceBookings.experienceId))
    .where(eq(experienceBookings.orderId, orderId));
  return row?.instant ?? false;
}

/** Which visit, on which day and when it begins. */
async function nameVisitLines({ crypto }: Platform, db: Db, orderId: string): Promise<NameLine> {
  const booked = await findExperienceBooking(db, crypto, orderId);
  if (!booked) return () => null;
  const titles = await titlesOf(readExperienceTitles, db, booked.experienceId);
  return ({ kind }, language) =>
    kind === 'activity' ? [titles[language], wordsOfDays(booked.date, booked.date, language), booked.start].join(comma(language)) : null;
}
