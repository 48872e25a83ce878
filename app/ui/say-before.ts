import type { LanguageCode } from '#app/values/preferences.ts';
import { formatDate } from './number-format.ts';

/** The clock at which something was before it was moved, with its day where that was another one. */
export function sayBefore(was: string, now: string, language: LanguageCode): string {
  const time = was.slice(11, 16);
  return was.slice(0, 10) === now.slice(0, 10) ? time : `${formatDate(was, language, 'day')} ${time}`;
}
