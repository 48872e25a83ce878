import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { cheaperBy, favoritesAddress, inFavoriteOrder, readFavoritesView } from './favorites-view.ts';

const aed = (fils: number) => money(fils, 'AED');

describe('an address of the favourites', () => {
  it('says which kind is shown and how it is ordered, and is the plain one without either', () => {
    const view = readFavoritesView(new URLSearchParams('show=tour&order=cheaper&list=abc'));
    expect(view).toEqual({ kind: 'tour', order: 'cheaper' });
    expect(favoritesAddress(view, { list: 'abc', did: null })).toBe('/favorites?list=abc&show=tour&order=cheaper');
    expect(favoritesAddress(readFavoritesView(new URLSearchParams()))).toBe('/favorites');
  });

  it('takes no kind and no order that there is not', () => {
    expect(readFavoritesView(new URLSearchParams('show=car&order=drop%20table'))).toEqual({ kind: null, order: 'newest' });
  });
});

describe('what is cheaper than when it was kept', () => {
  it.each([
    [290_000, 300_000, 10_000],
    [297_000, 300_000, 3000],
    [297_100, 300_000, null],
    [50, 149, null],
    [300_000, 300_000, null],
    [310_000, 300_000, null],
  ])('now %i, then %i: less by %j', (now, then, less) => {
    expect(cheaperBy(aed(now), aed(then))).toEqual(less === null ? null : aed(less));
  });

  it('is nothing without both prices in one currency', () => {
    expect(cheaperBy(null, aed(1000))).toBeNull();
    expect(cheaperBy(aed(1000), null)).toBeNull();
    expect(cheaperBy(money(1000, 'USD'), aed(90_000))).toBeNull();
  });
});

it('puts the lowest price or the largest share saved first, what has no price last, and leaves equals as they came', () => {
  const favorites = [
    { id: 'unpriced', price: null, keptPrice: aed(100) },
    { id: 'same', price: aed(50_000), keptPrice: aed(50_000) },
    { id: 'third off', price: aed(200_000), keptPrice: aed(300_000) },
    { id: 'unpriced too', price: null, keptPrice: null },
    { id: 'half off', price: aed(60_000), keptPrice: aed(120_000) },
  ];
  const ids = (order: 'newest' | 'price' | 'cheaper') => inFavoriteOrder(favorites, order).map(({ id }) => id);
  expect(ids('newest')).toEqual(['unpriced', 'same', 'third off', 'unpriced too', 'half off']);
  expect(ids('price')).toEqual(['same', 'half off', 'third off', 'unpriced', 'unpriced too']);
  expect(ids('cheaper')).toEqual(['half off', 'third off', 'unpriced', 'same', 'unpriced too']);
});
