/** Calendar dates as day numbers: whole days since 1970-01-01, so weekday and distance are arithmetic. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
}

const dates = new Map<number, string>();

export function dateOfDay(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    // A sales period and its history are under a thousand days; anything else is not worth keeping.
    if (dates.size < 2000) dates.set(day, date);
  }
  return date;
}

/** 0 = Monday ... 6 = Sunday; 1970-01-01 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Minutes since the epoch, read as if the clock stood in UTC: YYYY-MM-DDTHH:mm. */
export function stamp(minutes: number): string {
  const day = Math.floor(minutes / 1440);
  const clock = minutes - day * 1440;
  const hours = Math.floor(clock / 60);
  return `${dateOfDay(day)}T${two(hours)}:${two(clock - hours * 60)}`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
