import type { CalendarDate } from '#app/values/dates.ts';
import { kilometresBetween, type Position } from '#app/values/distance.ts';
import type { Money } from '#app/values/money.ts';
import { countWith, narrowed, type FilterTests } from '#app/values/narrow-list.ts';
import { experienceCategories, type ExperienceCard, type ExperienceCategory } from './experience.ts';
import { dayPartOf, dayParts, durationBandOf, durationBands, runsOn, type DayPart, type DurationBand } from './experience-rules.ts';

/** A card with the price it shows: one person of the first paying age band. */
export interface PricedExperience extends ExperienceCard {
  readonly price: Money;
  /** Whether the words that were searched find it; they find all while there are none. */
  readonly isHeard: boolean;
}

/** Filters that are either on or off. */
export const experienceFlags = ['private', 'wheelchair', 'stroller', 'free', 'instant', 'indoor', 'families'] as const;
export type ExperienceFlag = (typeof experienceFlags)[number];

export interface ExperienceFilter extends Readonly<Partial<Record<ExperienceFlag, true>>> {
  readonly words?: string;
  readonly city?: string;
  readonly date?: CalendarDate;
  /** One of these. */
  readonly parts?: readonly DayPart[];
  readonly categories?: readonly ExperienceCategory[];
  readonly lasts?: readonly DurationBand[];
  readonly guides?: readonly string[];
  /** Minor units. */
  readonly maxPrice?: number;
}

export const experienceTests: FilterTests<PricedExperience, ExperienceFilter> = {
  words: (card) => card.isHeard,
  city: (card, city) => card.city === city,
  date: (card, date) => runsOn(card, date),
  parts: (card, parts) => card.startTimes.some((start) => parts.includes(dayPartOf(start))),
  categories: (card, categories) => card.categories.some((category) => categories.includes(category)),
  lasts: (card, lasts) => lasts.includes(durationBandOf(card.durationMinutes)),
  guides: (card, guides) => card.languages.some((language) => guides.includes(language)),
  maxPrice: (card, most) => card.price.amount <= most,
  private: (card) => card.private,
  // Only what is accessible throughout: half a way is no way for who cannot leave the chair.
  wheelchair: (card) => card.wheelchair === 'yes',
  stroller: (card) => card.stroller,
  free: (card) => card.freeCancelHours !== null && card.freeCancelHours <= 24,
  instant: (card) => card.instant,
  indoor: (card) => card.indoor,
  families: (card) => card.ladiesOrFamilyTimes,
};

export const experienceOrders = ['near', 'price', 'price-down', 'short'] as const;
export type ExperienceOrder = (typeof experienceOrders)[number];

/** Where "near" is measured from unless the visitor says otherwise: the middle of Dubai. */
export const dubai: Position = { latitude: 25.2, longitude: 55.27 };

export function inOrder<Card extends Omit<PricedExperience, 'isHeard'>>(
  cards: readonly Card[],
  order: ExperienceOrder,
  from: Position,
): Card[] {
  const far = new Map(cards.map((card) => [card.id, kilometresBetween(card, from)]));
  const nearer = (a: Card, b: Card) => far.get(a.id)! - far.get(b.id)! || (a.id < b.id ? -1 : 1);
  const by: Record<ExperienceOrder, (a: Card, b: Card) => number> = {
    near: nearer,
    price: (a, b) => a.price.amount - b.price.amount || nearer(a, b),
    'price-down': (a, b) => b.price.amount - a.price.amount || nearer(a, b),
    short: (a, b) => a.durationMinutes - b.durationMinutes || nearer(a, b),
  };
  return cards.toSorted(by[order]);
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  /** How many the list has after choosing it alone in its group. */
  readonly count: number;
}

export interface ExperienceFacets {
  readonly cities: readonly Choice[];
  readonly categories: readonly Choice<ExperienceCategory>[];
  readonly lasts: readonly Choice<DurationBand>[];
  readonly parts: readonly Choice<DayPart>[];
  readonly guides: readonly Choice[];
  readonly flags: readonly Choice<ExperienceFlag>[];
}

/** The choices of each group with their numbers; a group lists what the catalogue has at all. */
export function facetsOf(all: readonly PricedExperience[], filter: ExperienceFilter): ExperienceFacets {
  const count = <Key extends keyof ExperienceFilter>(key: Key, wanted: NonNullable<ExperienceFilter[Key]>) =>
    countWith(experienceTests, all, filter, key, wanted);
  const sold = <Value extends string>(key: keyof ExperienceFilter, values: readonly Value[], wanted: (value: Value) => ExperienceFilter) =>
    values
      .filter((value) => narrowed(experienceTests, all, wanted(value)).length > 0)
      .map((value) => ({ value, count: count(key, wanted(value)[key] as never) }));
  const byCount = (a: Choice, b: Choice) => b.count - a.count || (a.value < b.value ? -1 : 1);
  return {
    cities: sold('city', [...new Set(all.map((card) => card.city))], (city) => ({ city })),
    categories: sold('categories', experienceCategories, (category) => ({ categories: [category] })),
    lasts: sold('lasts', durationBands, (band) => ({ lasts: [band] })),
    parts: sold('parts', dayParts, (part) => ({ parts: [part] })),
    guides: sold('guides', [...new Set(all.flatMap((card) => card.languages))], (guide) => ({ guides: [guide] })).sort(byCount),
    flags: experienceFlags
      .filter((flag) => narrowed(experienceTests, all, { [flag]: true } as ExperienceFilter).length > 0)
      .map((value) => ({ value, count: count(value, true) })),
  };
}
