import { dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { layoverGrade, minimumConnection } from '../engine/connection-rules.ts';
import type { Layover, Segment, Slice } from '../offer.ts';

/*
 * What an airline's change of schedule means for a traveller: what differs, whether it is minor or major, which connections
 * it breaks, what may be answered and until when. Pure, from the flights that were sold and those the airline flies now.
 */

export const scheduleKinds = ['cancelled', 'rerouted', 'renumbered', 'moved', 'aircraft', 'seats'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];
export type Severity = 'minor' | 'major';

/** From here on a traveller may have everything back: the later of the limits that airlines and regulators use. */
export const laterMinutes = 120;
/** Leaving earlier takes more from people than arriving later. */
export const earlierMinutes = 60;
/** Days on either side of the flights of before within which others may be chosen free of charge. */
export const insteadDays = 3;

const minorAnswerMs = 3 * dayMs;
const majorAnswerMs = 7 * dayMs;
/** The desk needs this long before the first flight to act on what was answered. */
const beforeFlightMs = dayMs;
const leastAnswerMs = 2 * hourMs;

/** A flight that cannot be reached any more from the one before it. */
export interface BrokenConnection {
  /** IATA code of where the first flight ends. */
  readonly airport: string;
  readonly from: string;
  readonly to: string;
  /** What is left between them, below zero when the second leaves first; and what is needed. */
  readonly minutes: number;
  readonly needed: number;
}

export interface ScheduleJudgement {
  readonly kinds: readonly ScheduleKind[];
  readonly severity: Severity;
  /** The first departure against the one that was sold, and the last arrival, in minutes; null for a cancelled flight. */
  readonly departsBy: number | null;
  readonly arrivesBy: number | null;
  readonly broken: readonly BrokenConnection[];
  readonly refundable: boolean;
  readonly acceptable: boolean;
}

/** Flights of the order's other contracts, before these and after them, as they fly now. */
export interface FlownAround {
  readonly before: readonly Segment[];
  readonly after: readonly Segment[];
}

const segmentsIn = (slices: readonly Slice[]) => slices.flatMap(({ segments }) => segments);
const minutesBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / minuteMs);
const dayOf = ({ departs }: Pick<Segment, 'departs'>) => departs.local.slice(0, 10);
const routeOf = (segments: readonly Segment[]) => segments.map(({ from, to }) => `${from}-${to}`).join(' ');

/** What an airline said of the flights of one booking. */
export interface SaidOfFlights {
  /** Null: it does not fly them; which of them, `gone` says. */
  readonly slices: readonly Slice[] | null;
  /** Positions of those that are not flown; empty: all of them, or nobody says which. */
  readonly gone: readonly number[];
  /** Beside them: every direction as it flies by what was said of it last; null where nobody says. */
  readonly flies: readonly Slice[] | null;
}

/**
 * Each direction as it is flown now; null: it is not. Where a source says which flights are gone, a direction without any of
 * them flies by what was last said of it, although the booking as a whole is cancelled.
 */
export function directionsNow(was: readonly Slice[], { slices: now, gone, flies }: SaidOfFlights): readonly (Slice | null)[] {
  if (now) return was.map((_, at) => now[at] ?? null);
  const firsts = was.map((_, at) => segmentsIn(was.slice(0, at)).length);
  return was.map((slice, at) => {
    const of = slice.segments.map((_, position) => firsts[at]! + position);
    return gone.length === 0 || of.some((position) => gone.includes(position)) ? null : (flies?.[at] ?? slice);
  });
}

/**
 * Null: the airline flies what was sold. `seatsLost`: positions of flights on which chosen seats are none any more. `flies`:
 * what becomes of the directions beside one that is not flown.
 */
export function judgeSchedule(
  was: readonly Slice[],
  now: readonly Slice[] | null,
  seatsLost: readonly number[],
  around: FlownAround,
  flies: readonly Slice[] | null = null,
): ScheduleJudgement | null {
  if (now === null)
    return {
      kinds: ['cancelled', ...(flies ? (judgeSchedule(was, flies, seatsLost, around)?.kinds ?? []) : [])],
      severity: 'major',
      departsBy: null,
      arrivesBy: null,
      broken: [],
      refundable: true,
      acceptable: false,
    };
  const [old, fresh] = [segmentsIn(was), segmentsIn(now)];
  const same = routeOf(old) === routeOf(fresh);
  const pairs = same ? old.map((segment, at) => [segment, fresh[at]!] as const) : [];
  const kinds: ScheduleKind[] = [
    ...(same ? [] : (['rerouted'] as const)),
    ...(pairs.some(([a, b]) => a.flight !== b.flight) ? (['renumbered'] as const) : []),
    ...(pairs.some(([a, b]) => a.departs.utc !== b.departs.utc || a.arrives.utc !== b.arrives.utc) ? (['moved'] as const) : []),
    ...(pairs.some(([a, b]) => a.aircraft !== b.aircraft) ? (['aircraft'] as const) : []),
    ...(seatsLost.length > 0 ? (['seats'] as const) : []),
  ];
  if (kinds.length === 0) return null;
  const slices = was.map((slice, at) => [slice.segments, now[at]?.segments ?? slice.segments] as const);
  const departures = slices.map(([a, b]) => minutesBetween(a[0]!.departs.utc, b[0]!.departs.utc));
  const arrivals = slices.map(([a, b]) => minutesBetween(a.at(-1)!.arrives.utc, b.at(-1)!.arrives.utc));
  const otherDay = slices.some(([a, b]) => dayOf(a[0]!) !== dayOf(b[0]!));
  const broken = brokenConnections(old, fresh, around);
  const major =
    !same ||
    otherDay ||
    broken.length > 0 ||
    departures.some((by) => by <= -earlierMinutes || by >= laterMinutes) ||
    arrivals.some((by) => Math.abs(by) >= laterMinutes);
  return {
    kinds,
    severity: major ? 'major' : 'minor',
    departsBy: widest(departures),
    arrivesBy: widest(arrivals),
    broken,
    refundable: major,
    acceptable: true,
  };
}

const widest = (minutes: readonly number[]) => minutes.reduce((most, by) => (Math.abs(by) > Math.abs(most) ? by : most), 0);

interface Flown {
  readonly segment: Segment;
  /** Of another contract: bags come off the belt and are dropped again. */
  readonly other: boolean;
}

/**
 * Connections that are shorter than they were and than anybody needs: inside a ticket and between the tickets of one order.
 * Stays are no connections: more than a day between two flights.
 */
function brokenConnections(old: readonly Segment[], fresh: readonly Segment[], { before, after }: FlownAround): BrokenConnection[] {
  const line = (own: readonly Segment[]): Flown[] => [
    ...before.map((segment) => ({ segment, other: true })),
    ...own.map((segment) => ({ segment, other: false })),
    ...after.map((segment) => ({ segment, other: true })),
  ];
  const sold = new Map(connections(line(old)).map((one) => [`${one.from.segment.to}>${one.to.segment.from}`, one.minutes]));
  return connections(line(fresh)).flatMap(({ from, to, minutes }) => {
    const needed = neededBetween(from, to);
    const had = sold.get(`${from.segment.to}>${to.segment.from}`) ?? Infinity;
    if (minutes >= needed || minutes >= had || minutes > dayMs / minuteMs) return [];
    return [{ airport: from.segment.to, from: from.segment.flight, to: to.segment.flight, minutes, needed }];
  });
}

function connections(line: readonly Flown[]) {
  return line.slice(1).map((to, at) => {
    const from = line[at]!;
    return { from, to, minutes: minutesBetween(from.segment.arrives.utc, to.segment.departs.utc) };
  });
}

function neededBetween(from: Flown, to: Flown): number {
  if (from.other !== to.other) return minimumConnection.selfTransfer;
  if (from.segment.to !== to.segment.from) return minimumConnection.airportChange;
  const { toTerminal } = from.segment;
  const { fromTerminal } = to.segment;
  const changes = toTerminal !== null && fromTerminal !== null && toTerminal !== fromTerminal;
  return minimumConnection.international + (changes ? minimumConnection.terminalChange : 0);
}

/** Until when it is to be answered. Never sooner than people can read it, and before the first flight of before and now. */
export function answerBy(severity: Severity, departs: Instant, now: Instant): Instant {
  const usual = now + (severity === 'major' ? majorAnswerMs : minorAnswerMs);
  return instant(Math.max(now + leastAnswerMs, Math.min(usual, departs - beforeFlightMs)));
}

/** A flight under another number, and nothing of the journey itself: the tickets are written anew, and nothing is asked. */
export function isNumberOnly(kinds: readonly ScheduleKind[]): boolean {
  return kinds.includes('renumbered') && kinds.every((kind) => kind === 'renumbered' || kind === 'aircraft');
}

/** When a new number is taken by itself: as soon as whoever wants other flights instead could have read of it. */
export const numberStandsBy = (now: Instant): Instant => instant(now + leastAnswerMs);

/** What happens when nobody answers: a small change is taken as read, anything else is for a person. */
export function silenceOf({ severity, acceptable }: Pick<ScheduleJudgement, 'severity' | 'acceptable'>): 'accept' | 'ask' {
  return severity === 'minor' && acceptable ? 'accept' : 'ask';
}

/** A direction with other flights: its times and layovers reckoned anew. */
export function sliceOf(segments: readonly Segment[], was: readonly Layover[] = []): Slice {
  const [first, last] = [segments[0]!, segments.at(-1)!];
  const layovers = segments.slice(1).map((to, at): Layover => {
    const from = segments[at]!;
    const minutes = minutesBetween(from.arrives.utc, to.departs.utc);
    const airportChange = from.to !== to.from;
    const terminalChange = from.toTerminal !== null && to.fromTerminal !== null && from.toTerminal !== to.fromTerminal;
    const minimum = airportChange
      ? minimumConnection.airportChange
      : minimumConnection.international + (terminalChange ? minimumConnection.terminalChange : 0);
    return {
      airport: from.to,
      departsFrom: to.from,
      minutes,
      grade: layoverGrade(minutes, minimum),
      overnight: nightOf(from.arrives.local, to.departs.local) >= overnightFrom,
      airportChange,
      terminalChange,
      selfTransfer: was[at]?.selfTransfer ?? false,
    };
  });
  return {
    from: first.from,
    to: last.to,
    segments,
    layovers,
    minutes: minutesBetween(first.departs.utc, last.arrives.utc),
    stops: segments.length - 1,
    dayShift: Math.round((Date.parse(last.arrives.local.slice(0, 10)) - Date.parse(first.departs.local.slice(0, 10))) / dayMs),
  };
}

/** Minutes between midnight and six, on the clock of the place. */
const overnightFrom = 180;
function nightOf(from: string, to: string): number {
  const [start, end] = [Date.parse(`${from}Z`) / minuteMs, Date.parse(`${to}Z`) / minuteMs];
  let night = 0;
  for (let midnight = Math.floor(start / 1440) * 1440; midnight < end; midnight += 1440)
    night += Math.max(0, Math.min(end, midnight + 360) - Math.max(start, midnight));
  return night;
}

/** Whether other flights leave within the days that are free of charge, direction by direction. */
export function withinDays(was: readonly Slice[], wanted: readonly Slice[]): boolean {
  return was.every((slice, at) => {
    const other = wanted[at]?.segments[0];
    return other !== undefined && Math.abs(Date.parse(dayOf(other)) - Date.parse(dayOf(slice.segments[0]!))) <= insteadDays * dayMs;
  });
}

/** A traveller who was told is not told again before this much later. */
const againAfterMs = 12 * hourMs;

/** Whether a traveller can be written to once more about a change: null when they were not told yet, or have answered. */
export function againStanding(
  open: { readonly toldAt: Date | null; readonly toldAgainAt: Date | null; readonly answer: string | null },
  now: Instant,
): 'due' | 'lately' | null {
  const last = open.toldAgainAt ?? open.toldAt;
  if (last === null || open.answer !== null) return null;
  return now - last.getTime() >= againAfterMs ? 'due' : 'lately';
}
