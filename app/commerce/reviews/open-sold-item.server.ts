import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findOrderFor } from '../orders/order-access.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import type { ProductCounters, ReviewedThing } from '../product-counter.ts';
import { editableUntil, mayWrite } from './review-eligibility.ts';
import { readReviewToken } from './review-link.server.ts';
import { findReviewOf, writtenAt } from './reviews-store.server.ts';
import type { Review } from './reviews.tables.ts';

/** A sold item in the hands of whoever bought it, and what they may do about its review. */
export interface SoldItem {
  readonly order: Order;
  readonly item: number;
  /** Null where nobody was there. */
  readonly thing: ReviewedThing | null;
  readonly review: Review | null;
  readonly may: 'write' | 'edit' | 'read' | 'not-completed' | 'too-late';
  /** Until when the review may be changed. */
  readonly editUntil: Instant | null;
}

/**
 * The item a mailed link names, or, by its reference, an order of the viewer's own. Null for what is not theirs exactly
 * as for what does not exist.
 */
export async function openSoldItem(
  platform: Platform,
  counters: ProductCounters,
  { viewer, request, key, language }: { viewer: Viewer; request: Request; key: string; language: LanguageCode },
): Promise<SoldItem | null> {
  const linked = key.includes('.') ? readReviewToken(platform.secret, 'write', key) : null;
  const order = key.includes('.')
    ? linked && (await findOrderAsSystem(platform.db, linked.orderId))
    : await findOrderFor(platform, viewer, request, key);
  if (!order) return null;
  const thing = await counters.of(order.kind).reviewed(order.id, language);
  return judge(platform, order, linked?.item ?? 0, thing);
}

async function judge(platform: Platform, order: Order, item: number, thing: ReviewedThing | null): Promise<SoldItem> {
  const now = platform.clock.now();
  const review = await findReviewOf(platform.db, { orderId: order.id, item });
  if (!review) {
    const over = mayWrite({ kind: order.kind, status: order.status, ends: instant(order.travelEnds.getTime()) }, now);
    const may = over !== 'yes' ? over : thing ? 'write' : 'not-completed';
    return { order, item, thing, review, may, editUntil: null };
  }
  const editUntil = editableUntil({ status: review.status, writtenAt: writtenAt(review) });
  return { order, item, thing, review, may: editUntil !== null && now < editUntil ? 'edit' : 'read', editUntil };
}
