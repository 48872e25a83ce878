import type { Instant } from '#app/values/dates.ts';
import { unfitTimes, type NotInstead } from '../change/change-rules.ts';
import { brandOf, directionCodes, onFlights } from '../fares/fare-rules.ts';
import { formatOfferId, parseOfferId, type Offer, type Segment, type Slice } from '../offer.ts';
import { directionsNow, type SaidOfFlights } from './schedule-rules.ts';

/*
 * Of a booking whose airline flies some directions and not others, those that fly may be kept as they fly now, and only the
 * others are flown otherwise. Pure.
 */

/** What stays of a booking, and what is chosen anew. */
export interface Keeping {
  readonly sold: Offer;
  /** Each direction as it flies now; null: it is not flown. */
  readonly directions: readonly (Slice | null)[];
  /** Positions of those that are not flown, in the order of the journey; never all of them and never none. */
  readonly lost: readonly number[];
  /** Code of the family in which those were sold. */
  readonly family: string;
}

/** When the order's other flights leave and arrive. */
type Around = Parameters<typeof unfitTimes>[1];

/**
 * What may be kept of a contract; null where all or nothing of it flies, where its source does not say of which flights it is
 * made, and where the directions that are lost were sold in different families.
 */
export function keepingOf(sold: Offer, brand: string, said: SaidOfFlights): Keeping | null {
  if (parseOfferId(sold.id)?.slices.length !== sold.slices.length) return null;
  const directions = directionsNow(sold.slices, said);
  const lost = directions.flatMap((slice, at) => (slice === null ? [at] : []));
  if (lost.length === 0 || lost.length === directions.length) return null;
  const codes = directionCodes(sold, brandOf(sold, brand));
  const families = new Set(lost.map((at) => codes[at] ?? brand));
  return families.size === 1 ? { sold, directions, lost, family: [...families][0]! } : null;
}

/** The whole journey with other flights in the directions that are lost, as far as they are chosen; null: not yet. */
export const journeyWith = ({ directions, lost }: Keeping, chosen: readonly Slice[]): (Slice | null)[] =>
  directions.map((slice, at) => slice ?? chosen[lost.indexOf(at)] ?? null);

/** Why other flights do not fit beside those that are kept and the order's others; null when they do, as far as they are chosen. */
export function unfitBeside(keeping: Keeping, chosen: readonly Slice[], around: Around, now: Instant): NotInstead | null {
  const { sold, lost } = keeping;
  const route = ({ from, to }: Pick<Slice, 'from' | 'to'>) => `${from}-${to}`;
  if (chosen.some((slice, index) => route(slice) !== route(sold.slices[lost[index]!]!))) return 'other-route';
  const flights = (slice: Slice) => slice.segments.map(({ flight, departs }) => `${flight} ${departs.utc}`).join();
  if (chosen.some((slice, index) => flights(slice) === flights(sold.slices[lost[index]!]!))) return 'same-flights';
  const journey = journeyWith(keeping, chosen);
  const timesOf = (slices: readonly (Slice | null)[]) =>
    slices.flatMap((slice) => slice?.segments ?? []).map(({ departs, arrives }) => ({ departs: departs.utc, arrives: arrives.utc }));
  for (const [index, { segments }] of chosen.entries()) {
    const at = lost[index]!;
    const unfit = unfitTimes(
      segments,
      {
        before: [...around.before, ...timesOf(journey.slice(0, at))],
        after: [...timesOf(journey.slice(at + 1)), ...around.after],
      },
      now,
    );
    if (unfit) return unfit;
  }
  return null;
}

/** The contract with them: the fare that was sold goes with the traveller, and a direction that is kept stays as it flies. */
export function offerKeeping(keeping: Keeping, wanted: Offer): Offer {
  const { sold, lost } = keeping;
  const [was, fresh] = [parseOfferId(sold.id)!, parseOfferId(wanted.id)!];
  const slices = journeyWith(keeping, wanted.slices).map((slice) => slice!);
  const flights = was.slices.map((own, at) => fresh.slices[lost.indexOf(at)] ?? own);
  return { ...onFlights(sold, slices), id: formatOfferId({ slices: flights, cabin: was.cabin }) };
}

/** Positions in the new contract of flights on which chosen seats are none any more, from their positions in the old one. */
export function seatsLostOn({ sold, lost }: Keeping, offer: Pick<Offer, 'slices'>, seatsLost: readonly number[]): number[] {
  const firsts = (slices: readonly Slice[]) => slices.map((_, at) => segmentsIn(slices.slice(0, at)).length);
  const [old, fresh] = [firsts(sold.slices), firsts(offer.slices)];
  return seatsLost.flatMap((position) => {
    const at = old.findLastIndex((first) => first <= position);
    return lost.includes(at) ? [] : [fresh[at]! + position - old[at]!];
  });
}

const segmentsIn = (slices: readonly Slice[]): Segment[] => slices.flatMap(({ segments }) => segments);

/** Whether the first flight of a direction has left. */
export const hasLeft = ({ segments }: Slice, now: Instant): boolean => Date.parse(segments[0]!.departs.utc) <= now;
