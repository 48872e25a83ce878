import { describe, expect, it } from 'vitest';
import { calendarDate, instant } from '#app/values/dates.ts';
import { instantOf, type LocalTime } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { bookingStates, stageOf } from './booking-status.ts';
import { keptOnCancel, ladderOf, rungEnd, type CancellationLadder } from './cancellation-ladder-rules.ts';
import { dunningStep, openChoices, planOf, replan, type PlanTerms } from './payment-plan-rules.ts';

const at = (iso: string) => instant(Date.parse(iso));
const day = calendarDate;
const local = (text: string) => text as LocalTime;
const aed = (fils: number) => money(fils, 'AED');

describe('a wall clock', () => {
  it('is the instant its zone says, on both sides of a change of clocks', () => {
    expect(instantOf('Asia/Dubai', local('2026-12-05T09:00'))).toBe(at('2026-12-05T05:00Z'));
    expect(instantOf('Europe/Rome', local('2026-10-24T12:00'))).toBe(at('2026-10-24T10:00Z'));
    expect(instantOf('Europe/Rome', local('2026-10-25T12:00'))).toBe(at('2026-10-25T11:00Z'));
    expect(instantOf('Pacific/Auckland', local('2027-01-02T00:00'))).toBe(at('2027-01-01T11:00Z'));
    expect(instantOf('America/Lima', local('2027-01-02T00:00'))).toBe(at('2027-01-02T05:00Z'));
  });

  it('that is shown twice is the first, and one that is skipped is an hour on', () => {
    expect(instantOf('Europe/Rome', local('2026-10-25T02:30'))).toBe(at('2026-10-25T00:30Z'));
    expect(instantOf('Europe/Rome', local('2026-03-29T02:30'))).toBe(at('2026-03-29T01:30Z'));
  });
});

describe('a cancellation ladder', () => {
  const tour: CancellationLadder = {
    rungs: [
      { until: { days: 45, clock: '24:00' }, keeps: 0 },
      { until: { days: 30, clock: '24:00' }, keeps: 2500 },
      { until: { days: 15, clock: '24:00' }, keeps: 5000 },
    ],
  };
  const kept = (startsLocal: string, zone: string, now: string) =>
    keptOnCancel(tour, { startsLocal: local(startsLocal), zone }, aed(10_001), at(now)).kept.amount;

  it('changes at the operator’s midnight, not at ours', () => {
    // Forty-five days before 1 March is 15 January, whose end in Auckland is 11:00 UTC of that day.
    expect(kept('2027-03-01T09:00', 'Pacific/Auckland', '2027-01-15T10:59:59Z')).toBe(0);
    expect(kept('2027-03-01T09:00', 'Pacific/Auckland', '2027-01-15T11:00Z')).toBe(2500);
    // In Lima the same day lasts eighteen hours longer.
    expect(kept('2027-03-01T09:00', 'America/Lima', '2027-01-16T04:59:59Z')).toBe(0);
    expect(kept('2027-03-01T09:00', 'America/Lima', '2027-01-16T05:00Z')).toBe(2500);
  });

  it('keeps half rounded half up, and all after the last rung', () => {
    expect(kept('2027-03-01T09:00', 'Asia/Dubai', '2027-02-10T00:00Z')).toBe(5001);
    expect(kept('2027-03-01T09:00', 'Asia/Dubai', '2027-02-20T00:00Z')).toBe(10_001);
  });

  it('counts days by the calendar over a change of clocks, and hours by the clock', () => {
    const start = { startsLocal: local('2027-03-28T10:00'), zone: 'Europe/Rome' };
    expect(rungEnd({ until: { days: 1, clock: '10:00' }, keeps: 0 }, start)).toBe(at('2027-03-27T09:00Z'));
    // Clocks go forward that night: twenty-four hours before ten is nine the day before.
    expect(rungEnd({ until: { hours: 24 }, keeps: 0 }, start)).toBe(at('2027-03-27T08:00Z'));
  });

  it('shows the rungs to come with their ends', () => {
    const shown = ladderOf(tour, { startsLocal: local('2027-03-01T09:00'), zone: 'Asia/Dubai' }, aed(10_000), at('2027-01-20T00:00Z'));
    expect(shown.map(({ until, kept: amount }) => [until && new Date(until).toISOString(), amount.amount])).toEqual([
      ['2027-01-30T20:00:00.000Z', 2500],
      ['2027-02-14T20:00:00.000Z', 5000],
      [null, 10_000],
    ]);
  });
});

describe('a payment plan', () => {
  const terms: PlanTerms = { depositPercent: 25, balanceDays: 30, zone: 'Asia/Dubai' };
  const total = aed(1_000_001);

  it('takes a deposit now and the rest by the end of the balance day in the desk’s zone', () => {
    const plan = planOf('deposit', total, terms, day('2027-03-31'), day('2026-12-01'));
    expect(plan).toEqual([
      { number: 1, amount: aed(250_000), dueOn: null, dueAt: null },
      { number: 2, amount: aed(750_001), dueOn: '2027-03-01', dueAt: at('2027-03-01T20:00Z') },
    ]);
  });

  it('steps back from a month’s end month by month, each from the balance day, and adds up', () => {
    const plan = planOf('instalments', total, terms, day('2027-06-30'), day('2026-12-20'));
    expect(plan.slice(1).map((part) => part.dueOn)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(plan.reduce((sum, part) => sum + part.amount.amount, 0)).toBe(1_000_001);
  });

  it('offers nothing but the whole from the balance day on, and parts only where two fit', () => {
    expect(openChoices(terms, day('2027-01-05'), day('2026-12-06'))).toEqual(['full']);
    expect(openChoices(terms, day('2027-01-05'), day('2026-12-05'))).toEqual(['full', 'deposit']);
    expect(openChoices(terms, day('2027-03-05'), day('2026-12-05'))).toEqual(['full', 'deposit', 'instalments']);
    expect(openChoices({ ...terms, depositPercent: 0 }, day('2027-03-05'), day('2026-12-05'))).toEqual(['full']);
    expect(planOf('instalments', total, terms, day('2027-01-05'), day('2026-12-30'))).toHaveLength(1);
  });

  it('reminds thirty, fourteen and seven days ahead, then calls it overdue and ends it after five days, by Dubai’s calendar', () => {
    const step = (now: string) => dunningStep(day('2027-03-31'), at(now));
    expect(step('2027-02-28T19:59Z')).toEqual({ kind: 'rest' });
    // Eight in the evening in UTC is the next day in Dubai.
    expect(step('2027-02-28T20:00Z')).toEqual({ kind: 'remind', letters: 1 });
    expect(step('2027-03-17T12:00Z')).toEqual({ kind: 'remind', letters: 2 });
    expect(step('2027-03-24T12:00Z')).toEqual({ kind: 'remind', letters: 3 });
    expect(step('2027-03-31T19:59Z')).toEqual({ kind: 'remind', letters: 3 });
    expect(step('2027-03-31T20:00Z')).toEqual({ kind: 'overdue' });
    expect(step('2027-04-05T19:59Z')).toEqual({ kind: 'overdue' });
    expect(step('2027-04-05T20:00Z')).toEqual({ kind: 'terminate' });
  });

  it('fits itself to a new total and always adds up to it', () => {
    const parts = [
      { number: 1, amount: 250, paid: true },
      { number: 2, amount: 400, paid: false },
      { number: 3, amount: 350, paid: false },
    ];
    expect(replan(parts, 1100)).toEqual({ parts: [parts[0], parts[1], { number: 3, amount: 450, paid: false }], back: 0 });
    expect(replan(parts, 600)).toEqual({ parts: [parts[0], { number: 2, amount: 350, paid: false }], back: 0 });
    expect(replan(parts, 200)).toEqual({ parts: [{ number: 1, amount: 200, paid: true }], back: 50 });
    const paid = [{ number: 1, amount: 1000, paid: true }];
    expect(replan(paid, 1200)).toEqual({ parts: [paid[0], { number: 2, amount: 200, paid: false }], back: 0 });
    // Number 2 was paid once and fell away: its payment must not pay the next one.
    expect(replan(paid, 1200, 2).parts.at(-1)).toEqual({ number: 3, amount: 200, paid: false });
    for (let wanted = 100; wanted <= 1500; wanted += 7)
      expect(replan(parts, wanted).parts.reduce((sum, part) => sum + part.amount, 0)).toBe(wanted);
  });
});

it('a booking is asked for, ahead, begun or over for whoever holds it', () => {
  expect(Object.entries(Object.groupBy(bookingStates, stageOf)).map(([stage, states]) => `${stage}: ${states.join(' ')}`)).toEqual([
    'ahead: cart_held option confirmed balance_due overdue guaranteed amending',
    'asked: requested counter_offered',
    'over: declined operator_cancelled cancelled no_show completed expired',
    'begun: redeemed',
  ]);
});
