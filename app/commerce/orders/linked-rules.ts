import { dayMs, hourMs, type CalendarDate } from '#app/values/dates.ts';
import { stageOf } from './order-stages.ts';

/*
 * What else somebody has booked for the days of one order, and which of it no longer fits when flights are moved or not flown.
 * Pure: nothing here cancels or forbids anything, it says what to look at.
 */

/** What the rules need of another order; the same shape as a counter's part of a trip, with its order and its instants. */
export interface LinkedPart {
  readonly reference: string;
  readonly role: 'sleeps' | 'carries' | 'visits' | 'opens';
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly countries: readonly string[];
  /** Milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The days of a journey. */
export type Span = Pick<LinkedPart, 'startsAt' | 'endsAt'>;

/** One end of a direction of a journey: where it lands, or from where it leaves, as it was and as it is; null: not flown. */
export interface MovedEnd {
  readonly kind: 'lands' | 'leaves';
  /** ISO 3166 alpha-2 of the place; null where it is not known. */
  readonly country: string | null;
  readonly was: MovedMoment;
  readonly now: MovedMoment | null;
}
interface MovedMoment {
  readonly at: number;
  /** Local day of the place. */
  readonly day: CalendarDate;
}

export const touches = [
  /** Nothing of ours brings its travellers there or home any more. */
  'no-flight',
  /** Of a visa: the first day in the country is before, or after, the one that was asked for. */
  'entry-before',
  'entry-after',
  /** Of a bed or a tour: its first night is lost, or there is a night before it that none is booked for; the same of its end. */
  'first-night',
  'night-before',
  'last-night',
  'night-after',
  /** It begins before somebody can be there, or is not over when they have to go. */
  'begins-before',
  'ends-after',
] as const;
export type Touch = (typeof touches)[number];

/** Out of an airport and into a town; and back through one, with bags. */
const reachMs = 2 * hourMs;
const returnMs = 3 * hourMs;

/** An order that somebody still counts on: placed, neither over nor ended. */
export function isStillBooked(status: string): boolean {
  const { ended, reached } = stageOf(status);
  return !ended && reached >= 1 && reached < 4;
}

/** States of an order that somebody gave back: its owner may want to give back more. */
export const givenUp: readonly string[] = ['cancelled', 'refund_due', 'refunded', 'voided'];

/** Whether two orders are of the same days: they overlap, or lie within a day of one another. */
export function areLinked(one: Span, other: Span): boolean {
  return one.startsAt <= other.endsAt + dayMs && other.startsAt <= one.endsAt + dayMs;
}

/** What of another order does not fit any more; null for one that is as good as it was. */
export function touchOf(part: LinkedPart, ends: readonly MovedEnd[]): Touch | null {
  const there = ends.filter(({ country }) => part.role === 'carries' || fits(part, country));
  if (there.some(({ kind, was, now }) => now === null && kind === 'lands' && led(part, was))) return 'no-flight';
  for (const { kind, was, now } of there) {
    const touch = now && (kind === 'lands' ? landing(part, was, now) : leaving(part, was, now));
    if (touch) return touch;
  }
  return null;
}

/** Whether a landing led to it: what was over or under way by then was reached some other way. */
const led = (part: LinkedPart, was: MovedMoment) =>
  part.role === 'sleeps' || part.role === 'opens' ? was.day <= part.from : was.at <= part.startsAt;

const fits = ({ countries }: LinkedPart, country: string | null) =>
  countries.length === 0 || (country !== null && countries.includes(country));

function landing(part: LinkedPart, was: MovedMoment, now: MovedMoment): Touch | null {
  if (part.role === 'opens') {
    if (was.day === now.day) return null;
    if (now.day < part.from) return 'entry-before';
    return was.day <= part.from && now.day > part.from ? 'entry-after' : null;
  }
  if (part.role === 'sleeps' && was.day <= part.from && now.day > part.from) return 'first-night';
  if (part.role === 'sleeps' && was.day === part.from && now.day < part.from) return 'night-before';
  // A bed waits until the evening; a tour's first day is told by its day.
  if (part.role === 'sleeps') return null;
  return was.at <= part.startsAt && now.at > was.at && now.at + reachMs > part.startsAt ? 'begins-before' : null;
}

function leaving(part: LinkedPart, was: MovedMoment, now: MovedMoment): Touch | null {
  if (part.role === 'opens') return null;
  if (part.role === 'sleeps' && was.day >= part.until && now.day < part.until) return 'last-night';
  if (part.role === 'sleeps' && was.day === part.until && now.day > part.until) return 'night-after';
  if (part.role === 'sleeps') return null;
  return was.at >= part.endsAt && now.at < was.at && now.at - returnMs < part.endsAt ? 'ends-after' : null;
}
