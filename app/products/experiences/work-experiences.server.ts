import type { Product } from '#app/commerce/product-contract.ts';
import { findResting } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant } from '#app/values/dates.ts';
import { askOperator, declineUnanswered } from './answer-request.server.ts';
import { experienceMail, experienceMinute, experienceRequest } from './experience-jobs.server.ts';
import { mailAboutRequest } from './mail-experiences.server.ts';

/** Starts the workers of requests; confirming, scanning and completion belong to all bookings. */
export async function workOnExperiences(platform: Platform, product: Product): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(experienceRequest, ({ orderId }) => askOperator(platform, product, orderId));
  await jobs.handle(experienceMail, (letter) => mailAboutRequest(platform, letter));
  await jobs.handle(experienceMinute, () => keepRequests(platform, product));
  await jobs.schedule(experienceMinute, '* * * * *');
}

/** What time brings about for requests; doing it twice is doing it once. */
export async function keepRequests(platform: Platform, product: Product): Promise<void> {
  const before = instant(platform.clock.now() - platform.env.LEASE_MS);
  const paid = await findResting(platform.db, 'experience', ['paid'], before);
  await eachRow(platform, 'order', paid, ({ id }) => transact(platform.db, (tx) => product.sendFulfilment(tx, id)));
  await declineUnanswered(platform, product);
}
