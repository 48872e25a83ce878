import { addDays, type CalendarDate } from '#app/values/dates.ts';
import type { Board, StaycationFacts, StayRoom } from './staycation.ts';

/** How a room can be had. */
export interface StayPlanTerms {
  readonly key: string;
  readonly board: Board;
  /** Of the room's price. */
  readonly percent: number;
  /** Days before the arrival until which it costs nothing to cancel; null: never. */
  readonly refundableDays: number | null;
  /** Paid now, of the whole; 100: all of it. */
  readonly depositPercent: number;
}

/** A night of a kind of room that differs from its season. */
export interface NightChange {
  readonly roomKey: string;
  readonly night: CalendarDate;
  readonly percent: number | null;
  readonly stopped: boolean;
  readonly minStay: number | null;
  readonly closedToArrival: boolean;
}

export type ClosedBecause = 'stopped' | 'closed-to-arrival' | 'min-stay' | 'sold-out';

/** Keys of units begin with this. */
export const unitPrefix = (stayId: string, roomKey?: string) => `room:${stayId}/${roomKey === undefined ? '' : `${roomKey}/`}`;

/** Every night of a stay: the day of departure is not one. */
export function nightsOf(arrival: CalendarDate, nights: number): CalendarDate[] {
  return Array.from({ length: nights }, (_, index) => addDays(arrival, index));
}

/** Larger rooms are fewer. Named by floor, as on a door. */
export function usualUnits(stay: Pick<StaycationFacts, 'id' | 'rooms'>): { key: string; roomKey: string; name: string }[] {
  return stay.rooms.flatMap((room, floor) => {
    const count = room.sizeM2 > 90 ? 3 : room.sizeM2 > 45 ? 5 : 8;
    return Array.from({ length: count }, (_, index) => {
      const name = `${floor + 1}${String(index + 1).padStart(2, '0')}`;
      return { key: `${unitPrefix(stay.id, room.key)}${name}`, roomKey: room.key, name };
    });
  });
}

/** Of the room's price: giving it back costs a tenth more, and each better board its share. */
const flexible = 110;
const boardPercent: Readonly<Record<Board, number>> = { room: 0, breakfast: 8, 'half-board': 24 };

/** What is sold of a house on which nobody has worked yet: its first board cheap and fixed, every board free to cancel. */
export function usualPlans(stay: Pick<StaycationFacts, 'boards' | 'freeCancelDays'>, depositPercent = 100): StayPlanTerms[] {
  const first = stay.boards[0]!;
  const fixed: StayPlanTerms = { key: 'saver', board: first, percent: 100, refundableDays: null, depositPercent: 100 };
  if (stay.freeCancelDays === null) return [fixed];
  const free = stay.freeCancelDays;
  return [
    fixed,
    ...stay.boards.map((board) => ({
      key: board === first ? 'flex' : `flex-${board}`,
      board,
      percent: flexible + boardPercent[board] - boardPercent[first],
      refundableDays: free,
      depositPercent,
    })),
  ];
}

/** Months in which the Gulf travels: the cool season and the holidays around the turn of the year. */
const highMonths = [11, 12, 1, 2, 3];
const peakDays = ['12-29', '12-30', '12-31', '01-01'];
/** Friday and Saturday nights; 0 is Monday. */
const weekendNights = [4, 5];

/** Percent of the lowest price that a night costs where nobody has said otherwise. */
export function seasonPercent(night: CalendarDate): number {
  if (peakDays.includes(night.slice(5))) return 160;
  const season = highMonths.includes(Number(night.slice(5, 7))) ? 115 : 100;
  const day = new Date(`${night}T00:00:00Z`).getUTCDay();
  return weekendNights.includes((day + 6) % 7) ? season + 15 : season;
}

export function percentOf(night: CalendarDate, changes: readonly NightChange[]): number {
  return changes.find((change) => change.night === night)?.percent ?? seasonPercent(night);
}

/** Why a kind of room cannot be had for these nights; null when it can. `changes` are those of the room. */
export function closedBecause(
  arrival: CalendarDate,
  nights: number,
  changes: readonly NightChange[],
): Exclude<ClosedBecause, 'sold-out'> | null {
  const own = nightsOf(arrival, nights).flatMap((night) => changes.filter((change) => change.night === night));
  if (own.some((change) => change.stopped)) return 'stopped';
  const first = own.find((change) => change.night === arrival);
  if (first?.closedToArrival) return 'closed-to-arrival';
  return (first?.minStay ?? 1) > nights ? 'min-stay' : null;
}

/** The units of a kind of room that nobody has for any of the nights. */
export function freeUnits(
  units: readonly { readonly key: string }[],
  taken: readonly { readonly unit: string; readonly from: string; readonly until: string }[],
  arrival: CalendarDate,
  nights: number,
): string[] {
  const until = addDays(arrival, nights);
  const busy = new Set(taken.filter((one) => one.from < until && arrival < one.until).map((one) => one.unit));
  return units.map((unit) => unit.key).filter((key) => !busy.has(key));
}

/** Minor units of the room's currency for each night, by plan and season, rounded half up once. */
export function nightAmounts(
  room: Pick<StayRoom, 'from'>,
  plan: Pick<StayPlanTerms, 'percent'>,
  nights: readonly CalendarDate[],
  changes: readonly NightChange[],
): number[] {
  return nights.map((night) => Math.round((room.from.amount * percentOf(night, changes) * plan.percent) / 10_000));
}
