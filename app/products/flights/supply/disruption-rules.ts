import { instant } from '#app/values/dates.ts';
import { instantOf, type LocalTime } from '#app/values/local-time.ts';
import type { LocalMoment, Offer, Segment } from '../offer.ts';
import { sliceOf } from '../schedule/schedule-rules.ts';

/*
 * A flight of the house that does not fly as it was sold, and what that makes of a booking: pure.
 */

export const disruptionKinds = ['moved', 'renumbered', 'aircraft', 'cancelled'] as const;
export type DisruptionKind = (typeof disruptionKinds)[number];

export interface Disruption {
  /** Such as EK332. */
  readonly flight: string;
  readonly fromAirport: string;
  /** Local date of the departure that was sold, YYYY-MM-DD. */
  readonly departsOn: string;
  readonly kind: DisruptionKind;
  /** Local times at either airport, YYYY-MM-DDTHH:MM. */
  readonly departsLocal: string | null;
  readonly arrivesLocal: string | null;
  readonly newFlight: string | null;
  readonly aircraft: string | null;
  readonly aircraftName: string | null;
  readonly seatsLost: boolean;
}

export type DisruptionRefusal = 'not-after' | 'too-long' | 'as-sold' | 'too-far';

const longestMinutes = 20 * 60;
const furthestDays = 3;

export function isDisrupted(
  segment: Pick<Segment, 'flight' | 'from' | 'departs'>,
  { flight, fromAirport, departsOn }: Disruption,
): boolean {
  return segment.flight === flight && segment.from === fromAirport && segment.departs.local.slice(0, 10) === departsOn;
}

/** Why a flight cannot be as it was typed; null when it can. */
export function refuseDisruption(sold: Segment, disruption: Disruption): DisruptionRefusal | null {
  const changed = disruptSegment(sold, disruption);
  if (disruption.kind === 'cancelled') return null;
  const flown = (Date.parse(changed.arrives.utc) - Date.parse(changed.departs.utc)) / 60_000;
  if (flown <= 0) return 'not-after';
  if (flown > longestMinutes) return 'too-long';
  if (Math.abs(Date.parse(changed.departs.utc) - Date.parse(sold.departs.utc)) > furthestDays * 86_400_000) return 'too-far';
  const same =
    changed.flight === sold.flight &&
    changed.departs.utc === sold.departs.utc &&
    changed.arrives.utc === sold.arrives.utc &&
    changed.aircraft === sold.aircraft;
  return same && !disruption.seatsLost ? 'as-sold' : null;
}

/** Whether a flight is not flown at all, by what was said of it last. */
export function isCancelled(segment: Segment, said: readonly Disruption[]): boolean {
  return said.findLast((disruption) => isDisrupted(segment, disruption))?.kind === 'cancelled';
}

/**
 * A booking's flights as they are flown now, by all that was said of them, the oldest first; null: one of them is not flown at
 * all, by what was said of it last.
 */
export function disruptOffer({ slices }: Pick<Offer, 'slices'>, said: readonly Disruption[]): Offer['slices'] | null {
  if (slices.some(({ segments }) => segments.some((segment) => isCancelled(segment, said)))) return null;
  return disruptDirections({ slices }, said);
}

/** The same direction by direction; one with a flight that is not flown stays as it was sold. */
export function disruptDirections({ slices }: Pick<Offer, 'slices'>, said: readonly Disruption[]): Offer['slices'] {
  const of = (segment: Segment) => said.filter((disruption) => isDisrupted(segment, disruption));
  return slices.map((slice) =>
    slice.segments.some((segment) => of(segment).length > 0) && !slice.segments.some((segment) => isCancelled(segment, said))
      ? sliceOf(
          slice.segments.map((segment) => of(segment).reduce(disruptSegment, segment)),
          slice.layovers,
        )
      : slice,
  );
}

export function disruptSegment(
  sold: Segment,
  { kind, departsLocal, arrivesLocal, newFlight, aircraft, aircraftName }: Disruption,
): Segment {
  const departs = kind === 'moved' && departsLocal ? momentOf(sold.departs, departsLocal) : sold.departs;
  const arrives = kind === 'moved' && arrivesLocal ? momentOf(sold.arrives, arrivesLocal) : sold.arrives;
  const named =
    kind === 'renumbered' && newFlight ? { flight: newFlight, airline: newFlight.slice(0, 2), number: Number(newFlight.slice(2)) } : {};
  const flown = kind === 'aircraft' && aircraft ? { aircraft, aircraftName: aircraftName ?? aircraft } : {};
  return {
    ...sold,
    ...named,
    ...flown,
    departs,
    arrives,
    minutes: Math.round((Date.parse(arrives.utc) - Date.parse(departs.utc)) / 60_000),
  };
}

function momentOf({ zone }: LocalMoment, local: string): LocalMoment {
  const at = instant(instantOf(zone, local as LocalTime));
  return { local, utc: `${new Date(at).toISOString().slice(0, 16)}:00Z`, zone };
}
