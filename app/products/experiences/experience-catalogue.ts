import { z } from 'zod';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { foldText } from '#app/values/fold-text.ts';
import { money } from '#app/values/money.ts';
import { zoneOfPlace } from '#app/values/place-zones.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { regionCodes } from '#app/values/regions.ts';
import {
  ageBandNames,
  experienceCategories,
  wheelchairAccess,
  type CatalogueExperience,
  type ExperienceFacts,
  type ExperienceWords,
} from './experience.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);
const line = z.string().trim().min(2).max(300);
const prose = z.string().trim().min(20).max(1200);
const hours = z.number().int().min(0).max(336);

const factsFile = z.strictObject({
  id: slug,
  region: z.enum(regionCodes),
  country: z.string().regex(/^[A-Z]{2}$/),
  city: slug,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  categories: z.array(z.enum(experienceCategories)).min(1),
  durationMinutes: z.number().int().min(15).max(2880),
  startTimes: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).min(1),
  weekdays: z.array(z.number().int().min(1).max(7)).min(1),
  months: z.array(z.number().int().min(1).max(12)).min(1),
  languages: z.array(z.string().regex(/^[a-z]{2}$/)).min(1),
  instant: z.boolean(),
  freeCancelHours: hours.nullable(),
  cutOffHours: hours,
  indoor: z.boolean(),
  wheelchair: z.enum(wheelchairAccess),
  stroller: z.boolean(),
  private: z.boolean(),
  ladiesOrFamilyTimes: z.boolean(),
  capacity: z.number().int().min(1).max(500),
  ageBands: z
    .array(
      z.strictObject({
        band: z.enum(ageBandNames),
        from: z.number().int().min(0).max(99),
        to: z.number().int().min(0).max(120).optional(),
        // Whole dirhams, VAT included.
        priceAed: z.number().int().nonnegative(),
      }),
    )
    .min(1),
  pickup: z.boolean(),
  poster: z.strictObject({ scene: z.enum(posterScenes), palette: z.enum(posterPalettes), landmark: z.enum(posterLandmarks).nullable() }),
});

const wordsFile = z.strictObject({
  title: line,
  city: line,
  tagline: line.max(90),
  summary: prose,
  highlights: z.array(line).length(4),
  plan: z
    .array(z.strictObject({ title: line, text: prose }))
    .min(3)
    .max(5),
  included: z.array(line).min(4).max(5),
  notIncluded: z.array(line).min(2).max(3),
  bring: z.array(line).min(2).max(4),
  goodToKnow: z.array(line).min(2).max(4),
  meeting: line,
});

/**
 * Checks the files of one experience and makes an experience of them. Throws with every fault in words: a catalogue
 * that is wrong is not loaded in part.
 */
export function readCatalogueExperience(
  id: string,
  files: { facts: unknown; words: Readonly<Record<string, unknown>> },
): CatalogueExperience {
  const faults: string[] = [];
  const read = <Value>(name: string, schema: z.ZodType<Value>, content: unknown): Value | null => {
    const result = schema.safeParse(content);
    if (result.success) return result.data;
    faults.push(...result.error.issues.map((issue) => `${name}.json ${issue.path.join('.')}: ${issue.message}`));
    return null;
  };
  const file = read('facts', factsFile, files.facts);
  const words = languageCodes.map((language) => [language, read(language, wordsFile, files.words[language])] as const);
  if (file) {
    if (file.id !== id) faults.push(`facts.json id is "${file.id}" in the folder "${id}"`);
    if (!zoneOfPlace(file.country, file.city)) faults.push(`facts.json: no time zone is known for ${file.city}, ${file.country}`);
    for (const name of ['weekdays', 'months', 'startTimes', 'categories'] as const)
      if (new Set<unknown>(file[name]).size !== file[name].length) faults.push(`facts.json names one of ${name} twice`);
    for (const [index, band] of file.ageBands.entries()) {
      const end = band.to ?? 120;
      if (end < band.from) faults.push(`facts.json ageBands.${index} ends before it begins`);
      const other = file.ageBands.slice(index + 1).find((next) => next.from <= end && band.from <= (next.to ?? 120));
      // An adult band says only where it begins; a senior band is a part of it.
      if (other && band.to !== undefined && other.to !== undefined)
        faults.push(`facts.json ageBands ${band.band} and ${other.band} overlap`);
    }
    const counts = words.flatMap(([, text]) => (text ? [text.plan.length] : []));
    if (new Set(counts).size > 1) faults.push(`the plans have ${counts.join(', ')} steps`);
  }
  if (!file || faults.length > 0) throw new Error(`Experience ${id}:\n${faults.join('\n')}`);
  return { facts: factsOf(file), words: Object.fromEntries(words) as unknown as Readonly<Record<LanguageCode, ExperienceWords>> };
}

function factsOf({ lat, lon, ageBands, ...same }: z.output<typeof factsFile>): ExperienceFacts {
  return {
    ...same,
    latitude: lat,
    longitude: lon,
    zone: zoneOfPlace(same.country, same.city)!,
    ageBands: ageBands.map(({ band, from, to, priceAed }) => ({ band, from, to: to ?? null, price: money(priceAed * 100, 'AED') })),
  };
}

/** Folded words that the search box finds an experience by: titles, taglines, cities and countries of all languages. */
export function searchWordsOf(
  { facts, words }: CatalogueExperience,
  countryName: (code: string, language: LanguageCode) => string,
): string {
  const found = new Set<string>();
  for (const language of languageCodes) {
    const { title, tagline, city } = words[language] ?? words.en;
    for (const text of [title, tagline, city, countryName(facts.country, language)])
      for (const word of foldText(text).split(' ')) found.add(word);
  }
  return [...found].join(' ');
}
