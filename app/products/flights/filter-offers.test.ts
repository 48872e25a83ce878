import { describe, expect, test } from 'vitest';
import { countFacets, filterOffers, filtersToRelax, sortOffers } from './filter-offers.ts';
import type { OfferFacts } from './offer-facts.ts';

function facts(more: Partial<OfferFacts>): OfferFacts {
  return {
    supplier: 'house',
    at: 0,
    price: 100_000,
    score: 100_000,
    minutes: 400,
    stops: 0,
    departs: 480,
    arrives: 880,
    departsUtc: 29_000_000,
    arrivesUtc: 29_000_400,
    from: 'DXB',
    to: 'LHR',
    airlines: ['EK'],
    alliance: null,
    via: [],
    shortestLayover: null,
    longestLayover: null,
    airportChange: false,
    overnight: false,
    selfTransfer: false,
    aircraft: ['388'],
    checkedBag: true,
    refundable: 'allowed',
    changeable: 'allowed',
    ...more,
  };
}

const direct = facts({ at: 1, price: 200_000 });
const viaDoha = facts({
  at: 2,
  price: 120_000,
  score: 250_000,
  stops: 1,
  minutes: 560,
  via: ['DOH'],
  airlines: ['QR'],
  alliance: 'oneworld',
  shortestLayover: 90,
  longestLayover: 90,
  departs: 1400,
  departsUtc: 29_000_900,
  checkedBag: false,
  refundable: 'unknown',
});
const mixed = facts({
  at: 3,
  price: 150_000,
  stops: 1,
  airlines: ['QR', 'BA'],
  alliance: 'oneworld',
  via: ['DOH'],
  shortestLayover: 500,
  longestLayover: 500,
  overnight: true,
});
const list = [direct, viaDoha, mixed];
const positions = (result: readonly OfferFacts[]) => result.map(({ at }) => at);

describe('filters of the results page', () => {
  test.each([
    ['stops', { stops: [0] }, [1]],
    ['price', { maxPrice: 150_000 }, [2, 3]],
    ['departure over midnight', { departs: { from: 1320, to: 360 } }, [2]],
    ['only this airline on every flight', { airlines: ['QR'] }, [2]],
    ['alliance', { alliances: ['oneworld'] }, [2, 3]],
    ['layover place, which direct flights pass', { via: [] }, [1]],
    ['layover length', { layover: { from: 0, to: 120 } }, [1, 2]],
    ['bags', { checkedBag: true }, [1, 3]],
    ['refundable, where unknown is not allowed', { refundable: true }, [1, 3]],
    ['nights', { noOvernight: true }, [1, 2]],
    ['an absent value', { airlines: undefined }, [1, 2, 3]],
  ])('narrows by %s', (_, filter, expected) => {
    expect(positions(filterOffers(list, filter))).toEqual(expected);
  });
});

describe('facets', () => {
  test('count what a click would show: all other filters hold, their own does not', () => {
    const facets = countFacets(list, { stops: [0], alliances: ['oneworld'] });
    expect(facets.stops).toEqual([{ value: '1', count: 2, from: 120_000 }]);
    expect(facets.alliances).toEqual([]);
    expect(facets.price).toEqual({ from: 0, to: 0 });
  });

  test('count an offer of two airlines under both', () => {
    expect(countFacets(list, {}).airlines).toEqual([
      { value: 'QR', count: 2, from: 120_000 },
      { value: 'BA', count: 1, from: 150_000 },
      { value: 'EK', count: 1, from: 200_000 },
    ]);
  });
});

test('an empty list names the filters that would bring results back', () => {
  expect(filtersToRelax(list, { stops: [0], alliances: ['oneworld'], maxPrice: 300_000 })).toEqual([
    { name: 'stops', results: 2 },
    { name: 'alliances', results: 1 },
  ]);
});

test('sorts by price, duration and departure, and breaks ties by the best score', () => {
  expect(positions(sortOffers(list, 'cheapest'))).toEqual([2, 3, 1]);
  expect(positions(sortOffers(list, 'fastest'))).toEqual([1, 3, 2]);
  expect(positions(sortOffers(list, 'latest'))[0]).toBe(2);
});
