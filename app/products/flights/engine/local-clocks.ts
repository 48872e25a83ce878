import { offsetFromIntl } from '../world/zone-offsets.ts';

/**
 * UTC offsets of every zone on every day of the sales period, so that a search never asks Intl.
 * All times are minutes since the epoch; offsets are minutes east of Greenwich.
 */
export interface LocalClocks {
  readonly firstDay: number;
  readonly days: number;
  readonly zones: readonly string[];
  /** Offset at local midnight, at [zone * days + day - firstDay]. */
  readonly offset: Int16Array;
  /** Clock reading (old time) at which the next day's offset takes over; `never` on all other days. */
  readonly switchAt: Int16Array;
}

const never = 32_000;

/** `period` days of departures; connections may leave and arrive a week later. */
export function buildClocks(zones: readonly string[], firstDay: number, period: number): LocalClocks {
  const days = period + 8;
  const offset = new Int16Array(zones.length * days);
  const switchAt = new Int16Array(zones.length * days).fill(never);
  zones.forEach((zone, index) => fillZone(zone, index * days, firstDay, days, offset, switchAt));
  return { firstDay, days, zones, offset, switchAt };
}

/** Samples every ten days and bisects where the offset moved; no zone switches twice within ten days. */
function fillZone(zone: string, base: number, firstDay: number, days: number, offset: Int16Array, switchAt: Int16Array): void {
  const read = (minutes: number) => offsetFromIntl(zone, minutes);
  const end = (firstDay + days + 1) * 1440;
  let from = (firstDay - 1) * 1440;
  let current = read(from);
  let filled = 0;
  while (from < end) {
    const to = Math.min(from + 14_400, end);
    const next = read(to);
    if (next !== current) {
      let low = from;
      let high = to;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (read(middle) === current) low = middle;
        else high = middle;
      }
      const local = high + current;
      const day = Math.floor(local / 1440) - firstDay;
      while (filled <= day && filled < days) offset[base + filled++] = current;
      if (day >= 0 && day < days) switchAt[base + day] = local - (day + firstDay) * 1440;
      current = next;
    }
    from = to;
  }
  while (filled < days) offset[base + filled++] = current;
}

/**
 * The instant of a local clock reading. A reading skipped in spring counts with the old offset, and one
 * that comes twice in autumn means the first, as Temporal's "compatible" does.
 */
export function utcOf(clocks: LocalClocks, zone: number, day: number, minute: number): number {
  const at = zone * clocks.days + clampDay(clocks, day);
  let offset = clocks.offset[at]!;
  const change = clocks.switchAt[at]!;
  if (change !== never && minute >= change) {
    const next = offsetAfter(clocks, at);
    if (minute >= change + Math.max(0, next - offset)) offset = next;
  }
  return day * 1440 + minute - offset;
}

/** The local clock at an instant, in minutes since the epoch as if it were UTC. */
export function localOf(clocks: LocalClocks, zone: number, utc: number): number {
  let day = Math.floor((utc + clocks.offset[zone * clocks.days + clampDay(clocks, Math.floor(utc / 1440))]!) / 1440);
  day = clampDay(clocks, day) + clocks.firstDay;
  const at = zone * clocks.days + day - clocks.firstDay;
  const local = utc + clocks.offset[at]!;
  const change = clocks.switchAt[at]!;
  if (change !== never && local - day * 1440 >= change) return utc + offsetAfter(clocks, at);
  return local;
}

function offsetAfter(clocks: LocalClocks, at: number): number {
  return (at + 1) % clocks.days === 0 ? clocks.offset[at]! : clocks.offset[at + 1]!;
}

function clampDay(clocks: LocalClocks, day: number): number {
  return Math.min(Math.max(day - clocks.firstDay, 0), clocks.days - 1);
}
