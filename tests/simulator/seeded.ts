/** A stream of numbers from a seed (mulberry32): the same seed, the same history, on every machine. */
export interface Dice {
  /** From 0 to most - 1. */
  below(most: number): number;
  /** True in so many of a hundred. */
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, percent: (share) => below(100) < share, pick: (items) => items[below(items.length)]! };
}
