import { calendarDate, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { regionOfCountry } from '#app/values/country-regions.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { regionCodes } from '#app/values/regions.ts';
import {
  policyPhases,
  pricedProducts,
  stackings,
  wordFacts,
  type CountFact,
  type PolicyExample,
  type PolicyRule,
  type PricedProduct,
  type WordFact,
} from './policy.ts';
import { familyTypes, saleChannels } from './rule-scope.ts';
import { readPromoCode } from './promo-code.ts';

export type PolicyRuleField =
  | WordFact
  | CountFact
  | 'name'
  | 'phase'
  | 'priority'
  | 'stacking'
  | 'percent'
  | 'amount'
  | 'most'
  | 'travelFrom'
  | 'travelUntil'
  | 'validFrom'
  | 'validUntil'
  | 'promo'
  | 'limitAll'
  | 'limitEach'
  | 'value'
  | 'flightPromo';

type Get = (name: string) => string;

export const cabins = ['economy', 'premium', 'business', 'first'] as const;
/** Facts of which all words are known: they are ticked, not typed. */
export const chosenWords = { product: pricedProducts, region: regionCodes, cabin: cabins, language: languageCodes } as const;
export type ChosenFact = keyof typeof chosenWords;

const among = (choices: readonly string[]) => (word: string) => choices.includes(word);
const isCountry = (word: string) => regionOfCountry(word) !== null;
const isItem = (word: string) => /^[a-z0-9][a-z0-9-]{1,60}$/.test(word);
const isAirport = (word: string) => /^[A-Z]{3}$/.test(word);
/** Which words a fact takes; a list is sent with commas or spaces between them. */
const takes: Readonly<Record<WordFact, (word: string) => boolean>> = {
  product: among(chosenWords.product),
  country: isCountry,
  region: among(chosenWords.region),
  item: isItem,
  airline: (word) => /^[A-Z0-9]{2}$/.test(word),
  from: isAirport,
  to: isAirport,
  cabin: among(chosenWords.cabin),
  language: among(chosenWords.language),
};
const capitals: readonly WordFact[] = ['country', 'airline', 'from', 'to'];
const mostWords = 40;

/** Hundredths of what was typed, 12.5 is 1250; null when nothing was, NaN when it is no number. */
export function readHundredths(text: string, most: number): number | null {
  if (text === '') return null;
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text);
  const value = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
  return value <= most ? value : Number.NaN;
}

/** Reads the form of a rule and names every field that is wrong. Percents with two decimals, money in dirhams and fils. */
export function readPolicyRule(get: Get, id: string): { readonly rule: PolicyRule; readonly wrong: readonly PolicyRuleField[] } {
  const text = (name: string) => get(name).trim();
  const wrong: PolicyRuleField[] = [];
  const oneOf = <Choice extends string>(name: 'phase' | 'stacking', choices: readonly Choice[]): Choice => {
    const found = choices.find((choice) => choice === text(name));
    if (!found) wrong.push(name);
    return found ?? choices[0]!;
  };
  const phase = oneOf('phase', policyPhases);
  const stacking = oneOf('stacking', stackings);
  const words: Partial<Record<WordFact, string[]>> = {};
  for (const fact of wordFacts) {
    const typed = text(fact)
      .split(/[\s,]+/)
      .filter(Boolean);
    const read = typed.map((word) => (capitals.includes(fact) ? word.toUpperCase() : word.toLowerCase()));
    if (!read.every(takes[fact]) || read.length > mostWords) wrong.push(fact);
    else if (read.length > 0) words[fact] = [...new Set(read)].sort();
  }
  const hundredths = (field: 'percent' | 'amount' | 'most', most: number): number | null => {
    const value = readHundredths(text(field), most);
    if (!Number.isNaN(value)) return value;
    wrong.push(field);
    return null;
  };
  const count = (name: string, field: PolicyRuleField, least: number): number | null => {
    if (text(name) === '') return null;
    const value = /^\d{1,6}$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    if (value >= least) return value;
    wrong.push(field);
    return null;
  };
  const counts: Partial<Record<CountFact, readonly [number, number]>> = {};
  for (const [fact, most] of [
    ['lead', 400],
    ['party', 60],
  ] as const) {
    const [low, high] = [count(`${fact}Least`, fact, 0), count(`${fact}Most`, fact, 0)];
    if (low === null && high === null) continue;
    if ((low ?? 0) > (high ?? most)) wrong.push(fact);
    else counts[fact] = [low ?? 0, high ?? most];
  }
  const day = (field: 'travelFrom' | 'travelUntil' | 'validFrom' | 'validUntil'): CalendarDate | null => {
    const read = text(field) === '' ? null : parseCalendarDate(text(field));
    if (text(field) !== '' && !read) wrong.push(field);
    return read;
  };
  const [travelFrom, travelUntil] = [day('travelFrom'), day('travelUntil')];
  if (travelFrom && travelUntil && travelFrom > travelUntil) wrong.push('travelUntil');
  const [validFrom, validUntil] = [day('validFrom'), day('validUntil')];
  if (validFrom && validUntil && validFrom > validUntil) wrong.push('validUntil');
  const promo = readPromoCode(text('promo'));
  if (text('promo') !== '' && (promo === null || phase !== 'promotion')) wrong.push('promo');
  const limits = { all: count('limitAll', 'limitAll', 1), each: count('limitEach', 'limitEach', 1) };
  // A limit is counted by code; without one nothing could be counted.
  const codeless = text('promo') === '';
  if (codeless && limits.all !== null) wrong.push('limitAll');
  if (codeless && limits.each !== null) wrong.push('limitEach');
  const basisPoints = hundredths('percent', phase === 'promotion' ? 10_000 : 20_000);
  const amount = hundredths('amount', 10_000_000) ?? 0;
  const most = hundredths('most', 10_000_000);
  const priority = count('priority', 'priority', 0);
  if (priority === null || priority > 999) wrong.push('priority');
  const name = text('name').slice(0, 80);
  if (name.length < 3) wrong.push('name');
  // One or the other; a rounding is a step of at least two fils. What could not be read is told once, where it stands.
  const unread = wrong.some((field) => field === 'phase' || field === 'percent' || field === 'amount');
  const isOne = phase === 'rounding' ? basisPoints === null && amount >= 2 : (basisPoints ?? 0) > 0 !== amount > 0;
  if (!unread && !isOne) wrong.push('value');
  if (!wrong.includes('promo') && words.product?.includes('flight') && (phase !== 'promotion' || promo === null)) wrong.push('flightPromo');
  const rule: PolicyRule = {
    id,
    name,
    phase,
    scope: { words, counts, travelFrom, travelUntil, promo },
    priority: priority ?? 0,
    stacking,
    basisPoints: basisPoints !== null && basisPoints > 0 ? basisPoints : null,
    amount,
    per: text('per') === 'traveller' ? 'traveller' : 'order',
    most,
    validFrom,
    validUntil,
    limits,
  };
  return { rule, wrong: [...new Set(wrong)] };
}

export type ExampleField =
  | 'name'
  | 'product'
  | 'each'
  | 'party'
  | 'soldOn'
  | 'travelOn'
  | 'country'
  | 'item'
  | 'promo'
  | 'total'
  | 'cabin'
  | 'family'
  | 'channel';

/** Reads the form of a case, amounts in dirhams and fils. A total that is left open is 0 and wrong. */
export function readExample(get: Get, id: string): { readonly example: PolicyExample; readonly wrong: readonly ExampleField[] } {
  const text = (name: string) => get(name).trim();
  const wrong: ExampleField[] = [];
  const product = pricedProducts.find((one) => one === text('product'));
  if (!product) wrong.push('product');
  const amount = (field: 'each' | 'total'): number => {
    const value = readHundredths(text(field), 100_000_000);
    if (value === null || Number.isNaN(value) || (field === 'each' && value === 0)) wrong.push(field);
    return value === null || Number.isNaN(value) ? 0 : value;
  };
  const each = amount('each');
  const total = amount('total');
  const party = /^\d{1,2}$/.test(text('party')) ? Number(text('party')) : 0;
  if (party < 1 || party > 30) wrong.push('party');
  const soldOn = parseCalendarDate(text('soldOn'));
  if (!soldOn) wrong.push('soldOn');
  const travelOn = text('travelOn') === '' ? null : parseCalendarDate(text('travelOn'));
  if (text('travelOn') !== '' && !travelOn) wrong.push('travelOn');
  const country = text('country').toUpperCase();
  if (country !== '' && !isCountry(country)) wrong.push('country');
  const item = text('item').toLowerCase();
  if (item !== '' && !isItem(item)) wrong.push('item');
  const promo = readPromoCode(text('promo'));
  if (text('promo') !== '' && promo === null) wrong.push('promo');
  const choice = <Choice extends string>(field: 'cabin' | 'family' | 'channel', choices: readonly Choice[]): Choice | undefined => {
    const found = choices.find((one) => one === text(field));
    if (text(field) !== '' && !found) wrong.push(field);
    return found;
  };
  const cabin = choice('cabin', cabins);
  const family = choice('family', familyTypes);
  const channel = choice('channel', saleChannels);
  const name = text('name').slice(0, 80);
  if (name.length < 3) wrong.push('name');
  const example: PolicyExample = {
    id,
    name,
    product: product ?? 'experience',
    each,
    party: Math.min(30, Math.max(1, party)),
    soldOn: soldOn ?? calendarDate('2026-01-01'),
    travelOn,
    country: country || null,
    item: item || null,
    promo,
    ...(cabin ? { cabin } : {}),
    ...(family ? { family } : {}),
    ...(channel ? { channel } : {}),
    total,
  };
  return { example, wrong };
}

/** Reads what goes on to suppliers and what must be left, in percent; null when it is no share of a price. */
export function readGuard(get: Get): { readonly product: PricedProduct; readonly cost: number; readonly floor: number } | null {
  const product = pricedProducts.find((one) => one === get('product'));
  const cost = readHundredths(get('cost').trim(), 10_000);
  const floor = readHundredths(get('floor').trim(), 9000);
  if (!product || cost === null || floor === null || Number.isNaN(cost) || Number.isNaN(floor)) return null;
  return { product, cost, floor };
}
