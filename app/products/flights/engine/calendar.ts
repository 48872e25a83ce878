/** Calendar dates as day numbers: whole days since 1970-01-01, so weekday and distance are arithmetic. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
}

export function dateOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** 0 = Monday ... 6 = Sunday; 1970-01-01 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Minutes since the epoch, read as if the clock stood in UTC: YYYY-MM-DDTHH:mm. */
export function stamp(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 16);
}
