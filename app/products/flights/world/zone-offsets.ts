/**
 * Fast arithmetic between local time and UTC. All times are minutes since 1970-01-01T00:00, either in UTC or
 * "as the clock on the wall shows"; days are counted from 1970-01-01. Source of the rules: the zone database in Intl.
 */
export interface ZoneTable {
  readonly zone: string;
  /** UTC minutes at which a new offset begins; the first entry is the start of the table. */
  readonly from: Int32Array;
  /** Offset east of UTC in minutes, one for each entry of `from`. */
  readonly offset: Int16Array;
}

const sampleMinutes = 10 * 1440;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Offset of a zone from UTC, in minutes, at one instant. Throws RangeError for an unknown zone. */
export function offsetFromIntl(zone: string, utcMinutes: number): number {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  // "1/15/2027, GMT+05:30", or plain "GMT" for zero.
  const text = formatter.format(utcMinutes * 60_000);
  const at = text.lastIndexOf('GMT') + 3;
  if (at >= text.length) return 0;
  const sign = text[at] === '+' ? 1 : -1;
  return sign * (Number(text.slice(at + 1, at + 3)) * 60 + Number(text.slice(at + 4, at + 6) || 0));
}

/** Every change of offset of a zone over `days` days from `firstDay`; about 0.1 ms a zone. */
export function zoneTable(zone: string, firstDay: number, days: number): ZoneTable {
  const start = firstDay * 1440;
  const end = (firstDay + days) * 1440;
  const from = [start];
  const offset = [offsetFromIntl(zone, start)];
  for (let low = start; low < end; low += sampleMinutes) {
    const high = Math.min(low + sampleMinutes, end);
    const after = offsetFromIntl(zone, high);
    if (after === offset[offset.length - 1]) continue;
    from.push(changeBetween(zone, low, high, after));
    offset.push(after);
  }
  return { zone, from: Int32Array.from(from), offset: Int16Array.from(offset) };
}

/** Tables of several zones by name; equal names share one table. */
export function zoneTables(zones: Iterable<string>, firstDay: number, days: number): Map<string, ZoneTable> {
  const tables = new Map<string, ZoneTable>();
  for (const zone of zones) {
    if (!tables.has(zone)) tables.set(zone, zoneTable(zone, firstDay, days));
  }
  return tables;
}

/** Offset in minutes east of UTC at a UTC minute; outside the table its nearest end holds. */
export function offsetAtUtc(table: ZoneTable, utcMinutes: number): number {
  const { from, offset } = table;
  let index = from.length - 1;
  while (index > 0 && from[index]! > utcMinutes) index -= 1;
  return offset[index]!;
}

/**
 * UTC minutes of a local wall-clock minute. A time skipped by a clock going forward is read with the old offset
 * (02:30 becomes 03:30), a time that occurs twice is the first of the two, as RFC 5545 says.
 */
export function utcOfLocal(table: ZoneTable, localMinutes: number): number {
  const { from, offset } = table;
  for (let index = 1; index < from.length; index += 1) {
    const before = offset[index - 1]!;
    if (localMinutes - before < from[index]!) return localMinutes - before;
    // In the gap the new offset would land before the change itself.
    if (localMinutes - offset[index]! < from[index]!) return localMinutes - before;
  }
  return localMinutes - offset[offset.length - 1]!;
}

/** Local wall-clock minutes of a UTC minute. */
export function localOfUtc(table: ZoneTable, utcMinutes: number): number {
  return utcMinutes + offsetAtUtc(table, utcMinutes);
}

/** Days since 1970-01-01 of a calendar date such as 2026-12-05. Throws RangeError if there is no such day. */
export function dayNumberOf(date: string): number {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(time) || dateOfDay(time / 86_400_000) !== date) {
    throw new RangeError(`There is no date ${date}`);
  }
  return time / 86_400_000;
}

/** Calendar date of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Day of the week, 0 = Monday ... 6 = Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function changeBetween(zone: string, low: number, high: number, after: number): number {
  let early = low;
  let late = high;
  while (late - early > 1) {
    const middle = (early + late) >> 1;
    if (offsetFromIntl(zone, middle) === after) late = middle;
    else early = middle;
  }
  return late;
}
