import type { Catalogue } from './translate.ts';

/** Where the catalogues of this page's language lie: its document says so. */
const { textsAt } = document.documentElement.dataset;

/** Fetches a catalogue. Rejects where it cannot be had: a page without its words would be no page. */
export async function loadCatalogue(name: string): Promise<Catalogue> {
  const answer = await fetch(`${textsAt}/${name}.json`);
  if (!answer.ok) throw new Error(`The texts ${name} answered ${answer.status}.`);
  return (await answer.json()) as Catalogue;
}

export async function loadCatalogues(names: readonly string[]): Promise<Record<string, Catalogue>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await loadCatalogue(name)] as const)));
}
