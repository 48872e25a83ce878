import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { AgeBandName, ExperienceFacts, Party } from './experience.ts';
import { daysAhead, runsOn } from './experience-rules.ts';
import { personsOf, slotsOn, usualOptions, type ExperienceOption, type Slot, type SlotChange } from './slot-rules.ts';

/** Why a party cannot be reckoned. */
export type VisitFault = 'unread' | 'nobody' | 'children-alone' | 'too-many';

/** What an address asks for and cannot have, the first that keeps the rest from being told. */
export type VisitLost = 'day' | 'start' | 'option';

/** What of an experience is sold, what differs from the timetable, and what is taken by pool. */
export interface Stock {
  readonly options: readonly ExperienceOption[];
  readonly changes: readonly SlotChange[];
  readonly taken: ReadonlyMap<string, number>;
}

export interface Visit {
  readonly option: ExperienceOption;
  /** The next days with an open start of the option. */
  readonly days: readonly CalendarDate[];
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
  const slotsOf = (day: CalendarDate) => slotsOn(facts, option, day, now, stock.changes, stock.taken);
  const isOpen = (day: CalendarDate) => slotsOf(day).some(({ open }) => open);
  const days: CalendarDate[] = [];
  const today = now.slice(0, 10) as CalendarDate;
  for (let ahead = 0; ahead <= daysAhead && days.length < daysShown; ahead += 1) {
    const day = addDays(today, ahead);
    if (runsOn(facts, day) && isOpen(day)) days.push(day);
  }
  const askedDay = params.get('date') || null;
  const date = parseCalendarDate(askedDay ?? '');
  const runs = date !== null && date >= today && date <= addDays(today, daysAhead) && isOpen(date);
  const day = askedDay === null ? (days[0] ?? null) : runs ? date : null;
  const sessions = day ? slotsOf(day) : [];
  const open = sessions.filter((session) => session.open);
  const askedStart = params.get('time') || null;
  const start = askedStart === null ? open[0] : open.find((session) => session.start === askedStart);
  const lost = askedOption !== null && !named ? 'option' : askedDay !== null && !runs ? 'day' : day !== null && !start ? 'start' : null;
  const session = lost === null ? (start ?? null) : null;
  const bands = facts.ageBands.map(({ band }) => band);
  const given = bands.filter((band) => params.get(band));
  const isCount = (band: AgeBandName) => /^\d{1,2}$/.test(params.get(band)!) && Number(params.get(band)) <= mostOfBand;
  const usual = bands.includes('adult') ? 'adult' : bands[0]!;
  const party: Party =
    given.length === 0
      ? { [usual]: Math.min(2, facts.capacity) }
      : Object.fromEntries(given.map((band) => [band, isCount(band) ? Number(params.get(band)) : 0]));
  const most = option.groupSize ?? Math.min(option.capacity, session?.left ?? option.capacity);
  return {
    option,
    days,
    day,
    sessions,
    session,
    party,
    most,
    fault: given.every(isCount) ? faultOf(party, facts, most) : 'unread',
    lost,
    missed: lost === 'day' ? date : null,
  };
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
