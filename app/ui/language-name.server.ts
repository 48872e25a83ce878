import type { LanguageCode } from '#app/values/preferences.ts';

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'ar', tl: 'fil', es: 'es', pt: 'pt-BR' };
const made = new Map<LanguageCode, Intl.DisplayNames>();

/** The name of a language in a language, as it begins a line; its code when there is no name. */
export function languageName(code: string, language: LanguageCode): string {
  let names = made.get(language);
  if (!names) {
    names = new Intl.DisplayNames(locales[language], { type: 'language' });
    made.set(language, names);
  }
  const name = names.of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locales[language]) + name.slice(1);
}
