import { describe, expect, it } from 'vitest';
import { hasBit } from './bits.ts';
import { foldText } from './fold-text.ts';
import { editDistance, inScoreOrder, WordIndex } from './word-index.ts';

const things = [
  { titles: ['Best of Italy', 'أجمل ما في إيطاليا'], places: ['Rome', 'روما'], more: 'pasta Vatican Itália' },
  { titles: ['Lisbon on foot', 'Lisboa a pé', 'لشبونة سيرًا'], places: ['Lisbon', 'Lisboa'], more: 'Portugal Rome-style tiles' },
  { titles: ['A morning in Petra', 'صباح في البتراء'], places: ['Wadi Musa'], more: 'Jordan الأردن' },
  { titles: ['São Paulo markets', 'Mercados de São Paulo'], places: ['São Paulo'], more: 'Brazil Ñandú' },
  {
    titles: ['Dhow at dusk', 'قارب عند الغروب'],
    places: ['Abu Dhabi', 'أبوظبي'],
    more: 'United Arab Emirates الإمارات العربية المتحدة جدّة',
  },
  { titles: ['Tbilisi by night'], places: ['Tbilisi'], more: 'Georgia' },
];
const index = WordIndex.of(
  things.map(({ titles, places, more }) => ({ titles, places, words: foldText(`${titles.join(' ')} ${places.join(' ')} ${more}`) })),
);
const order = Uint32Array.from(things.keys());

function find(typed: string): number[] {
  const found = index.find(typed);
  return found ? [...inScoreOrder(found, found.matching, order)] : [...things.keys()];
}

/** So many that a common word is walked for and a rare one is sorted. */
const many = Array.from({ length: 5_000 }, (_, at) => ({
  titles: [at % 3 === 0 ? 'dune' : 'harbour'],
  places: [at % 7 === 0 ? 'dune' : 'quay'],
  words: `everywhere ${at % 500 === 0 ? 'lighthouse' : ''} ${at % 2 === 0 ? 'dunes' : ''}`.trim(),
}));

describe('words that are searched', () => {
  it.each([
    ['the beginning of a word', 'ital', [0]],
    ['accents that were not typed', 'sao paulo', [3]],
    ['accents that were typed', 'Ñandú', [3]],
    ['Arabic with another hamza and without its article', 'ايطاليا', [0]],
    ['Arabic with its marks and ta marbuta', 'جده', [4]],
    ['an Arabic word with "and" written onto it', 'والبتراء', [2]],
    ['a letter left out', 'lisbn', [1]],
    ['two letters swapped', 'tiblisi', [5]],
    ['a letter too many in Arabic', 'لشببونة', [1]],
    ['two words written as one', 'saopaulo', [3]],
    ['the code of an airport', 'auh', [4]],
    ['a short form', 'UAE', [4]],
    ['a wide name', 'caucasus', [5]],
    ['another name of the place', 'wadi musa', [2]],
    ['small words around it', 'trips to Petra', [2]],
  ])('are found by %s', (_, typed, expected) => {
    expect(find(typed)).toEqual(expected);
  });

  it('must all be there, in any order', () => {
    expect(find('paulo markets')).toEqual([3]);
    expect(find('markets lisbon')).toEqual([]);
  });

  it('put what is called so before what only mentions it', () => {
    expect(find('rome')).toEqual([0, 1]);
  });

  it('say what was looked for instead, as it is written', () => {
    expect(index.find('lisbno')?.corrections).toEqual([{ typed: 'lisbno', used: 'Lisbon' }]);
    expect(index.find('lisbon')?.corrections).toEqual([]);
  });

  it('are not guessed from short words, nor another name from its beginning', () => {
    expect(find('rme')).toEqual([]);
    expect(index.find('xyzzyq')?.missing).toEqual([{ typed: 'xyzzyq', near: [] }]);
    // "uk" is a name; nothing here is in the United Kingdom, though "United" is a word of the Emirates.
    expect(find('uk')).toEqual([]);
  });

  it('ask nothing when none was typed', () => {
    expect(index.find('  ')).toBeNull();
  });

  it('find nothing in signs alone, and name them', () => {
    const found = index.find(' !!! ')!;
    expect(found.missing).toEqual([{ typed: '!!!', near: [] }]);
    expect([0, 1, 2].some((position) => hasBit(found.matching, position))).toBe(false);
  });

  it('complete what is being typed as it is written', () => {
    expect(index.complete('lis', 3)).toEqual(['Lisboa', 'Lisbon']);
    expect(index.complete('l', 3)).toEqual([]);
  });

  it('keep no item beyond their list', () => {
    const found = index.find('rome')!;
    expect(hasBit(found.matching, 0)).toBe(true);
    expect(hasBit(found.matching, 2)).toBe(false);
  });
});

describe('the distance of two words', () => {
  it.each([
    ['lisbon', 'lisbon', 0],
    ['lisbon', 'lisbno', 1],
    ['lisbon', 'lizbon', 1],
    ['lisbon', 'lisboa', 1],
    ['lisbon', 'lsbn', 2],
    ['lisbon', 'london', 3],
  ])('%s and %s are %i apart, or beyond what is asked', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance);
  });
});

describe('a long list', () => {
  const long = WordIndex.of(many);
  const backwards = Uint32Array.from(many.keys()).reverse();
  /** The plain way: the best place each word stands in, by how it stands there. */
  const plain = (typed: string) => {
    const scored = many.map(({ titles, places, words }) =>
      typed.split(' ').map((word) => {
        const worth = (text: string, weight: number) =>
          Math.max(0, ...text.split(' ').map((own) => (own === word ? 3 : own.startsWith(word) ? 2 : 0) * weight));
        return Math.max(worth(titles[0]!, 4), worth(places[0]!, 3), worth(words, 1));
      }),
    );
    return [...backwards]
      .filter((at) => scored[at]!.every((score) => score > 0))
      .map((at) => ({ at, score: scored[at]!.reduce((sum, score) => sum + score, 0) }))
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .map(({ at }) => at);
  };

  it.each(['dune', 'lighthouse', 'lighthouse dune', 'everywhere', 'harbour quay', 'dunes lighthouse harbour', 'lighth du'])(
    'finds what the plain way finds, in its order: %s',
    (typed) => {
      const found = long.find(typed)!;
      const expected = plain(typed);
      expect(expected.length).toBeGreaterThan(0);
      expect([...inScoreOrder(found, found.matching, backwards)]).toEqual(expected);
      expect([...inScoreOrder(found, found.matching, backwards, 7)]).toEqual(expected.slice(0, 7));
      // Asked again, and after others, it finds the same.
      expect([...inScoreOrder(long.find(typed)!, long.find(typed)!.matching, backwards)]).toEqual(expected);
    },
  );
});
