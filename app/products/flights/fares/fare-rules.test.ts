import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { basisBySegment, brandOf, brandOfType, compareFamilies, contractsOf, mixedCabins, onFlights, ticketTypeOf } from './fare-rules.ts';
import { anOffer } from '../offer-testing.ts';
import type { FareBrand, FareRule, Slice } from '../offer.ts';

const no: FareRule = { permission: 'not-allowed', penalty: null };
const brand = (code: string, more: Partial<FareBrand> = {}): FareBrand => ({
  code,
  nameKey: `families.${code}`,
  fares: [],
  fareTotal: money(100_000, 'AED'),
  cabinBag: { pieces: 1, kilograms: 7 },
  checkedBag: null,
  seatChoice: 'not-allowed',
  changeBefore: no,
  changeAfter: no,
  refundBefore: no,
  refundAfter: no,
  noShow: no,
  upgrade: 'unknown',
  milesPercent: null,
  ...more,
});
const three = [brand('light'), brand('value', { seatChoice: 'allowed' }), brand('flex', { seatChoice: 'allowed' })];

describe('fare families (rules 36 to 39)', () => {
  it('are light, standard and flex by their place, whatever the airline calls them', () => {
    expect(three.map((each) => ticketTypeOf(three, each.code))).toEqual(['light', 'standard', 'flex']);
    expect(ticketTypeOf([brand('only')], 'only')).toBe('standard');
    const two = [brand('saver'), brand('plus')];
    expect(two.map((each) => ticketTypeOf(two, each.code))).toEqual(['light', 'standard']);
  });
  it('show the rows that differ and keep unknown apart from no', () => {
    const rows = compareFamilies(three);
    expect(rows.filter((row) => row.differs).map((row) => row.feature)).toEqual(['seat']);
    expect(rows.find((row) => row.feature === 'upgrade')!.cells[0]).toEqual({ kind: 'permission', permission: 'unknown' });
  });
  it('tell a free change from one that is not allowed', () => {
    const rows = compareFamilies([brand('a'), brand('b', { changeBefore: { permission: 'allowed', penalty: null } })]);
    expect(rows.find((row) => row.feature === 'change')!.differs).toBe(true);
  });
  it('fall back to the cheapest when a code is not sold any more', () => {
    expect(brandOf({ brands: three }, 'gone').code).toBe('light');
    expect(brandOfType(three, 'standard').code).toBe('value');
  });
});

it('counts two combined one-ways as two contracts (rule 43)', () => {
  expect(contractsOf([{ tickets: 1 }])).toBe(1);
  expect(contractsOf([{ tickets: 1 }, { tickets: 1 }])).toBe(2);
});

it('lists the cabins of a mixed journey (rule 30)', () => {
  const slice = (...cabins: string[]) => ({ segments: cabins.map((cabin) => ({ cabin })) });
  expect(mixedCabins({ slices: [slice('business', 'economy')] } as never)).toEqual(['business', 'economy']);
  expect(mixedCabins({ slices: [slice('economy'), slice('economy')] } as never)).toBeNull();
});

it('keeps the fare basis on the flights it was sold for when an airline flies others instead (rule 36)', () => {
  const [slice] = anOffer().slices;
  const flights = (from: string, count: number): Slice => ({
    ...slice!,
    from,
    segments: Array.from({ length: count }, () => ({ ...slice!.segments[0]! })),
  });
  const sold = {
    ...anOffer(),
    slices: [flights('DXB', 2), flights('LHR', 1)],
    brands: [brand('flex', { fareBasis: ['KOUT1', 'LOUT2', 'MHOME'] })],
  };
  const codes = (slices: readonly Slice[]) => {
    const offer = onFlights(sold, slices);
    const bases = basisBySegment([{ offer, brand: offer.brands[0]! }]);
    return offer.slices.map(({ segments }) => segments.map((segment) => bases.get(segment) ?? null));
  };
  expect(codes(sold.slices)).toEqual([['KOUT1', 'LOUT2'], ['MHOME']]);
  // One flight out instead of two: the flight home keeps its own.
  expect(codes([flights('DXB', 1), flights('LHR', 1)])).toEqual([[null], ['MHOME']]);
  expect(codes([flights('DXB', 2), flights('LHR', 2)])).toEqual([
    ['KOUT1', 'LOUT2'],
    [null, null],
  ]);
});
