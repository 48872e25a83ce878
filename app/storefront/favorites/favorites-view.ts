import { favoriteKinds, type FavoriteKind } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { subtractMoney, type Money } from '#app/values/money.ts';

export const favoriteOrders = ['newest', 'price', 'cheaper'] as const;
export type FavoriteOrder = (typeof favoriteOrders)[number];

/** With fewer than these everything is seen at once, and there is nothing to choose. */
export const choosableFrom = 5;

/** Which kinds an address shows, and how they are put in order. */
export interface FavoritesView {
  /** Null: all of them. */
  readonly kind: FavoriteKind | null;
  readonly order: FavoriteOrder;
}

/** The view of an address; what is no part of one is left out. */
export function readFavoritesView(params: URLSearchParams): FavoritesView {
  return {
    kind: favoriteKinds.find((kind) => kind === params.get('show')) ?? null,
    order: favoriteOrders.find((order) => order === params.get('order')) ?? 'newest',
  };
}

/** The page of a view, with a list and with what was just done, where there are such. */
export function favoritesAddress({ kind, order }: FavoritesView, more: Readonly<Record<string, string | null>> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(more)) if (value) params.set(name, value);
  if (kind) params.set('show', kind);
  if (order !== 'newest') params.set('order', order);
  return params.size > 0 ? `/favorites?${params}` : '/favorites';
}

/** How much less something costs than when it was kept; null when it does not, or by so little that prices say the same. */
export function cheaperBy(price: Money | null, keptPrice: Money | null): Money | null {
  if (!price || price.currency !== keptPrice?.currency) return null;
  const less = subtractMoney(keptPrice, price);
  return less.amount >= 100 && less.amount * 100 >= keptPrice.amount ? less : null;
}

interface Comparable {
  readonly price: Money | null;
  readonly keptPrice: Money | null;
}

/** Favourites of one kind, which come the latest first, in an order; without a price they stand at the end. */
export function inFavoriteOrder<Shown extends Comparable>(favorites: readonly Shown[], order: FavoriteOrder): readonly Shown[] {
  if (order === 'newest') return favorites;
  const rank = ({ price, keptPrice }: Comparable) =>
    order === 'price' ? (price?.amount ?? Infinity) : -((cheaperBy(price, keptPrice)?.amount ?? 0) / (keptPrice?.amount ?? 1));
  // Equal ranks stay as they came; two without a price are equal, too.
  return favorites.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    return first === second ? 0 : first - second;
  });
}
