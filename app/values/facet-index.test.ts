import { describe, expect, it } from 'vitest';
import { allBits, countBits, hasBit, noBits, setBit } from './bits.ts';
import { FacetIndex, type Chosen } from './facet-index.ts';

type Name = 'country' | 'theme' | 'price';
/** Forty of them, so that the bits need a second word. */
const items = Array.from({ length: 40 }, (_, at) => ({
  country: ['it', 'es', 'pt'].slice(at % 3, (at % 3) + 1),
  theme: ['sea', 'food', 'art'].filter((_theme, one) => (at >> one) % 2 === 0),
  price: ['100', '200', '300'].filter((step) => (at * 10) % 350 <= Number(step)),
}));
const index = new FacetIndex<Name>(items.length, { country: 'any', theme: 'all', price: 'any' }, (at) => items[at]!);

/** The plain way: each item asked each question. */
function plain(chosen: Chosen<Name>, within = [...items.keys()]): number[] {
  return within.filter((at) =>
    (['country', 'theme', 'price'] as const).every((name) => {
      const wanted = chosen[name] ?? [];
      if (wanted.length === 0) return true;
      return name === 'theme'
        ? wanted.every((value) => items[at]!.theme.includes(value))
        : wanted.some((value) => items[at]![name].includes(value));
    }),
  );
}

const questions: Chosen<Name>[] = [
  {},
  { country: ['it'] },
  { country: ['it', 'pt'], theme: ['sea'] },
  { theme: ['sea', 'food'], price: ['200'] },
  { country: ['es'], theme: ['art'], price: ['100'] },
  { country: ['nowhere'] },
];

describe('facets', () => {
  it.each(questions)('narrow as the plain way does, and count what each choice would leave: %o', (chosen) => {
    const found = index.narrow(chosen);
    const expected = plain(chosen);
    expect([...items.keys()].filter((at) => hasBit(found.matching, at))).toEqual(expected);
    expect(found.total).toBe(expected.length);
    for (const value of ['it', 'es', 'pt']) expect(found.counts.country.get(value)).toBe(plain({ ...chosen, country: [value] }).length);
    for (const value of ['sea', 'food', 'art'])
      expect(found.counts.theme.get(value)).toBe(plain({ ...chosen, theme: [...(chosen.theme ?? []), value] }).length);
    for (const value of ['100', '200', '300']) expect(found.counts.price.get(value)).toBe(plain({ ...chosen, price: [value] }).length);
    expect(found.without('country')).toBe(plain({ ...chosen, country: [] }).length);
  });

  it('look only among what the words found', () => {
    const within = noBits(items.length);
    for (const at of [1, 2, 4, 33]) setBit(within, at);
    const found = index.narrow({ country: ['es'] }, within);
    expect(found.total).toBe(plain({ country: ['es'] }, [1, 2, 4, 33]).length);
    expect(found.counts.country.get('pt')).toBe(plain({ country: ['pt'] }, [1, 2, 4, 33]).length);
  });

  it('count the same of few and of many', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      country: [['it', 'es', 'pt'][at % 3]!],
      theme: at % 97 === 0 ? ['sea', 'sea'] : [],
      price: [],
    }));
    const long = new FacetIndex<Name>(rows.length, { country: 'any', theme: 'all', price: 'any' }, (at) => rows[at]!);
    const sea = rows.filter(({ theme }) => theme.length > 0);
    const of = (list: typeof rows, country: string) => list.filter((row) => row.country[0] === country).length;
    for (const country of ['it', 'es', 'pt']) {
      expect(long.narrow({ theme: ['sea'] }).counts.country.get(country)).toBe(of(sea, country));
      expect(long.narrow({}).counts.country.get(country)).toBe(1_000);
      expect(long.count({ theme: ['sea'], country: [country] })).toBe(of(sea, country));
    }
    expect(long.narrow({ theme: ['sea'] }).counts.theme.get('sea')).toBe(sea.length);
    expect(long.narrow({}).counts.theme.get('sea')).toBe(sea.length);
  });

  it('count no bit beyond the end of a list', () => {
    for (const size of [0, 1, 31, 32, 33, 40, 64]) expect(countBits(allBits(size))).toBe(size);
  });
});
