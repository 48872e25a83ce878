import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { AgeBandName, ExperienceFacts } from './experience.ts';
import type { Party } from './experience-price.ts';
import { openDays, sessionsOn, type Session } from './experience-rules.ts';

/** Why a party cannot be reckoned. */
export type VisitFault = 'nobody' | 'children-alone' | 'too-many';

export interface Visit {
  readonly day: CalendarDate | null;
  /** The starts of the day, with those that have closed. */
  readonly sessions: readonly Session[];
  /** The chosen one; null when nothing is open. */
  readonly session: Session | null;
  readonly party: Party;
  readonly fault: VisitFault | null;
  /** A day was asked for on which it does not run, or not any more; `day` is the next one instead. */
  readonly missed: CalendarDate | null;
}

/** More of one band than this are a group, which is asked for and not reckoned. */
export const mostOfBand = 12;
/** Bands whose members may take children along. */
const grownUp: readonly AgeBandName[] = ['adult', 'senior'];

/** Day, start and party of an address; what is missing or wrong becomes the next open start, and two grown-ups. */
export function readVisit(
  params: URLSearchParams,
  facts: Pick<
    ExperienceFacts,
    'ageBands' | 'capacity' | 'weekdays' | 'months' | 'startTimes' | 'durationMinutes' | 'cutOffHours' | 'freeCancelHours'
  >,
  now: LocalTime,
): Visit {
  const asked = parseCalendarDate(params.get('date') ?? '');
  const isOpen = (day: CalendarDate) => sessionsOn(facts, day, now).some(({ open }) => open);
  const day = asked && isOpen(asked) ? asked : (openDays(facts, now, 1)[0] ?? null);
  const sessions = day ? sessionsOn(facts, day, now) : [];
  const open = sessions.filter((session) => session.open);
  const bands = facts.ageBands.map(({ band }) => band);
  const given = bands.filter((band) => /^\d{1,2}$/.test(params.get(band) ?? ''));
  const usual = bands.includes('adult') ? 'adult' : bands[0]!;
  const party: Party =
    given.length === 0
      ? { [usual]: Math.min(2, facts.capacity) }
      : Object.fromEntries(given.map((band) => [band, Math.min(mostOfBand, Number(params.get(band)))]));
  return {
    day,
    sessions,
    session: open.find(({ start }) => start === params.get('time')) ?? open[0] ?? null,
    party,
    fault: faultOf(party, facts),
    missed: asked && asked !== day ? asked : null,
  };
}

function faultOf(party: Party, { ageBands, capacity }: Pick<ExperienceFacts, 'ageBands' | 'capacity'>): VisitFault | null {
  const persons = Object.values(party).reduce((sum, count) => sum + count, 0);
  if (persons === 0) return 'nobody';
  if (persons > capacity) return 'too-many';
  const needsGrownUp = ageBands.some(({ band }) => grownUp.includes(band));
  const accompanied = grownUp.some((band) => (party[band] ?? 0) > 0);
  return needsGrownUp && !accompanied ? 'children-alone' : null;
}
