import { z } from 'zod';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { regionCodes } from '#app/values/regions.ts';
import { foldText } from '#app/values/fold-text.ts';
import { groupKinds, tourStyles, transports, type CatalogueTour, type TourFacts, type TourWords } from './tour.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);
/** Whole dirhams, VAT included. */
const dirhams = z.number().int().nonnegative();
const line = z.string().trim().min(2).max(300);
const prose = z.string().trim().min(20).max(1200);

const factsFile = z.strictObject({
  id: slug,
  region: z.enum(regionCodes),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
  places: z
    .array(
      z.strictObject({
        key: slug,
        lat: z.number().min(-90).max(90),
        lon: z.number().min(-180).max(180),
        nights: z.number().int().min(0),
      }),
    )
    .min(1),
  days: z.number().int().min(1).max(60),
  nights: z.number().int().min(0).max(60),
  styles: z.array(z.enum(tourStyles)).min(1),
  group: z.enum(groupKinds),
  groupSize: z.number().int().min(1).max(60),
  minAge: z.number().int().min(0).max(21),
  departures: z.strictObject({
    weekday: z.number().int().min(1).max(7),
    months: z.array(z.number().int().min(1).max(12)).min(1).max(12),
  }),
  meals: z.array(z.string().regex(/^B?L?D?$/)),
  stars: z.number().int().min(1).max(5),
  priceAed: dirhams.positive(),
  singleSupplementAed: dirhams,
  depositPct: z.number().int().min(0).max(100),
  transport: z.array(z.enum(transports)).min(1),
  poster: z.strictObject({ scene: z.enum(posterScenes), palette: z.enum(posterPalettes), landmark: z.enum(posterLandmarks).nullable() }),
  top: z.boolean(),
  popular: z.boolean(),
});

const wordsFile = z.strictObject({
  title: line,
  tagline: line.max(90),
  summary: prose,
  highlights: z.array(line).min(4).max(5),
  days: z.array(z.strictObject({ title: line, text: prose })),
  included: z.array(line).min(5).max(7),
  notIncluded: z.array(line).min(3).max(4),
  goodToKnow: z.array(line).min(3).max(4),
  places: z.record(slug, line),
});

/**
 * Checks the files of one tour and makes a tour of them. Throws with every fault in words: a catalogue that is
 * wrong is not loaded in part.
 */
export function readCatalogueTour(id: string, files: { facts: unknown; words: Readonly<Record<string, unknown>> }): CatalogueTour {
  const faults: string[] = [];
  const read = <Value>(name: string, schema: z.ZodType<Value>, content: unknown): Value | null => {
    const result = schema.safeParse(content);
    if (result.success) return result.data;
    faults.push(...result.error.issues.map((issue) => `${name}.json ${issue.path.join('.')}: ${issue.message}`));
    return null;
  };
  const facts = read('facts', factsFile, files.facts);
  const words: Partial<Record<LanguageCode, TourWords>> = {};
  for (const language of languageCodes) {
    const text = read(language, wordsFile, files.words[language]);
    if (text) words[language] = text;
  }
  if (facts) {
    if (facts.id !== id) faults.push(`facts.json id is "${facts.id}" in the folder "${id}"`);
    if (facts.meals.length !== facts.days) faults.push(`facts.json has ${facts.meals.length} meals for ${facts.days} days`);
    if (new Set(facts.departures.months).size !== facts.departures.months.length) faults.push('facts.json names a month twice');
    const slept = facts.places.reduce((sum, place) => sum + place.nights, 0);
    if (slept > facts.nights) faults.push(`facts.json sleeps ${slept} nights in places and ${facts.nights} in all`);
    for (const language of languageCodes) {
      const text = words[language];
      if (!text) continue;
      if (text.days.length !== facts.days) faults.push(`${language}.json tells ${text.days.length} of ${facts.days} days`);
      const missing = facts.places.filter((place) => !Object.hasOwn(text.places, place.key)).map((place) => place.key);
      if (missing.length > 0) faults.push(`${language}.json has no name for ${missing.join(', ')}`);
    }
  }
  if (!facts || faults.length > 0) throw new Error(`Tour ${id}:\n${faults.join('\n')}`);
  return { facts: factsOf(facts), words: words as Record<LanguageCode, TourWords> };
}

function factsOf(file: z.output<typeof factsFile>): TourFacts {
  const { places, priceAed, singleSupplementAed, depositPct, top, popular, ...same } = file;
  return {
    ...same,
    stops: places.map(({ key, lat, lon, nights }) => ({ key, latitude: lat, longitude: lon, nights })),
    price: money(priceAed * 100, 'AED'),
    singleSupplement: money(singleSupplementAed * 100, 'AED'),
    depositPercent: depositPct,
    isTop: top,
    isPopular: popular,
    terms: null,
  };
}

/** Folded words that the search box finds a tour by: titles, taglines, places and countries of all five languages. */
export function searchWordsOf(tour: CatalogueTour, countryName: (code: string, language: LanguageCode) => string): string {
  const words = new Set<string>();
  for (const language of languageCodes) {
    const written = tour.words[language];
    if (!written) continue;
    const { title, tagline, places } = written;
    const countries = tour.facts.countries.map((code) => countryName(code, language));
    for (const text of [title, tagline, ...Object.values(places), ...countries])
      for (const word of foldText(text).split(' ')) words.add(word);
  }
  return [...words].join(' ');
}
