import { findHeldHere } from '#app/commerce/orders/order-access.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import type { ExperienceView } from './open-experience.server.ts';

/**
 * The unpaid order in which this browser keeps places of the day that its address asks for: whoever goes back from the checkout
 * finds the day taken by themselves. Null where it keeps none.
 */
export async function findOwnVisit(
  platform: Platform,
  viewer: Viewer,
  request: Request,
  { experience, visit }: Pick<ExperienceView, 'experience' | 'visit'>,
): Promise<string | null> {
  for (const order of await findHeldHere(platform, viewer, request)) {
    if (order.kind !== 'experience') continue;
    const own = await findExperienceBooking(platform.db, platform.crypto, order.id);
    if (own?.experienceId === experience.id && own.date === visit.missed) return order.reference;
  }
  return null;
}
