import { instant, minuteMs, parseCalendarDate, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { zoneOfCity, type City } from './assisted-country.ts';

/** The instant at which a counter's clock shows `YYYY-MM-DDTHH:mm`; null for what is no time there. */
export function atCounter(city: City, local: string): Instant | null {
  if (!/^[\d-]{10}T\d{2}:\d{2}$/.test(local) || !parseCalendarDate(local.slice(0, 10))) return null;
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  // Zones lie within a day of UTC; the offset that was right at the guess is right at the time, but for a change of clocks.
  const zone = zoneOfCity[city];
  const offset = Date.parse(`${localTimeIn(zone, instant(asUtc))}:00Z`) - asUtc;
  const found = instant(asUtc - Math.round(offset / minuteMs) * minuteMs);
  return localTimeIn(zone, found) === local ? found : null;
}

/** Both clocks of an appointment: that of the counter and that of the house. */
export function bothClocks(city: City, at: Instant): { readonly counter: string; readonly house: string } {
  return { counter: localTimeIn(zoneOfCity[city], at), house: localTimeIn('Asia/Dubai', at) };
}
