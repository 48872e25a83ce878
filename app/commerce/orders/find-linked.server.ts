import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findBasketFor } from '../baskets/basket-access.server.ts';
import { findBasketOfOrder, findOrdersIn } from '../baskets/baskets-store.server.ts';
import type { ProductKind } from '../product-contract.ts';
import type { ProductCounters } from '../product-counter.ts';
import { areLinked, isStillBooked, type LinkedPart } from './linked-rules.ts';
import type { DescribedLink } from './order-description.ts';
import { findOrdersOfAccount } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/** Something else that is booked for the days of an order. */
export interface LinkedOrder extends LinkedPart {
  readonly kind: ProductKind;
  readonly title: string;
  /** Where it is changed; null where it cannot be now. */
  readonly change: DescribedLink | null;
}

/**
 * What the owner of an order still has booked for its days, as its owner may read it: of an account by whoever is signed in to
 * it, of a guest what was bought with it, by whoever holds that basket.
 */
export async function findLinked(
  platform: Platform,
  counters: ProductCounters,
  asker: { readonly viewer: Viewer; readonly request: Request; readonly language: LanguageCode },
  order: Order,
): Promise<LinkedOrder[]> {
  const { viewer, request, language } = asker;
  if (order.userId !== null && viewer.kind !== 'anonymous' && viewer.user.id === order.userId)
    return describe(counters, order, await findOrdersOfAccount(platform.db, order.userId), language);
  const lying = await findBasketOfOrder(platform.db, order.id);
  const basket = lying && (await findBasketFor(platform, viewer, request, lying.reference));
  return basket ? describe(counters, order, await findOrdersIn(platform.db, basket.id), language) : [];
}

/** The same for the desk: of its owner's account or basket, what the colleague may open. */
export async function findLinkedAsStaff(
  platform: Platform,
  counters: ProductCounters,
  asker: { readonly viewer: Viewer; readonly language: LanguageCode },
  order: Order,
): Promise<LinkedOrder[]> {
  const lying = order.userId === null ? await findBasketOfOrder(platform.db, order.id) : null;
  const theirs =
    order.userId !== null ? await findOrdersOfAccount(platform.db, order.userId) : lying ? await findOrdersIn(platform.db, lying.id) : [];
  const open = theirs.filter(({ kind }) => may(asker.viewer, counters.of(kind).sees));
  return describe(counters, order, open, asker.language);
}

const spanOf = ({ travelStarts, travelEnds }: Order) => ({ startsAt: travelStarts.getTime(), endsAt: travelEnds.getTime() });

async function describe(counters: ProductCounters, order: Order, all: readonly Order[], language: LanguageCode): Promise<LinkedOrder[]> {
  const linked = all.filter((one) => one.id !== order.id && isStillBooked(one.status) && areLinked(spanOf(one), spanOf(order)));
  const described = await Promise.all(
    linked.map(async (one): Promise<LinkedOrder> => {
      const counter = counters.of(one.kind);
      const [{ title, change }, { role, from, until, countries }] = await Promise.all([
        counter.describe(one.id, language),
        counter.partOfTrip(one.id),
      ]);
      const link = change ? { words: change.words, to: change.to } : null;
      return { reference: one.reference, kind: one.kind, title, role, from, until, countries, ...spanOf(one), change: link };
    }),
  );
  return described.toSorted((a, b) => a.startsAt - b.startsAt || a.reference.localeCompare(b.reference));
}
