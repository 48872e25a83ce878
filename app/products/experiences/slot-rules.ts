import type { CalendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import type { ExperienceFacts, Party } from './experience.ts';
import { sessionsOn, type Session } from './experience-rules.ts';

export const optionUnits = ['person', 'group'] as const;
export type OptionUnit = (typeof optionUnits)[number];

/** A way to take part: a place among others, or the guide to oneself. */
export interface ExperienceOption {
  readonly key: string;
  readonly unit: OptionUnit;
  /** Most persons of one group; null unless whole groups are counted. */
  readonly groupSize: number | null;
  /** Of the price of each age band, or of the grown-up's for the whole group. */
  readonly pricePercent: number;
  /** Units of one start, where the start does not say otherwise. */
  readonly capacity: number;
}

/** A start that differs from the timetable. */
export interface SlotChange {
  readonly optionKey: string;
  readonly date: CalendarDate;
  readonly start: string;
  readonly capacity: number | null;
  readonly pricePercent: number | null;
  readonly stopped: boolean;
}

/** A start of one option with what is left of it. */
export interface Slot extends Session {
  readonly option: string;
  readonly capacity: number;
  readonly taken: number;
  readonly left: number;
  readonly stopped: boolean;
  /** Of the usual price. */
  readonly pricePercent: number;
}

/** A group of one's own costs what five pay, and there are two guides for groups. */
const groupPercent = 500;
const groupsAtOnce = 2;
const leastForGroups = 8;
const mostInGroup = 8;

/** What is sold of an experience on which nobody has worked yet. */
export function usualOptions(facts: Pick<ExperienceFacts, 'capacity' | 'private'>): ExperienceOption[] {
  const standard: ExperienceOption = { key: 'standard', unit: 'person', groupSize: null, pricePercent: 100, capacity: facts.capacity };
  if (facts.private || facts.capacity < leastForGroups) return [standard];
  const groupSize = Math.min(mostInGroup, facts.capacity);
  return [standard, { key: 'private', unit: 'group', groupSize, pricePercent: groupPercent, capacity: groupsAtOnce }];
}

export const slotPrefix = (experienceId: string) => `experience:${experienceId}/`;

/** The pool of one start. */
export function slotKey(experienceId: string, option: string, date: string, start: string): string {
  return `${slotPrefix(experienceId)}${option}/${date}T${start}`;
}

export const personsOf = (party: Party) => Object.values(party).reduce((sum, count) => sum + count, 0);

/** How many units of an option a party takes. */
export function unitsOf(option: Pick<ExperienceOption, 'unit'>, party: Party): number {
  return option.unit === 'group' ? 1 : personsOf(party);
}

type Timetable = Pick<ExperienceFacts, 'id' | 'weekdays' | 'months' | 'startTimes' | 'durationMinutes' | 'cutOffHours' | 'freeCancelHours'>;

/** The starts of an option on a day. `taken` is by pool; `now` is what the clocks there show. */
export function slotsOn(
  facts: Timetable,
  option: ExperienceOption,
  date: CalendarDate,
  now: LocalTime,
  changes: readonly SlotChange[],
  taken: ReadonlyMap<string, number>,
): Slot[] {
  return sessionsOn(facts, date, now).map((session) => {
    const change = changes.find((one) => one.optionKey === option.key && one.date === date && one.start === session.start);
    const capacity = change?.capacity ?? option.capacity;
    const used = taken.get(slotKey(facts.id, option.key, date, session.start)) ?? 0;
    const left = Math.max(0, capacity - used);
    const stopped = change?.stopped ?? false;
    return {
      ...session,
      open: session.open && !stopped && left > 0,
      option: option.key,
      capacity,
      taken: used,
      left,
      stopped,
      pricePercent: change?.pricePercent ?? 100,
    };
  });
}
