import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

export interface WordingProblem {
  readonly language: LanguageCode;
  readonly key: string;
  readonly problem: 'empty' | 'too-long' | 'missing-variable' | 'unknown-variable' | 'not-translated';
  /** The variable that it is about, without its braces. */
  readonly name?: string;
}

/** Texts of one kind by language and key, as the house has them or as staff wrote them. */
export type Lines = Readonly<Partial<Record<LanguageCode, Readonly<Record<string, string>>>>>;

const longest = { subject: 160, phone: 240, other: 1200 };

export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!))].sort();
}

/**
 * What stands in the way of a wording: a text that is empty or too long, a variable that is gone or that nobody fills,
 * and a text that was written anew in some languages only, unless its writer says that the others still say the same.
 */
export function problemsOf(house: Lines, written: Lines, sameMeaning: boolean): WordingProblem[] {
  const found: WordingProblem[] = [];
  const touched = new Map<string, Set<LanguageCode>>();
  for (const language of languageCodes)
    for (const [key, text] of Object.entries(written[language] ?? {})) {
      const before = house[language]?.[key];
      if (before === undefined) continue;
      touched.set(key, (touched.get(key) ?? new Set()).add(language));
      if (text.trim() === '') {
        found.push({ language, key, problem: 'empty' });
        continue;
      }
      if (text.length > (key.endsWith('subject') ? longest.subject : key.endsWith('.phone') ? longest.phone : longest.other))
        found.push({ language, key, problem: 'too-long' });
      const [had, has] = [variablesIn(before), variablesIn(text)];
      for (const name of had) if (!has.includes(name)) found.push({ language, key, problem: 'missing-variable', name });
      for (const name of has) if (!had.includes(name)) found.push({ language, key, problem: 'unknown-variable', name });
      // A brace that opens nothing would be read by the traveller.
      if (/\{\{|\}\}/.test(text.replace(/\{\{\s*\w+\s*\}\}/g, ''))) found.push({ language, key, problem: 'unknown-variable', name: '{{' });
    }
  if (!sameMeaning)
    for (const [key, languages] of touched)
      for (const language of languageCodes)
        if (!languages.has(language) && house[language]?.[key] !== undefined) found.push({ language, key, problem: 'not-translated' });
  return found;
}

/** What differs from the house's texts, which is all that is kept of a wording. */
export function changesOf(house: Lines, written: Lines): Partial<Record<LanguageCode, Record<string, string>>> {
  const kept: Partial<Record<LanguageCode, Record<string, string>>> = {};
  for (const language of languageCodes) {
    const own = Object.entries(written[language] ?? {}).filter(
      ([key, text]) => house[language]?.[key] !== undefined && house[language][key] !== text,
    );
    if (own.length > 0) kept[language] = Object.fromEntries(own);
  }
  return kept;
}
