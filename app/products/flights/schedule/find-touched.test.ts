import { describe, expect, it } from 'vitest';
import { anOffer } from '../offer-testing.ts';
import type { Slice } from '../offer.ts';
import { sliceOf } from './schedule-rules.ts';
import { findTouched, movedEnds, spanWith, touchesByClock } from './find-touched.ts';

const sold = anOffer().slices;
const at = (text: string) => Date.parse(`${text}:00Z`);
/** From 03:45 to 11:25 UTC on 5 December, so many minutes later. */
function later(minutes: number): Slice[] {
  const only = sold[0]!.segments[0]!;
  const move = ({ local, utc, zone }: typeof only.departs) => {
    const shift = (text: string) => new Date(Date.parse(`${text.slice(0, 16)}Z`) + minutes * 60_000).toISOString().slice(0, 16);
    return { local: shift(local), utc: `${shift(utc)}:00Z`, zone };
  };
  return [sliceOf([{ ...only, departs: move(only.departs), arrives: move(only.arrives) }])];
}

describe('what a change of schedule touches', () => {
  it('is looked for on the days to which the flights are moved, beside those of the order', () => {
    const order = { travelStarts: new Date(at('2026-12-05T03:45')), travelEnds: new Date(at('2026-12-05T11:25')) };
    expect(spanWith(order, [later(3 * 24 * 60)])).toEqual({ startsAt: at('2026-12-05T03:45'), endsAt: at('2026-12-08T11:25') });
    expect(spanWith(order, [[]])).toEqual({ startsAt: at('2026-12-05T03:45'), endsAt: at('2026-12-05T11:25') });
  });

  it('is another order by the clock when it begins too soon after, and no bed or visa on the same day', () => {
    const other = (kind: 'flight' | 'experience' | 'staycation' | 'evisa', starts: string) =>
      touchesByClock({ reference: 'other', kind, startsAt: at(starts), endsAt: at('2026-12-09T10:00') }, sold, later(30));
    expect([other('flight', '2026-12-05T11:30'), other('experience', '2026-12-05T13:54')]).toEqual([true, true]);
    expect(other('experience', '2026-12-05T13:55')).toBe(false);
    expect([other('staycation', '2026-12-05T11:30'), other('evisa', '2026-12-05T11:30')]).toEqual([false, false]);
  });

  it('is a ticket that goes on from a flight that is gone, and none that was flown before it', () => {
    const contracts = [0, 1, 2].map((position) => ({ position, offer: anOffer({ flight: `EK${position + 1}` }) }));
    const names = { country: () => 'GB', city: (airport: string) => airport };
    const touched = findTouched(
      { was: sold, slices: null, gone: [], flies: null, contract: 1 },
      { contracts } as unknown as Parameters<typeof findTouched>[1],
      [],
      { reference: 'own', change: null },
      names,
    );
    expect(touched).toEqual([{ reference: 'own', title: 'DXB – LHR', touch: 'no-flight', change: null }]);
  });

  it('is judged by the way that flies where another of the same booking does not', () => {
    const [out] = sold;
    const ends = movedEnds([out!, out!], [later(60)[0]!, null], () => null);
    expect(ends.map(({ was, now }) => now && (now.at - was.at) / 60_000)).toEqual([60, 60, null, null]);
  });
});
