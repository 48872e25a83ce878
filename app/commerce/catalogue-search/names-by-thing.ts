import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { ThingNames } from './search-thing.ts';

/** Names by thing and language; English stands in for a language that is missing, and a thing without any name is left out. */
export function namesByThing<Row extends { readonly id: string; readonly language: LanguageCode }>(
  rows: readonly Row[],
  named: (row: Row, language: LanguageCode) => ThingNames,
): ReadonlyMap<string, Readonly<Record<LanguageCode, ThingNames>>> {
  const found = new Map<string, Readonly<Record<LanguageCode, ThingNames>>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const english = own.find(({ language }) => language === 'en') ?? own[0]!;
    const names = languageCodes.map((language) => [language, named(own.find((row) => row.language === language) ?? english, language)]);
    found.set(id, Object.fromEntries(names) as Record<LanguageCode, ThingNames>);
  }
  return found;
}
