import type { Viewer } from '#app/platform/access.ts';
import { sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { findOrderFor, findTrackedOrder, orderCookie } from './order-access.server.ts';
import { findByReference } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/** `full`: it is theirs. `masked`: they know the reference and a name; personal data, papers and money stay closed. */
export interface OrderVisit {
  readonly order: Order;
  readonly sight: 'full' | 'masked';
}

/** What a visitor may see of an order; null for one that is not theirs exactly as for one that does not exist. */
export async function visitOrder(platform: Platform, viewer: Viewer, request: Request, referenceOrId: string): Promise<OrderVisit | null> {
  const own = await findOrderFor(platform, viewer, request, referenceOrId);
  if (own) return { order: own, sight: 'full' };
  const tracked = await findTrackedOrder(platform, request, referenceOrId);
  return tracked ? { order: tracked, sight: 'masked' } : null;
}

const linkDays = 30;
/**
 * The key that mails carry so that nobody has to type: it proves that its holder reads the order's mailbox. It is
 * derived, not stored, and ends after 30 days.
 */
export function linkKey(platform: Pick<Platform, 'crypto'>, order: Pick<Order, 'id'>, now: Instant): string {
  return keyOfDay(platform, order, Math.floor(now / dayMs));
}

/** Exchanges a mailed key for the cookie that opens the order; null for a wrong or old one. */
export async function redeemLink(
  platform: Platform,
  typedReference: string,
  key: string,
): Promise<{ order: Order; cookie: string } | null> {
  const reference = parseReference(typedReference);
  const order = await findByReference(platform.db, reference ?? '-');
  const today = Math.floor(platform.clock.now() / dayMs);
  // Every day's key is made and compared, for an order that does not exist too: the time of the answer says nothing.
  const keys = Array.from({ length: linkDays }, (_, age) => keyOfDay(platform, order ?? { id: '-' }, today - age));
  const fits = keys.filter((good) => sameText(good, key)).length > 0;
  if (!order || !fits) return null;
  return { order, cookie: orderCookie(platform, order.id) };
}

function keyOfDay(platform: Pick<Platform, 'crypto'>, order: Pick<Order, 'id'>, day: number): string {
  return platform.crypto.blindIndex(`${order.id}|${day}`, 'order-link');
}
