import { parseCalendarDate } from '#app/values/dates.ts';
import type { KeptRule } from './kept-rules.ts';

/** Scope fields with what their values look like. */
export const scopeForms = {
  airline: /^[A-Z0-9]{2}$/,
  from: /^[A-Z]{3}$/,
  to: /^[A-Z]{3}$/,
  cabin: /^(economy|premium|business|first)$/,
  traveller: /^(adult|child|infant)$/,
  source: /^[a-z][a-z0-9]{1,11}$/,
} as const;

export type ScopeField = keyof typeof scopeForms;
export const scopeFields = Object.keys(scopeForms) as ScopeField[];

export type RuleField = ScopeField | 'name' | 'percent' | 'flat' | 'floor' | 'cap' | 'priority' | 'validFrom' | 'validUntil' | 'value';

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
    const typed = field === 'airline' || field === 'from' || field === 'to' ? text(field).toUpperCase() : text(field).toLowerCase();
    if (typed === '') continue;
    if (scopeForms[field].test(typed)) scope[field] = typed;
    else wrong.push(field);
  }
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
  if (basisPoints === 0 && flat === 0 && !floor) wrong.push('value');
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
