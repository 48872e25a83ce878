import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { groupTrips, type Trip } from '../orders/group-trips.ts';
import { listOrders, type ListedOrder } from '../orders/list-orders.server.ts';
import { wholeOrderList } from '../orders/order-list-form.ts';
import { findOrdersByReferences } from '../orders/orders-store.server.ts';
import type { ProductCounters } from '../product-counter.ts';

export interface MyTrip extends Trip<ListedOrder> {
  readonly orderIds: readonly string[];
}

/** The trip to which a confirmed order of the viewer's belongs, in one language; null for every other reference. */
export async function findMyTrip(
  platform: Platform,
  counters: ProductCounters,
  viewer: Viewer,
  reference: string,
  language: LanguageCode,
): Promise<MyTrip | null> {
  if (viewer.kind === 'anonymous') return null;
  const { orders } = await listOrders(platform, counters, viewer, { ...wholeOrderList, filter: 'confirmed', sort: 'departure' }, language);
  const trip = groupTrips(orders, platform.clock.now()).find((each) => each.orders.some((order) => order.reference === reference));
  if (!trip) return null;
  const rows = await findOrdersByReferences(
    platform.db,
    trip.orders.map((order) => order.reference),
  );
  return { ...trip, orderIds: rows.map(({ id }) => id) };
}
