import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { regionCodes } from '#app/values/regions.ts';
import { foldText } from '#app/values/fold-text.ts';
import { departuresOf } from './departure-rules.ts';
import { hearWords } from '#app/commerce/catalogue-search/hear-words.ts';
import { countTours, filterTours, orderTours, waysOut, type DatedTour, type TourFilter } from './filter-tours.ts';

const today = calendarDate('2026-11-23');

function aTour(id: string, more: Partial<DatedTour> & { words?: string } = {}): DatedTour {
  const departures = more.departures ?? { weekday: 6, months: [3, 4] };
  return {
    id,
    region: 'europe',
    countries: ['IT'],
    days: 8,
    nights: 7,
    styles: ['culture'],
    group: 'small-group',
    groupSize: 12,
    minAge: 0,
    stars: 4,
    price: money(645_000, 'AED'),
    depositPercent: 20,
    transport: ['rail'],
    poster: { scene: 'canal', palette: 'dawn', landmark: null },
    isTop: false,
    isPopular: false,
    terms: null,
    title: id,
    tagline: '',
    route: [],
    searchWords: foldText(more.words ?? id),
    departureDays: departuresOf(departures, today),
    isHeard: true,
    ...more,
    departures,
  };
}

const italy = aTour('italy', { words: 'Best of Italy Rome Venezia روما إيطاليا Itália', styles: ['culture', 'rail'] });
const oman = aTour('oman', {
  region: 'africa-middle-east',
  countries: ['OM'],
  nights: 5,
  price: money(420_000, 'AED'),
  styles: ['nature', 'halal-friendly'],
  group: 'private',
  words: 'Oman عُمان مسقط Omã',
  departures: { weekday: 7, months: [12, 1] },
});
const japan = aTour('japan', {
  region: 'asia',
  countries: ['JP'],
  nights: 9,
  price: money(1_080_000, 'AED'),
  styles: ['culture', 'food'],
  words: 'Kyoto and the old road اليابان Japón',
});
const all = [italy, oman, japan];
const heard = (words: string | undefined) => {
  const found = hearWords(all, words, (tour) => tour.searchWords);
  return all.map((tour) => ({ ...tour, isHeard: found?.finds(tour.id) ?? true }));
};
const ids = (filter: TourFilter) => filterTours(heard(filter.words), filter).map((tour) => tour.id);

describe('the list of tours', () => {
  test('narrows by every part of the filter at once', () => {
    expect(ids({})).toEqual(['italy', 'oman', 'japan']);
    expect(ids({ regions: ['europe', 'asia'] })).toEqual(['italy', 'japan']);
    expect(ids({ countries: ['OM'] })).toEqual(['oman']);
    expect(ids({ month: '2026-12' })).toEqual(['oman']);
    expect(ids({ lengths: ['short', 'long'] })).toEqual(['oman', 'japan']);
    expect(ids({ budget: 6450 })).toEqual(['italy', 'oman']);
    expect(ids({ styles: ['culture', 'food'] })).toEqual(['japan']);
    expect(ids({ group: 'private', regions: ['europe'] })).toEqual([]);
  });

  test('finds words of any language from their start, whatever their case and accents', () => {
    for (const words of ['ROM', 'venez ital', 'itália', 'ايطاليا', 'إيطاليا']) expect(ids({ words }), words).toEqual(['italy']);
    expect(ids({ words: 'عمان' })).toEqual(['oman']);
    expect(ids({ words: 'japon' })).toEqual(['japan']);
    expect(ids({ words: 'rome japan' })).toEqual([]);
    expect(ids({ words: 'ome' })).toEqual([]);
    expect(ids({ words: 'venezai' })).toEqual(['italy']);
  });

  test('orders by price, length and first departure, and leaves the order of the house where two are alike', () => {
    const order = (by: Parameters<typeof orderTours>[1]) => orderTours(all, by).map((tour) => tour.id);
    expect(order('house')).toEqual(['italy', 'oman', 'japan']);
    expect(order('price')).toEqual(['oman', 'italy', 'japan']);
    expect(order('price-down')).toEqual(['japan', 'italy', 'oman']);
    expect(order('short')).toEqual(['oman', 'italy', 'japan']);
    expect(order('soon')).toEqual(['oman', 'italy', 'japan']);
  });

  test('says beside each choice how many tours a click brings', () => {
    for (const filter of [{}, { regions: ['europe'] }, { styles: ['culture'] }, { budget: 6450, group: 'small-group' }] as TourFilter[]) {
      const counts = countTours(all, filter);
      for (const region of regionCodes)
        expect(counts.regions.get(region) ?? 0).toBe(filterTours(all, { ...filter, regions: [region] }).length);
      for (const style of ['culture', 'food', 'nature'] as const)
        expect(counts.styles.get(style) ?? 0).toBe(filterTours(all, { ...filter, styles: [...(filter.styles ?? []), style] }).length);
      for (const [budget, count] of counts.budgets) expect(count).toBe(filterTours(all, { ...filter, budget }).length);
      for (const [month, count] of counts.months) expect(count).toBe(filterTours(all, { ...filter, month }).length);
      for (const [band, count] of counts.lengths) expect(count).toBe(filterTours(all, { ...filter, lengths: [band] }).length);
    }
  });

  test('knows which single choice to take off when nothing is left', () => {
    expect(waysOut(all, { regions: ['asia'], month: '2026-12' })).toEqual([
      { part: 'regions', count: 1 },
      { part: 'month', count: 1 },
    ]);
    expect(waysOut(heard('atlantis'), { words: 'atlantis' })).toEqual([{ part: 'words', count: 3 }]);
    expect(waysOut(heard('atlantis'), { words: 'atlantis', group: 'private', budget: 1 })).toEqual([]);
  });
});
