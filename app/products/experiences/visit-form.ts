import { mostHeldByNetwork } from '#app/commerce/availability/hold-rules.ts';
import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { AgeBandName, ExperienceFacts, Party } from './experience.ts';
import { daysAhead, runsOn } from './experience-rules.ts';
import { personsOf, slotsOn, usualOptions, type ExperienceOption, type Slot, type SlotChange } from './slot-rules.ts';

/** Why a party cannot be reckoned. */
export type VisitFault = 'unread' | 'nobody' | 'children-alone' | 'too-many' | 'group';

/** What an address asks for and cannot have, the first that keeps the rest from being told. */
export type VisitLost = 'day' | 'full' | 'start' | 'option';

/** What of an experience is sold, what differs from the timetable, and what is taken by pool. */
export interface Stock {
  readonly options: readonly ExperienceOption[];
  readonly changes: readonly SlotChange[];
  readonly taken: ReadonlyMap<string, number>;
}

export interface Visit {
  readonly option: ExperienceOption;
  /** Days with an open start of the option: the next ones, or those around a day that cannot be had. */
  readonly days: readonly CalendarDate[];
  /** The first of all of them. */
  readonly soonest: CalendarDate | null;
  readonly day: CalendarDate | null;
  /** The starts of the day, with those that have closed or are full. */
  readonly sessions: readonly Slot[];
  /** The chosen one; null when nothing is open, or what was asked for cannot be had: nothing is chosen in its place. */
  readonly session: Slot | null;
  readonly party: Party;
  /** How many persons can come to this start at most. */
  readonly most: number;
  readonly fault: VisitFault | null;
  readonly lost: VisitLost | null;
  /** The day that was asked for and is lost, where it is one at all. */
  readonly missed: CalendarDate | null;
  /** On a day whose every place is taken, the other options that can still be had. */
  readonly otherWays: readonly ExperienceOption[];
}

/** More of one band than this are a group, which is asked for and not reckoned. */
export const mostOfBand = 12;
/** Bands whose members may take children along. */
const grownUp: readonly AgeBandName[] = ['adult', 'senior'];

type Facts = Pick<
  ExperienceFacts,
  'id' | 'ageBands' | 'capacity' | 'private' | 'weekdays' | 'months' | 'startTimes' | 'durationMinutes' | 'cutOffHours' | 'freeCancelHours'
>;

const daysShown = 8;

/** Option, day, start and party of an address; what it leaves open becomes the next open start, and two grown-ups. */
export function readVisit(
  params: URLSearchParams,
  facts: Facts,
  now: LocalTime,
  stock: Stock = { options: usualOptions(facts), changes: [], taken: new Map() },
): Visit {
  const askedOption = params.get('option') || null;
  const named = stock.options.find(({ key }) => key === askedOption);
  const option = named ?? stock.options[0]!;
  const slotsOf = (day: CalendarDate, of = option) => slotsOn(facts, of, day, now, stock.changes, stock.taken);
  const isOpen = (day: CalendarDate, of = option) => slotsOf(day, of).some(({ open }) => open);
  const today = now.slice(0, 10) as CalendarDate;
  const last = addDays(today, daysAhead);
  /** Open days from one on, one after the other or one before the other. */
  const openFrom = (from: CalendarDate, step: 1 | -1) => {
    const found: CalendarDate[] = [];
    for (let day = from; day >= today && day <= last && found.length < daysShown; day = addDays(day, step))
      if (runsOn(facts, day) && isOpen(day)) found.push(day);
    return found;
  };
  const askedDay = params.get('date') || null;
  const date = parseCalendarDate(askedDay ?? '');
  const known = date !== null && date >= today && date <= last;
  const runs = known && isOpen(date);
  const full = known && !runs && slotsOf(date).some(({ left, stopped, closesAt }) => left === 0 && !stopped && now <= closesAt);
  const next = openFrom(today, 1);
  const day = askedDay === null ? (next[0] ?? null) : runs || full ? date : null;
  const sessions = day ? slotsOf(day) : [];
  const open = sessions.filter((session) => session.open);
  const askedStart = params.get('time') || null;
  const start = askedStart === null ? open[0] : open.find((session) => session.start === askedStart);
  const lost =
    askedOption !== null && !named
      ? 'option'
      : full
        ? 'full'
        : askedDay !== null && !runs
          ? 'day'
          : day !== null && !start
            ? 'start'
            : null;
  const session = lost === null ? (start ?? null) : null;
  const bands = facts.ageBands.map(({ band }) => band);
  const given = bands.filter((band) => params.get(band));
  const isCount = (band: AgeBandName) => /^\d{1,2}$/.test(params.get(band)!) && Number(params.get(band)) <= mostOfBand;
  const usual = bands.includes('adult') ? 'adult' : bands[0]!;
  const party: Party =
    given.length === 0
      ? { [usual]: Math.min(2, facts.capacity) }
      : Object.fromEntries(given.map((band) => [band, isCount(band) ? Number(params.get(band)) : 0]));
  const room = option.groupSize ?? Math.min(option.capacity, session?.left ?? option.capacity);
  // More places than anybody may keep unpaid are no matter for a form.
  const most = option.unit === 'person' ? Math.min(room, mostHeldByNetwork) : room;
  const fault = faultOf(party, facts, most);
  return {
    option,
    days: known && !runs ? around(openFrom(date, -1).toReversed(), openFrom(date, 1)) : next,
    soonest: next[0] ?? null,
    day,
    sessions,
    session,
    party,
    most,
    fault: !given.every(isCount) ? 'unread' : fault === 'too-many' && most < room ? 'group' : fault,
    lost,
    missed: lost === 'day' || lost === 'full' ? date : null,
    otherWays: lost === 'full' ? stock.options.filter((one) => one !== option && isOpen(date!, one)) : [],
  };
}

/** As many of the days before as of those after, and more of the ones where the others are few. */
function around(before: readonly CalendarDate[], after: readonly CalendarDate[]): CalendarDate[] {
  const half = daysShown / 2;
  const later = after.slice(0, Math.max(half, daysShown - before.length));
  return [...before.slice(-Math.max(half, daysShown - after.length)), ...later];
}

/** How many of each band come, as a form says; null where a number makes no sense. Bands that are not sold are left out. */
export function readParty({ ageBands }: Pick<ExperienceFacts, 'ageBands'>, values: (name: string) => string | null): Party | null {
  const counts = ageBands.map(({ band }) => [band, values(band) ?? '0'] as const);
  if (counts.some(([, count]) => !/^\d{1,2}$/.test(count) || Number(count) > mostOfBand)) return null;
  return Object.fromEntries(counts.map(([band, count]) => [band, Number(count)]));
}

/** The same visit as a query, for a link. */
export function visitParams(visit: Pick<Visit, 'option' | 'day' | 'session' | 'party'>): URLSearchParams {
  const params = new URLSearchParams();
  if (visit.day) params.set('date', visit.day);
  if (visit.session) params.set('time', visit.session.start);
  params.set('option', visit.option.key);
  for (const [band, count] of Object.entries(visit.party)) params.set(band, String(count));
  return params;
}

/** What keeps a party from coming; `most` is how many persons can. */
export function faultOf(party: Party, { ageBands }: Pick<ExperienceFacts, 'ageBands'>, most: number): VisitFault | null {
  const persons = personsOf(party);
  if (persons === 0) return 'nobody';
  if (persons > most) return 'too-many';
  const needsGrownUp = ageBands.some(({ band }) => grownUp.includes(band));
  const accompanied = grownUp.some((band) => (party[band] ?? 0) > 0);
  return needsGrownUp && !accompanied ? 'children-alone' : null;
}
