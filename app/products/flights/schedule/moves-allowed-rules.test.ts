import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anOffer } from '../offer-testing.ts';
import type { Segment, Slice } from '../offer.ts';
import { decidedFlights, isMoveAllowed, mayAllowMoves, mayForbidMoves, movesToChoose, readMovesAllowed } from './moves-allowed-rules.ts';
import { earlierMinutes, judgeSchedule, sliceOf, type FlownAround } from './schedule-rules.ts';

const alone: FlownAround = { before: [], after: [] };
const sold = anOffer().slices;
const only = sold[0]!.segments[0]!;
const at = (moment: Segment['departs'], minutes: number): Segment['departs'] => {
  const shift = (text: string, end: string) =>
    new Date(Date.parse(`${text.slice(0, 16)}Z`) + minutes * 60_000).toISOString().slice(0, 16) + end;
  return { ...moment, local: shift(moment.local, ''), utc: shift(moment.utc, ':00Z') };
};
const by = (segment: Segment, departs: number, arrives = departs): Segment => ({
  ...segment,
  departs: at(segment.departs, departs),
  arrives: at(segment.arrives, arrives),
});
const moved = (departs: number, arrives = departs): Slice[] => [sliceOf([by(only, departs, arrives)])];

/** DXB to LHR over Doha, with 90 minutes between the flights. */
const first: Segment = {
  ...only,
  flight: 'QR1',
  to: 'DOH',
  arrives: { local: '2026-12-05T07:45', utc: '2026-12-05T04:45:00Z', zone: 'Asia/Qatar' },
};
const second: Segment = {
  ...only,
  flight: 'QR2',
  from: 'DOH',
  departs: { local: '2026-12-05T09:15', utc: '2026-12-05T06:15:00Z', zone: 'Asia/Qatar' },
};
const connecting = [sliceOf([first, second])];

function allowed(
  minutes: number,
  was: readonly Slice[],
  now: readonly Slice[] | null,
  more: { seats?: number[]; around?: FlownAround } = {},
) {
  const judged = judgeSchedule(was, now, more.seats ?? [], more.around ?? alone);
  return judged !== null && isMoveAllowed(minutes, judged, was, now);
}

describe('a move that was allowed beforehand', () => {
  test.each([
    ['by just as many minutes later', 30, moved(30), true],
    ['by just as many minutes earlier', 30, moved(-30), true],
    ['by one minute more', 30, moved(31), false],
    ['on landing only, by one minute more', 30, moved(0, 31), false],
    ['by anything where nothing is allowed', 0, moved(5), false],
    ['with another aircraft beside it', 30, [sliceOf([{ ...by(only, 10), aircraft: '388' }])], true],
    ['with another aircraft and no other times', 30, [sliceOf([{ ...only, aircraft: '388' }])], false],
    ['under another number', 30, [sliceOf([{ ...by(only, 10), flight: 'EK9' }])], false],
    ['from another airport', 30, [sliceOf([{ ...by(only, 10), from: 'DWC' }])], false],
    ['to another airport', 30, [sliceOf([{ ...by(only, 10), to: 'LGW' }])], false],
    ['to no flight at all', 30, null, false],
  ] as const)('%s', (_, minutes, now, is) => {
    expect(allowed(minutes, sold, now)).toBe(is);
  });

  it('is none when it comes to lie on another day at either end, however small it is', () => {
    const late = [
      sliceOf([
        {
          ...only,
          departs: { ...only.departs, local: '2026-12-05T23:50', utc: '2026-12-05T19:50:00Z' },
          arrives: { ...only.arrives, local: '2026-12-06T03:50', utc: '2026-12-06T03:50:00Z' },
        },
      ]),
    ];
    const next = late.map(({ segments }) => sliceOf([by(segments[0]!, 20)]));
    expect(allowed(45, late, next)).toBe(false);
  });

  it('is none when it breaks a connection within the ticket or between tickets, or gains or loses a stop', () => {
    const short = [sliceOf([by(first, 0, 40), second])];
    expect(allowed(45, connecting, short)).toBe(false);
    expect(allowed(45, connecting, [sliceOf([by(first, 0, 10), by(second, 10)])])).toBe(true);
    expect(allowed(45, connecting, [sliceOf([{ ...first, to: 'LHR', arrives: second.arrives }])])).toBe(false);
    const lands = Date.parse(only.arrives.utc);
    const onward: Segment = {
      ...only,
      flight: 'BA1',
      from: 'LHR',
      to: 'JFK',
      departs: { ...only.departs, utc: new Date(lands + 190 * 60_000).toISOString() },
    };
    expect(allowed(45, sold, moved(20), { around: { before: [], after: [onward] } })).toBe(false);
    expect(allowed(45, sold, moved(5), { around: { before: [], after: [onward] } })).toBe(true);
  });

  it('is none when a chosen seat is lost', () => {
    expect(allowed(30, sold, moved(10), { seats: [0] })).toBe(false);
  });

  it('never takes a flight further than the minutes, and never one that is large', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...movesToChoose),
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: -200, max: 200 }),
        (minutes, off, on) => {
          const now = moved(off, on);
          const is = allowed(minutes, sold, now);
          return !is || (Math.abs(off) <= minutes && Math.abs(on) <= minutes && judgeSchedule(sold, now, [], alone)!.severity === 'minor');
        },
      ),
    );
    expect(Math.max(...movesToChoose)).toBeLessThan(earlierMinutes);
  });

  it('counts from what somebody last decided on, so that small moves add up', () => {
    const [a, b, c] = [sold, moved(20), moved(35)];
    const [unasked, agreed] = [false, true];
    expect(
      decidedFlights(c, [
        { decided: unasked, was: b },
        { decided: unasked, was: a },
      ]),
    ).toBe(a);
    // Agreed to by themselves in between: the chain ends there.
    expect(
      decidedFlights(c, [
        { decided: unasked, was: b },
        { decided: agreed, was: a },
      ]),
    ).toBe(b);
    expect(
      decidedFlights(c, [
        { decided: agreed, was: b },
        { decided: unasked, was: a },
      ]),
    ).toBe(c);
    expect(decidedFlights(a, [])).toBe(a);
  });
});

it('reads its choices and nothing else', () => {
  expect(['', '0', '30', '31', '-10', '1e1', null, '10 '].map(readMovesAllowed)).toEqual([0, 0, 30, null, null, null, null, null]);
});

const travels = { travelStarts: new Date(2_000), travelEnds: new Date(3_000) };

it('is given for flights with tickets that are still to come', () => {
  expect(
    ['ticketed', 'schedule_change_pending', 'held', 'cancelled', 'change_pending'].map((status) =>
      mayAllowMoves({ status, ...travels }, 1_000),
    ),
  ).toEqual([true, true, false, false, false]);
  expect(mayAllowMoves({ status: 'ticketed', ...travels }, 2_000)).toBe(false);
});

it('is taken back whatever is going on, until the last flight has landed', () => {
  const living = ['held', 'paid', 'ticketing', 'ticketed', 'schedule_change_pending', 'change_quoted', 'change_pending', 'stuck'];
  expect(living.filter((status) => !mayForbidMoves({ status, ...travels }, 2_500))).toEqual([]);
  const over = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided', 'flown'];
  expect(over.filter((status) => mayForbidMoves({ status, ...travels }, 1_000))).toEqual([]);
  expect(mayForbidMoves({ status: 'ticketed', ...travels }, 3_000)).toBe(false);
});
