/** A moment as the clock of a reader shows it; `date` (YYYY-MM-DD) only where it is another day than in Dubai. */
export interface OwnClockTime {
  readonly time: string;
  readonly date: string | null;
}

/** Deadlines are told in Dubai time; null for a reader whose clock says the same, and for a zone that is none. */
export function onOwnClock(at: string, zone: string): OwnClockTime | null {
  const own = read(at, zone);
  const dubai = read(at, 'Asia/Dubai')!;
  if (!own || (own.time === dubai.time && own.date === dubai.date)) return null;
  return { time: own.time, date: own.date === dubai.date ? null : own.date };
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
