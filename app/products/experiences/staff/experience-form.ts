import { readAmount } from '#app/values/read-amount.ts';
import { countriesIn, languagesIn, lineOf, linesOf, oneOf, slugOf, someOf, wholeOf } from '#app/commerce/supply/supply-fields.ts';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { money } from '#app/values/money.ts';
import { plainText } from '#app/values/plain-text.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { regionCodes } from '#app/values/regions.ts';
import { ageBandNames, experienceCategories, wheelchairAccess, type AgeBand } from '../experience.ts';
import { zoneOf, type ExperienceContent } from '../experience-content.ts';
import type { ExperienceOption } from '../slot-rules.ts';

export const experienceParts = ['overview', 'facts', 'times', 'prices', 'words', 'preview'] as const;
/** Parts of a record that are written with a form. */
export const writtenParts = ['facts', 'times', 'prices', 'words'] as const;
export type WrittenPart = (typeof writtenParts)[number];

/** Steps that the form of the words has room for. */
export const mostSteps = 6;

export interface ReadPart {
  readonly content: ExperienceContent;
  /** Fields with something that could not be read: it is left as it was, and the page says so. */
  readonly unread: readonly string[];
}

/** What a form of one part makes of a content. What is malformed in it stays as it was and is named. */
export function readExperiencePart(part: WrittenPart, form: FormData, content: ExperienceContent): ReadPart {
  const unread: string[] = [];
  return { content: readers[part](form, content, (field) => unread.push(field)), unread };
}

type Reader = (form: FormData, content: ExperienceContent, unread: (field: string) => void) => ExperienceContent;

const readers: Readonly<Record<WrittenPart, Reader>> = { facts: readFacts, times: readTimes, prices: readPrices, words: readWords };

function readFacts(form: FormData, content: ExperienceContent, unread: (field: string) => void): ExperienceContent {
  const { facts } = content;
  const cityName = lineOf(form, 'city', 80);
  const city = slugOf(cityName);
  const [country = '', ...others] = countriesIn(lineOf(form, 'country', 60)) ?? [];
  const known = country !== '' && others.length === 0;
  const degrees = (name: 'latitude' | 'longitude', most: number): number => {
    const typed = lineOf(form, name, 12);
    const value = Number(typed);
    if (typed !== '' && Math.abs(value) <= most) return value;
    unread(name);
    return facts[name];
  };
  if (!known) unread('country');
  const languages = languagesIn(lineOf(form, 'languages', 60));
  if (!languages) unread('languages');
  if (city === '') unread('city');
  const place = { country: known ? country : facts.country, city: city || facts.city };
  const landmark = form.get('landmark');
  return {
    ...content,
    words: city === '' ? content.words : { ...content.words, en: { ...content.words.en, city: cityName } },
    facts: {
      ...facts,
      ...place,
      region: oneOf(regionCodes, form.get('region'), facts.region),
      latitude: degrees('latitude', 90),
      longitude: degrees('longitude', 180),
      zone: zoneOf(place.country, place.city, lineOf(form, 'zone', 60) || facts.zone),
      categories: someOf(experienceCategories, form.getAll('category')),
      languages: languages ?? facts.languages,
      instant: form.has('instant'),
      indoor: form.has('indoor'),
      stroller: form.has('stroller'),
      private: form.has('private'),
      ladiesOrFamilyTimes: form.has('ladiesOrFamilyTimes'),
      pickup: form.has('pickup'),
      wheelchair: oneOf(wheelchairAccess, form.get('wheelchair'), facts.wheelchair),
      poster: {
        scene: oneOf(posterScenes, form.get('scene'), facts.poster.scene),
        palette: oneOf(posterPalettes, form.get('palette'), facts.poster.palette),
        landmark: landmark === '' ? null : (posterLandmarks.find((one) => one === landmark) ?? facts.poster.landmark),
      },
    },
  };
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const mostStarts = 24;

function readTimes(form: FormData, content: ExperienceContent, unread: (field: string) => void): ExperienceContent {
  const { facts } = content;
  const typed = plainText(form.get('starts'), 300)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const starts = [...new Set(typed.map((one) => one.padStart(5, '0')).filter((one) => clock.test(one)))].sort().slice(0, mostStarts);
  if (typed.some((one) => !clock.test(one.padStart(5, '0')))) unread('starts');
  const hours = (name: string, otherwise: number) => {
    const value = wholeOf(form, name, 0, 336, -1);
    if (value < 0) unread(name);
    return value < 0 ? otherwise : value;
  };
  const duration = wholeOf(form, 'duration', 15, 2880, -1);
  if (duration < 0) unread('duration');
  const numbers = (name: string, most: number) =>
    Array.from({ length: most }, (_, at) => at + 1).filter((one) => form.getAll(name).includes(String(one)));
  return {
    ...content,
    facts: {
      ...facts,
      startTimes: starts,
      weekdays: numbers('weekday', 7),
      months: numbers('month', 12),
      durationMinutes: duration < 0 ? facts.durationMinutes : duration,
      cutOffHours: hours('cutOff', facts.cutOffHours),
      freeCancelHours: form.has('neverFree') ? null : hours('freeCancel', facts.freeCancelHours ?? 24),
    },
  };
}

/** Age bands and ways to take part. A band without a tick is not sold; a price is for one person, VAT included. */
function readPrices(form: FormData, content: ExperienceContent, unread: (field: string) => void): ExperienceContent {
  const { facts } = content;
  const ageBands = ageBandNames.flatMap((band): AgeBand[] => {
    if (!form.has(`sells-${band}`)) return [];
    const before = facts.ageBands.find((one) => one.band === band);
    const price = readAmount(lineOf(form, `price-${band}`, 14), 'AED');
    const from = wholeOf(form, `from-${band}`, 0, 99, -1);
    const end = lineOf(form, `to-${band}`, 4);
    const to = end === '' ? null : wholeOf(form, `to-${band}`, 0, 120, -1);
    if (price === null || from < 0 || to === -1) {
      unread(`band-${band}`);
      return before ? [before] : [];
    }
    return [{ band, from, to, price: money(price, 'AED') }];
  });
  const known = (key: string) => content.options.find((option) => option.key === key);
  const number = (name: string, least: number, most: number, otherwise: number) => {
    const value = wholeOf(form, name, least, most, -1);
    if (value < 0) unread(name);
    return value < 0 ? otherwise : value;
  };
  const shared: ExperienceOption = {
    key: 'standard',
    unit: 'person',
    groupSize: null,
    pricePercent: 100,
    capacity: number('places', 1, 500, known('standard')?.capacity ?? facts.capacity),
  };
  const own: ExperienceOption[] = form.has('sells-private')
    ? [
        {
          key: 'private',
          unit: 'group',
          groupSize: number('groupSize', 1, 60, known('private')?.groupSize ?? 8),
          pricePercent: number('groupPercent', 10, 3000, known('private')?.pricePercent ?? 500),
          capacity: number('groups', 0, 500, known('private')?.capacity ?? 2),
        },
      ]
    : [];
  return { ...content, facts: { ...facts, ageBands, capacity: shared.capacity }, options: [shared, ...own] };
}

function readWords(form: FormData, content: ExperienceContent): ExperienceContent {
  const typed = form.get('language');
  const language: LanguageCode = isLanguageCode(typed) ? typed : 'en';
  const plan = Array.from({ length: mostSteps }, (_, at) => ({
    title: lineOf(form, `step-title-${at}`, 120),
    text: plainText(form.get(`step-text-${at}`), 1200),
  })).filter(({ title, text }) => title !== '' || text !== '');
  const words = {
    title: lineOf(form, 'title', 120),
    city: lineOf(form, 'city', 80),
    tagline: lineOf(form, 'tagline', 90),
    summary: plainText(form.get('summary'), 1200),
    highlights: linesOf(form, 'highlights'),
    plan,
    included: linesOf(form, 'included'),
    notIncluded: linesOf(form, 'notIncluded'),
    bring: linesOf(form, 'bring'),
    goodToKnow: linesOf(form, 'goodToKnow'),
    meeting: lineOf(form, 'meeting', 300),
  };
  // A place is called in addresses as it was first, whatever its English name becomes.
  return { ...content, words: { ...content.words, [language]: words } };
}
