import type { LanguageCode } from '#app/values/preferences.ts';
import type { Catalogue } from './translate.ts';

/** One chunk per language and catalogue, fetched when a page needs it. */
const loaders = import.meta.glob<Catalogue>('../catalogues/*/*.json', { import: 'default' });

export async function loadCatalogue(language: LanguageCode, name: string): Promise<Catalogue> {
  // A catalogue that a language does not have yet is read in English, as a missing key would be.
  const load = loaders[`../catalogues/${language}/${name}.json`] ?? loaders[`../catalogues/en/${name}.json`];
  return load ? load() : {};
}

export async function loadCatalogues(language: LanguageCode, names: readonly string[]): Promise<Record<string, Catalogue>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await loadCatalogue(language, name)] as const)));
}
