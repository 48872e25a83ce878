import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { instant, hourMs, dayMs } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { anOffer } from '../offer-testing.ts';
import type { Segment, Slice } from '../offer.ts';
import { answerBy, judgeSchedule, silenceOf, sliceOf, withinDays } from './schedule-rules.ts';
import { scheduleMachine, scheduleStates } from './schedule-status.ts';

const alone = { before: [], after: [] };
const sold = anOffer().slices;
const only = sold[0]!.segments[0]!;

/** The same flight so many minutes later at either end; clocks of the places follow. */
function later(segment: Segment, departs: number, arrives = departs): Segment {
  const move = (at: Segment['departs'], by: number) => {
    const shift = (text: string, end: string) =>
      new Date(Date.parse(`${text.slice(0, 16)}Z`) + by * 60_000).toISOString().slice(0, 16) + end;
    return { ...at, local: shift(at.local, ''), utc: shift(at.utc, ':00Z') };
  };
  return { ...segment, departs: move(segment.departs, departs), arrives: move(segment.arrives, arrives) };
}
const moved = (departs: number, arrives = departs): Slice[] => [sliceOf([later(only, departs, arrives)])];

/** DXB to LHR over Doha: 90 minutes between the flights. */
const first: Segment = {
  ...later(only, 0),
  flight: 'QR1',
  to: 'DOH',
  arrives: { local: '2026-12-05T07:45', utc: '2026-12-05T04:45:00Z', zone: 'Asia/Qatar' },
};
const second: Segment = {
  ...only,
  flight: 'QR2',
  from: 'DOH',
  fromTerminal: '3',
  departs: { local: '2026-12-05T09:15', utc: '2026-12-05T06:15:00Z', zone: 'Asia/Qatar' },
};
const connecting = [sliceOf([first, second])];

describe('a change of schedule', () => {
  test.each([
    ['ten minutes later', 10, 10, 'minor'],
    ['59 minutes earlier', -59, -59, 'minor'],
    ['an hour earlier', -60, -60, 'major'],
    ['119 minutes later', 119, 119, 'minor'],
    ['two hours later', 120, 120, 'major'],
    ['as it left, two hours longer on the way', 0, 120, 'major'],
    ['as it left, and two hours sooner there', 0, -120, 'major'],
  ] as const)('of a flight that leaves %s', (_, departs, arrives, severity) => {
    const judged = judgeSchedule(sold, moved(departs, arrives), [], alone)!;
    expect([judged.kinds, judged.severity, judged.refundable, judged.departsBy]).toEqual([
      ['moved'],
      severity,
      severity === 'major',
      departs,
    ]);
  });

  it('to another day is major, however few minutes it is', () => {
    const late = later(only, 16 * 60);
    const after = judgeSchedule([sliceOf([late])], [sliceOf([later(late, 30)])], [], alone)!;
    expect([late.departs.local.slice(11), after.severity]).toEqual(['23:45', 'major']);
  });

  it('is none when the airline flies what was sold', () => {
    expect(judgeSchedule(sold, sold, [], alone)).toBeNull();
  });

  it('that cancels the flight cannot be accepted, and everything goes back', () => {
    expect(judgeSchedule(sold, null, [], alone)).toMatchObject({
      kinds: ['cancelled'],
      severity: 'major',
      acceptable: false,
      refundable: true,
    });
  });

  it('of the number, the aircraft or a lost seat is minor', () => {
    const judge = (segment: Segment, seats: number[] = []) => judgeSchedule(sold, [sliceOf([segment])], seats, alone)!;
    expect(judge({ ...only, flight: 'EK9', number: 9 })).toMatchObject({ kinds: ['renumbered'], severity: 'minor' });
    expect(judge({ ...only, aircraft: '77W' })).toMatchObject({ kinds: ['aircraft'], severity: 'minor' });
    expect(judge(only, [0])).toMatchObject({ kinds: ['seats'], severity: 'minor', refundable: false });
  });

  it('that adds a connection is another route, and major', () => {
    expect(judgeSchedule(sold, connecting, [], alone)).toMatchObject({ kinds: ['rerouted'], severity: 'major', acceptable: true });
  });

  it('that leaves less than a connection needs breaks it, and says where and by how much', () => {
    const judged = judgeSchedule(connecting, [sliceOf([later(first, 30), second])], [], alone)!;
    expect([judged.severity, judged.broken]).toEqual(['major', [{ airport: 'DOH', from: 'QR1', to: 'QR2', minutes: 60, needed: 75 }]]);
  });

  it('that makes a short connection longer breaks nothing', () => {
    const short = [sliceOf([later(first, 30), second])];
    expect(judgeSchedule(short, [sliceOf([later(first, 25), second])], [], alone)).toMatchObject({ broken: [], severity: 'minor' });
  });

  it('breaks the way to another ticket of the order, where bags are dropped again', () => {
    const onward = {
      ...only,
      flight: 'BA9',
      from: 'LHR',
      to: 'JFK',
      departs: { ...only.arrives, local: '2026-12-05T14:55', utc: '2026-12-05T14:55:00Z' },
    };
    const judged = judgeSchedule(sold, moved(60), [], { before: [], after: [onward] })!;
    expect([judged.severity, judged.broken.map(({ from, to, minutes, needed }) => [from, to, minutes, needed])]).toEqual([
      'major',
      [['EK1', 'BA9', 150, 180]],
    ]);
  });

  it('does not take the stay between there and back for a connection', () => {
    const back = {
      ...only,
      flight: 'EK2',
      from: 'LHR',
      to: 'DXB',
      departs: { ...only.arrives, local: '2026-12-12T14:00', utc: '2026-12-12T14:00:00Z' },
    };
    expect(judgeSchedule(sold, moved(90), [], { before: [], after: [back] })!.broken).toEqual([]);
  });

  it('is minor or major whatever the minutes, and never major without a refund nor acceptable without flights', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -400, max: 400 }), (departs, longer) => {
        const judged = judgeSchedule(sold, moved(departs, departs + longer), [], alone);
        if (!judged) return departs === 0 && longer === 0;
        const wide = departs <= -60 || departs >= 120 || Math.abs(departs + longer) >= 120;
        return judged.acceptable && judged.refundable === (judged.severity === 'major') && (!wide || judged.severity === 'major');
      }),
    );
  });
});

describe('the time to answer', () => {
  const now = instant(Date.parse('2026-11-01T08:00:00Z'));
  const inMs = (milliseconds: number) => instant(now + milliseconds);

  it('is three days for a small change, a week for a large one', () => {
    expect([answerBy('minor', inMs(60 * dayMs), now) - now, answerBy('major', inMs(60 * dayMs), now) - now]).toEqual([
      3 * dayMs,
      7 * dayMs,
    ]);
  });

  it('ends a day before the first flight, and leaves two hours to read it', () => {
    expect(answerBy('major', inMs(2 * dayMs), now) - now).toBe(dayMs);
    expect(answerBy('major', inMs(5 * hourMs), now) - now).toBe(2 * hourMs);
  });

  it('ends in accepting only for a small change that can be flown', () => {
    expect(silenceOf({ severity: 'minor', acceptable: true })).toBe('accept');
    expect(silenceOf({ severity: 'major', acceptable: true })).toBe('ask');
    expect(silenceOf({ severity: 'minor', acceptable: false })).toBe('ask');
  });
});

it('other flights are free within three days of each direction, and no further', () => {
  const days = (by: number) => moved(by * 1440);
  expect([-4, -3, 0, 3, 4].map((by) => withinDays(sold, days(by)))).toEqual([false, true, true, true, false]);
  expect(withinDays([...sold, ...sold], sold)).toBe(false);
});

describe('a direction with other flights', () => {
  it('has its layovers, its length and its day of arrival reckoned anew', () => {
    const slice = sliceOf([first, later(second, 14 * 60)]);
    expect(slice).toMatchObject({ from: 'DXB', to: 'LHR', stops: 1, minutes: 1300, dayShift: 1 });
    expect(slice.layovers).toMatchObject([{ airport: 'DOH', minutes: 930, grade: 'long', overnight: false, airportChange: false }]);
  });

  it('is what it was when nothing was changed', () => {
    expect(sliceOf(sold[0]!.segments)).toEqual(sold[0]);
  });
});

describe('the machine of a change of schedule', async () => {
  const events = [...new Set(scheduleMachine.moves.map(({ event }) => event))];
  const actors = ['customer', 'staff', 'system', 'supplier', 'provider'] as const;

  test('answers every state, event and actor as its table says', () => {
    for (const state of scheduleStates)
      for (const event of events)
        for (const actor of actors) {
          const move = scheduleMachine.moves.find((one) => one.event === event && [one.from].flat().includes(state));
          const answer = moveOn(scheduleMachine, state, event, actor);
          expect(answer.ok).toBe(move !== undefined && move.by.includes(actor));
        }
  });

  test('has the edges that the database knows, and no way out of an end', async () => {
    const platform = await openTestPlatform();
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = 'schedule-change'`,
    )) as unknown as { rows: { edge: string }[] };
    expect(rows.map(({ edge }) => edge).sort()).toEqual(
      edgesOf(scheduleMachine)
        .map((edge) => edge.join('>'))
        .sort(),
    );
    const leaving = new Set(edgesOf(scheduleMachine).map(([from]) => from));
    expect([...leaving].sort()).toEqual(['held', 'open']);
  });
});
