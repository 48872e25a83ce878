import { regionOfCountry } from '#app/values/country-regions.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { regionCodes } from '#app/values/regions.ts';
import type { KeptRule } from './kept-rules.ts';
import { familyTypes, mostLead, saleChannels } from './rule-scope.ts';

const words = (choices: readonly string[]) => (typed: string) => choices.includes(typed);
const form = (shape: RegExp) => (typed: string) => shape.test(typed);

/** Scope fields that are one word, with what that may be. */
const scopeForms = {
  airline: form(/^[A-Z0-9]{2}$/),
  from: form(/^[A-Z]{3}$/),
  to: form(/^[A-Z]{3}$/),
  region: words(regionCodes),
  cabin: form(/^(economy|premium|business|first)$/),
  family: words(familyTypes),
  channel: words(saleChannels),
  traveller: form(/^(adult|child|infant)$/),
  source: form(/^[a-z][a-z0-9]{1,11}$/),
} as const;
/** Of these the words are written in capitals. */
const capitals: readonly string[] = ['airline', 'from', 'to'];
const mostCountries = 40;

type ScopeField = keyof typeof scopeForms;
const scopeFields = Object.keys(scopeForms) as ScopeField[];

export type RuleField =
  | ScopeField
  | 'country'
  | 'lead'
  | 'name'
  | 'percent'
  | 'flat'
  | 'floor'
  | 'cap'
  | 'priority'
  | 'validFrom'
  | 'validUntil'
  | 'value';

/** Reads the form of a rule of one product, and names every field that is wrong. Percents with two decimals, money in whole dirhams and fils. */
export function readRule(
  get: (name: string) => string,
  product: string,
  id: string,
): { readonly rule: KeptRule; readonly wrong: readonly RuleField[] } {
  const text = (name: string) => get(name).trim();
  const wrong: RuleField[] = [];
  const scope: Record<string, string> = { product };
  for (const field of scopeFields) {
    const typed = capitals.includes(field) ? text(field).toUpperCase() : text(field).toLowerCase();
    if (typed === '') continue;
    if (scopeForms[field](typed)) scope[field] = typed;
    else wrong.push(field);
  }
  const countries = [
    ...new Set(
      text('country')
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ].toSorted();
  if (countries.length > mostCountries || countries.some((code) => regionOfCountry(code) === null)) wrong.push('country');
  else if (countries.length > 0) scope.country = countries.join(' ');
  const [least, most] = [text('leadLeast'), text('leadMost')].map((typed, at) => {
    if (typed === '') return at === 0 ? 0 : mostLead;
    return /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
  }) as [number, number];
  if (!(least <= most && most <= mostLead)) wrong.push('lead');
  else if (text('leadLeast') !== '' || text('leadMost') !== '') scope.lead = `${least}-${most}`;
  const hundredths = (field: 'percent' | 'flat' | 'floor' | 'cap', most: number): number | null => {
    if (text(field) === '') return null;
    const match = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(text(field));
    const value = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
    if (value <= most) return value;
    wrong.push(field);
    return null;
  };
  const day = (field: 'validFrom' | 'validUntil'): string | null => {
    if (text(field) === '') return null;
    const read = parseCalendarDate(text(field));
    if (!read) wrong.push(field);
    return read;
  };
  const basisPoints = hundredths('percent', 10_000) ?? 0;
  const flat = hundredths('flat', 1_000_000) ?? 0;
  const floor = hundredths('floor', 1_000_000);
  const cap = hundredths('cap', 1_000_000);
  if (floor !== null && cap !== null && floor > cap) wrong.push('cap');
  const validFrom = day('validFrom');
  const validUntil = day('validUntil');
  if (validFrom && validUntil && validFrom > validUntil) wrong.push('validUntil');
  const priority = /^\d{1,3}$/.test(text('priority')) ? Number(text('priority')) : -1;
  if (priority < 0) wrong.push('priority');
  const name = text('name').slice(0, 80);
  if (name.length < 3) wrong.push('name');
  // What could not be read is told once, where it stands.
  const unread = wrong.some((field) => field === 'percent' || field === 'flat' || field === 'floor');
  if (!unread && basisPoints === 0 && flat === 0 && !floor) wrong.push('value');
  return {
    wrong,
    rule: {
      id,
      kind: text('kind') === 'service-fee' ? 'service-fee' : 'markup',
      scope,
      priority: Math.max(0, priority),
      basisPoints,
      flat,
      floor,
      cap,
      stacks: text('stacks') === '1',
      name,
      validFrom,
      validUntil,
      paused: text('paused') === '1',
    },
  };
}
