/** A moment as the clock of a reader shows it; `date` (YYYY-MM-DD) only where it is another day than where it was told. */
export interface OwnClockTime {
  readonly time: string;
  readonly date: string | null;
}

/** Times are told in Dubai, or in the zone `told`; null for a reader whose clock says the same, and for a zone that is none. */
export function onOwnClock(at: string, zone: string, told = 'Asia/Dubai'): OwnClockTime | null {
  const [own, there] = [read(at, zone), read(at, told)];
  if (!own || !there || (own.time === there.time && own.date === there.date)) return null;
  return { time: own.time, date: own.date === there.date ? null : own.date };
}

function read(at: string, timeZone: string): { readonly time: string; readonly date: string } | null {
  try {
    // Swedish writes a date and a clock as ISO does.
    const [date, time] = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
      .format(Date.parse(at))
      .split(' ');
    return { date: date!, time: time! };
  } catch {
    return null;
  }
}
