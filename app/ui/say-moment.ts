import { formatDate, type DateForm } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' });
const clockOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai', hour: '2-digit', minute: '2-digit' });

/** An instant (ISO in UTC) by the desk's day and clock: "22 Nov 14:05". */
export function sayMoment(at: string, language: LanguageCode): string {
  const when = Date.parse(at);
  return `${formatDate(dayOf.format(when), language, 'day')} ${clockOf.format(when)}`;
}

/** What the desk's clock showed at an instant (ISO in UTC): "14:05". */
export function sayClock(at: string): string {
  return clockOf.format(Date.parse(at));
}

/** The calendar date of an instant (ISO in UTC) in Dubai, for what takes a day and no instant. */
export function dubaiDay(at: string): string {
  return dayOf.format(Date.parse(at));
}

/** The day of an instant (ISO in UTC) in Dubai, as the desk's clock has it: after midnight there, UTC is still in yesterday. */
export function sayDay(at: string, language: LanguageCode, form: DateForm = 'short'): string {
  return formatDate(dayOf.format(Date.parse(at)), language, form);
}
