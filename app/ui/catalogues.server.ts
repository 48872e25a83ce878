import type { Resource } from 'i18next';
import { openTexts, type Texts } from './texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';

const files = import.meta.glob<object>('../catalogues/*/*.json', { eager: true, import: 'default' });
const byLanguage = new Map<string, Resource>();

/** Every catalogue of a language. */
export function serverCatalogues(language: LanguageCode): Resource {
  let found = byLanguage.get(language);
  if (!found) {
    const namespaces: Record<string, object> = {};
    for (const [path, content] of Object.entries(files)) {
      const [code, file] = path.split('/').slice(-2) as [string, string];
      const name = file.replace('.json', '');
      // A catalogue that a language does not have yet is read in English, as a missing key would be.
      if (code === language || (code === 'en' && !(name in namespaces))) namespaces[name] = content;
    }
    found = { [language]: namespaces } as Resource;
    byLanguage.set(language, found);
  }
  return found;
}

const shared = new Map<LanguageCode, Texts>();

/** The texts of a language for the server's own use: mails, documents, headings. */
export function textsFor(language: LanguageCode): Texts {
  let texts = shared.get(language);
  if (!texts) {
    texts = openTexts(language, serverCatalogues(language));
    shared.set(language, texts);
  }
  return texts;
}
