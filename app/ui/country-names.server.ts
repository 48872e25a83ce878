import { getCountries } from 'libphonenumber-js/max';
import type { LanguageCode } from '#app/values/preferences.ts';

export interface CountryName {
  readonly code: string;
  readonly name: string;
}

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'ar', tl: 'fil', es: 'es', pt: 'pt-BR' };
const made = new Map<LanguageCode, readonly CountryName[]>();
/** Numbering plans of islands that issue no passports of their own. */
const noPassport = new Set([
  'AC',
  'TA',
  'SJ',
  'AX',
  'BL',
  'BQ',
  'CC',
  'CX',
  'EH',
  'GF',
  'GP',
  'MF',
  'MQ',
  'NC',
  'NF',
  'PF',
  'PM',
  'RE',
  'TK',
  'WF',
  'YT',
]);

/** Countries with their names in a language, in its alphabet. */
export function countryNames(language: LanguageCode): readonly CountryName[] {
  const known = made.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(locales[language], { type: 'region' });
  const list = getCountries()
    .filter((code) => !noPassport.has(code))
    .map((code) => ({ code: code as string, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locales[language]));
  made.set(language, list);
  return list;
}
