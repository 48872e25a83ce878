import { eq } from 'drizzle-orm';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { experienceRequest } from './experience-jobs.server.ts';
import { experienceBookings, experiences } from './experiences.tables.ts';

/** Experiences as commerce sees them: bookings of which some are asked of their operator first. */
export function experienceProduct(platform: Platform): Product {
  const product = bookingProduct(platform, 'experience');
  return {
    ...product,
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
