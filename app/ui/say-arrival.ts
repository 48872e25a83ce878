import { comma, formatDate } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** When a flight lands by the clocks there, with the day where it is another one than that of its departure. Both local times. */
export function sayArrival(departs: string, arrives: string, language: LanguageCode): string {
  const clock = arrives.slice(11, 16);
  return arrives.slice(0, 10) === departs.slice(0, 10) ? clock : `${formatDate(arrives, language, 'day')}${comma(language)}${clock}`;
}
