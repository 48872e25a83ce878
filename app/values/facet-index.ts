import { addAll, allBits, countBits, countShared, keepOnly, noBits, setBit, type Bits } from './bits.ts';

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

/**
 * The facets of a list, each choice a set of bits: a question costs the number of choices times the number of items
 * over 32, whatever was chosen. A ceiling ("up to 500") is a facet whose items have every step they stay under.
 */
export class FacetIndex<Name extends string> {
  readonly #size: number;
  readonly #modes: Readonly<Record<Name, FacetMode>>;
  readonly #choices: Readonly<Record<Name, ReadonlyMap<string, Bits>>>;

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
  }

  /** `within`: only among these positions, for words that were searched. */
  narrow(chosen: Chosen<Name>, within?: Bits): Narrowed<Name> {
    const asked = (Object.keys(this.#modes) as Name[])
      .filter((name) => (chosen[name]?.length ?? 0) > 0)
      .map((name) => ({ name, bits: this.#chosenBits(name, chosen[name]!) }));
    const but = (left: Name | null) => {
      const bits = within ? within.slice() : allBits(this.#size);
      for (const { name, bits: others } of asked) if (name !== left) keepOnly(bits, others);
      return bits;
    };
    const matching = but(null);
    const others = new Map(asked.map(({ name }) => [name, but(name)]));
    const counts = Object.fromEntries(
      (Object.keys(this.#choices) as Name[]).map((name) => {
        const base = this.#modes[name] === 'any' ? (others.get(name) ?? matching) : matching;
        return [name, new Map([...this.#choices[name]].map(([value, bits]) => [value, countShared(bits, base)]))];
      }),
    ) as unknown as Record<Name, Map<string, number>>;
    return { matching, total: countBits(matching), counts, without: (facet) => countBits(others.get(facet) ?? matching) };
  }

  /** Of these positions the ones that have a value of a facet; nothing is counted. */
  among(name: Name, value: string, within: Bits): Bits {
    const bits = within.slice();
    keepOnly(bits, this.#choices[name].get(value) ?? noBits(this.#size));
    return bits;
  }

  #chosenBits(name: Name, values: readonly string[]): Bits {
    const all = this.#modes[name] === 'all';
    const bits = all ? allBits(this.#size) : noBits(this.#size);
    const none = noBits(this.#size);
    for (const value of values) (all ? keepOnly : addAll)(bits, this.#choices[name].get(value) ?? none);
    return bits;
  }
}
