import { hasBit } from '#app/values/bits.ts';
import { foldText } from '#app/values/fold-text.ts';
import { kilometresBetween, type Position } from '#app/values/distance.ts';
import { FacetIndex, type FacetMode, type Narrowed } from '#app/values/facet-index.ts';
import { inScoreOrder, WordIndex, type FoundWords } from '#app/values/word-index.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { priceSteps, withoutChoice, type CatalogueSearch, type FacetName, type SearchOrder } from './search-form.ts';
import { fewestTyped } from './suggestion.ts';
import { keyOf, thingKinds, type KnownThing, type SearchThing, type ThingKind } from './search-thing.ts';

const modes: Readonly<Record<FacetName, FacetMode>> = {
  kind: 'any',
  country: 'any',
  theme: 'all',
  length: 'any',
  month: 'any',
  price: 'any',
  promise: 'all',
};

/** Where "near" is measured from: the middle of Dubai. */
const dubai: Position = { latitude: 25.2, longitude: 55.27 };

/** With more words than this, leaving one out says nothing. */
const mostSpared = 5;

export interface FoundThings {
  readonly things: readonly KnownThing[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly counts: Narrowed<FacetName>['counts'];
  readonly words: Pick<FoundWords, 'corrections' | 'missing'> | null;
  /** With nothing found: what of the search, taken off, shows things again, the most helpful first; `word` is one of several words. */
  readonly loosen: readonly { readonly facet: FacetName | 'words' | 'word'; readonly count: number; readonly search: CatalogueSearch }[];
}

/**
 * Everything on sale, held so that a question costs little: words and facets are sets of bits, orders are made once.
 * Made anew when the catalogue changes; `npm run bench:catalogue` says what it weighs.
 */
export class CatalogueIndex {
  readonly things: readonly KnownThing[];
  readonly #words: WordIndex;
  readonly #facets: FacetIndex<FacetName>;
  readonly #orders: Readonly<Record<SearchOrder, Uint32Array>>;
  readonly #byKey: ReadonlyMap<string, number>;

  private constructor(things: readonly SearchThing[], words: WordIndex) {
    this.things = things.map(({ searchWords: _words, ...known }) => known);
    this.#words = words;
    this.#byKey = new Map(things.map((thing, at) => [keyOf(thing), at]));
    this.#facets = new FacetIndex(things.length, modes, (at) => facetsOf(things[at]!));
    const far = Float64Array.from(things, ({ at }) => kilometresBetween(at, dubai));
    const kinds = Uint8Array.from(things, ({ kind }) => thingKinds.indexOf(kind));
    const inOrder = (compare: (a: number, b: number) => number) => Uint32Array.from(things.keys()).sort((a, b) => compare(a, b) || a - b);
    // The kinds take turns: the first of each, then the second.
    const house = (a: number, b: number) => things[a]!.rank - things[b]!.rank || kinds[a]! - kinds[b]!;
    const dearer = (a: number, b: number) => things[a]!.price.amount - things[b]!.price.amount;
    this.#orders = {
      fit: inOrder(house),
      price: inOrder((a, b) => dearer(a, b) || house(a, b)),
      'price-down': inOrder((a, b) => dearer(b, a) || house(a, b)),
      near: inOrder((a, b) => far[a]! - far[b]! || house(a, b)),
    };
  }

  static of(things: readonly SearchThing[]): CatalogueIndex {
    return new CatalogueIndex(things, wordsOf(things));
  }

  /** The same; `rest` is awaited now and then, so that a large catalogue holds nobody else up for long. */
  static async made(things: readonly SearchThing[], rest: () => Promise<void>): Promise<CatalogueIndex> {
    const words = await WordIndex.made(things.map(indexedWords), rest);
    await rest();
    return new CatalogueIndex(things, words);
  }

  find(key: string): KnownThing | null {
    const at = this.#byKey.get(key);
    return at === undefined ? null : this.things[at]!;
  }

  /** The titles and places that what is being typed may become. */
  complete(typed: string, most: number): string[] {
    return this.#words.complete(typed, most);
  }

  /** What somebody who is still typing may mean, the likeliest first; of one kind, or null for all. Nothing for a single letter. */
  suggest(typed: string, kind: ThingKind | null, most: number): KnownThing[] {
    if (foldText(typed).length < fewestTyped) return [];
    const heard = this.#words.find(typed);
    if (!heard) return [];
    const matching = kind === null ? heard.matching : this.#facets.among('kind', kind, heard.matching);
    return Array.from(inScoreOrder(heard, matching, this.#orders.fit, most), (at) => this.things[at]!);
  }

  /** One page of a search, with the counts of every facet. */
  search(search: CatalogueSearch, pageSize: number): FoundThings {
    const heard = search.words === undefined ? null : this.#words.find(search.words);
    const found = this.#facets.narrow(search.chosen, heard?.matching);
    const pages = Math.max(1, Math.ceil(found.total / pageSize));
    const page = Math.min(search.page, pages);
    const order = this.#orders[search.order];
    const first = (page - 1) * pageSize;
    const shown =
      heard && search.order === 'fit'
        ? inScoreOrder(heard, found.matching, order, first + pageSize).slice(first)
        : pageIn(order, found.matching, first, pageSize);
    return {
      things: Array.from(shown, (at) => this.things[at]!),
      total: found.total,
      page,
      pages,
      counts: found.counts,
      words: heard && { corrections: heard.corrections, missing: heard.missing },
      loosen: found.total > 0 ? [] : this.#loosen(search, found),
    };
  }

  /** Others of its kind that have most in common with a thing. */
  like(thing: KnownThing, most: number): KnownThing[] {
    const common = (other: KnownThing) =>
      other.themes.filter((theme) => thing.themes.includes(theme)).length * 2 +
      other.countries.filter((country) => thing.countries.includes(country)).length * 3 +
      (other.length === thing.length ? 1 : 0);
    return this.things
      .filter((other) => other.kind === thing.kind && other !== thing)
      .map((other) => ({ other, common: common(other) }))
      .sort((a, b) => b.common - a.common || a.other.rank - b.other.rank)
      .slice(0, most)
      .map(({ other }) => other);
  }

  #loosen(search: CatalogueSearch, found: Narrowed<FacetName>): FoundThings['loosen'] {
    const facets = (Object.keys(search.chosen) as FacetName[]).map((facet) => ({
      facet,
      count: found.without(facet),
      search: withoutChoice(search, facet),
    }));
    const silent = { ...search, words: undefined, page: 1 };
    const words = search.words === undefined ? [] : [{ facet: 'words' as const, count: this.#facets.count(search.chosen), search: silent }];
    const helpful = [...facets, ...words].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return [...this.#withoutOneWord(search), ...helpful];
  }

  #withoutOneWord(search: CatalogueSearch): { facet: 'word'; count: number; search: CatalogueSearch }[] {
    const words = search.words?.split(/\s+/) ?? [];
    if (words.length < 2 || words.length > mostSpared) return [];
    return words
      .map((_, at) => ({ ...search, page: 1, words: words.filter((_word, other) => other !== at).join(' ') }))
      .map((left) => {
        const heard = this.#words.find(left.words);
        return { facet: 'word' as const, search: left, count: heard ? this.#facets.count(search.chosen, heard.matching) : 0 };
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count);
  }
}

function facetsOf(thing: KnownThing): Record<FacetName, readonly string[]> {
  return {
    kind: [thing.kind],
    country: thing.countries,
    theme: thing.themes,
    length: [thing.length],
    month: thing.months.map(String),
    price: priceSteps.filter((step) => thing.price.amount <= step * 100).map(String),
    promise: thing.promises,
  };
}

function indexedWords({ names, searchWords }: SearchThing) {
  const all = languageCodes.map((language) => names[language]);
  return { titles: all.map(({ title }) => title), places: all.map(({ place }) => place), words: searchWords };
}

function wordsOf(things: readonly SearchThing[]): WordIndex {
  return WordIndex.of(things.map(indexedWords));
}

function pageIn(order: Uint32Array, matching: Parameters<typeof hasBit>[0], from: number, size: number): number[] {
  const shown: number[] = [];
  let passed = 0;
  for (const at of order) {
    if (!hasBit(matching, at)) continue;
    if (passed >= from) shown.push(at);
    passed += 1;
    if (shown.length === size) break;
  }
  return shown;
}
