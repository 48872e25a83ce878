import { readAmount } from '#app/values/read-amount.ts';
import { languagesIn, lineOf, linesOf, oneOf, slugOf, someOf, wholeOf } from '#app/commerce/supply/supply-fields.ts';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { regionOfCountry } from '#app/values/country-regions.ts';
import { money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
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
  /** Names of fields that could not be read. */
  readonly unread: readonly string[];
}

/**
 * What a form of one part makes of a content. Where fields cannot be read nothing of the form is kept: what it left out or
 * changed beside them was meant together with them.
 */
export function readExperiencePart(part: WrittenPart, form: FormData, content: ExperienceContent): ReadPart {
  const unread: string[] = [];
  const written = readers[part](form, content, (field) => unread.push(field));
  return { content: unread.length === 0 ? written : content, unread };
}

type Reader = (form: FormData, content: ExperienceContent, unread: (field: string) => void) => ExperienceContent;

const readers: Readonly<Record<WrittenPart, Reader>> = { facts: readFacts, times: readTimes, prices: readPrices, words: readWords };

function readFacts(form: FormData, content: ExperienceContent, unread: (field: string) => void): ExperienceContent {
  const { facts } = content;
  const cityName = lineOf(form, 'city', 80);
  const city = slugOf(cityName);
  const country = lineOf(form, 'country', 2);
  const known = regionOfCountry(country) !== null;
  const degrees = (name: 'latitude' | 'longitude', most: number): number => {
    const typed = plainDigits(lineOf(form, name, 12));
    const value = Number(typed.replace('٫', '.'));
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
  const whole = (name: string, least: number, most: number) => {
    const value = wholeOf(form, name, least, most, -1);
    if (value < 0) unread(name);
    return value;
  };
  const hours = (name: string) => whole(name, 0, 336);
  const numbers = (name: string, most: number) =>
    Array.from({ length: most }, (_, at) => at + 1).filter((one) => form.getAll(name).includes(String(one)));
  return {
    ...content,
    facts: {
      ...facts,
      startTimes: starts,
      weekdays: numbers('weekday', 7),
      months: numbers('month', 12),
      durationMinutes: whole('duration', 15, 2880),
      cutOffHours: hours('cutOff'),
      freeCancelHours: form.has('neverFree') ? null : hours('freeCancel'),
    },
  };
}

/** Age bands and ways to take part. A band without a tick is not sold; a price is for one person, VAT included. */
function readPrices(form: FormData, content: ExperienceContent, unread: (field: string) => void): ExperienceContent {
  const { facts } = content;
  const ageBands = ageBandNames.flatMap((band): AgeBand[] => {
    if (!form.has(`sells-${band}`)) return [];
    const price = readAmount(lineOf(form, `price-${band}`, 14), 'AED');
    const from = wholeOf(form, `from-${band}`, 0, 99, -1);
    const end = lineOf(form, `to-${band}`, 4);
    const to = end === '' ? null : wholeOf(form, `to-${band}`, 0, 120, -1);
    if (from < 0) unread(`from-${band}`);
    if (to === -1) unread(`to-${band}`);
    if (price === null) unread(`price-${band}`);
    return [{ band, from, to, price: money(price ?? 0, 'AED') }];
  });
  const number = (name: string, least: number, most: number) => {
    const value = wholeOf(form, name, least, most, -1);
    if (value < 0) unread(name);
    return value;
  };
  const shared: ExperienceOption = {
    key: 'standard',
    unit: 'person',
    groupSize: null,
    pricePercent: 100,
    capacity: number('places', 1, 500),
  };
  const own: ExperienceOption[] = form.has('sells-private')
    ? [
        {
          key: 'private',
          unit: 'group',
          groupSize: number('groupSize', 1, 60),
          pricePercent: number('groupPercent', 10, 3000),
          capacity: number('groups', 0, 500),
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
