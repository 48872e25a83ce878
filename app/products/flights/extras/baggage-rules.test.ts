import { describe, expect, it } from 'vitest';
import { bagNotes, type BagWords } from './bag-notes.ts';
import { bagCarriers, bagConcept, significantCarrier } from './baggage-rules.ts';
import { worldOf } from '../engine/engine-testing.ts';
import { bagHolders, withAllowanceOf } from '../engine/make-offer.ts';
import { compareFamilies } from '../fares/fare-rules.ts';
import { fareFamiliesOf } from '../fares/fare-families.ts';
import type { Segment, Slice } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { readBagSizes } from '../world/bag-sizes.ts';
import { bagSizesOf } from '../world/open-ground-facts.server.ts';

const countries: Readonly<Record<string, string>> = {
  DXB: 'AE',
  DOH: 'QA',
  BAH: 'BH',
  AUH: 'AE',
  LHR: 'GB',
  CDG: 'FR',
  JFK: 'US',
  GRU: 'BR',
  SIN: 'SG',
  HKG: 'HK',
  NRT: 'JP',
  SYD: 'AU',
  NBO: 'KE',
};
const country = (airport: string) => countries[airport] ?? null;
const offer = anOffer();
const [slice] = offer.slices;
const flight = (airline: string, from: string, to: string): Segment => ({
  ...slice!.segments[0]!,
  airline,
  from,
  to,
  flight: `${airline}1`,
});
const way = (...segments: Segment[]): Slice => ({ ...slice!, from: segments[0]!.from, to: segments.at(-1)!.to, segments });
const carrier = (...flights: Segment[]) => significantCarrier(flights, [flights], country);

describe('the most significant carrier (rule 37, IATA Resolution 302)', () => {
  it('is the only one where one airline flies it all', () => {
    expect(carrier(flight('EK', 'DXB', 'LHR'), flight('EK', 'LHR', 'CDG'))).toEqual({ airline: 'EK', by: 'only' });
  });

  it('is whoever first crosses from one area to another, not whoever flies first or farthest', () => {
    expect(carrier(flight('QF', 'NRT', 'HKG'), flight('CX', 'HKG', 'LHR'), flight('BA', 'LHR', 'CDG'))).toEqual({
      airline: 'CX',
      by: 'area',
    });
  });

  it('over all three areas is whoever crosses between the Americas and Europe, Africa or the Middle East', () => {
    expect(carrier(flight('SQ', 'SIN', 'DXB'), flight('EK', 'DXB', 'GRU'))).toEqual({ airline: 'EK', by: 'area' });
  });

  it('within an area is whoever first crosses from one part of it to another', () => {
    expect(carrier(flight('GF', 'DXB', 'BAH'), flight('EK', 'BAH', 'LHR'))).toEqual({ airline: 'EK', by: 'sub-area' });
    expect(carrier(flight('QF', 'SYD', 'SIN'), flight('CX', 'SIN', 'HKG'))).toEqual({ airline: 'QF', by: 'sub-area' });
    expect(carrier(flight('QR', 'NBO', 'DOH'), flight('EK', 'DOH', 'DXB'))).toEqual({ airline: 'QR', by: 'sub-area' });
  });

  it('within one part is whoever first crosses a border, and at home whoever takes the bag', () => {
    expect(carrier(flight('EY', 'AUH', 'DXB'), flight('QR', 'DXB', 'DOH'))).toEqual({ airline: 'QR', by: 'border' });
    expect(carrier(flight('EY', 'AUH', 'DXB'), flight('FZ', 'DXB', 'AUH'))).toEqual({ airline: 'EY', by: 'first' });
  });

  it('to or from the United States and Canada is the first of the whole journey, on the way back too', () => {
    const there = way(flight('EK', 'DXB', 'LHR'), flight('BA', 'LHR', 'JFK'));
    const back = way(flight('AA', 'JFK', 'LHR'), flight('EK', 'LHR', 'DXB'));
    expect(carrier(...there.segments)).toEqual({ airline: 'EK', by: 'us-canada' });
    expect(bagCarriers([there, back], country)).toEqual([
      { airline: 'EK', by: 'us-canada' },
      { airline: 'EK', by: 'us-canada' },
    ]);
  });

  it('is found direction by direction', () => {
    const slices = [way(flight('EK', 'DXB', 'LHR')), way(flight('BA', 'LHR', 'CDG'), flight('AF', 'CDG', 'DXB'))];
    expect(bagCarriers(slices, country)).toEqual([
      { airline: 'EK', by: 'only' },
      { airline: 'AF', by: 'sub-area' },
    ]);
  });
});

describe('what is told of bags', () => {
  const told: BagWords = {
    words: (key, values = {}) => [key.replace('terms.bags.', ''), ...Object.values(values)].join(' '),
    airline: (code) => code,
    date: (day) => day,
    countryOf: country,
    bagSizes: bagSizesOf,
  };
  const sold = (slices: readonly Slice[], validatingAirline: string, bagsByCarrier = false) => ({
    slices,
    validatingAirline,
    bagsByCarrier,
  });
  const bags = { cabinBag: { pieces: 1, kilograms: 7 }, checkedBag: { pieces: null, kilograms: 25 } };

  it('tells pieces and weight apart, and not what the airline does not say', () => {
    expect(bagConcept({ pieces: null, kilograms: 25 })).toBe('weight');
    expect(bagConcept({ pieces: 2, kilograms: 23 })).toBe('piece');
    expect(bagConcept({ pieces: null, kilograms: null })).toBeNull();
  });

  it('is how they are counted and how large they may be, with the source of it', () => {
    const direct = [way(flight('EK', 'DXB', 'LHR'))];
    const [counted, cabin, linear] = bagNotes(direct, sold(direct, 'EK'), bags, told);
    expect([counted, linear]).toEqual(['by-weight', expect.stringMatching(/^linear EK .* 300$/)]);
    expect(cabin).toMatch(/^cabinSize EK 55 × 38 × 20 2026-11-30$/);
    const pieces = bagNotes(direct, sold(direct, 'EK'), { ...bags, checkedBag: { pieces: 1, kilograms: 23 } }, told);
    expect([pieces[0], pieces.at(-1)]).toEqual(['by-piece', expect.stringMatching(/ 150$/)]);
  });

  it('says nothing of what is not included, and that it does not know', () => {
    const direct = [way(flight('EK', 'DXB', 'LHR'))];
    expect(bagNotes(direct, sold(direct, 'EK'), { ...bags, checkedBag: null }, told)).toHaveLength(1);
    const unknown = [way(flight('ZZ', 'DXB', 'LHR'))];
    expect(bagNotes(unknown, sold(unknown, 'ZZ'), bags, told)).toEqual(['by-weight', 'sizeUnknown ZZ']);
    expect(bagNotes(unknown, sold(unknown, 'ZZ'), { cabinBag: null, checkedBag: null }, told)).toEqual([]);
  });

  it('names whose rules hold where several airlines fly, and only for the direction that is asked about', () => {
    const ticket = [way(flight('EK', 'DXB', 'LHR')), way(flight('BA', 'LHR', 'CDG'), flight('AF', 'CDG', 'DXB'))];
    expect(bagNotes([ticket[1]!], sold(ticket, 'AF'), bags, told)).toContain('significant AF LHR DXB');
    expect(bagNotes([ticket[0]!], sold(ticket, 'AF'), bags, told).join()).not.toContain('significant');
    // What was sold with the allowance of whoever issues the ticket is nobody else's.
    expect(bagNotes([ticket[1]!], sold(ticket, 'BA'), bags, told).join()).not.toContain('significant');
    expect(bagNotes([ticket[1]!], sold(ticket, 'BA', true), bags, told)).toContain('significant AF LHR DXB');
  });

  it('is sold as the airline counts it whose rules hold, and is in the fare where the family that is sold says so', () => {
    const [own, theirs] = [fareFamiliesOf('full', 'GB', 'economy', true), fareFamiliesOf('full', 'AE', 'economy', true)];
    const held = withAllowanceOf(own, theirs);
    expect(withAllowanceOf(own, null)).toBe(own);
    expect(held.map(({ code }) => code)).toEqual(own.map(({ code }) => code));
    expect(held.map(({ checkedBag }) => checkedBag !== null)).toEqual(own.map(({ checkedBag }) => checkedBag !== null));
    const included = held.flatMap(({ checkedBag }) => checkedBag ?? []);
    expect(included.length).toBeGreaterThan(0);
    expect(new Set(own.flatMap(({ checkedBag }) => (checkedBag ? [bagConcept(checkedBag)] : [])))).toEqual(new Set(['piece']));
    expect(new Set(included.map(bagConcept))).toEqual(new Set(['weight']));
    expect(held.map(({ farePermille }) => farePermille)).toEqual(own.map(({ farePermille }) => farePermille));
  });

  it('is held by the airline whose rules hold on one ticket, and by its own on each of several', () => {
    const { index } = worldOf([]);
    const at = (code: string) => index.timetable.airlines.findIndex((one) => one.code === code);
    const there = [flight('QR', 'DXB', 'DOH'), flight('BA', 'DOH', 'LHR')];
    const back = [flight('QR', 'LHR', 'DXB')];
    const legs = (count: number) => Array.from({ length: count }, () => ({ flight: 0, day: 0 }));
    const slices = [
      { airline: at('QR'), legs: legs(2) },
      { airline: at('QR'), legs: legs(1) },
    ];
    expect(bagHolders(index, slices, [...there, ...back], false)).toEqual([at('BA'), at('QR')]);
    const apart = [
      { airline: at('QR'), legs: legs(1) },
      { airline: at('BA'), legs: legs(1) },
    ];
    expect(bagHolders(index, apart, there, true)).toEqual([at('QR'), at('BA')]);
    // To and from the United States those of the first of the whole journey hold.
    const overseas = [flight('EK', 'DXB', 'LHR'), flight('BA', 'LHR', 'JFK'), flight('BA', 'JFK', 'DXB')];
    expect(bagHolders(index, slices, overseas, false)).toEqual([at('EK'), at('BA')]);
  });

  it('has a row for the bag of a baby where one travels, not included or not known as it is', () => {
    const brand = { ...offer.brands[0]!, lapInfantBag: null };
    const row = (babies: boolean, of = brand) => compareFamilies([of], babies).find(({ feature }) => feature === 'lapInfantBag')?.cells;
    expect(row(false)).toBeUndefined();
    expect(row(true)).toEqual([{ kind: 'bag', bag: null }]);
    expect(row(true, offer.brands[0] as typeof brand)).toEqual([{ kind: 'bag', bag: undefined }]);
  });

  it('is data that somebody said on a day', () => {
    const head = 'airline,length,width,height,linear_piece,linear_weight,source,checked\n';
    for (const row of [
      'EK,55,38,20,150,300,,2026-11-30',
      'EK,55,38,20,,,emirates.com,',
      'EK,55,38,x,,,emirates.com,2026-11-30',
      'EK,55,38,20,15,,emirates.com,2026-11-30',
    ])
      expect(() => readBagSizes(head + row)).toThrow(RangeError);
  });
});
