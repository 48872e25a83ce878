import type { Platform } from '#app/platform/platform.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import { readReviewToken } from './review-link.server.ts';
import { isSilent, silence } from './reviews-store.server.ts';

/** Whether the address behind a mailed link is still asked for reviews; null for a link that is none of ours. */
export async function findAsked(platform: Platform, token: string): Promise<{ emailIndex: string; silent: boolean } | null> {
  const linked = readReviewToken(platform.secret, 'stop', token);
  const order = linked && (await findOrderAsSystem(platform.db, linked.orderId));
  return order ? { emailIndex: order.emailIndex, silent: await isSilent(platform.db, order.emailIndex) } : null;
}

/** Never asks the address behind a link again, for any trip; false for a link that is none of ours. */
export async function stopAsking(platform: Platform, token: string): Promise<boolean> {
  const asked = await findAsked(platform, token);
  if (!asked) return false;
  await silence(platform.db, platform.clock.now(), asked.emailIndex);
  return true;
}
