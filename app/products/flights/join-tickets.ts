import { dayMs, minuteMs } from '#app/values/dates.ts';
import { minimumConnection } from './engine/connection-rules.ts';
import type { Layover, Offer, Segment, Slice } from './offer.ts';
import { sliceOf } from './schedule/schedule-rules.ts';

/*
 * One direction may be flown on several tickets: the traveller collects bags, checks in again and changes on their own. Each
 * ticket is a contract; the direction is what people read.
 */

/** What of a contract tells how it follows the one before. */
export type FollowingTicket = Pick<Offer, 'slices' | 'passage'>;

/** The directions of a journey as they are flown; contracts that go on within a direction are joined by their passage. */
export function joinTickets(offers: readonly FollowingTicket[]): Slice[] {
  const directions: Slice[] = [];
  for (const { slices, passage } of offers) {
    const [first, ...others] = slices;
    const before = directions.at(-1);
    const layover = passage && before && first ? passageBetween(before.segments.at(-1)!, first.segments[0]!, passage) : null;
    if (layover) directions[directions.length - 1] = joined(before!, layover, first!);
    else if (first) directions.push(first);
    directions.push(...others);
  }
  return directions;
}

/** The way to a contract from the one before it; null where it begins a direction. */
export function passageTo(contracts: readonly { readonly offer: FollowingTicket }[], position: number): Layover | null {
  const [before, own] = [contracts[position - 1]?.offer, contracts[position]?.offer];
  const last = before?.slices.at(-1)?.segments.at(-1);
  const first = own?.slices[0]?.segments[0];
  return last && first && own.passage ? passageBetween(last, first, own.passage) : null;
}

/** The way from one ticket to the next as they fly now; null where a day or more lies between them: that is a stay. */
function passageBetween(from: Segment, to: Segment, sold: Layover): Layover | null {
  const minutes = (Date.parse(to.departs.utc) - Date.parse(from.arrives.utc)) / minuteMs;
  if (minutes > dayMs / minuteMs) return null;
  if (minutes === sold.minutes && from.to === sold.airport && to.from === sold.departsFrom) return sold;
  const now = sliceOf([from, to]).layovers[0]!;
  return { ...now, selfTransfer: true, ...(minutes < minimumConnection.selfTransfer ? { grade: 'tight' } : {}) };
}

/** How many directions were bought: tickets that go on within one are of it, however far apart they have come to lie. */
export function directionsOf(offers: readonly FollowingTicket[]): number {
  return offers.reduce((count, { slices, passage }) => count + slices.length - (passage ? 1 : 0), 0);
}

/** The last ticket of the direction in which the ticket at a position lies; one of several directions goes on nowhere. */
export function lastOfDirection<Ticket extends FollowingTicket>(offers: readonly Ticket[], position: number): Ticket {
  const own = offers[position]!;
  if (own.slices.length > 1) return own;
  const others = offers.slice(position + 1);
  const next = others.findIndex(({ passage }) => !passage);
  return others.slice(0, next < 0 ? undefined : next).at(-1) ?? own;
}

/** Where the first direction ends. */
export const endOfFirst = (offers: readonly FollowingTicket[]): string => lastOfDirection(offers, 0).slices[0]!.to;

/** Other flights of a ticket go on where those before them did. */
export function followingOn(was: Pick<Offer, 'passage'>, wanted: Offer): Offer {
  return was.passage ? { ...wanted, passage: was.passage } : wanted;
}

function joined(before: Slice, passage: Layover, after: Slice): Slice {
  const { from, segments, layovers, minutes, stops, dayShift } = sliceOf([...before.segments, ...after.segments]);
  return {
    from,
    to: after.to,
    segments,
    layovers: [...before.layovers, passage, ...after.layovers].slice(0, layovers.length),
    minutes,
    stops,
    dayShift,
  };
}
