import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { Position } from '#app/values/distance.ts';
import { experienceCategories } from './experience.ts';
import { dayParts, daysAhead, durationBands } from './experience-rules.ts';
import { experienceFlags, experienceOrders, type ExperienceFilter, type ExperienceOrder } from './filter-experiences.ts';

export interface ExperienceSearch {
  readonly filter: ExperienceFilter;
  readonly order: ExperienceOrder;
  /** From 1. */
  readonly page: number;
  /** Where the visitor is, to a tenth of a degree; null: Dubai. */
  readonly at: Position | null;
}

const code = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longestWords = 80;

function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | undefined {
  return values.find((value) => value === given);
}

function someOf<Value extends string>(values: readonly Value[], given: readonly string[]): readonly Value[] | undefined {
  const found = values.filter((value) => given.includes(value));
  return found.length > 0 ? found : undefined;
}

/** Reads a list's address. What makes no sense is left out: an old or mistyped link still shows a list. */
export function readExperienceSearch(params: URLSearchParams, today: CalendarDate): ExperienceSearch {
  const words = params.get('q')?.trim().slice(0, longestWords);
  const city = params.get('city') ?? '';
  const guides = [...new Set(params.getAll('guide'))].filter((guide) => /^[a-z]{2}$/.test(guide)).slice(0, 12);
  const most = Number(params.get('max'));
  const place = /^(-?\d{1,2}(?:\.\d)?),(-?\d{1,3}(?:\.\d)?)$/.exec(params.get('at') ?? '');
  const page = Number(params.get('page'));
  const date = parseCalendarDate(params.get('date') ?? '');
  const filter = {
    words: words === '' ? undefined : words,
    city: code.test(city) && city.length <= 60 ? city : undefined,
    date: date && date >= today && date <= addDays(today, daysAhead) ? date : undefined,
    parts: someOf(dayParts, params.getAll('time')),
    categories: someOf(experienceCategories, params.getAll('kind')),
    lasts: someOf(durationBands, params.getAll('lasts')),
    guides: guides.length > 0 ? guides : undefined,
    maxPrice: Number.isInteger(most) && most > 0 && most <= 100_000 ? most * 100 : undefined,
    ...Object.fromEntries(experienceFlags.map((flag) => [flag, params.get(flag) === '1' ? true : undefined])),
  };
  return {
    // Only what is set: the number of keys is the number of filters.
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    order: oneOf(experienceOrders, params.get('sort')) ?? 'near',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 1000) : 1,
    at:
      place && Math.abs(Number(place[1])) <= 90 && Math.abs(Number(place[2])) <= 180
        ? { latitude: Number(place[1]), longitude: Number(place[2]) }
        : null,
  };
}

/** The query of a search, as short as it can be; reading it gives the same search. */
export function formatExperienceSearch({ filter, order, page, at }: ExperienceSearch): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) params.append(name, value);
  };
  add('q', filter.words);
  add('city', filter.city);
  add('date', filter.date);
  for (const part of filter.parts ?? []) add('time', part);
  for (const category of filter.categories ?? []) add('kind', category);
  for (const band of filter.lasts ?? []) add('lasts', band);
  add('max', filter.maxPrice === undefined ? undefined : String(filter.maxPrice / 100));
  for (const guide of filter.guides ?? []) add('guide', guide);
  for (const flag of experienceFlags) add(flag, filter[flag] ? '1' : undefined);
  add('at', at ? `${at.latitude},${at.longitude}` : undefined);
  add('sort', order === 'near' ? undefined : order);
  add('page', page > 1 ? String(page) : undefined);
  return params.toString();
}

/** The address of the list for a search. */
export function listAddress(search: ExperienceSearch): string {
  const query = formatExperienceSearch(search);
  return query ? `/experiences?${query}` : '/experiences';
}

/** What is chosen, one by one, each with the search that is left without it. */
export function chosenIn(search: ExperienceSearch): { key: keyof ExperienceFilter; value: string; without: ExperienceSearch }[] {
  const { filter } = search;
  return (Object.keys(filter) as (keyof ExperienceFilter)[]).flatMap((key) => {
    const { [key]: chosen, ...rest } = filter;
    const alone = (left: ExperienceFilter) => ({ ...search, filter: left, page: 1 });
    if (!Array.isArray(chosen)) return [{ key, value: String(chosen), without: alone(rest) }];
    return (chosen as string[]).map((value) => {
      const others = (chosen as string[]).filter((other) => other !== value);
      return { key, value, without: alone(others.length > 0 ? { ...filter, [key]: others } : rest) };
    });
  });
}
