import { describe, expect, it, test } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { anOffer } from '../offer-testing.ts';
import { formatOfferId, type Offer, type Slice } from '../offer.ts';
import { keepingOf, offerKeeping, seatsLostOn, unfitBeside, type Keeping } from './keep-directions.ts';

const now = instant(Date.parse('2026-12-01T00:00:00Z'));
const around = { before: [], after: [] };
const [there] = anOffer().slices;
const segment = there!.segments[0]!;
const hours = (count: number, at: string) => `${new Date(Date.parse(at) + count * 3_600_000).toISOString().slice(0, 19)}Z`;

/** A direct flight of so many hours after that of 5 December. */
function flight(name: string, later: number, from = 'DXB', to = 'LHR'): Slice {
  const at = (moment: typeof segment.departs) => ({
    ...moment,
    utc: hours(later, moment.utc),
    local: hours(later, `${moment.local}Z`).slice(0, 16),
  });
  const number = Number(name.slice(2));
  return {
    ...there!,
    from,
    to,
    segments: [{ ...segment, flight: name, number, from, to, departs: at(segment.departs), arrives: at(segment.arrives) }],
  };
}
const idOf = (slices: readonly Slice[]) =>
  formatOfferId({
    slices: slices.map(({ segments }) =>
      segments.map(({ airline, number, departs }) => ({ airline, number, date: departs.local.slice(0, 10) })),
    ),
    cabin: 'economy',
  });
const offerOf = (slices: readonly Slice[]): Offer => ({ ...anOffer(), id: idOf(slices), slices });
const sold = offerOf([flight('EK1', 0), flight('EK2', 168, 'LHR', 'DXB')]);
const said = { slices: null, gone: [1], flies: null };
const keeping = (): Keeping => keepingOf(sold, 'light', said)!;

describe('what may be kept of a booking', () => {
  it('is what flies, as it flies by what was said of it last', () => {
    const moved = flight('EK1', 4);
    expect(keepingOf(sold, 'light', { ...said, flies: [moved, sold.slices[1]!] })).toMatchObject({
      directions: [moved, null],
      lost: [1],
      family: 'light',
    });
  });

  const [light] = sold.brands;
  const pair = { ...light!, code: 'light+flex', directions: [light!, { ...light!, code: 'flex' }] };
  const paired = { ...sold, byDirection: { families: [[light!], [light!]], brands: [pair] } };
  it('asks for the family in which the lost direction was sold', () => {
    expect(keepingOf(paired, 'light+flex', said)?.family).toBe('flex');
  });

  const three = offerOf([flight('EK1', 0), flight('EK2', 168, 'LHR', 'DXB'), flight('EK5', 400)]);
  const threeWays = { ...light!, code: 'mixed', directions: [light!, light!, { ...light!, code: 'flex' }] };
  test.each([
    ['none of it flies', sold, 'light', { ...said, gone: [0, 1] }],
    ['nobody says which of it does not', sold, 'light', { ...said, gone: [] }],
    ['all of it flies', sold, 'light', { slices: sold.slices, gone: [], flies: null }],
    ['its source names no flights', { ...sold, id: 'o1.somewhere.else' }, 'light', said],
    [
      'two lost directions were sold in different families',
      { ...three, byDirection: { families: [], brands: [threeWays] } },
      'mixed',
      { ...said, gone: [1, 2] },
    ],
  ])('is nothing where %s', (_, offer, brand, told) => {
    expect(keepingOf(offer, brand, told)).toBeNull();
  });
});

describe('other flights beside those that are kept', () => {
  test.each([
    ['a day later', flight('EK4', 192, 'LHR', 'DXB'), null],
    ['to somewhere else', flight('EK4', 192, 'LGW', 'DXB'), 'other-route'],
    ['the flight that is not flown', sold.slices[1]!, 'same-flights'],
    ['before one is there', flight('EK4', 4, 'LHR', 'DXB'), 'overlaps'],
    ['an hour after one is there', flight('EK4', 8.7, 'LHR', 'DXB'), 'too-tight'],
  ] as const)('%s', (_, wanted, refused) => {
    expect(unfitBeside(keeping(), [wanted], around, now)).toBe(refused);
  });

  it('are measured against a way there that was moved, and one that has been flown', () => {
    const late = { ...keeping(), directions: [flight('EK1', 190), null] };
    expect(unfitBeside(late, [flight('EK4', 192, 'LHR', 'DXB')], around, now)).toBe('overlaps');
    const inLondon = instant(Date.parse('2026-12-08T00:00:00Z'));
    expect(unfitBeside(keeping(), [flight('EK4', 144, 'LHR', 'DXB')], around, inLondon)).toBeNull();
    expect(unfitBeside(keeping(), [flight('EK4', 48, 'LHR', 'DXB')], around, inLondon)).toBe('too-soon');
  });

  it('must leave time before a way home that is kept', () => {
    const lostThere = keepingOf(sold, 'light', { ...said, gone: [0] })!;
    expect(unfitBeside(lostThere, [flight('EK3', 24)], around, now)).toBeNull();
    expect(unfitBeside(lostThere, [flight('EK3', 165)], around, now)).toBe('overlaps');
  });

  it('make one contract with them: the fare that was sold, and an id of the flights that it is made of', () => {
    const moved = flight('EK1', 4);
    const both = keepingOf(sold, 'light', { ...said, flies: [moved, sold.slices[1]!] })!;
    const wanted = offerOf([flight('EK4', 192, 'LHR', 'DXB')]);
    const offer = offerKeeping(both, { ...wanted, brands: anOffer({ dirhams: 9000 }).brands });
    expect(offer.slices).toEqual([moved, wanted.slices[0]]);
    expect(offer.brands).toEqual(sold.brands);
    expect(offer.id).toBe('h1.EK1-20261205.EK4-20261213.Y');
  });

  it('leave lost seats of what is kept where they were, and speak of none on flights that are not flown', () => {
    const twoLegs = { ...sold.slices[1]!, segments: [...sold.slices[1]!.segments, flight('EK9', 180, 'LHR', 'DXB').segments[0]!] };
    const three = offerOf([flight('EK1', 0), twoLegs, flight('EK5', 400)]);
    const lost = keepingOf(three, 'light', { ...said, gone: [2] })!;
    const offer = offerKeeping(lost, offerOf([flight('EK4', 192, 'LHR', 'DXB')]));
    expect(seatsLostOn(lost, offer, [0, 1, 3])).toEqual([0, 2]);
  });
});
