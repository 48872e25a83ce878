import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import { chosenIn, compareAddress, readCatalogueSearch, readCompared, searchAddress } from './search-form.ts';
import { someThing } from './search-thing-testing.ts';

const things = [
  someThing({ rank: 1 }),
  someThing({
    title: 'Spanish Wonder',
    place: 'Spain',
    countries: ['ES'],
    themes: ['culture', 'city'],
    price: money(720_000, 'AED'),
    rank: 0,
  }),
  someThing({
    kind: 'experience',
    title: 'Petra by Candle',
    place: 'Petra · Jordan',
    words: 'Italian supper',
    countries: ['JO'],
    themes: ['night'],
    length: 'hours',
    months: [1, 2, 3],
    promises: ['instant', 'free-cancel'],
    price: money(18_000, 'AED'),
    at: { latitude: 30.3, longitude: 35.4 },
    rank: 0,
  }),
  someThing({
    kind: 'stay',
    title: 'Ghaf Lodge',
    place: 'Dubai · United Arab Emirates',
    countries: ['AE'],
    themes: ['desert'],
    length: 'own-nights',
    months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    promises: ['instant'],
    price: money(61_000, 'AED'),
    at: { latitude: 25, longitude: 55.5 },
    rank: 0,
  }),
];
const index = CatalogueIndex.of(things);
const search = (query: string) => index.search(readCatalogueSearch(new URLSearchParams(query)), 3);
const titles = (query: string) => search(query).things.map((thing) => thing.names.en.title);

describe('the search of the catalogue', () => {
  it('lists the kinds in turns, page by page, and the last page for one that is too far', () => {
    expect(titles('')).toEqual(['Spanish Wonder', 'Petra by Candle', 'Ghaf Lodge']);
    expect(titles('page=2')).toEqual(['Best of Italy']);
    expect(search('page=99')).toMatchObject({ page: 2, pages: 2, total: 4 });
  });

  it('puts what is called so before what mentions it, unless another order is asked for', () => {
    expect(titles('q=ital')).toEqual(['Best of Italy', 'Petra by Candle']);
    expect(titles('q=ital&sort=price')).toEqual(['Petra by Candle', 'Best of Italy']);
  });

  it('orders by price and from Dubai', () => {
    expect(titles('sort=price')).toEqual(['Petra by Candle', 'Ghaf Lodge', 'Best of Italy']);
    expect(titles('sort=price-down')).toEqual(['Spanish Wonder', 'Best of Italy', 'Ghaf Lodge']);
    expect(titles('sort=near')[0]).toBe('Ghaf Lodge');
  });

  it('narrows by every facet at once and counts the others of a facet as if it were not chosen', () => {
    const found = search('month=3&promise=instant&kind=experience');
    expect(found.things.map(({ id }) => id)).toEqual(['petra-by-candle']);
    expect(Object.fromEntries(found.counts.kind)).toEqual({ tour: 0, experience: 1, stay: 1 });
    expect(found.counts.promise.get('free-cancel')).toBe(1);
    expect(search('price=1000').total).toBe(2);
  });

  it('says what to take off when nothing is left, one word of several first', () => {
    const found = search('q=petra sushi&kind=experience');
    expect(found.total).toBe(0);
    expect(found.words?.missing).toEqual([{ typed: 'sushi', near: [] }]);
    expect(found.loosen.map(({ facet, count, search: left }) => [facet, count, left.words])).toEqual([
      ['word', 1, 'petra'],
      ['words', 1, undefined],
    ]);
    expect(search('kind=tour&promise=instant').loosen.map(({ facet, count }) => [facet, count])).toEqual([
      ['kind', 2],
      ['promise', 2],
    ]);
  });

  it('is the same when it is made in pieces', async () => {
    let rests = 0;
    const made = await CatalogueIndex.made(things, async () => void (rests += 1));
    expect(made.search(readCatalogueSearch(new URLSearchParams('q=petra')), 3)).toEqual(search('q=petra'));
    expect(rests).toBeGreaterThan(0);
  });

  it('finds a thing by its key, and others like it', () => {
    const italy = index.find('tour:best-of-italy')!;
    expect(italy.names.en.title).toBe('Best of Italy');
    expect(index.find('stay:best-of-italy')).toBeNull();
    expect(index.like(italy, 3).map(({ id }) => id)).toEqual(['spanish-wonder']);
  });
});

describe('the address of a search', () => {
  it.each([
    '',
    'q=petra',
    'q=%D8%A7%D9%84%D8%A8%D8%AA%D8%B1%D8%A7%D8%A1&kind=tour&kind=stay&country=JO&theme=night&length=hours&month=3&price=500&promise=instant&sort=price&page=2',
  ])('says again what was read from it: %s', (query) => {
    const read = readCatalogueSearch(new URLSearchParams(query));
    expect(searchAddress(read)).toBe(query === '' ? '/search' : `/search?${query}`);
  });

  it('leaves out what makes no sense', () => {
    const read = readCatalogueSearch(new URLSearchParams('kind=boat&country=italy&month=13&price=7&sort=love&page=-1&q=++'));
    expect(read).toEqual({ words: undefined, chosen: {}, order: 'fit', page: 1 });
  });

  it('says of each choice what is left without it', () => {
    const read = readCatalogueSearch(new URLSearchParams('kind=tour&kind=stay&theme=city'));
    expect(chosenIn(read).map(({ value, without }) => [value, searchAddress(without)])).toEqual([
      ['tour', '/search?kind=stay&theme=city'],
      ['stay', '/search?kind=tour&theme=city'],
      ['city', '/search?kind=tour&kind=stay'],
    ]);
  });

  it('names at most four things to compare, each once, and nothing else', () => {
    const keys = readCompared(
      new URLSearchParams('of=tour:a&of=tour:a&of=boat:b&of=stay:c&of=tour:d:e&of=experience:f&of=stay:g&of=stay:h'),
      'of',
    );
    expect(keys).toEqual(['tour:a', 'stay:c', 'experience:f', 'stay:g']);
    expect(compareAddress(keys.slice(0, 2))).toBe('/compare?of=tour:a&of=stay:c');
  });
});
