import type { Segment, Slice } from '../offer.ts';
import { directionsNow, type SaidOfFlights } from './schedule-rules.ts';

/** What an airline said of the flights of one contract that its traveller was told and has not answered. */
export interface AirlineSaid extends SaidOfFlights {
  /** Positions of sold flights on which chosen seats are none any more. */
  readonly seatsLost: readonly number[];
}

/** A flight as it flies now, beside what was sold of it. */
export interface FlownNow {
  readonly segment: Segment;
  /** What was sold in its place, and where in its contract; null for a flight on another way. */
  readonly sold: Segment | null;
  readonly position: number | null;
  readonly change: 'none' | 'moved' | 'cancelled';
}

const wayOf = (segments: readonly Segment[]) => segments.map(({ from, to }) => `${from}-${to}`).join(' ');

function differs(sold: Segment, now: Segment): boolean {
  return (
    sold.flight !== now.flight ||
    sold.departs.utc !== now.departs.utc ||
    sold.arrives.utc !== now.arrives.utc ||
    sold.aircraft !== now.aircraft
  );
}

/**
 * The flights of one contract as its airline flies them, whatever its traveller answers, and of each what was sold: where a
 * direction goes another way, none of its flights stands for one that was sold. What is flown no more is shown as it was sold.
 */
export function flownNow(
  sold: readonly Slice[],
  said: AirlineSaid | null,
): { readonly slices: readonly Slice[]; readonly flown: FlownNow[] } {
  const flies = said && directionsNow(sold, said);
  const slices = said?.slices ?? flies?.map((slice, at) => slice ?? sold[at]!) ?? sold;
  let position = 0;
  const flown = slices.flatMap(({ segments }, at): FlownNow[] => {
    const was = sold[at]?.segments ?? [];
    const first = position;
    position += was.length;
    const same = wayOf(was) === wayOf(segments);
    return segments.map((segment, index): FlownNow => {
      const before = same ? was[index]! : null;
      const own = before && first + index;
      const cancelled = said?.slices === null && flies?.[at] === null;
      const moved = before === null || differs(before, segment) || (said?.seatsLost.includes(first + index) ?? false);
      return { segment, sold: before, position: own, change: cancelled ? 'cancelled' : moved ? 'moved' : 'none' };
    });
  });
  return { slices, flown };
}
