import { describe, expect, it } from 'vitest';
import { hearWords } from '#app/commerce/catalogue-search/hear-words.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { helpfulToDrop, narrowed } from '#app/values/narrow-list.ts';
import { chosenIn, formatExperienceSearch, readExperienceSearch } from './experience-search-form.ts';
import { someCard } from './experience-testing.ts';
import { dubai, experienceTests, facetsOf, inOrder, type ExperienceFilter } from './filter-experiences.ts';

const desert = someCard();
const museum = someCard({
  id: 'museum',
  city: 'abu-dhabi',
  latitude: 24.53,
  longitude: 54.4,
  categories: ['museum', 'family'],
  durationMinutes: 120,
  startTimes: ['10:00', '18:00'],
  weekdays: [2, 3, 4, 5, 6, 7],
  languages: ['en', 'es'],
  wheelchair: 'yes',
  indoor: true,
  freeCancelHours: 48,
  searchWords: 'louvre abu dhabi متحف',
  price: money(14_000, 'AED'),
});
const all = [desert, museum];
const heard = (words: string | undefined) => {
  const found = hearWords(all, words, (card) => card.searchWords);
  return all.map((card) => ({ ...card, isHeard: found?.finds(card.id) ?? true }));
};
const ids = (filter: ExperienceFilter) => narrowed(experienceTests, heard(filter.words), filter).map((card) => card.id);

describe('the list of experiences', () => {
  it('is narrowed by each of its filters', () => {
    expect(ids({ city: 'abu-dhabi' })).toEqual(['museum']);
    expect(ids({ date: calendarDate('2026-11-24') })).toEqual(['museum']);
    expect(ids({ parts: ['afternoon'] })).toEqual(['desert-evening']);
    expect(ids({ parts: ['evening', 'afternoon'] })).toEqual(['desert-evening', 'museum']);
    expect(ids({ categories: ['family', 'food'] })).toEqual(['desert-evening', 'museum']);
    expect(ids({ lasts: ['short'] })).toEqual(['museum']);
    expect(ids({ guides: ['es'] })).toEqual(['museum']);
    expect(ids({ maxPrice: 14_000 })).toEqual(['museum']);
    expect(ids({ wheelchair: true })).toEqual(['museum']);
    expect(ids({ free: true })).toEqual(['desert-evening']);
    expect(ids({ families: true, indoor: true })).toEqual(['museum']);
  });

  it('is searched in any language, by beginnings of words, without accents', () => {
    expect(ids({ words: 'Louv' })).toEqual(['museum']);
    expect(ids({ words: 'ABU dhabi' })).toEqual(['museum']);
    expect(ids({ words: 'دبي' })).toEqual(['desert-evening']);
    expect(ids({ words: 'uvre' })).toEqual([]);
    expect(ids({ words: '"><script>' })).toEqual([]);
  });

  it('says beside each choice how many there are after a click', () => {
    const facets = facetsOf(all, { city: 'dubai' });
    expect(facets.cities).toEqual([
      { value: 'dubai', count: 1 },
      { value: 'abu-dhabi', count: 1 },
    ]);
    expect(facets.categories.find((choice) => choice.value === 'museum')).toEqual({ value: 'museum', count: 0 });
    expect(facets.categories.some((choice) => choice.value === 'water')).toBe(false);
    expect(facets.flags.find((choice) => choice.value === 'wheelchair')).toEqual({ value: 'wheelchair', count: 0 });
    expect(facets.flags.some((choice) => choice.value === 'private')).toBe(false);
    expect(facets.guides).toEqual([
      { value: 'ar', count: 1 },
      { value: 'en', count: 1 },
      { value: 'es', count: 0 },
    ]);
  });

  it('names what to relax when nothing is left', () => {
    expect(helpfulToDrop(experienceTests, all, { city: 'dubai', wheelchair: true })).toEqual([
      { key: 'city', count: 1 },
      { key: 'wheelchair', count: 1 },
    ]);
  });

  it('stands in order of distance, price or length', () => {
    const order = (by: Parameters<typeof inOrder>[1], from = dubai) => inOrder(all, by, from).map((card) => card.id);
    expect(order('near')).toEqual(['desert-evening', 'museum']);
    expect(order('near', { latitude: 24.5, longitude: 54.4 })).toEqual(['museum', 'desert-evening']);
    expect(order('price')).toEqual(['museum', 'desert-evening']);
    expect(order('price-down')).toEqual(['desert-evening', 'museum']);
    expect(order('short')).toEqual(['museum', 'desert-evening']);
  });
});

describe('the address of the list', () => {
  const read = (query: string) => readExperienceSearch(new URLSearchParams(query), calendarDate('2026-11-23'));

  it('is read back as it was written', () => {
    const query =
      'q=louvre+abu&city=abu-dhabi&date=2026-12-01&time=evening&kind=museum&kind=family&lasts=short&max=300&guide=es&wheelchair=1&indoor=1&at=24.5%2C54.4&sort=price&page=2';
    const search = read(query);
    expect(read(formatExperienceSearch(search))).toEqual(search);
    expect(search.filter.categories).toEqual(['museum', 'family']);
    expect(search.page).toBe(2);
  });

  it('leaves out what makes no sense', () => {
    const wrong =
      'q=&city=../etc&date=2026-02-30&time=noon&kind=%3Cscript%3E&max=-5&max=1e9&guide=ENGLISH&wheelchair=yes&at=99,200&sort=best&page=-1';
    expect(read(wrong)).toEqual({ filter: {}, order: 'near', page: 1, at: null });
    expect(read('date=2026-11-22').filter).toEqual({});
    expect(read(`q=${'x'.repeat(5000)}`).filter.words).toHaveLength(80);
  });

  it('can be taken apart, filter by filter', () => {
    const chosen = chosenIn(read('kind=food&kind=desert&indoor=1&page=3'));
    expect(chosen.map(({ key, value, without }) => [key, value, formatExperienceSearch(without)])).toEqual([
      ['categories', 'desert', 'kind=food&indoor=1'],
      ['categories', 'food', 'kind=desert&indoor=1'],
      ['indoor', 'true', 'kind=desert&kind=food'],
    ]);
  });
});
