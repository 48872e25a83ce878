import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { isSlug } from '#app/values/ids.ts';
import { foldText } from '#app/values/fold-text.ts';
import { currencyDecimals, isCurrencyCode, money, type CurrencyCode } from '#app/values/money.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
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

/** What a form of one part makes of a content. What is malformed in it stays as it was. */
export function readTourPart(part: WrittenPart, form: FormData, content: TourContent): TourContent {
  return readers[part](form, content);
}

const text = (form: FormData, name: string, longest = 200) => plainLine(form.get(name), longest);
const whole = (form: FormData, name: string, least: number, most: number, otherwise: number) => {
  const typed = text(form, name, 8);
  const value = Number(typed);
  return /^\d{1,6}$/.test(typed) && value >= least && value <= most ? value : otherwise;
};
const oneOf = <Value extends string>(values: readonly Value[], typed: FormDataEntryValue | null, otherwise: Value): Value =>
  values.find((one) => one === typed) ?? otherwise;
const someOf = <Value extends string>(values: readonly Value[], typed: readonly FormDataEntryValue[]): Value[] =>
  values.filter((one) => typed.includes(one));

/** An amount as it is typed, in minor units; null for what is none. */
export function readAmount(typed: string, currency: CurrencyCode): number | null {
  const decimals = currencyDecimals[currency];
  const found = /^(\d{1,7})(?:\.(\d{1,3}))?$/.exec(typed.replaceAll(/[\s,]/g, ''));
  if (!found || (found[2] ?? '').length > decimals) return null;
  return Number(found[1]) * 10 ** decimals + Number((found[2] ?? '').padEnd(decimals, '0') || 0);
}

const readers: Readonly<Record<WrittenPart, (form: FormData, content: TourContent) => TourContent>> = {
  facts: readFacts,
  days: readDays,
  words: readWords,
  prices: readPrices,
  costs: readCosts,
};

function readFacts(form: FormData, content: TourContent): TourContent {
  const { facts } = content;
  const names: Record<string, string> = { ...content.words.en.places };
  const stops = Array.from({ length: mostRows }, (_, at) => {
    const name = text(form, `stop-name-${at}`, 80);
    if (name === '') return [];
    const latitude = Number(text(form, `stop-lat-${at}`, 12) || Number.NaN);
    const longitude = Number(text(form, `stop-lon-${at}`, 12) || Number.NaN);
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return [];
    const known = text(form, `stop-key-${at}`, 60);
    const key = isSlug(known)
      ? known
      : foldText(name)
          .split(/[^a-z0-9]+/)
          .filter(Boolean)
          .join('-')
          .slice(0, 60);
    if (!isSlug(key)) return [];
    names[key] = name;
    return [{ key, latitude, longitude, nights: whole(form, `stop-nights-${at}`, 0, 60, 0) }];
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
      countries: [
        ...new Set(
          text(form, 'countries', 120)
            .toUpperCase()
            .match(/\b[A-Z]{2}\b/g) ?? [],
        ),
      ],
      nights: whole(form, 'nights', 0, facts.days, facts.nights),
      group: oneOf(groupKinds, form.get('group'), facts.group),
      groupSize: whole(form, 'groupSize', 1, 60, facts.groupSize),
      minAge: whole(form, 'minAge', 0, 21, facts.minAge),
      stars: whole(form, 'stars', 1, 5, facts.stars),
      styles: someOf(tourStyles, form.getAll('style')),
      transport: someOf(transports, form.getAll('transport')),
      departures: {
        weekday: whole(form, 'weekday', 1, 7, facts.departures.weekday),
        months: Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => form.getAll('month').includes(String(month))),
      },
      depositPercent: whole(form, 'deposit', 0, 100, facts.depositPercent),
      isTop: form.has('top'),
      isPopular: form.has('popular'),
    },
  };
}

/** The days in English with their meals, and then one step on them: a day added, moved or left out. */
function readDays(form: FormData, content: TourContent): TourContent {
  const days = content.facts.meals.map((_, at) => ({
    title: text(form, `title-${at}`, 120),
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

const linesOf = (form: FormData, name: string) =>
  plainText(form.get(name), 3000)
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter(Boolean)
    .slice(0, 12);

function readWords(form: FormData, content: TourContent): TourContent {
  const typed = form.get('language');
  const language: LanguageCode = isLanguageCode(typed) ? typed : 'en';
  const words: TourWords = {
    title: text(form, 'title', 120),
    tagline: text(form, 'tagline', 90),
    summary: plainText(form.get('summary'), 1200),
    highlights: linesOf(form, 'highlights'),
    included: linesOf(form, 'included'),
    notIncluded: linesOf(form, 'notIncluded'),
    goodToKnow: linesOf(form, 'goodToKnow'),
    days: content.facts.meals.map((_, at) => ({
      title: text(form, `day-title-${at}`, 120),
      text: plainText(form.get(`day-text-${at}`), 1200),
    })),
    places: Object.fromEntries(content.facts.stops.map(({ key }) => [key, text(form, `place-${key}`, 80)])),
  };
  return { ...content, words: { ...content.words, [language]: words } };
}

function readPrices(form: FormData, content: TourContent): TourContent {
  const amount = (name: string, otherwise: number) => readAmount(text(form, name, 14), 'AED') ?? otherwise;
  const { facts } = content;
  const seasons = Array.from({ length: mostRows }, (_, at): TourSeason[] => {
    const [from, until] = [text(form, `from-${at}`, 5), text(form, `until-${at}`, 5)];
    const price = readAmount(text(form, `season-${at}`, 14), 'AED');
    return isDayOfYear(from) && isDayOfYear(until) && price !== null ? [{ from, until, price }] : [];
  }).flat();
  const percent = (name: string, otherwise: number) => whole(form, name, 0, 100, otherwise);
  const extra = (code: ExtraCode) => (form.has(`offers-${code}`) ? readAmount(text(form, `extra-${code}`, 14), 'AED') : null);
  const terms: TourTerms | null = form.has('own')
    ? {
        seasons: form.has('house-seasons') ? null : seasons,
        tripleLess: amount('tripleLess', 0),
        childPercent: percent('child', content.terms?.childPercent ?? 75),
        infantPercent: percent('infant', content.terms?.infantPercent ?? 10),
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

function readCosts(form: FormData, content: TourContent): TourContent {
  const lines = Array.from({ length: mostRows }, (_, at): CostLine[] => {
    const what = text(form, `what-${at}`, 80);
    const typed = text(form, `currency-${at}`, 3);
    const currency = isCurrencyCode(typed) ? typed : 'AED';
    const amount = readAmount(text(form, `amount-${at}`, 14), currency);
    return what === '' || amount === null ? [] : [{ what, amount, currency, per: form.get(`per-${at}`) === 'group' ? 'group' : 'person' }];
  }).flat();
  return { ...content, costs: { people: whole(form, 'people', 1, 60, content.costs.people), lines } };
}
