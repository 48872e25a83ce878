import type { LanguageCode } from '#app/values/preferences.ts';

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'ar', tl: 'fil', es: 'es', pt: 'pt-BR' };
const made = new Map<LanguageCode, Intl.DisplayNames>();

/** The name of a country in a language; its code when the language has none. */
export function countryName(code: string, language: LanguageCode): string {
  let names = made.get(language);
  if (!names) {
    names = new Intl.DisplayNames(locales[language], { type: 'region' });
    made.set(language, names);
  }
  return names.of(code) ?? code;
}
