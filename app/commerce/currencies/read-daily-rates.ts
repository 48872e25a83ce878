import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { PerEuro } from './rate-rules.ts';

/** The file is about 2 KB; far more than that is something else. */
export const mostFeedBytes = 64 * 1024;

export interface DailyRates {
  readonly day: CalendarDate;
  readonly perEuro: PerEuro;
}

/**
 * The European Central Bank's daily reference rates: one `Cube` with a day, and in it one `Cube` per currency with the
 * units for one euro. Null for anything that is not that, with at least ten currencies and the dollar among them.
 */
export function readDailyRates(text: string): DailyRates | null {
  if (text.length > mostFeedBytes || /<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  const days = [...text.matchAll(/<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']\s*>/g)];
  const day = days.length === 1 ? parseCalendarDate(days[0]![1]!) : null;
  if (!day) return null;
  const perEuro: Record<string, string> = {};
  for (const [, currency, rate] of text.matchAll(/<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["'](\d{1,7}(?:\.\d{1,8})?)["']\s*\/>/g)) {
    if (perEuro[currency!] !== undefined || !(Number(rate) > 0)) return null;
    perEuro[currency!] = rate!;
  }
  return Object.keys(perEuro).length >= 10 && perEuro.USD !== undefined ? { day, perEuro } : null;
}
