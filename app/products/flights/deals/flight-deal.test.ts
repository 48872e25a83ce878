import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { dealSearch, dealState, nearestDeals, sampleDates, type FlightDeal } from './flight-deal.ts';

const deal: FlightDeal = {
  id: 'dxb-ist-spring',
  from: 'DXB',
  to: 'IST',
  cabin: 'economy',
  nights: 7,
  directOnly: true,
  withBag: false,
  travelFrom: calendarDate('2027-01-10'),
  travelUntil: calendarDate('2027-03-31'),
  bookBy: calendarDate('2026-12-31'),
  price: money(120_000, 'AED'),
  note: { en: 'Seats we hold for winter weekends.' },
  withdrawn: false,
};
const today = calendarDate('2026-11-23');
const lastDay = calendarDate('2027-10-19');
const at = (amount: number) => money(amount, 'AED');

describe('a flight deal', () => {
  test('shows six days over its window, the way back inside it', () => {
    const days = sampleDates(deal, today, lastDay);
    expect(days).toHaveLength(6);
    expect([days[0], days[5]]).toEqual(['2027-01-10', '2027-03-24']);
  });

  test('leaves out days that are over, and shows none when the window has closed', () => {
    expect(sampleDates(deal, calendarDate('2027-03-01'), lastDay)[0]).toBe('2027-03-03');
    expect(sampleDates(deal, calendarDate('2027-03-25'), lastDay)).toEqual([]);
  });

  test('is alive while one sample day costs no more than it promises', () => {
    expect(dealState(deal, today, [at(130_000), at(120_000), null])).toBe('alive');
  });

  test('is sold out when every day is dearer or full', () => {
    expect(dealState(deal, today, [at(120_001), null])).toBe('sold-out');
  });

  test('is not called sold out while a day was not answered for', () => {
    expect(dealState(deal, today, [at(120_001), null, undefined])).toBe('unanswered');
    expect(dealState(deal, today, [at(120_000), undefined])).toBe('alive');
    expect(dealState({ ...deal, withdrawn: true }, today, [undefined])).toBe('expired');
  });

  test('ends after its last day of sale, and when the desk withdraws it', () => {
    expect(dealState(deal, calendarDate('2026-12-31'), [at(100)])).toBe('alive');
    expect(dealState(deal, calendarDate('2027-01-01'), [at(100)])).toBe('expired');
    expect(dealState({ ...deal, withdrawn: true }, today, [at(100)])).toBe('expired');
  });

  test('is searched as it says: direct, both ways, one adult', () => {
    expect(dealSearch(deal, calendarDate('2027-01-10'))).toMatchObject({
      slices: [
        { from: 'DXB', to: 'IST', date: '2027-01-10' },
        { from: 'IST', to: 'DXB', date: '2027-01-17' },
      ],
      maxStops: 0,
    });
  });

  test('offers deals to the same place before others, and no ended ones', () => {
    const others = [
      { ...deal, id: 'cheap', from: 'AUH', to: 'MNL', price: at(50_000) },
      { ...deal, id: 'same-place', from: 'AUH', price: at(200_000) },
      { ...deal, id: 'ended', bookBy: calendarDate('2026-11-01') },
    ];
    expect(nearestDeals(deal, [deal, ...others], today).map((each) => each.id)).toEqual(['same-place', 'cheap']);
  });
});
