import { z } from 'zod';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { foldText } from '#app/values/fold-text.ts';
import { money } from '#app/values/money.ts';
import { zoneOfPlace } from '#app/values/place-zones.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { usualAges } from './occupancy-rules.ts';
import { boards, stayCountries, stayKinds, type CatalogueStaycation, type StaycationFacts, type StaycationWords } from './staycation.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);
const line = z.string().trim().min(2).max(300);
const prose = z.string().trim().min(20).max(1200);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Whole dirhams, fees and VAT included. */
const dirhams = z.number().int().positive();

const factsFile = z.strictObject({
  id: slug,
  country: z.enum(stayCountries),
  area: slug,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  stars: z.number().int().min(1).max(5),
  kind: z.enum(stayKinds),
  boards: z.array(z.enum(boards)).min(1),
  pool: z.boolean(),
  beach: z.boolean(),
  kidsClub: z.boolean(),
  pets: z.boolean(),
  spa: z.boolean(),
  dayPassAed: dirhams.nullable(),
  residentOffer: z.boolean(),
  checkIn: clock,
  checkOut: clock,
  freeCancelDays: z.number().int().min(0).max(60).nullable(),
  /** Paid at once by plans that can be given back; left out: all of it. */
  depositPct: z.number().int().min(10).max(90).optional(),
  rooms: z
    .array(
      z.strictObject({
        key: slug,
        adults: z.number().int().min(1).max(12),
        children: z.number().int().min(0).max(12),
        sizeM2: z.number().int().min(8).max(1000),
        fromAed: dirhams,
      }),
    )
    .min(2)
    .max(4),
  rating: z.number().min(1).max(10).nullable(),
  poster: z.strictObject({ scene: z.enum(posterScenes), palette: z.enum(posterPalettes), landmark: z.enum(posterLandmarks).nullable() }),
});

const wordsFile = z.strictObject({
  title: line,
  area: line,
  tagline: line.max(90),
  summary: prose,
  highlights: z.array(line).length(4),
  rooms: z.record(slug, z.strictObject({ name: line, text: prose })),
  facilities: z.array(line).min(5).max(7),
  nearby: z.array(line).length(3),
  goodToKnow: z.array(line).min(3).max(4),
});

/**
 * Checks the files of one stay and makes a stay of them. Throws with every fault in words: a catalogue that is wrong
 * is not loaded in part.
 */
export function readCatalogueStaycation(
  id: string,
  files: { facts: unknown; words: Readonly<Record<string, unknown>> },
): CatalogueStaycation {
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
    if (new Set(file.boards).size !== file.boards.length) faults.push('facts.json names a board twice');
    if (file.depositPct !== undefined && file.freeCancelDays === null)
      faults.push('facts.json asks a deposit of a house that never gives money back');
    const keys = file.rooms.map((room) => room.key).sort();
    if (new Set(keys).size !== keys.length) faults.push('facts.json names a room twice');
    for (const [language, text] of words) {
      const told = Object.keys(text?.rooms ?? {}).sort();
      if (text && told.join() !== keys.join())
        faults.push(`${language}.json tells the rooms ${told.join(', ')}, facts.json has ${keys.join(', ')}`);
    }
  }
  if (!file || faults.length > 0) throw new Error(`Staycation ${id}:\n${faults.join('\n')}`);
  const { depositPct = 100, ...facts } = file;
  return {
    facts: factsOf(facts),
    depositPercent: depositPct,
    words: Object.fromEntries(words.map(([language, text]) => [language, { ...text, children: '', atHotel: {} }])) as unknown as Record<
      LanguageCode,
      StaycationWords
    >,
  };
}

function factsOf({ lat, lon, rooms, dayPassAed, ...same }: Omit<z.output<typeof factsFile>, 'depositPct'>): StaycationFacts {
  return {
    ...same,
    latitude: lat,
    longitude: lon,
    // Each of these countries has one zone.
    zone: zoneOfPlace(same.country, same.area)!,
    dayPass: dayPassAed === null ? null : money(dayPassAed * 100, 'AED'),
    ...usualAges,
    atHotel: [],
    rooms: rooms.map(({ fromAed, ...room }) => ({ ...room, doubleBeds: 0, singleBeds: 0, from: money(fromAed * 100, 'AED') })),
  };
}

/** Folded words that the search box finds a stay by: titles, taglines, areas and countries of all languages. */
export function searchWordsOf(
  { facts, words }: Pick<CatalogueStaycation, 'facts' | 'words'>,
  countryName: (code: string, language: LanguageCode) => string,
): string {
  const found = new Set<string>();
  for (const language of languageCodes) {
    const told = words[language];
    for (const text of [told?.title, told?.tagline, told?.area, countryName(facts.country, language)])
      for (const word of foldText(text ?? '').split(' ')) if (word) found.add(word);
  }
  return [...found].join(' ');
}
