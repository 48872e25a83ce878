import { regionOfCountry } from '#app/values/country-regions.ts';
import { money, roundHalfUp, type CurrencyCode, type Money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { CatalogueTour, TourFacts, TourTerms, TourWords } from './tour.ts';

/** One thing we pay for on the ground; minor units of its currency. */
export interface CostLine {
  readonly what: string;
  readonly per: 'person' | 'group';
  readonly amount: number;
  readonly currency: CurrencyCode;
}

/** A tour as it is written at the desk: whole in no language at first, with what it costs us. */
export interface TourContent {
  readonly facts: Omit<TourFacts, 'id' | 'terms'>;
  readonly words: Readonly<Record<LanguageCode, TourWords>>;
  readonly terms: TourTerms | null;
  /** The number of travellers that a cost of the whole group is shared by. */
  readonly costs: { readonly people: number; readonly lines: readonly CostLine[] };
}

const noWords: TourWords = {
  title: '',
  tagline: '',
  summary: '',
  highlights: [],
  days: [],
  included: [],
  notIncluded: [],
  goodToKnow: [],
  places: {},
};

function inEveryLanguage(words: (language: LanguageCode) => TourWords): TourContent['words'] {
  return { en: words('en'), ar: words('ar'), tl: words('tl'), es: words('es'), pt: words('pt') };
}

/** A tour of one day that nobody has written yet. */
export function newContent(title: string): TourContent {
  const words = (language: LanguageCode): TourWords => ({
    ...noWords,
    title: language === 'en' ? title : '',
    days: [{ title: '', text: '' }],
  });
  return {
    facts: {
      region: 'europe',
      countries: [],
      stops: [],
      days: 1,
      nights: 0,
      styles: ['culture'],
      group: 'small-group',
      groupSize: 12,
      minAge: 0,
      departures: { weekday: 6, months: [3, 4, 5, 9, 10, 11] },
      meals: [''],
      stars: 4,
      price: money(0, 'AED'),
      singleSupplement: money(0, 'AED'),
      depositPercent: 20,
      transport: ['coach'],
      poster: { scene: 'old-town', palette: 'dawn', landmark: null },
      isTop: false,
      isPopular: false,
    },
    words: inEveryLanguage(words),
    terms: null,
    costs: { people: 8, lines: [] },
  };
}

/** A tour that is on sale, as something to go on writing. */
export function contentOf({ facts: { id: _id, terms, ...facts }, words }: CatalogueTour): TourContent {
  const own = (language: LanguageCode) => words[language] ?? { ...noWords, days: words.en.days.map(() => ({ title: '', text: '' })) };
  return { facts, words: inEveryLanguage(own), terms, costs: { people: facts.groupSize, lines: [] } };
}

/** What goes on sale of a content: languages that are not whole are left out, and English stands in for them. */
export function tourOf(id: string, content: TourContent): CatalogueTour {
  const whole = languageCodes.filter((language) => language === 'en' || completeness(content, language).missing.length === 0);
  return {
    facts: { ...content.facts, id, terms: content.terms },
    words: { ...Object.fromEntries(whole.map((language) => [language, content.words[language]])), en: content.words.en },
  };
}

/** The short name of a tour at the desk: BOI-8 for eight days of Best of Italy. */
export function tourCode(id: string, days: number): string {
  const letters = id.split('-').map((word) => word[0]!);
  return `${letters.join('').slice(0, 4).toUpperCase()}-${days}`;
}

// Days.

/** Puts a day in front of another place, with its meals, in every language. Positions count from 0. */
export function moveDay(content: TourContent, from: number, to: number): TourContent {
  const moved = <Item>(items: readonly Item[]): Item[] => {
    const rest = items.filter((_, index) => index !== from);
    return [...rest.slice(0, to), items[from]!, ...rest.slice(to)];
  };
  const within = (at: number) => Number.isInteger(at) && at >= 0 && at < content.facts.days;
  return within(from) && within(to) ? onDays(content, moved) : content;
}

export const mostDays = 30;

export function addDay(content: TourContent): TourContent {
  if (content.facts.days >= mostDays) return content;
  const words = inEveryLanguage((language) => ({
    ...content.words[language],
    days: [...content.words[language].days, { title: '', text: '' }],
  }));
  const { days, nights, meals } = content.facts;
  return { ...content, words, facts: { ...content.facts, days: days + 1, nights: Math.min(days, nights + 1), meals: [...meals, ''] } };
}

/** Leaves a day out; a tour keeps one. */
export function removeDay(content: TourContent, at: number): TourContent {
  if (content.facts.days < 2 || !Number.isInteger(at) || at < 0 || at >= content.facts.days) return content;
  const shorter = onDays(content, (items) => items.filter((_, index) => index !== at));
  const days = content.facts.days - 1;
  return { ...shorter, facts: { ...shorter.facts, days, nights: Math.min(shorter.facts.nights, days) } };
}

function onDays(content: TourContent, change: <Item>(items: readonly Item[]) => readonly Item[]): TourContent {
  const words = inEveryLanguage((language) => ({ ...content.words[language], days: change(content.words[language].days) }));
  return { ...content, words, facts: { ...content.facts, meals: change(content.facts.meals) } };
}

// What is missing.

export type WordField = 'title' | 'tagline' | 'summary' | 'highlights' | 'days' | 'included' | 'notIncluded' | 'goodToKnow' | 'places';

/** Letters that a summary has at least. */
export const leastSummary = 20;

/** How much of a language is written, and which parts are not. `percent` is a whole number. */
export function completeness(
  content: TourContent,
  language: LanguageCode,
): { readonly percent: number; readonly missing: readonly WordField[] } {
  const words = content.words[language];
  const has = (text: string | undefined) => (text ?? '').trim() !== '';
  // The lines of a list are told whole in every language: as many as in English.
  const lines = (field: 'highlights' | 'included' | 'notIncluded' | 'goodToKnow'): boolean[] => {
    const needed = Math.max(1, content.words.en[field].length);
    return Array.from({ length: needed }, (_, at) => has(words[field][at]));
  };
  const parts: Readonly<Record<WordField, readonly boolean[]>> = {
    title: [has(words.title)],
    tagline: [has(words.tagline)],
    summary: [words.summary.trim().length >= leastSummary],
    highlights: lines('highlights'),
    days: content.facts.meals.flatMap((_, at) => [has(words.days[at]?.title), has(words.days[at]?.text)]),
    included: lines('included'),
    notIncluded: lines('notIncluded'),
    goodToKnow: lines('goodToKnow'),
    places: content.facts.stops.map(({ key }) => has(words.places[key])),
  };
  const all = Object.values(parts).flat();
  const missing = (Object.keys(parts) as WordField[]).filter((field) => parts[field].includes(false));
  return { percent: Math.floor((all.filter(Boolean).length * 100) / all.length), missing };
}

export type TourFault =
  | 'english'
  | 'countries'
  | 'stops'
  | 'nights'
  | 'months'
  | 'styles'
  | 'transport'
  | 'price'
  | 'season'
  | 'triple'
  | 'below-cost';

/** Everything that keeps a content from going on sale, each once. `cost` is what one person costs us, in fils. */
export function tourFaults(content: TourContent, cost: number | null): TourFault[] {
  const { facts, terms } = content;
  const prices = [facts.price.amount, ...(terms?.seasons ?? []).map(({ price }) => price)];
  const lowest = Math.min(...prices);
  const slept = facts.stops.reduce((sum, { nights }) => sum + nights, 0);
  const faults: Readonly<Record<TourFault, boolean>> = {
    english: completeness(content, 'en').missing.some((field) => field !== 'places'),
    countries: facts.countries.length === 0 || facts.countries.some((country) => regionOfCountry(country) === null),
    stops: facts.stops.length === 0 || completeness(content, 'en').missing.includes('places'),
    nights: slept > facts.nights,
    months: facts.departures.months.length === 0,
    styles: facts.styles.length === 0,
    transport: facts.transport.length === 0,
    price: facts.price.amount <= 0,
    season: (terms?.seasons ?? []).some(({ price }) => price <= 0),
    triple: (terms?.tripleLess ?? 0) > 0 && terms!.tripleLess >= lowest,
    'below-cost': cost !== null && lowest < cost,
  };
  return (Object.keys(faults) as TourFault[]).filter((fault) => faults[fault]);
}

// What it costs us.

/**
 * What one traveller costs us in fils, with the rates that one unit of a currency costs in AED; null without a line or
 * where a rate is not known.
 */
export function costPerPerson({ people, lines }: TourContent['costs'], inFils: (amount: Money) => number | null): number | null {
  if (lines.length === 0) return null;
  let sum = 0;
  for (const line of lines) {
    const fils = inFils(money(line.amount, line.currency));
    if (fils === null) return null;
    sum += line.per === 'group' ? fils / Math.max(1, people) : fils;
  }
  return roundHalfUp(sum);
}

/** What is left of a price over its cost, before our taxes; `percent` in hundredths of a per cent. */
export function marginOf(price: number, cost: number): { readonly amount: number; readonly percent: number } {
  return { amount: price - cost, percent: price === 0 ? 0 : roundHalfUp(((price - cost) * 10_000) / price) };
}

/** A price changed by hundredths of a per cent, in whole tens of dirhams as prices of tours are. */
export function changedPrice(amount: number, hundredths: number): number {
  return Math.max(1000, roundHalfUp((amount * (10_000 + hundredths)) / 10_000 / 1000) * 1000);
}

/** Every price of a content changed by the same share. */
export function withChangedPrices(content: TourContent, hundredths: number): TourContent {
  const { facts, terms } = content;
  const seasons = terms?.seasons?.map((season) => ({ ...season, price: changedPrice(season.price, hundredths) })) ?? null;
  return {
    ...content,
    facts: { ...facts, price: money(changedPrice(facts.price.amount, hundredths), facts.price.currency) },
    terms: terms && { ...terms, seasons },
  };
}
