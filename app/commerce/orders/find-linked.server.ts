import { may, type Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findBasketFor } from '../baskets/basket-access.server.ts';
import { findBasketOfOrder, findOrdersIn } from '../baskets/baskets-store.server.ts';
import type { ProductKind } from '../product-contract.ts';
import type { ProductCounters } from '../product-counter.ts';
import { areLinked, isStillBooked, type LinkedPart, type Span } from './linked-rules.ts';
import type { DescribedLink } from './order-description.ts';
import { orderFilters } from './order-stages.ts';
import { findOrdersOfAccountWithin } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/** Something else that is booked for the days of an order. */
export interface LinkedOrder extends LinkedPart {
  readonly kind: ProductKind;
  readonly title: string;
  /** Where it is changed; null where it cannot be now. */
  readonly change: DescribedLink | null;
}

/** As many as one journey may have beside one of its orders. */
const mostBeside = 100;
/** As many are described, each by its own product. */
const mostShown = 20;

export const spanOf = ({ travelStarts, travelEnds }: Order): Span => ({ startsAt: travelStarts.getTime(), endsAt: travelEnds.getTime() });

/**
 * What the owner of an order still has booked for its days, as its owner may read it: of an account by whoever is signed in to
 * it, of a guest what was bought with it, by whoever holds that basket. `around`: its days, where they are more than its own.
 */
export async function findLinked(
  platform: Platform,
  counters: ProductCounters,
  asker: { readonly viewer: Viewer; readonly request: Request; readonly language: LanguageCode },
  order: Order,
  around: Span = spanOf(order),
): Promise<LinkedOrder[]> {
  const { viewer, request, language } = asker;
  if (order.userId !== null && viewer.kind !== 'anonymous' && viewer.user.id === order.userId)
    return describe(counters, await findBeside(platform.db, order, { userId: order.userId }, around), language);
  const lying = await findBasketOfOrder(platform.db, order.id);
  const basket = lying && (await findBasketFor(platform, viewer, request, lying.reference));
  return basket ? describe(counters, await findBeside(platform.db, order, { basketId: basket.id }, around), language) : [];
}

/** The same for the desk: of its owner's account or basket, what the colleague may open. */
export async function findLinkedAsStaff(
  platform: Platform,
  counters: ProductCounters,
  asker: { readonly viewer: Viewer; readonly language: LanguageCode },
  order: Order,
  around: Span = spanOf(order),
): Promise<LinkedOrder[]> {
  const open = (await findLinkedAsSystem(platform.db, order, around)).filter(({ kind }) => may(asker.viewer, counters.of(kind).sees));
  return describe(counters, open, asker.language);
}

/** The orders themselves, whoever may read them: of the owner's account, or of the basket of a guest. */
export async function findLinkedAsSystem(db: Db, order: Order, around: Span): Promise<Order[]> {
  if (order.userId !== null) return findBeside(db, order, { userId: order.userId }, around);
  const lying = await findBasketOfOrder(db, order.id);
  return lying ? findBeside(db, order, { basketId: lying.id }, around) : [];
}

/** What is still booked beside an order for some days, the soonest first. */
async function findBeside(
  db: Db,
  order: Order,
  owner: { readonly userId: string } | { readonly basketId: string },
  around: Span,
): Promise<Order[]> {
  const time = { from: new Date(around.startsAt - dayMs), until: new Date(around.endsAt + dayMs) };
  const found =
    'userId' in owner
      ? await findOrdersOfAccountWithin(db, owner.userId, time, { without: orderFilters.ended, most: mostBeside })
      : await findOrdersIn(db, owner.basketId);
  return found
    .filter((one) => one.id !== order.id && isStillBooked(one.status) && areLinked(spanOf(one), around))
    .toSorted((a, b) => a.travelStarts.getTime() - b.travelStarts.getTime() || a.reference.localeCompare(b.reference));
}

async function describe(counters: ProductCounters, linked: readonly Order[], language: LanguageCode): Promise<LinkedOrder[]> {
  const described: LinkedOrder[] = [];
  // One after another: somebody with much booked does not keep the database from everybody else.
  for (const one of linked.slice(0, mostShown)) {
    const counter = counters.of(one.kind);
    const [{ title, change }, { role, from, until, countries }] = await Promise.all([
      counter.describe(one.id, language),
      counter.partOfTrip(one.id),
    ]);
    const link = change ? { words: change.words, to: change.to } : null;
    described.push({ reference: one.reference, kind: one.kind, title, role, from, until, countries, ...spanOf(one), change: link });
  }
  return described;
}
