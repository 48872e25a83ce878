import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { extrasCharges, fastTrackOffers, insuranceRefusal, mealPrice, mealService, mealsFor, type ChosenExtras } from './extras-price.ts';
import type { Offer, Segment } from '../offer.ts';
import { seatPrice } from '../seats/seat-price.ts';

const segment = (flight: string, from: string, to: string, departs: string, arrives: string, minutes: number) =>
  ({
    flight,
    airline: flight.slice(0, 2),
    from,
    to,
    departs: { local: departs },
    arrives: { local: arrives },
    minutes,
    cabin: 'economy',
  }) as unknown as Segment;
const out = segment('EK191', 'DXB', 'LIS', '2026-12-05T07:25', '2026-12-05T12:35', 490);
const back = segment('EK192', 'LIS', 'DXB', '2026-12-19T14:15', '2026-12-20T01:00', 430);
const offer = {
  slices: [
    { from: 'DXB', to: 'LIS', segments: [out] },
    { from: 'LIS', to: 'DXB', segments: [back] },
  ],
} as unknown as Offer;
const none: ChosenExtras = { travellers: ['adult', 'child', 'infant'], checkedBags: {}, meals: {}, fastTrack: false, insurance: false };
const brief = (chosen: Partial<ChosenExtras>) =>
  extrasCharges([offer], { ...none, ...chosen }).map((charge) => [charge.kind, charge.code, charge.travellers, charge.each.amount]);

describe('extras', () => {
  it('cost nothing until something is chosen', () => {
    expect(brief({})).toEqual([]);
  });
  it('charge bags for each traveller and direction, by the time in the air', () => {
    expect(brief({ checkedBags: { '0:0': 2, '1:1': 1 } })).toEqual([
      ['bag', '0:0', [0], 78_000],
      ['bag', '1:1', [1], 26_000],
    ]);
  });
  it('name the contract whose flight they are for, whichever of two it is', () => {
    const [first, second] = offer.slices.map((slice) => ({ ...offer, slices: [slice] }));
    const sold = (offers: Offer[]) =>
      extrasCharges(offers, { ...none, checkedBags: { '0:0': 1, '1:0': 1 } }).map(({ facts }) => facts?.['contract']);
    expect([sold([offer]), sold([first!, second!])]).toEqual([
      ['0', '0'],
      ['0', '1'],
    ]);
  });
  it('sell no bags to infants, to strangers, on other flights, or in fractions and thousands', () => {
    expect(brief({ checkedBags: { '0:2': 1, '0:9': 1, '7:0': 1, '0:0': 0.5, '0:1': -3 } })).toEqual([]);
    expect(brief({ checkedBags: { '0:0': 1000 } })).toEqual([['bag', '0:0', [0], 3 * 39_000]]);
  });
  it('give special meals free of charge where meals are served', () => {
    expect(mealPrice(out)).toEqual(money(0, 'AED'));
    expect(brief({ meals: { 'EK191-20261205:0': 'VGML' } })).toEqual([]);
  });
  it('sell meals where food is for sale, and none on a hop', () => {
    expect(mealPrice({ airline: 'G9', minutes: 180, cabin: 'economy' })).toEqual(money(3_500, 'AED'));
    expect(mealService({ airline: 'EK', minutes: 60, cabin: 'economy' })).toBe('none');
  });
  it('keep child meals for children and baby meals for infants', () => {
    expect(mealsFor({ type: 'adult' })).not.toContain('CHML');
    expect(mealsFor({ type: 'child' })).toContain('CHML');
    expect(mealsFor({ type: 'infant' })).toEqual(['BBML']);
  });
  it('sell the fast lane only at airports that have one, once for each', () => {
    expect(brief({ fastTrack: true })).toEqual([
      ['fast-track', 'DXB', [0, 1], 7_500],
      ['fast-track', 'LIS', [0, 1], 4_500],
    ]);
    const elsewhere = { slices: [{ segments: [{ ...out, from: 'FNC' }] }] } as unknown as Offer;
    expect(fastTrackOffers([elsewhere])).toEqual({ offered: [], missing: ['FNC'] });
  });
  it('insure by the days from first departure to last arrival', () => {
    expect(brief({ insurance: true })).toEqual([['insurance', 'travel', [0, 1], (35 + 2 * 16) * 100]]);
  });
});

describe('the policy', () => {
  const first = calendarDate('2026-12-05');
  const last = calendarDate('2026-12-20');
  it('is for residents of the Gulf up to 75, and for journeys up to 90 days', () => {
    const resident = { residence: 'AE', birthDate: '1990-01-01' };
    expect(insuranceRefusal([resident], first, last)).toBeNull();
    expect(insuranceRefusal([resident, { ...resident, residence: 'PT' }], first, last)).toBe('insurance-residence');
    expect(insuranceRefusal([{ ...resident, residence: '' }], first, last)).toBe('insurance-residence-unknown');
    expect(insuranceRefusal([{ ...resident, birthDate: '1950-12-20' }], first, last)).toBe('insurance-age');
    expect(insuranceRefusal([resident], first, calendarDate('2027-03-05'))).toBe('insurance-trip-too-long');
  });
});

describe('a seat costs (rules 50 and 51)', () => {
  const standard = { designator: '24A', features: ['window'], price: money(6_500, 'AED') };
  const legroom = { designator: '18A', features: ['extra-legroom'], price: money(12_000, 'AED') };
  it('what the airline asks', () => {
    expect(seatPrice(standard, { seatChoice: 'not-allowed' }, { type: 'adult' })).toEqual(money(6_500, 'AED'));
  });
  it('nothing in a family that includes the choice, but for seats with more room', () => {
    expect(seatPrice(standard, { seatChoice: 'allowed' }, { type: 'adult' }).amount).toBe(0);
    expect(seatPrice(legroom, { seatChoice: 'allowed' }, { type: 'adult' }).amount).toBe(12_000);
  });
  it('nothing for a child in a standard seat, so that families sit together', () => {
    expect(seatPrice(standard, { seatChoice: 'unknown' }, { type: 'child' }).amount).toBe(0);
    expect(seatPrice(legroom, { seatChoice: 'unknown' }, { type: 'child' }).amount).toBe(12_000);
  });
});
