import type { LanguageCode } from '#app/values/preferences.ts';
import type { Catalogue } from './translate.ts';

const files = import.meta.glob<Catalogue>('../catalogues/*/*.json', { eager: true, import: 'default' });

/**
 * Every catalogue of a language; one that it does not have yet is read in English, as a missing key would be. A build puts
 * another function in the place of this one, which understands a language when it is asked for: as a part of the program
 * all texts of all languages were two thirds of what each start reads (see scripts/catalogue-files.ts).
 */
export function readCatalogues(language: LanguageCode): Record<string, Catalogue> {
  const found: Record<string, Catalogue> = {};
  for (const [path, content] of Object.entries(files)) {
    const [code, file] = path.split('/').slice(-2) as [string, string];
    const name = file.replace('.json', '');
    if (code === language || (code === 'en' && !(name in found))) found[name] = content;
  }
  return found;
}
