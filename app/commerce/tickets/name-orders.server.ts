import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findOrdersFor } from '../orders/orders-store.server.ts';
import type { ProductCounters } from '../product-counter.ts';

/** The newest orders of whoever asks, as they know them: what it is and when it begins, with the reference. */
export async function nameOrders(
  db: Db,
  counters: ProductCounters,
  viewer: Viewer,
  language: LanguageCode,
  most: number,
): Promise<{ readonly reference: string; readonly title: string; readonly starts: string }[]> {
  const orders = await findOrdersFor(db, viewer);
  return Promise.all(
    orders.slice(0, most).map(async ({ order }) => {
      const { title, starts } = await counters.of(order.kind).describe(order.id, language);
      return { reference: order.reference, title, starts };
    }),
  );
}
