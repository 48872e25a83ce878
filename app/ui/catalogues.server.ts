import type { LanguageCode } from '#app/values/preferences.ts';
import { openTexts, type Catalogue, type Texts, type Translate } from './translate.ts';

const files = import.meta.glob<Catalogue>('../catalogues/*/*.json', { eager: true, import: 'default' });
const shared = new Map<LanguageCode, Texts>();

/** Every catalogue of a language; one that it does not have yet is read in English, as a missing key would be. */
function cataloguesOf(language: LanguageCode): Record<string, Catalogue> {
  const found: Record<string, Catalogue> = {};
  for (const [path, content] of Object.entries(files)) {
    const [code, file] = path.split('/').slice(-2) as [string, string];
    const name = file.replace('.json', '');
    if (code === language || (code === 'en' && !(name in found))) found[name] = content;
  }
  return found;
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
