import { addDays, addMilliseconds, dateIn, hourMs, instant, minuteMs, weekday, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';

export const officeZone = 'Asia/Dubai';
export const callMinutes = 30;
/** For notes and a breath: nobody rings two people back to back. */
export const pauseMinutes = 15;
/** Calls are claimed by the quarter hour. */
export const tickMinutes = 15;
/** Nobody is rung sooner than this after booking. */
export const noticeMs = 4 * hourMs;
/** Days ahead for which times are offered. */
export const daysAhead = 28;
/** Until so long before the call a visitor moves it or calls it off without asking. */
export const changeableUntilMs = 2 * hourMs;
export const mostMoves = 3;
/** A call that was not begun by then was missed, or somebody forgot to say how it went. */
export const graceMs = 20 * minuteMs;

export interface OfficerHours {
  readonly officerId: string;
  readonly hours: readonly { readonly weekday: number; readonly from: string; readonly until: string }[];
}

export interface Block {
  /** Null closes the office. */
  readonly officerId: string | null;
  readonly from: Instant;
  readonly until: Instant;
}

export interface Claim {
  readonly officerId: string;
  readonly tick: Instant;
}

export interface Slot {
  readonly at: Instant;
  readonly officers: readonly string[];
}

/** The quarter hours that a call takes: those it lasts and those of the pause after it. */
export function ticksOf(at: Instant): Instant[] {
  return Array.from({ length: (callMinutes + pauseMinutes) / tickMinutes }, (_, index) =>
    addMilliseconds(at, index * tickMinutes * minuteMs),
  );
}

export function endOf(at: Instant): Instant {
  return addMilliseconds(at, callMinutes * minuteMs);
}

/** Every time at which somebody is free between two moments, with who; earliest first. */
export function openSlots(
  day: { readonly officers: readonly OfficerHours[]; readonly blocks: readonly Block[]; readonly claims: readonly Claim[] },
  from: Instant,
  until: Instant,
): Slot[] {
  const taken = new Set(day.claims.map(({ officerId, tick }) => `${officerId} ${tick}`));
  const free = new Map<Instant, string[]>();
  const last = dateIn(officeZone, until);
  for (let date = dateIn(officeZone, from); date <= last; date = addDays(date, 1)) {
    for (const { officerId, hours } of day.officers) {
      for (const shift of hours.filter((one) => one.weekday === weekday(date))) {
        for (const clock of startsWithin(shift.from, shift.until)) {
          const at = instantOf(officeZone, localTime(date, clock));
          if (at < from || at > until) continue;
          if (ticksOf(at).some((tick) => taken.has(`${officerId} ${tick}`))) continue;
          if (isBlocked(day.blocks, officerId, at)) continue;
          free.set(at, [...(free.get(at) ?? []), officerId]);
        }
      }
    }
  }
  return [...free].sort(([a], [b]) => a - b).map(([at, officers]) => ({ at, officers }));
}

/** Clocks at which a call may begin in a shift. Everybody's calls begin on one grid of the day, so that colleagues can take over. */
function startsWithin(from: string, until: string): string[] {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const step = callMinutes + pauseMinutes;
  const clocks: string[] = [];
  for (let at = Math.ceil(minutes(from) / step) * step; at + callMinutes <= minutes(until); at += step)
    clocks.push(`${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
  return clocks;
}

export function isBlocked(blocks: readonly Block[], officerId: string, at: Instant): boolean {
  return blocks.some((block) => (block.officerId === null || block.officerId === officerId) && block.from < endOf(at) && block.until > at);
}

/** Who gets the next call: whoever has fewest claims near it; among equals the order of their ids. */
export function fairestFirst(officers: readonly string[], claims: readonly Claim[]): string[] {
  const load = (officer: string) => claims.filter((claim) => claim.officerId === officer).length;
  return officers.toSorted((a, b) => load(a) - load(b) || (a < b ? -1 : 1));
}

export type ChangeRefusal = 'too-late' | 'moved-too-often';

/** Whether a visitor may still move a call or call it off by the link. */
export function mayChange(
  call: { readonly startsAt: Instant | null; readonly timesMoved: number; readonly status: string },
  what: 'move' | 'cancel',
  now: Instant,
): 'yes' | ChangeRefusal {
  if (call.status === 'scheduled' && call.startsAt !== null && call.startsAt - now < changeableUntilMs) return 'too-late';
  return what === 'move' && call.timesMoved >= mostMoves ? 'moved-too-often' : 'yes';
}

/** A time from an address or a form; null for what is none. */
export function readSlotTime(text: unknown): Instant | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isFinite(at) ? instant(at) : null;
}

export function slotTime(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
