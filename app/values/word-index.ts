import { countBits, eachBit, noBits, setBit, type Bits } from './bits.ts';
import { foldText } from './fold-text.ts';
import { otherNames, smallWords } from './search-synonyms.ts';

/** What an item of a list is found by. `title` and `place` weigh more than what is only in `words`. */
export interface IndexedWords {
  /** As written, in any number of languages. */
  readonly titles: readonly string[];
  readonly places: readonly string[];
  /** Folded, by single spaces. */
  readonly words: string;
}

export interface Correction {
  readonly typed: string;
  readonly used: string;
}

export interface FoundWords {
  readonly matching: Bits;
  /** How well the item at a position fits, from 1; 0 where it does not. */
  readonly scores: Uint16Array;
  /** Words nothing is called by, and what was looked for instead. */
  readonly corrections: readonly Correction[];
  /** Words nothing is called by or nearly so; the list is empty then. */
  readonly missing: readonly { readonly typed: string; readonly near: readonly string[] }[];
}

const weights = { title: 4, place: 3, other: 1 } as const;
const quality = { exact: 3, begins: 2, guessed: 1 } as const;
const mostTerms = 8;
const mostNear = 1_000;
/** The Arabic "and", "with", "for" and "then" are written onto the word that follows. */
const arabicJoined = /^[وبلفك](?:ال)?(?=\p{L}{3})/u;

/** Typing mistakes that are forgiven: none in short words, two in long ones. */
function forgiven(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
}

/**
 * Finds items by words typed in any of their languages: by the beginning of a word, by another name of a place, and
 * where nothing is called so by what is spelled nearly like it. Every word must be found, in any order.
 */
export class WordIndex {
  readonly #size: number;
  /** Sorted. */
  readonly #words: readonly string[];
  readonly #known: ReadonlyMap<string, number>;
  /** Of the word at `at`: from #starts[at] to #starts[at + 1], each a position times 8 plus its weight. */
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #byLength = new Map<number, number[]>();
  /** Which letters a word has, for a first look at what may be near. */
  readonly #letters: Uint32Array;
  readonly #written = new Map<number, string>();
  /** Words that were misspelled before: one search asks for a word up to four times, and many visitors for the same one. */
  readonly #near = new Map<string, readonly number[]>();
  /** Memory that is lent to one search after another, and left with nothing worth anything. */
  readonly #lent: readonly [Place, Place, Place];

  private constructor(size: number, { found, written }: Gathered) {
    this.#size = size;
    const place = () => ({ worth: new Uint8Array(size), where: new Uint32Array(size) });
    this.#lent = [place(), place(), place()];
    this.#words = [...found.keys()].sort();
    this.#known = new Map(this.#words.map((word, at) => [word, at]));
    this.#starts = new Uint32Array(this.#words.length + 1);
    this.#letters = new Uint32Array(this.#words.length);
    this.#words.forEach((word, at) => {
      this.#starts[at + 1] = this.#starts[at]! + found.get(word)!.length;
      this.#letters[at] = lettersOf(word);
      const same = this.#byLength.get(word.length);
      if (same) same.push(at);
      else this.#byLength.set(word.length, [at]);
      const spelled = written.get(word);
      if (spelled) this.#written.set(at, spelled);
    });
    this.#postings = new Uint32Array(this.#starts[this.#words.length]!);
    this.#words.forEach((word, at) => this.#postings.set(found.get(word)!, this.#starts[at]));
  }

  static of(items: readonly IndexedWords[]): WordIndex {
    const gathered: Gathered = { found: new Map(), written: new Map(), folded: new Map() };
    items.forEach((item, position) => gather(gathered, item, position));
    return new WordIndex(items.length, gathered);
  }

  /** The same for a long list; `rest` is awaited after every few hundred items. */
  static async made(items: readonly IndexedWords[], rest: () => Promise<void>): Promise<WordIndex> {
    const gathered: Gathered = { found: new Map(), written: new Map(), folded: new Map() };
    for (const [position, item] of items.entries()) {
      gather(gathered, item, position);
      if (position % 250 === 249) await rest();
    }
    return new WordIndex(items.length, gathered);
  }

  /** Null when nothing was typed. Signs alone are a word that nothing has. */
  find(typed: string): FoundWords | null {
    const words = westernDigits(foldText(typed)).split(' ').filter(Boolean);
    const telling = words.filter((word) => !smallWords.has(word));
    const terms = (telling.length > 0 ? telling : words).slice(0, mostTerms);
    if (terms.length === 0) {
      const signs = typed.trim();
      if (signs === '') return null;
      return { matching: noBits(this.#size), scores: new Uint16Array(this.#size), corrections: [], missing: [{ typed: signs, near: [] }] };
    }
    const corrections: Correction[] = [];
    const missing: { typed: string; near: string[] }[] = [];
    const scores = new Uint16Array(this.#size);
    /** Those that fit every word so far. */
    let positions: Uint32Array | null = null;
    for (let at = 0; at < terms.length;) {
      const [taken, ways] = this.#waysOf(terms, at, corrections);
      if (ways.length === 0)
        missing.push({ typed: terms[at]!, near: this.#spelledNear(terms[at]!, 3).map((near) => this.#spelling(near)) });
      const { worth, where } = this.#best(ways);
      const before: Uint32Array = positions ?? where.slice();
      let left = 0;
      for (let each = 0; each < before.length; each += 1) {
        const position = before[each]!;
        const own = worth[position]!;
        scores[position] = own === 0 ? 0 : scores[position]! + own;
        if (own > 0) before[left++] = position;
      }
      positions = before.subarray(0, left);
      for (let each = 0; each < where.length; each += 1) worth[where[each]!] = 0;
      at += taken;
    }
    const matching = noBits(this.#size);
    if (missing.length > 0) scores.fill(0);
    else for (const position of positions!) setBit(matching, position);
    return { matching, scores, corrections, missing };
  }

  /** Completions of the last word, the most frequent first, as they are written. */
  complete(typed: string, most: number): string[] {
    const word = foldText(typed).split(' ').at(-1) ?? '';
    if (word.length < 2) return [];
    const [from, to] = this.#range(word);
    return Array.from({ length: to - from }, (_, at) => from + at)
      .sort((a, b) => this.#frequency(b) - this.#frequency(a) || a - b)
      .slice(0, most)
      .map((at) => this.#spelling(at));
  }

  /** How many of the words from `at` on are one name, and the ways to look for it; each way is words that must all be there. */
  #waysOf(terms: readonly string[], at: number, corrections: Correction[]): [number, Way[]] {
    for (let length = Math.min(3, terms.length - at); length > 0; length -= 1) {
      const name = terms.slice(at, at + length).join(' ');
      const others = (otherNames.get(name) ?? []).map((other) => this.#wayOfName(other)).filter((way) => way !== null);
      if (length > 1 && others.length === 0) continue;
      // A short form is no beginning of a word: "uk" is not Ukraine.
      const own = length === 1 && !(others.length > 0 && name.length < 4) ? this.#wayOfWord(name) : this.#wayOfName(name);
      if (own || others.length > 0) return [length, own ? [own, ...others] : others];
    }
    const word = terms[at]!;
    const bare = word.replace(arabicJoined, '');
    const joined = bare !== word ? this.#wayOfWord(bare) : null;
    if (joined) return [1, [joined]];
    for (let cut = 3; cut <= word.length - 3; cut += 1) {
      const parts = [this.#known.get(word.slice(0, cut)), this.#known.get(word.slice(cut))];
      if (parts.every((part) => part !== undefined)) return [1, [parts.map((part) => [[part, part + 1, quality.exact]])]];
    }
    const near = this.#spelledNear(word, forgiven(word));
    if (near.length === 0) return [1, []];
    corrections.push({ typed: word, used: this.#spelling(near[0]!) });
    return [1, near.map((one) => [[[one, one + 1, quality.guessed]]])];
  }

  #wayOfWord(word: string): Way | null {
    const [from, to] = this.#range(word);
    if (from === to) return null;
    const exact = this.#words[from] === word;
    return [
      [
        ...(exact ? [[from, from + 1, quality.exact] as const] : []),
        ...(exact && to === from + 1 ? [] : [[exact ? from + 1 : from, to, quality.begins] as const]),
      ],
    ];
  }

  /** Another name counts by whole words only. */
  #wayOfName(name: string): Way | null {
    const parts = name.split(' ').map((word) => this.#known.get(word));
    return parts.every((part) => part !== undefined) ? parts.map((part) => [[part, part + 1, quality.exact] as const]) : null;
  }

  /** What the best of these ways gives each position, in the first of the lent places. */
  #best(ways: readonly Way[]): Place {
    const [{ worth, where }, given] = this.#lent;
    let count = 0;
    for (const way of ways) {
      const written = this.#score(way);
      for (let each = 0; each < written; each += 1) {
        const position = given.where[each]!;
        const own = given.worth[position]!;
        given.worth[position] = 0;
        if (own === 0) continue;
        if (worth[position] === 0) where[count++] = position;
        if (own > worth[position]!) worth[position] = own;
      }
    }
    return { worth, where: where.subarray(0, count) };
  }

  /** Into the second of the lent places: the weakest of the words of a way, each by its best place. Returns for how many. */
  #score(way: Way): number {
    const [, given, next] = this.#lent;
    const count = this.#grade(way[0]!, given);
    for (const ranges of way.slice(1)) {
      const others = this.#grade(ranges, next);
      for (let each = 0; each < count; each += 1) {
        const position = given.where[each]!;
        given.worth[position] = Math.min(given.worth[position]!, next.worth[position]!);
      }
      for (let each = 0; each < others; each += 1) next.worth[next.where[each]!] = 0;
    }
    return count;
  }

  /** What one word is worth where it stands. Returns in how many items that is. */
  #grade(ranges: Way[number], { worth, where }: Place): number {
    let count = 0;
    for (const [from, to, grade] of ranges)
      for (let at = this.#starts[from]!; at < this.#starts[to]!; at += 1) {
        const posting = this.#postings[at]!;
        const position = posting >>> 3;
        const score = (posting & 7) * grade;
        if (worth[position] === 0) where[count++] = position;
        if (score > worth[position]!) worth[position] = score;
      }
    return count;
  }

  #range(word: string): [number, number] {
    const from = this.#firstFrom(word);
    return [from, this.#firstFrom(`${word}\uffff`, from)];
  }

  #firstFrom(word: string, low = 0): number {
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Words of the least distance up to `most`, the most frequent first, three at most. */
  #spelledNear(word: string, most: number): readonly number[] {
    if (most === 0) return [];
    const nearest = Math.min(most, Math.max(1, Math.floor(word.length / 3)));
    const key = `${nearest} ${word}`;
    let near = this.#near.get(key);
    if (!near) {
      near = this.#compared(word, nearest);
      if (this.#near.size >= mostNear) this.#near.clear();
      this.#near.set(key, near);
    }
    return near;
  }

  #compared(word: string, most: number): number[] {
    const letters = lettersOf(word);
    let nearest = most;
    let found: number[] = [];
    for (let length = Math.max(3, word.length - nearest); length <= word.length + nearest; length += 1)
      for (const at of this.#byLength.get(length) ?? []) {
        if (differing(this.#letters[at]! ^ letters) > 2 * nearest) continue;
        const distance = editDistance(word, this.#words[at]!, nearest);
        if (distance > nearest) continue;
        if (distance < nearest) found = [];
        nearest = distance;
        found.push(at);
      }
    return found.sort((a, b) => this.#frequency(b) - this.#frequency(a) || a - b).slice(0, 3);
  }

  #frequency(at: number): number {
    return this.#starts[at + 1]! - this.#starts[at]!;
  }

  #spelling(at: number): string {
    return this.#written.get(at) ?? this.#words[at]!;
  }
}

/** What something is worth at each position, and at which positions it is worth anything. */
interface Place {
  readonly worth: Uint8Array;
  readonly where: Uint32Array;
}

interface Gathered {
  /** By word, positions times 8 plus the weight there. */
  readonly found: Map<string, number[]>;
  /** By folded word, how it is written, where that differs. */
  readonly written: Map<string, string>;
  /** By word as written; most of them stand in many items. */
  readonly folded: Map<string, string>;
}

function gather({ found, written, folded }: Gathered, { titles, places, words }: IndexedWords, position: number): void {
  const weighed = new Map<string, number>();
  const weigh = (text: string, weight: number) => {
    for (const word of text.split(' ')) if (word && weight > (weighed.get(word) ?? 0)) weighed.set(word, weight);
  };
  const weighText = (text: string, weight: number) => {
    for (const word of text.split(/[^\p{L}\p{M}\p{N}'’‘`ʻ]+/u)) {
      if (word === '') continue;
      let own = folded.get(word);
      if (own === undefined) folded.set(word, (own = foldText(word)));
      weigh(own, weight);
      if (own !== word && !written.has(own)) written.set(own, word);
    }
  };
  weigh(words, weights.other);
  for (const text of places) weighText(text, weights.place);
  for (const text of titles) weighText(text, weights.title);
  for (const [word, weight] of weighed) {
    const list = found.get(word);
    const posting = position * 8 + weight;
    if (list) list.push(posting);
    else found.set(word, [posting]);
  }
}

/** Words that must all be there, each as ranges of the sorted words with what a hit in it is worth. */
type Way = readonly (readonly (readonly [from: number, to: number, grade: number])[])[];

/** By an order, where each position stands in it. */
const ranksOf = new WeakMap<Uint32Array, Uint32Array>();

function ranksIn(order: Uint32Array): Uint32Array {
  let ranks = ranksOf.get(order);
  if (!ranks) {
    ranks = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank]!] = rank;
    ranksOf.set(order, ranks);
  }
  return ranks;
}

/** More than any score. */
const aboveScores = 2 ** 16;

/**
 * The positions of a finding, the best first, `most` of them at the most; those that fit alike stay in the order of
 * `order`, which holds every position. However many there are, only as many as are asked for are kept and sorted.
 */
export function inScoreOrder(
  { scores }: Pick<FoundWords, 'scores'>,
  matching: Bits,
  order: Uint32Array,
  most = Number.POSITIVE_INFINITY,
): Uint32Array {
  const ranks = ranksIn(order);
  // One number says both, the least for the best. Of those that are kept the greatest stands first: it goes when a lesser one comes.
  const kept = new Float64Array(Math.min(most, countBits(matching)));
  let count = 0;
  eachBit(matching, (position) => {
    const score = scores[position]!;
    if (score === 0) return;
    const key = (aboveScores - score) * order.length + ranks[position]!;
    if (count < kept.length) {
      kept[count++] = key;
      if (count === kept.length) kept.sort().reverse();
    } else if (key < kept[0]!) sink(kept, key);
  });
  return Uint32Array.from(kept.subarray(0, count).sort(), (key) => order[key % order.length]!);
}

/** Puts a number in the place of the greatest of a heap. */
function sink(heap: Float64Array, key: number): void {
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && heap[below + 1]! > heap[below]!) below += 1;
    if (heap[below]! <= key) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = key;
}

function westernDigits(text: string): string {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}

function differing(letters: number): number {
  let count = 0;
  for (let left = letters; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Letters added, left out, changed or swapped with their neighbour; anything beyond `most` is `most` + 1. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [Array.from({ length: b.length + 1 }, () => 0), Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
