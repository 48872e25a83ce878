import { foldText } from '#app/values/fold-text.ts';
import { isSlug } from '#app/values/ids.ts';
import { lengths, promises, themes, thingKinds } from './search-thing.ts';

export const facetNames = ['kind', 'country', 'theme', 'length', 'month', 'price', 'promise'] as const;
export type FacetName = (typeof facetNames)[number];

export const searchOrders = ['fit', 'price', 'price-down', 'near'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** Ceilings of the from-price, in whole dirhams. */
export const priceSteps = [200, 500, 1000, 2500, 5000, 10_000] as const;

export interface CatalogueSearch {
  readonly words: string | undefined;
  /** Only what is chosen. */
  readonly chosen: Readonly<Partial<Record<FacetName, readonly string[]>>>;
  readonly order: SearchOrder;
  /** From 1. */
  readonly page: number;
}

const longestWords = 80;
/** Four stand side by side on a wide screen; more cannot be compared by anybody. */
export const mostCompared = 4;

const allowed: Readonly<Record<FacetName, (value: string) => boolean>> = {
  kind: (value) => (thingKinds as readonly string[]).includes(value),
  country: (value) => /^[A-Z]{2}$/.test(value),
  theme: (value) => (themes as readonly string[]).includes(value),
  length: (value) => (lengths as readonly string[]).includes(value),
  month: (value) => /^([1-9]|1[0-2])$/.test(value),
  price: (value) => (priceSteps as readonly number[]).includes(Number(value)),
  promise: (value) => (promises as readonly string[]).includes(value),
};
/** Asked by one field with one answer. */
const single: ReadonlySet<FacetName> = new Set(['month', 'price']);

/** Reads an address. What makes no sense is left out: an old or mistyped link still shows a list. */
export function readCatalogueSearch(params: URLSearchParams): CatalogueSearch {
  const words = params.get('q')?.trim().slice(0, longestWords);
  const chosen: Partial<Record<FacetName, readonly string[]>> = {};
  for (const name of facetNames) {
    const values = [...new Set(params.getAll(name))].filter((value) => allowed[name](value)).slice(0, single.has(name) ? 1 : 20);
    if (values.length > 0) chosen[name] = values;
  }
  const page = Number(params.get('page'));
  return {
    words: words === '' ? undefined : words,
    chosen,
    order: searchOrders.find((order) => order === params.get('sort')) ?? 'fit',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 10_000) : 1,
  };
}

/** The address of a search, as short as it can be; reading it gives the same search. */
export function searchAddress({ words, chosen = {}, order = 'fit', page = 1 }: Partial<CatalogueSearch>): string {
  const params = new URLSearchParams();
  if (words !== undefined) params.append('q', words);
  for (const name of facetNames) for (const value of chosen[name] ?? []) params.append(name, value);
  if (order !== 'fit') params.append('sort', order);
  if (page > 1) params.append('page', String(page));
  const query = params.toString();
  return query ? `/search?${query}` : '/search';
}

/** What is chosen, one by one, each with the search that is left without it. */
export function chosenIn(
  search: CatalogueSearch,
): { readonly facet: FacetName; readonly value: string; readonly without: CatalogueSearch }[] {
  return facetNames.flatMap((facet) =>
    (search.chosen[facet] ?? []).map((value) => ({
      facet,
      value,
      without: withoutChoice(search, facet, value),
    })),
  );
}

/** Without one choice of a facet, or without all of them. */
export function withoutChoice(search: CatalogueSearch, facet: FacetName, value?: string): CatalogueSearch {
  const left = value === undefined ? [] : (search.chosen[facet] ?? []).filter((other) => other !== value);
  const { [facet]: _taken, ...others } = search.chosen;
  return { ...search, page: 1, chosen: left.length > 0 ? { ...others, [facet]: left } : others };
}

/** The words with one of them put right; `typed` is folded, as it was looked for. */
export function withWord(words: string, typed: string, right: string): string {
  return words
    .split(/\s+/)
    .map((word) => (foldText(word).split(' ').includes(typed) ? right : word))
    .join(' ');
}

/** The things an address wants side by side, as `kind:id`, in its order, each once. */
export function readCompared(params: URLSearchParams, name: 'of' | 'compare'): string[] {
  const keys = params.getAll(name).filter((key) => {
    const [kind, id, ...more] = key.split(':');
    return more.length === 0 && id !== undefined && isSlug(id) && (thingKinds as readonly (string | undefined)[]).includes(kind);
  });
  return [...new Set(keys)].slice(0, mostCompared);
}

export function compareAddress(keys: readonly string[]): string {
  const params = new URLSearchParams(keys.map((key) => ['of', key]));
  return params.size > 0 ? `/compare?${params.toString().replaceAll('%3A', ':')}` : '/compare';
}
