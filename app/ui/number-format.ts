import { currencyDecimals, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Western digits in every language: tickets, cards and bank statements have them too. */
const numberLocales: Record<LanguageCode, string> = { en: 'en-US', ar: 'ar-AE-u-nu-latn', tl: 'fil-PH', es: 'es-ES', pt: 'pt-BR' };
const dateLocales: Record<LanguageCode, string> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn-ca-gregory', tl: 'fil-PH', es: 'es-ES', pt: 'pt-BR' };

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** A number as the language writes it; always grouped, so that columns of prices agree. */
export function formatNumber(value: number, language: LanguageCode, decimals = 0): string {
  const key = `${language}${decimals}`;
  let format = numbers.get(key);
  if (!format) {
    format = new Intl.NumberFormat(numberLocales[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    });
    numbers.set(key, format);
  }
  return format.format(value);
}

/** The exact amount in its own currency, "AED 3,410.00": the code comes first in every language. */
export function formatMoney(value: Money, language: LanguageCode): string {
  const decimals = currencyDecimals[value.currency];
  const minus = value.amount < 0 ? '\u2212' : '';
  return `${minus}${value.currency}\u00A0${formatNumber(Math.abs(value.amount) / 10 ** decimals, language, decimals)}`;
}

export type DateForm = 'day' | 'short' | 'long' | 'month' | 'month-name' | 'numeric';

const dateParts: Record<DateForm, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  'month-name': { month: 'short' },
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
};

/** Our own order and punctuation: those of a browser and of the server need not be from the same year. */
const plainOrder: Record<DateForm, string> = {
  day: 'weekday day month',
  short: 'day month year',
  long: 'weekday day month year',
  month: 'month year',
  'month-name': 'month',
  numeric: 'day/month/year',
};
const ofOrder: Record<DateForm, string> = {
  day: 'weekday, day month',
  short: 'day month year',
  long: 'weekday, day de month de year',
  month: 'month de year',
  'month-name': 'month',
  numeric: 'day/month/year',
};
const dateOrders: Record<LanguageCode, Record<DateForm, string>> = {
  en: plainOrder,
  ar: plainOrder,
  tl: plainOrder,
  es: ofOrder,
  pt: ofOrder,
};

/** Dates in words, by language, form and date: a page says the same few over and over. Emptied when it grows. */
const said = new Map<string, string>();
const mostSaid = 4000;

/** A calendar date (YYYY-MM-DD) or the date of a local time in words; no zone takes part. */
export function formatDate(date: string, language: LanguageCode, form: DateForm = 'short'): string {
  const day = date.slice(0, 10);
  const key = `${language}${form}${day}`;
  let words = said.get(key);
  if (words === undefined) {
    words = dateInWords(day, language, form);
    if (said.size >= mostSaid) said.clear();
    said.set(key, words);
  }
  return words;
}

function dateInWords(day: string, language: LanguageCode, form: DateForm): string {
  const key = `${language}${form}`;
  let format = dates.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(dateLocales[language], { ...dateParts[form], timeZone: 'UTC' });
    dates.set(key, format);
  }
  const words = new Map(
    format.formatToParts(Date.parse(`${day}T00:00:00Z`)).map((part) => [part.type as string, part.value.replace(/\.$/, '')]),
  );
  return dateOrders[language][form].replace(/weekday|day|month|year/g, (part) => words.get(part) ?? '');
}

/** A span of time in its two largest units: "1 day, 4 hours", "5 hours, 12 minutes". Seconds are not told. */
export function formatSpan(ms: number, language: LanguageCode): string {
  const minutes = Math.floor(ms / 60_000);
  const parts = { day: Math.floor(minutes / 1440), hour: Math.floor((minutes % 1440) / 60), minute: minutes % 60 };
  const told = (minutes >= 1440 ? (['day', 'hour'] as const) : (['hour', 'minute'] as const)).filter((unit) => parts[unit] > 0);
  const words = (told.length > 0 ? told : (['minute'] as const)).map((unit) =>
    new Intl.NumberFormat(numberLocales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(parts[unit]),
  );
  return new Intl.ListFormat(numberLocales[language], { type: 'unit' }).format(words);
}

/** What stands between two things that are only set side by side: a day and its hour, a place and its country. */
export function comma(language: LanguageCode): string {
  return language === 'ar' ? '، ' : ', ';
}

/** Words one after the other, as a sentence has them: "flights, visas and holidays". */
export function formatWords(words: readonly string[], language: LanguageCode): string {
  return new Intl.ListFormat(numberLocales[language], { type: 'conjunction' }).format(words);
}
