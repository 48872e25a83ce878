const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Offset of a zone in minutes east of UTC at one instant (minutes since 1970), from the zone database in Intl.
 * For planning the timetable; a search reads the clocks of the engine instead. Throws RangeError for an unknown zone.
 */
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
