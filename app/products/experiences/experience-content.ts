import { regionOfCountry } from '#app/values/country-regions.ts';
import { money } from '#app/values/money.ts';
import { zoneOfPlace } from '#app/values/place-zones.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { CatalogueExperience, ExperienceFacts, ExperienceWords } from './experience.ts';
import type { ExperienceOption } from './slot-rules.ts';

/** An experience as it is written at the desk: whole in no language at first, with the ways to take part in it. */
export interface ExperienceContent {
  readonly facts: Omit<ExperienceFacts, 'id'>;
  readonly words: Readonly<Record<LanguageCode, ExperienceWords>>;
  readonly options: readonly ExperienceOption[];
}

const noWords: ExperienceWords = {
  title: '',
  city: '',
  tagline: '',
  summary: '',
  highlights: [],
  plan: [],
  included: [],
  notIncluded: [],
  bring: [],
  goodToKnow: [],
  meeting: '',
};

function inEveryLanguage(words: (language: LanguageCode) => ExperienceWords): ExperienceContent['words'] {
  return { en: words('en'), ar: words('ar'), tl: words('tl'), es: words('es'), pt: words('pt') };
}

const sharedOption = (capacity: number): ExperienceOption => ({
  key: 'standard',
  unit: 'person',
  groupSize: null,
  pricePercent: 100,
  capacity,
});

/** Two hours in Dubai that nobody has written yet. */
export function newContent(title: string): ExperienceContent {
  return {
    facts: {
      region: 'africa-middle-east',
      country: 'AE',
      city: 'dubai',
      latitude: 25.2,
      longitude: 55.27,
      zone: 'Asia/Dubai',
      categories: [],
      durationMinutes: 120,
      startTimes: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      languages: ['en'],
      instant: true,
      freeCancelHours: 24,
      cutOffHours: 12,
      indoor: false,
      wheelchair: 'no',
      stroller: false,
      private: false,
      ladiesOrFamilyTimes: false,
      capacity: 12,
      ageBands: [{ band: 'adult', from: 12, to: null, price: money(0, 'AED') }],
      pickup: false,
      poster: { scene: 'old-town', palette: 'dawn', landmark: null },
    },
    words: inEveryLanguage((language) => (language === 'en' ? { ...noWords, title, city: 'Dubai' } : noWords)),
    options: [sharedOption(12)],
  };
}

/**
 * An experience that is on sale, as something to go on writing. Where English stands in for a language, what was written of it so far
 * goes on: `written` are the words of the edition that is on sale.
 */
export function contentOf(
  { facts: { id: _id, ...facts }, words }: CatalogueExperience,
  options: readonly ExperienceOption[],
  written: ExperienceContent['words'] | null,
): ExperienceContent {
  const english = JSON.stringify(words.en);
  const own = (language: LanguageCode): ExperienceWords => {
    const text = words[language];
    return text && (language === 'en' || JSON.stringify(text) !== english) ? text : (written?.[language] ?? noWords);
  };
  return { facts, words: inEveryLanguage(own), options };
}

/** What goes on sale of a content: languages that are not whole are left out, and English stands in for them. */
export function experienceOf(id: string, content: ExperienceContent): CatalogueExperience {
  const whole = languageCodes.filter((language) => language === 'en' || completeness(content, language).missing.length === 0);
  return {
    facts: { ...content.facts, id },
    words: { ...Object.fromEntries(whole.map((language) => [language, content.words[language]])), en: content.words.en },
  };
}

/** The clocks of a place: its own where the house knows them, else what was typed. */
export function zoneOf(country: string, city: string, typed: string): string {
  return zoneOfPlace(country, city) ?? typed;
}

export type WordField = keyof ExperienceWords;

const lists = ['highlights', 'included', 'notIncluded', 'bring', 'goodToKnow'] as const;

/** Letters that a summary has at least. */
export const leastSummary = 20;

/** How much of a language is written, and which parts are not. `percent` is a whole number. */
export function completeness(
  content: ExperienceContent,
  language: LanguageCode,
): { readonly percent: number; readonly missing: readonly WordField[] } {
  const words = content.words[language];
  const has = (text: string | undefined) => (text ?? '').trim() !== '';
  // Lines and steps are told whole in every language: as many as in English.
  const lines = (field: (typeof lists)[number]): boolean[] =>
    Array.from({ length: Math.max(1, content.words.en[field].length) }, (_, at) => has(words[field][at]));
  const parts: Readonly<Record<WordField, readonly boolean[]>> = {
    title: [has(words.title)],
    city: [has(words.city)],
    tagline: [has(words.tagline)],
    summary: [words.summary.trim().length >= leastSummary],
    highlights: lines('highlights'),
    plan: Array.from({ length: Math.max(1, content.words.en.plan.length) }, (_, at) => [
      has(words.plan[at]?.title),
      has(words.plan[at]?.text),
    ]).flat(),
    included: lines('included'),
    notIncluded: lines('notIncluded'),
    bring: lines('bring'),
    goodToKnow: lines('goodToKnow'),
    meeting: [has(words.meeting)],
  };
  const all = Object.values(parts).flat();
  const missing = (Object.keys(parts) as WordField[]).filter((field) => parts[field].includes(false));
  return { percent: Math.floor((all.filter(Boolean).length * 100) / all.length), missing };
}

export type ExperienceFault = 'english' | 'categories' | 'starts' | 'days' | 'guides' | 'country' | 'zone' | 'bands' | 'price' | 'options';

function knownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Everything that keeps a content from going on sale, each once. */
export function experienceFaults({ facts, words, options }: ExperienceContent): ExperienceFault[] {
  const bands = facts.ageBands;
  // A grown-up band says only where it begins; a senior one is a part of it.
  const overlap = bands.some(
    (band, at) =>
      (band.to !== null && band.to < band.from) ||
      bands.some((other, next) => next > at && band.to !== null && other.to !== null && other.from <= band.to && band.from <= other.to),
  );
  const faults: Readonly<Record<ExperienceFault, boolean>> = {
    english: completeness({ facts, words, options }, 'en').missing.length > 0,
    categories: facts.categories.length === 0,
    starts: facts.startTimes.length === 0,
    days: facts.weekdays.length === 0 || facts.months.length === 0,
    guides: facts.languages.length === 0,
    country: regionOfCountry(facts.country) === null || facts.city === '',
    zone: !knownZone(facts.zone),
    bands: bands.length === 0 || overlap || new Set(bands.map(({ band }) => band)).size !== bands.length,
    price: !bands.some(({ price }) => price.amount > 0),
    options: options.every(({ capacity }) => capacity === 0),
  };
  return (Object.keys(faults) as ExperienceFault[]).filter((fault) => faults[fault]);
}
