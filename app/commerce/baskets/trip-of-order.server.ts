import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import type { ProductCounters } from '../product-counter.ts';
import { findBasketFor } from './basket-access.server.ts';
import { basketOutcome, shareOf, type BasketOutcome } from './basket-outcome.ts';
import { findBasketOfOrder, findOrdersIn } from './baskets-store.server.ts';

/** The trip an order was bought in, and what else is in it. */
export interface TripOfOrder {
  readonly reference: string;
  readonly closed: boolean;
  readonly others: readonly { readonly reference: string; readonly title: string; readonly outcome: BasketOutcome }[];
}

/** Null for an order that lies alone, and for a visitor whose trip it is not. */
export async function findTripOfOrder(
  platform: Platform,
  counters: ProductCounters,
  viewer: Viewer,
  request: Request,
  orderId: string,
  language: LanguageCode,
): Promise<TripOfOrder | null> {
  const lying = await findBasketOfOrder(platform.db, orderId);
  const basket = lying && (await findBasketFor(platform, viewer, request, lying.reference));
  if (!basket) return null;
  const others = (await findOrdersIn(platform.db, basket.id)).filter(({ id }) => id !== orderId);
  if (others.length === 0) return null;
  return {
    reference: basket.reference,
    closed: basket.closedAt !== null,
    others: await Promise.all(
      others.map(async (order) => {
        const [{ title }, payments] = await Promise.all([
          counters.of(order.kind).describe(order.id, language),
          findPaymentsOfOrder(platform.db, order.id),
        ]);
        return { reference: order.reference, title, outcome: basketOutcome(order.status, shareOf(payments)) };
      }),
    ),
  };
}

/** The same for the desk, whoever it belongs to. */
export interface TripAsStaff {
  readonly reference: string;
  readonly paid: boolean;
  readonly others: readonly { readonly reference: string }[];
}

export async function findTripAsStaff(db: Db, orderId: string): Promise<TripAsStaff | null> {
  const basket = await findBasketOfOrder(db, orderId);
  if (!basket) return null;
  const others = (await findOrdersIn(db, basket.id)).filter(({ id }) => id !== orderId);
  if (others.length === 0) return null;
  return {
    reference: basket.reference,
    paid: basket.closedAt !== null,
    others: others.map(({ reference }) => ({ reference })),
  };
}
