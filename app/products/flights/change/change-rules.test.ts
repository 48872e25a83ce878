import { describe, expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { notInstead, purchaseAfter, unfitTimes } from './change-rules.ts';
import type { FlightPurchase } from '../flight-price.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer, Segment } from '../offer.ts';

const now = instant(Date.parse('2026-11-21T08:00:00Z'));

/** Flights of one direction that leave at four in the morning of these days, eight hours each. */
function flightsOn(...days: readonly string[]): Offer {
  const plain = anOffer();
  const [slice] = plain.slices;
  const [segment] = slice!.segments;
  const on = (day: string): Segment => ({
    ...segment!,
    departs: { ...segment!.departs, local: `${day}T08:00`, utc: `${day}T04:00:00Z` },
    arrives: { ...segment!.arrives, local: `${day}T12:00`, utc: `${day}T12:00:00Z` },
  });
  return { ...plain, slices: [{ ...slice!, segments: days.map(on) }] };
}
const flown = (day: string) => ({ departs: `${day}T04:00:00Z`, arrives: `${day}T12:00:00Z` });

describe('other flights of an order', () => {
  it('stay in their order: nobody comes back before they went', () => {
    const [was, later, sooner] = [flightsOn('2026-12-05'), flightsOn('2026-12-15'), flightsOn('2026-12-01')];
    const backOn = (day: string) => ({ before: [], after: [flown(day)] });
    expect(notInstead(was, later, backOn('2026-12-20'), now)).toBeNull();
    expect(notInstead(was, later, backOn('2026-12-12'), now)).toBe('overlaps');
    expect(notInstead(was, later, backOn('2026-12-15'), now)).toBe('overlaps');
    const outOn = (day: string) => ({ before: [flown(day)], after: [] });
    expect(notInstead(was, sooner, outOn('2026-11-30'), now)).toBeNull();
    expect(notInstead(was, sooner, outOn('2026-12-03'), now)).toBe('overlaps');
  });
});

describe('flights that are offered in the place of others', () => {
  const segments = (...days: string[]) => flightsOn(...days).slices[0]!.segments;
  const beside = { before: [flown('2026-12-01')], after: [flown('2026-12-20')] };

  it('fit by their times alone, and with the tickets before and after them', () => {
    expect(unfitTimes(segments('2026-12-05'), beside, now)).toBeNull();
    expect(unfitTimes(segments('2026-12-20'), beside, now)).toBe('overlaps');
    expect(unfitTimes(segments('2026-11-21'), { before: [], after: [] }, instant(Date.parse('2026-11-21T03:00:00Z')))).toBe('too-soon');
  });

  it('are too tight with less than three hours between two tickets, on either side', () => {
    const at = (departs: string, arrives: string) => ({ departs: `2026-12-05T${departs}:00Z`, arrives: `2026-12-05T${arrives}:00Z` });
    const after = (departs: string) => unfitTimes(segments('2026-12-05'), { before: [], after: [at(departs, '23:00')] }, now);
    expect([after('15:00'), after('14:59'), after('11:59')]).toEqual([null, 'too-tight', 'overlaps']);
    const before = (arrives: string) => unfitTimes(segments('2026-12-05'), { before: [at('00:10', arrives)], after: [] }, now);
    expect([before('01:00'), before('01:01')]).toEqual([null, 'too-tight']);
  });
});

describe('seats that were paid for', () => {
  it('stay where their flights do, under their new numbers, and fall away with flights that are none any more', () => {
    const [out, back] = [flightsOn('2026-12-05', '2026-12-06'), flightsOn('2026-12-20')];
    const [brand] = out.brands;
    const seat = (segment: number, designator: string) => ({ key: `${segment}`, passenger: 0, segment, designator, price: null });
    const purchase = {
      contracts: [out, back].map((offer) => ({ offer, brand: brand! })),
      seats: [seat(0, '12A'), seat(1, '14C'), seat(2, '20F')],
    } as unknown as FlightPurchase;
    const seatsAfter = (offer: Offer) =>
      purchaseAfter(purchase, 0, offer, brand!).seats.map(({ segment, designator }) => `${segment} ${designator}`);
    expect(seatsAfter(flightsOn('2026-12-06'))).toEqual(['0 14C', '1 20F']);
    expect(seatsAfter(flightsOn('2026-12-04', '2026-12-05', '2026-12-06'))).toEqual(['1 12A', '2 14C', '3 20F']);
    expect(seatsAfter(flightsOn('2026-12-08'))).toEqual(['1 20F']);
  });
});
