import type { LanguageCode } from '#app/values/preferences.ts';

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'ar', tl: 'fil', es: 'es', pt: 'pt-BR' };
const made = new Map<LanguageCode, Intl.DisplayNames>();
/** By language and code, of which there are not many; asking costs more than remembering. */
const said = new Map<string, string>();

/** The name of a country in a language; its code when the language has none. */
export function countryName(code: string, language: LanguageCode): string {
  let names = made.get(language);
  if (!names) {
    names = new Intl.DisplayNames(locales[language], { type: 'region' });
    made.set(language, names);
  }
  const key = `${language}${code}`;
  let name = said.get(key);
  if (name === undefined) said.set(key, (name = names.of(code) ?? code));
  return name;
}
