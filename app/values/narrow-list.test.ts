import { describe, expect, it } from 'vitest';
import { countWith, helpfulToDrop, narrowed, pageOf, type FilterTests } from './narrow-list.ts';

interface Fruit {
  readonly name: string;
  readonly colour: string;
  readonly price: number;
}
interface Filter {
  readonly colour?: string;
  readonly most?: number;
}
const fruits: readonly Fruit[] = [
  { name: 'date', colour: 'brown', price: 4 },
  { name: 'lime', colour: 'green', price: 2 },
  { name: 'pear', colour: 'green', price: 6 },
];
const tests: FilterTests<Fruit, Filter> = {
  colour: (fruit, colour) => fruit.colour === colour,
  most: (fruit, most) => fruit.price <= most,
};

describe('a narrowed list', () => {
  it('keeps what passes every filter that is set', () => {
    expect(narrowed(tests, fruits, { colour: 'green', most: 5 }).map((fruit) => fruit.name)).toEqual(['lime']);
    expect(narrowed(tests, fruits, { colour: undefined })).toHaveLength(3);
  });

  it('says beside a choice how many there are after it', () => {
    expect(countWith(tests, fruits, { colour: 'green', most: 5 }, 'colour', 'brown')).toBe(1);
    expect(countWith(tests, fruits, { most: 3 }, 'colour', 'brown')).toBe(0);
  });

  it('names the filters that keep it empty, the most helpful first', () => {
    expect(helpfulToDrop(tests, fruits, { colour: 'brown', most: 3 })).toEqual([
      { key: 'colour', count: 1 },
      { key: 'most', count: 1 },
    ]);
    expect(helpfulToDrop(tests, fruits, { colour: 'blue', most: 5 })).toEqual([{ key: 'colour', count: 2 }]);
  });

  it('has a last page for those who ask for a later one', () => {
    expect(pageOf(fruits, 9, 2)).toEqual({ shown: [fruits[2]], page: 2, pages: 2 });
    expect(pageOf([], 1, 2)).toEqual({ shown: [], page: 1, pages: 1 });
  });
});
