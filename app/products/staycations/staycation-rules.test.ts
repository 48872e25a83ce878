import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import { roomsNeeded, usualAges } from './occupancy-rules.ts';
import { cancelSteps } from './stay-cancel-rules.ts';
import { fittingRooms } from './staycation-price.ts';
import { someStay } from './staycation-testing.ts';

const double = { adults: 2, children: 1 };

describe('rooms for a party', () => {
  it.each([
    [{ adults: 2, childAges: [] }, 1],
    [{ adults: 2, childAges: [4] }, 1],
    [{ adults: 2, childAges: [13] }, 2],
    [{ adults: 1, childAges: [4, 9] }, 1],
    [{ adults: 2, childAges: [2, 4] }, 2],
    [{ adults: 8, childAges: [] }, 4],
  ])('%j sleeps in %d', (party, rooms) => {
    expect(roomsNeeded(double, party, usualAges)).toBe(rooms);
  });

  it('are not given to children alone, nor to a group', () => {
    expect(roomsNeeded(double, { adults: 1, childAges: [4, 5, 6] }, usualAges)).toBeNull();
    expect(roomsNeeded(double, { adults: 9, childAges: [] }, usualAges)).toBeNull();
  });
});

const zeroRated = { category: 'zero-rated', basisPoints: 0 } as const;
const kinds = [
  'fare',
  'tax',
  'markup',
  'discount',
  'service-fee',
  'seat',
  'bag',
  'meal',
  'fast-track',
  'insurance',
  'absorbed',
  'municipality-fee',
  'tourism-fee',
];
const rules = {
  version: 1,
  currency: 'AED',
  rules: [],
  vat: Object.fromEntries(kinds.map((kind) => [kind, zeroRated])),
} as unknown as PricingRules;

describe('the price of a stay', () => {
  it('is nights times rooms, the cheapest way first', () => {
    const found = fittingRooms(someStay(), { adults: 3, childAges: [5] }, 2, rules, '2026-11-23T07:42:00.000Z');
    expect(found.map(({ room, rooms, night, total }) => [room.key, rooms, night.amount, total.amount])).toEqual([
      ['double', 2, 100_000, 200_000],
      ['family', 1, 120_000, 240_000],
    ]);
  });

  it('leaves out rooms that the party does not fit into', () => {
    const found = fittingRooms(someStay(), { adults: 1, childAges: [3, 4, 5] }, 1, rules, '2026-11-23T07:42:00.000Z');
    expect(found.map(({ room }) => room.key)).toEqual(['family']);
  });
});

describe('the cancellation of a stay', () => {
  const arrival = calendarDate('2026-12-10');
  const at = (time: string) => time as LocalTime;

  it('is free, then costs the first night, then all of it', () => {
    expect(cancelSteps(someStay(), arrival, at('2026-11-23T11:42'))).toEqual([
      { cost: 'nothing', from: null, until: '2026-12-07T15:00' },
      { cost: 'first-night', from: '2026-12-07T15:00', until: '2026-12-10T15:00' },
      { cost: 'whole-stay', from: '2026-12-10T15:00', until: null },
    ]);
  });

  it('begins with what holds now', () => {
    expect(cancelSteps(someStay(), arrival, at('2026-12-08T09:00'))).toEqual([
      { cost: 'first-night', from: null, until: '2026-12-10T15:00' },
      { cost: 'whole-stay', from: '2026-12-10T15:00', until: null },
    ]);
    expect(cancelSteps(someStay({ freeCancelDays: null }), arrival, at('2026-11-23T11:42'))[0]).toEqual({
      cost: 'first-night',
      from: null,
      until: '2026-12-10T15:00',
    });
    expect(cancelSteps(someStay({ freeCancelDays: 0 }), arrival, at('2026-11-23T11:42')).map((step) => step.cost)).toEqual([
      'nothing',
      'whole-stay',
    ]);
  });
});
