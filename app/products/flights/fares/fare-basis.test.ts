import { describe, expect, it } from 'vitest';
import { basisBySegment } from './fare-rules.ts';
import { anOffer } from '../offer-testing.ts';
import { ownOffer } from '../supply/own-offer.ts';
import { fareBasisOf, ticketedBasis } from './fare-basis.ts';

describe('a fare basis', () => {
  const fare = { bookingClass: 'K', date: '2026-12-12', family: 'value', airline: 'EK', returns: true };

  it('is made of class, season, day of the week, kind of journey, family and airline, in eight signs at most', () => {
    expect(fareBasisOf(fare)).toBe('KHWRVEK');
    expect(fareBasisOf({ ...fare, bookingClass: 'Q', family: 'light', airline: 'G9', returns: false })).toBe('QHWOLG9');
    expect(fareBasisOf(fare).length).toBeLessThanOrEqual(8);
  });

  it('knows high, low and middle season, and the days that cost more', () => {
    const signs = (date: string) => fareBasisOf({ ...fare, date }).slice(1, 3);
    expect(signs('2026-08-05')).toBe('HX');
    expect(signs('2027-01-20')).toBe('LX');
    expect(signs('2027-03-15')).toBe('KX');
    expect(['2027-03-15', '2027-03-17', '2027-03-18', '2027-03-20', '2027-03-21'].map((date) => signs(date)[1]).join('')).toBe('XXWWW');
  });

  it('carries a designator on the tickets of children and babies', () => {
    expect((['adult', 'child', 'infant'] as const).map((type) => ticketedBasis('KHWRVEK', type))).toEqual([
      'KHWRVEK',
      'KHWRVEK/CH',
      'KHWRVEK/IN',
    ]);
  });

  it('has the class of group fares where seats that an airline set aside are sold', () => {
    const offer = anOffer();
    const published = { ...offer, brands: [{ ...offer.brands[0]!, fareBasis: ['QHWOLEK'] }] };
    const own = ownOffer(published, [{ id: 'A1B2C3', net: 50_000, withBag: false }], 5);
    expect(own.brands[0]!.fareBasis).toEqual(['GHWOLEK']);
    expect(own.slices[0]!.segments[0]!.bookingClass).toBe('G');
  });

  it('is told flight by flight of what is sold, and of nothing whose seller does not say', () => {
    const offer = anOffer();
    const [segment] = offer.slices[0]!.segments;
    expect([...basisBySegment([{ offer, brand: { fareBasis: ['QHWOLEK'] } }])]).toEqual([[segment, 'QHWOLEK']]);
    expect(basisBySegment([{ offer, brand: offer.brands[0]! }]).size).toBe(0);
  });
});
