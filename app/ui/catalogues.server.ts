import type { LanguageCode } from '#app/values/preferences.ts';
import { readCatalogues } from './catalogue-files.server.ts';
import { openTexts, type Catalogue, type Texts, type Translate } from './translate.ts';

const shared = new Map<LanguageCode, Texts>();
const read = new Map<LanguageCode, Record<string, Catalogue>>();

function cataloguesOf(language: LanguageCode): Record<string, Catalogue> {
  let catalogues = read.get(language);
  if (!catalogues) read.set(language, (catalogues = readCatalogues(language)));
  return catalogues;
}

/** The texts of a language for the server's own use: pages, mails, documents, headings. */
export function textsFor(language: LanguageCode): Texts {
  let texts = shared.get(language);
  if (!texts) {
    texts = openTexts(language, cataloguesOf(language));
    shared.set(language, texts);
  }
  return texts;
}

/** How many texts a language has of its own; gaps are counted when the program is built, before English fills them. */
export interface TextCoverage {
  readonly total: number;
  /** Catalogues with gaps, and how many they have, by language. */
  readonly missing: Readonly<Partial<Record<LanguageCode, Readonly<Record<string, number>>>>>;
}

export function textCoverage(): TextCoverage {
  return JSON.parse(import.meta.env['TEXTS_COVERED'] as string) as TextCoverage;
}

/** The texts of one catalogue by their whole keys, as its language has them: what staff may write anew. */
export function linesOf(language: LanguageCode, name: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const walk = (catalogue: Catalogue, under: string) => {
    for (const [key, value] of Object.entries(catalogue)) {
      if (typeof value === 'string') lines.set(under + key, value);
      else walk(value, `${under}${key}.`);
    }
  };
  walk(cataloguesOf(language)[name] ?? {}, '');
  return lines;
}

/** One catalogue with other words under some of its whole keys. */
export function textsWith(language: LanguageCode, name: string, words: Readonly<Record<string, string>>): Translate {
  return openTexts(language, { [name]: { ...Object.fromEntries(linesOf(language, name)), ...words } }).of(name);
}
