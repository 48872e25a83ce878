import { readAmount } from '#app/values/read-amount.ts';
import { countriesOf, lineOf, linesOf, oneOf, slugOf, someOf, wholeOf } from '#app/commerce/supply/supply-fields.ts';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { isSlug } from '#app/values/ids.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { plainText } from '#app/values/plain-text.ts';
import { displayCurrencies, isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { regionCodes } from '#app/values/regions.ts';
import { addDay, moveDay, removeDay, type CostLine, type TourContent } from '../tour-content.ts';
import {
  extraCodes,
  groupKinds,
  tourStyles,
  transports,
  type ExtraCode,
  type TourSeason,
  type TourTerms,
  type TourWords,
} from '../tour.ts';

export const tourParts = ['overview', 'facts', 'days', 'words', 'prices', 'costs', 'preview'] as const;
/** Parts of a record that are written with a form. */
export const writtenParts = ['facts', 'days', 'words', 'prices', 'costs'] as const;
export type WrittenPart = (typeof writtenParts)[number];

export const costCurrencies = displayCurrencies;
const mostRows = 24;

/**
 * What a form of one part makes of a content. Fields that cannot be read are named in `unread`; then nothing of the form is
 * kept: a row or an amount that was there would be lost for what was meant to change it.
 */
export function readTourPart(
  part: WrittenPart,
  form: FormData,
  content: TourContent,
): { readonly content: TourContent; readonly unread: readonly string[] } {
  const unread: string[] = [];
  const written = readers[part](form, content, unread);
  return { content: unread.length === 0 ? written : content, unread };
}

/** A whole number between two others. What the form does not have stays as it was. */
function wholeIn(form: FormData, unread: string[]) {
  return (name: string, least: number, most: number, otherwise: number): number => {
    if (!form.has(name)) return otherwise;
    const value = wholeOf(form, name, least, most, -1);
    if (value < 0) unread.push(name);
    return value;
  };
}

const readers: Readonly<Record<WrittenPart, (form: FormData, content: TourContent, unread: string[]) => TourContent>> = {
  facts: readFacts,
  days: readDays,
  words: readWords,
  prices: readPrices,
  costs: readCosts,
};

function readFacts(form: FormData, content: TourContent, unread: string[]): TourContent {
  const { facts } = content;
  const names: Record<string, string> = { ...content.words.en.places };
  const whole = wholeIn(form, unread);
  const degrees = (name: string, most: number): number => {
    const typed = plainDigits(lineOf(form, name, 12));
    const value = Number(typed.replace('٫', '.') || Number.NaN);
    if (!(Math.abs(value) <= most)) unread.push(name);
    return value;
  };
  const stops = Array.from({ length: mostRows }, (_, at) => {
    const name = lineOf(form, `stop-name-${at}`, 80);
    const known = lineOf(form, `stop-key-${at}`, 60);
    // An emptied name leaves a stop out; a new one without a name is not meant so.
    if (name === '') {
      if (!isSlug(known) && lineOf(form, `stop-lat-${at}`, 12) + lineOf(form, `stop-lon-${at}`, 12) !== '') unread.push(`stop-name-${at}`);
      return [];
    }
    const key = isSlug(known) ? known : slugOf(name);
    if (!isSlug(key)) unread.push(`stop-name-${at}`);
    names[key] = name;
    return [
      {
        key,
        latitude: degrees(`stop-lat-${at}`, 90),
        longitude: degrees(`stop-lon-${at}`, 180),
        nights: whole(`stop-nights-${at}`, 0, 60, 0),
      },
    ];
  }).flat();
  const kept = new Set(stops.map(({ key }) => key));
  const places = Object.fromEntries(Object.entries(names).filter(([key]) => kept.has(key)));
  const landmark = form.get('landmark');
  const poster = {
    scene: oneOf(posterScenes, form.get('scene'), facts.poster.scene),
    palette: oneOf(posterPalettes, form.get('palette'), facts.poster.palette),
    landmark: landmark === '' ? null : (posterLandmarks.find((one) => one === landmark) ?? facts.poster.landmark),
  };
  return {
    ...content,
    words: { ...content.words, en: { ...content.words.en, places } },
    facts: {
      ...facts,
      poster,
      stops,
      region: oneOf(regionCodes, form.get('region'), facts.region),
      countries: countriesOf(form, (field) => unread.push(field)),
      nights: whole('nights', 0, facts.days, facts.nights),
      group: oneOf(groupKinds, form.get('group'), facts.group),
      groupSize: whole('groupSize', 1, 60, facts.groupSize),
      minAge: whole('minAge', 0, 21, facts.minAge),
      stars: whole('stars', 1, 5, facts.stars),
      styles: someOf(tourStyles, form.getAll('style')),
      transport: someOf(transports, form.getAll('transport')),
      departures: {
        weekday: whole('weekday', 1, 7, facts.departures.weekday),
        months: Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => form.getAll('month').includes(String(month))),
      },
      depositPercent: whole('deposit', 0, 100, facts.depositPercent),
      isTop: form.has('top'),
      isPopular: form.has('popular'),
    },
  };
}

/** The days in English with their meals, and then one step on them: a day added, moved or left out. */
function readDays(form: FormData, content: TourContent): TourContent {
  const days = content.facts.meals.map((_, at) => ({
    title: lineOf(form, `title-${at}`, 120),
    text: plainText(form.get(`text-${at}`), 1200),
  }));
  const meals = content.facts.meals.map((_, at) => ['B', 'L', 'D'].filter((meal) => form.getAll(`meals-${at}`).includes(meal)).join(''));
  const written = {
    ...content,
    facts: { ...content.facts, meals },
    words: { ...content.words, en: { ...content.words.en, days } },
  };
  const [step = '', from = '', to = ''] = String(form.get('step') ?? '').split(':');
  const at = Number(from);
  if (step === 'add') return addDay(written);
  if (step === 'remove') return removeDay(written, at);
  if (step === 'up') return moveDay(written, at, at - 1);
  if (step === 'down') return moveDay(written, at, at + 1);
  return step === 'move' ? moveDay(written, at, Number(to)) : written;
}

function readWords(form: FormData, content: TourContent): TourContent {
  const typed = form.get('language');
  const language: LanguageCode = isLanguageCode(typed) ? typed : 'en';
  const words: TourWords = {
    title: lineOf(form, 'title', 120),
    tagline: lineOf(form, 'tagline', 90),
    summary: plainText(form.get('summary'), 1200),
    highlights: linesOf(form, 'highlights'),
    included: linesOf(form, 'included'),
    notIncluded: linesOf(form, 'notIncluded'),
    goodToKnow: linesOf(form, 'goodToKnow'),
    days: content.facts.meals.map((_, at) => ({
      title: lineOf(form, `day-title-${at}`, 120),
      text: plainText(form.get(`day-text-${at}`), 1200),
    })),
    places: Object.fromEntries(content.facts.stops.map(({ key }) => [key, lineOf(form, `place-${key}`, 80)])),
  };
  return { ...content, words: { ...content.words, [language]: words } };
}

function readPrices(form: FormData, content: TourContent, unread: string[]): TourContent {
  const typed = (name: string) => lineOf(form, name, 14);
  const amount = (name: string, otherwise: number): number => {
    if (!form.has(name)) return otherwise;
    const value = readAmount(typed(name), 'AED');
    if (value === null) unread.push(name);
    return value ?? otherwise;
  };
  const { facts } = content;
  const seasons = () =>
    Array.from({ length: mostRows }, (_, at): TourSeason[] => {
      const [from, until] = [typed(`from-${at}`), typed(`until-${at}`)];
      if (`${from}${until}${typed(`season-${at}`)}` === '') return [];
      if (!isDayOfYear(from)) unread.push(`from-${at}`);
      if (!isDayOfYear(until)) unread.push(`until-${at}`);
      const price = readAmount(typed(`season-${at}`), 'AED');
      if (price === null) unread.push(`season-${at}`);
      return [{ from, until, price: price ?? 0 }];
    }).flat();
  const whole = wholeIn(form, unread);
  const extra = (code: ExtraCode) => (form.has(`offers-${code}`) ? amount(`extra-${code}`, 0) : null);
  // What is not kept without the tick is not read either.
  const terms: TourTerms | null = form.has('own')
    ? {
        seasons: form.has('house-seasons') ? null : seasons(),
        tripleLess: amount('tripleLess', 0),
        childPercent: whole('child', 0, 100, content.terms?.childPercent ?? 75),
        infantPercent: whole('infant', 0, 100, content.terms?.infantPercent ?? 10),
        extras: Object.fromEntries(extraCodes.map((code) => [code, extra(code)])) as Record<ExtraCode, number | null>,
      }
    : null;
  return {
    ...content,
    terms,
    facts: {
      ...facts,
      price: money(amount('price', facts.price.amount), 'AED'),
      singleSupplement: money(amount('single', facts.singleSupplement.amount), 'AED'),
    },
  };
}

/** MM-DD of a day that every year has. */
export function isDayOfYear(typed: string): boolean {
  const [, month, day] = /^(\d{2})-(\d{2})$/.exec(typed) ?? [];
  const longest = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1];
  return longest !== undefined && Number(day) >= 1 && Number(day) <= longest;
}

function readCosts(form: FormData, content: TourContent, unread: string[]): TourContent {
  const lines = Array.from({ length: mostRows }, (_, at): CostLine[] => {
    const what = lineOf(form, `what-${at}`, 80);
    const typed = lineOf(form, `amount-${at}`, 14);
    if (`${what}${typed}` === '') return [];
    const chosen = lineOf(form, `currency-${at}`, 3);
    const currency = isCurrencyCode(chosen) ? chosen : 'AED';
    const amount = readAmount(typed, currency);
    if (what === '') unread.push(`what-${at}`);
    if (amount === null) unread.push(`amount-${at}`);
    return [{ what, amount: amount ?? 0, currency, per: form.get(`per-${at}`) === 'group' ? 'group' : 'person' }];
  }).flat();
  return { ...content, costs: { people: wholeIn(form, unread)('people', 1, 60, content.costs.people), lines } };
}
