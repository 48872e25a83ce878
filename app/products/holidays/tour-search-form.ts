import { isRegionCode, type RegionCode } from '#app/values/regions.ts';
import { lengthBandNames, tourOrders, type TourFilter, type TourOrder } from './filter-tours.ts';
import { groupKinds, tourStyles } from './tour.ts';

export interface TourSearch {
  readonly filter: TourFilter;
  readonly order: TourOrder;
  /** From 1. */
  readonly page: number;
}

const longestWords = 80;
const mostBudget = 100_000;

function some<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length > 0 ? values : undefined;
}

/** Reads a list's address. What makes no sense is left out: an old or mistyped link still shows a list. */
export function readTourSearch(params: URLSearchParams): TourSearch {
  const words = params.get('q')?.trim().slice(0, longestWords);
  const countries = [...new Set(params.getAll('country').map((code) => code.toUpperCase()))].filter((code) => /^[A-Z]{2}$/.test(code));
  const month = params.get('month') ?? '';
  const budget = Number(params.get('budget'));
  const page = Number(params.get('page'));
  const filter: { [Part in keyof TourFilter]: TourFilter[Part] | undefined } = {
    words: words === '' ? undefined : words,
    regions: some([...new Set(params.getAll('region'))].filter((code): code is RegionCode => isRegionCode(code))),
    countries: some(countries.slice(0, 20)),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    lengths: some(lengthBandNames.filter((band) => params.getAll('length').includes(band))),
    budget: Number.isInteger(budget) && budget > 0 && budget <= mostBudget ? budget : undefined,
    styles: some(tourStyles.filter((style) => params.getAll('style').includes(style))),
    group: groupKinds.find((kind) => kind === params.get('group')),
  };
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    order: tourOrders.find((order) => order === params.get('sort')) ?? 'house',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 1000) : 1,
  };
}

/** The query of a search, as short as it can be; reading it gives the same search. */
export function formatTourSearch({ filter, order, page }: TourSearch): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) params.append(name, String(value));
  };
  add('q', filter.words);
  for (const region of filter.regions ?? []) add('region', region);
  for (const country of filter.countries ?? []) add('country', country);
  add('month', filter.month);
  for (const band of filter.lengths ?? []) add('length', band);
  add('budget', filter.budget);
  for (const style of filter.styles ?? []) add('style', style);
  add('group', filter.group);
  add('sort', order === 'house' ? undefined : order);
  add('page', page > 1 ? page : undefined);
  return params.toString();
}

/** The address of the list for a search. */
export function holidaysAddress(search: Partial<TourSearch>): string {
  const query = formatTourSearch({ filter: {}, order: 'house', page: 1, ...search });
  return query ? `/holidays?${query}` : '/holidays';
}
