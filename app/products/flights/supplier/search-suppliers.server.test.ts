import { expect, test } from 'vitest';
import { anOffer } from '../offer-testing.ts';
import type { FlightSearch } from '../offer.ts';
import { ScriptedSupplier } from './scripted-supplier.ts';
import { searchAllSuppliers, searchSuppliers } from './search-suppliers.server.ts';

const now = Date.UTC(2026, 10, 21, 8);
const search: FlightSearch = {
  slices: [{ from: 'DXB', to: 'LHR', date: '2026-12-05' }],
  passengers: { adults: 1, children: 0, infants: 0 },
  cabin: 'economy',
  maxStops: 2,
};
const request = { search, chosen: [] };
const quick = new ScriptedSupplier({ code: 'quick', offers: [anOffer({ supplier: 'quick', flight: 'EK1', dirhams: 1500 })] });

test('yields the list as each supplier answers, and says how many have', async () => {
  const later = new ScriptedSupplier({
    code: 'later',
    searchAfter: 20,
    offers: [anOffer({ supplier: 'later', flight: 'BA106', dirhams: 1400 })],
  });
  const steps = [];
  for await (const { facts, answered, asked } of searchSuppliers([later, quick], request, { now })) {
    steps.push([facts.length, answered.length, asked]);
  }
  expect(steps).toEqual([
    [1, 1, 2],
    [2, 2, 2],
  ]);
});

test('is not held up by a supplier that never answers', async () => {
  const silent = new ScriptedSupplier({ code: 'silent', searchAfter: 'never' });
  const merged = await searchAllSuppliers([silent, quick], request, { now, timeout: 30 });
  expect(merged.facts).toHaveLength(1);
  expect(merged.answered).toEqual([
    { supplier: 'quick', outcome: 'ok', offers: 1, reason: null },
    { supplier: 'silent', outcome: 'unknown', offers: 0, reason: 'timeout' },
  ]);
});

test.each([
  ['throws', 'unknown', 'connection reset'],
  ['garbage', 'unknown', 'nonsense in the answer'],
  ['sold-out', 'refused', 'sold-out'],
] as const)('goes on without a supplier whose search %s', async (act, outcome, reason) => {
  const broken = new ScriptedSupplier({ code: 'broken', search: act, offers: [anOffer({ supplier: 'broken', flight: 'EK3' })] });
  const merged = await searchAllSuppliers([broken, quick], request, { now });
  expect(merged.facts.map(({ supplier }) => supplier)).toEqual(['quick']);
  expect(merged.answered.find(({ supplier }) => supplier === 'broken')).toEqual({ supplier: 'broken', outcome, offers: 0, reason });
});

test('shows the same flights once, at the lower price', async () => {
  const cheaper = new ScriptedSupplier({ code: 'cheaper', offers: [anOffer({ supplier: 'cheaper', flight: 'EK1', dirhams: 1450 })] });
  const merged = await searchAllSuppliers([quick, cheaper], request, { now });
  expect(merged.facts.map(({ supplier, price }) => [supplier, price])).toEqual([['cheaper', 145_000]]);
  expect(merged.offer(merged.facts[0]!).supplier).toBe('cheaper');
  expect(merged.sliceKey(merged.facts[0]!)).toBe('EK1-20261205');
});
