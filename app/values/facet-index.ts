import { addAll, allBits, countBits, countShared, eachBit, keepOnly, noBits, setBit, type Bits } from './bits.ts';

/** `any`: choices of one kind widen one another (Italy or Spain). `all`: each narrows (a beach and a pool). */
export type FacetMode = 'any' | 'all';

/** What is chosen of each facet; a facet that is not named asks nothing. */
export type Chosen<Name extends string> = { readonly [Facet in Name]?: readonly string[] | undefined };

export interface Narrowed<Name extends string> {
  readonly matching: Bits;
  readonly total: number;
  /** How many the list has after a choice, with everything else as it is, by facet and choice; what nothing has at all is not there. */
  readonly counts: Readonly<Record<Name, ReadonlyMap<string, number>>>;
  /** How many the list would have without all choices of a facet. */
  readonly without: (facet: Name) => number;
}

/** What asking an item about one thing that it has costs, as a multiple of joining one word of two sets. */
const askedCosts = 2;

/**
 * The facets of a list, each choice a set of bits: a question costs the number of choices times the number of items
 * over 32, or what the items that are left have, whichever is less. A ceiling ("up to 500") is a facet whose items have
 * every step they stay under.
 */
export class FacetIndex<Name extends string> {
  readonly #size: number;
  readonly #modes: Readonly<Record<Name, FacetMode>>;
  readonly #choices: Readonly<Record<Name, ReadonlyMap<string, Bits>>>;
  /** Of all choices, facet after facet, where those of a facet begin. */
  readonly #firstOf: Readonly<Record<Name, number>>;
  /** Of how many choices. */
  readonly #number: number;
  /** What the item at `at` has: from #starts[at] to #starts[at + 1], each the number of a choice. */
  readonly #starts: Uint32Array;
  readonly #had: Uint16Array;
  /** The answer to no question at all. */
  #everything: Narrowed<Name> | null = null;

  /** `valuesOf` names what the item at a position has of a facet. */
  constructor(
    size: number,
    modes: Readonly<Record<Name, FacetMode>>,
    valuesOf: (position: number) => Readonly<Record<Name, readonly string[]>>,
  ) {
    this.#size = size;
    this.#modes = modes;
    const names = Object.keys(modes) as Name[];
    const choices = Object.fromEntries(names.map((name) => [name, new Map<string, Bits>()])) as Record<Name, Map<string, Bits>>;
    for (let position = 0; position < size; position += 1) {
      const values = valuesOf(position);
      for (const name of names)
        for (const value of values[name]) {
          let bits = choices[name].get(value);
          if (!bits) choices[name].set(value, (bits = noBits(size)));
          setBit(bits, position);
        }
    }
    this.#choices = choices;
    const firstOf: Partial<Record<Name, number>> = {};
    const numbers = {} as Record<Name, Map<string, number>>;
    let number = 0;
    for (const name of names) {
      firstOf[name] = number;
      numbers[name] = new Map([...choices[name].keys()].map((value) => [value, number++]));
    }
    this.#firstOf = firstOf as Record<Name, number>;
    this.#number = number;
    this.#starts = new Uint32Array(size + 1);
    const had: number[] = [];
    for (let position = 0; position < size; position += 1) {
      const values = valuesOf(position);
      // A set has a value once, however often the item names it.
      for (const name of names) for (const value of new Set(values[name])) had.push(numbers[name].get(value)!);
      this.#starts[position + 1] = had.length;
    }
    this.#had = Uint16Array.from(had);
  }

  /** `within`: only among these positions, for words that were searched. */
  narrow(chosen: Chosen<Name>, within?: Bits): Narrowed<Name> {
    const asked = this.#asked(chosen);
    if (asked.length > 0 || within) return this.#narrow(asked, within);
    return (this.#everything ??= this.#narrow(asked, within));
  }

  /** How many `narrow` would leave, without the counts of the choices. */
  count(chosen: Chosen<Name>, within?: Bits): number {
    return countBits(this.#left(this.#asked(chosen), within, null));
  }

  /** Of these positions the ones that have a value of a facet; nothing is counted. */
  among(name: Name, value: string, within: Bits): Bits {
    const bits = within.slice();
    keepOnly(bits, this.#choices[name].get(value) ?? noBits(this.#size));
    return bits;
  }

  #asked(chosen: Chosen<Name>): Asked<Name>[] {
    return (Object.keys(this.#modes) as Name[])
      .filter((name) => (chosen[name]?.length ?? 0) > 0)
      .map((name) => ({ name, bits: this.#chosenBits(name, chosen[name]!) }));
  }

  /** What is left of everything asked, but for one facet. */
  #left(asked: readonly Asked<Name>[], within: Bits | undefined, but: Name | null): Bits {
    const bits = within ? within.slice() : allBits(this.#size);
    for (const { name, bits: others } of asked) if (name !== but) keepOnly(bits, others);
    return bits;
  }

  #narrow(asked: readonly Asked<Name>[], within: Bits | undefined): Narrowed<Name> {
    const matching = this.#left(asked, within, null);
    const total = countBits(matching);
    const others = new Map(asked.map(({ name }) => [name, this.#left(asked, within, name)]));
    const all = this.#counter(matching, total, this.#number);
    const counts = Object.fromEntries(
      (Object.keys(this.#choices) as Name[]).map((name) => {
        const wider = this.#modes[name] === 'any' ? others.get(name) : undefined;
        return [name, this.#countsOf(name, wider ? this.#counter(wider, countBits(wider), this.#choices[name].size) : all)];
      }),
    ) as unknown as Record<Name, Map<string, number>>;
    return { matching, total, counts, without: (facet) => countBits(others.get(facet) ?? matching) };
  }

  /** How many of these positions have a choice, by its bits and its number; so many choices will be asked for. */
  #counter(base: Bits, total: number, choices: number): (bits: Bits, number: number) => number {
    const asking = total * (this.#had.length / this.#size) * askedCosts;
    if (choices * base.length < asking) return (bits) => countShared(bits, base);
    const counts = new Uint32Array(this.#number);
    eachBit(base, (position) => {
      for (let at = this.#starts[position]!; at < this.#starts[position + 1]!; at += 1) counts[this.#had[at]!]! += 1;
    });
    return (_bits, number) => counts[number]!;
  }

  #countsOf(name: Name, count: (bits: Bits, number: number) => number): Map<string, number> {
    const counts = new Map<string, number>();
    let number = this.#firstOf[name];
    for (const [value, bits] of this.#choices[name]) counts.set(value, count(bits, number++));
    return counts;
  }

  #chosenBits(name: Name, values: readonly string[]): Bits {
    const all = this.#modes[name] === 'all';
    const bits = all ? allBits(this.#size) : noBits(this.#size);
    const none = noBits(this.#size);
    for (const value of values) (all ? keepOnly : addAll)(bits, this.#choices[name].get(value) ?? none);
    return bits;
  }
}

interface Asked<Name extends string> {
  readonly name: Name;
  readonly bits: Bits;
}
