import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countFacets, filterOffers, filtersToRelax, sortOffers } from './filter-offers.ts';
import type { FamilyFacts, PricedFacts } from './offer-facts.ts';

const light: FamilyFacts = { checkedBag: false, refundable: 'not-allowed', changeable: 'unknown' };
const value: FamilyFacts = { checkedBag: true, refundable: 'unknown', changeable: 'allowed' };
const flex: FamilyFacts = { checkedBag: true, refundable: 'allowed', changeable: 'allowed' };

/** Sold in one family that grants everything, unless the families say otherwise. */
function facts(more: Partial<PricedFacts>): PricedFacts {
  const price = more.price ?? 100_000;
  return {
    families: [flex],
    fares: [],
    totals: [price],
    shown: 0,
    validatingAirline: 'EK',
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
  families: [{ ...value, checkedBag: false }],
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
const positions = (result: readonly PricedFacts[]) => result.map(({ at }) => at);

describe('filters of the results page', () => {
  test.each([
    ['stops', { stops: [0] }, [1]],
    ['price', { maxPrice: 150_000 }, [2, 3]],
    ['departure over midnight', { departs: { from: 1320, to: 360 } }, [2]],
    ['only this airline on every flight', { airlines: ['QR'] }, [2]],
    ['alliance', { alliances: ['oneworld'] }, [2, 3]],
    ['layover place, which direct flights do not have', { via: ['DOH'] }, [2, 3]],
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

  test('count an offer of two airlines once the other one is chosen', () => {
    expect(countFacets(list, {}).airlines).toEqual([
      { value: 'EK', count: 1, from: 200_000 },
      { value: 'QR', count: 1, from: 120_000 },
    ]);
    expect(countFacets(list, { airlines: ['QR'] }).airlines).toContainEqual({ value: 'BA', count: 1, from: 150_000 });
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

describe('fare families', () => {
  const sold = (at: number, totals: readonly number[], more: Partial<PricedFacts> = {}) =>
    facts({ at, families: [light, value, flex], totals, price: totals[0]!, score: totals[0]!, ...more });
  const cheapLight = sold(1, [100_000, 140_000, 190_000]);
  const cheapFlex = sold(2, [110_000, 120_000, 130_000], { airlines: ['QR'] });
  const lightOnly = facts({ at: 3, families: [light], totals: [90_000], price: 90_000, score: 90_000 });
  const fares = [cheapLight, cheapFlex, lightOnly];

  test('a dearer family counts as refundable and lends the option its price and its place', () => {
    const refundable = sortOffers(filterOffers(fares, { refundable: true }), 'cheapest');
    expect(refundable.map(({ at, price, shown, score }) => [at, price, shown, score])).toEqual([
      [2, 130_000, 2, 130_000],
      [1, 190_000, 2, 190_000],
    ]);
    expect(filterOffers(fares, { checkedBag: true }).map(({ at, price }) => [at, price])).toEqual([
      [1, 140_000],
      [2, 120_000],
    ]);
  });

  test('one family must grant all that is asked for', () => {
    expect(filterOffers([cheapLight], { changeable: true })[0]!.shown).toBe(1);
    expect(filterOffers([cheapLight], { changeable: true, refundable: true })[0]!.shown).toBe(2);
  });

  test('the highest price holds for the family that is shown', () => {
    expect(positions(filterOffers(fares, { maxPrice: 150_000 }))).toEqual([1, 2, 3]);
    expect(positions(filterOffers(fares, { maxPrice: 150_000, refundable: true }))).toEqual([2]);
  });

  test('a search for bags never goes back to a family without one', () => {
    const withBag = { ...cheapLight, shown: 1, price: 140_000 };
    expect(filterOffers([withBag], { changeable: true })[0]!.shown).toBe(1);
    expect(filterOffers([withBag], { refundable: true })[0]!.price).toBe(190_000);
  });
});

test('every count of a facet is the number of results its click brings', () => {
  const names = ['stops', 'airlines', 'alliances', 'from', 'to', 'via', 'aircraft'] as const;
  const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
  const anOption = fc
    .record({
      stops: pick([0, 1]),
      price: fc.integer({ min: 1, max: 9 }),
      airlines: pick([['EK'], ['QR'], ['EK', 'QR'], ['BA', 'QR']]),
      alliance: pick([null, 'oneworld']),
      to: pick(['LHR', 'LGW']),
      via: pick([[], ['DOH'], ['DOH', 'IST'], ['IST']]),
      aircraft: pick([['388'], ['77W'], ['388', '77W']]),
      families: pick([[light], [light, value], [light, value, flex], [value, flex], [flex]]),
    })
    .map((more) => facts({ ...more, totals: more.families.map((_, rank) => more.price + rank * 2) }));
  const aFilter = fc.record(
    {
      stops: pick([[0], [1]]),
      maxPrice: fc.integer({ min: 1, max: 12 }),
      airlines: pick([['EK'], ['QR'], ['BA']]),
      via: pick([['DOH'], ['IST']]),
      refundable: fc.constant(true),
      checkedBag: fc.constant(true),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(anOption, { maxLength: 14 }), aFilter, (options, filter) => {
      const facets = countFacets(options, filter);
      for (const name of names) {
        const chosen: readonly (string | number)[] = (filter[name as keyof typeof filter] as never) ?? [];
        for (const { value: each, count } of facets[name]) {
          const own = name === 'stops' ? Number(each) : each;
          const others = chosen.filter((other) => other !== own);
          const results = (values: readonly (string | number)[]) =>
            values.length === 0 ? 0 : filterOffers(options, { ...filter, [name]: values }).length;
          expect(count, `${name} ${each}`).toBe(results([...others, own]) - results(others));
        }
      }
      for (const wish of ['checkedBag', 'refundable', 'changeable'] as const) {
        expect(facets[wish]?.count ?? 0, wish).toBe(filterOffers(options, { ...filter, [wish]: true }).length);
      }
    }),
  );
});
