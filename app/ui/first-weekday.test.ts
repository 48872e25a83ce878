import { expect, it } from 'vitest';
import { firstWeekday } from './first-weekday.ts';

it.each([
  ['en', 'en-GB'],
  ['ar', 'ar-AE'],
  ['es', 'es-ES'],
  ['pt', 'pt-BR'],
  ['tl', 'fil-PH'],
] as const)('begins a week in %s as the CLDR has it for %s', (language, locale) => {
  const { firstDay } = (new Intl.Locale(locale) as unknown as { getWeekInfo(): { firstDay: number } }).getWeekInfo();
  expect(firstWeekday[language]).toBe(firstDay - 1);
});
