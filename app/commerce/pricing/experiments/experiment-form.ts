import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { experimentProducts } from './experiment-rules.ts';
import type { ExperimentTerms } from './experiments-store.server.ts';

/** In the order they stand in the form. */
export const termFields = [
  'question',
  'challenger',
  'products',
  'share',
  'startsOn',
  'endsOn',
  'leastSales',
  'marginFall',
  'conversionFall',
] as const;
export type TermField = (typeof termFields)[number];

/** What stands in the form, as it was typed. */
export type TypedTerms = Readonly<Record<Exclude<TermField, 'products'>, string>> & { readonly products: readonly string[] };

export interface TermFault {
  readonly field: TermField;
  readonly fault: TermField;
}

export const shortestQuestion = 10;
export const longestQuestion = 200;
/** Bounds of the numbers, both included. */
export const termBounds = {
  share: [1, 50],
  leastSales: [5, 10_000],
  marginFall: [1, 90],
  conversionFall: [1, 90],
} as const;

export function readTyped(form: FormData): TypedTerms {
  const line = (name: TermField) => plainLine(form.get(name), longestQuestion);
  return {
    question: line('question'),
    challenger: line('challenger'),
    products: form.getAll('products').map((product) => plainLine(product, 30)),
    share: line('share'),
    startsOn: line('startsOn'),
    endsOn: line('endsOn'),
    leastSales: line('leastSales'),
    marginFall: line('marginFall'),
    conversionFall: line('conversionFall'),
  };
}

/** The terms of an experiment as they were typed; every field that is wrong is named. */
export function readTerms(
  typed: TypedTerms,
): { readonly ok: true; readonly terms: ExperimentTerms } | { readonly ok: false; readonly faults: readonly TermFault[] } {
  const wrong = new Set<TermField>();
  const number = (name: keyof typeof termBounds) => {
    const [least, most] = termBounds[name];
    const value = /^\d{1,5}$/.test(typed[name]) ? Number(typed[name]) : Number.NaN;
    if (!(value >= least && value <= most)) wrong.add(name);
    return value;
  };
  const { question } = typed;
  if (question.length < shortestQuestion || question.length > longestQuestion) wrong.add('question');
  const challenger = /^\d{1,9}$/.test(typed.challenger) ? Number(typed.challenger) : 0;
  if (challenger === 0) wrong.add('challenger');
  const products = experimentProducts.filter((product) => typed.products.includes(product));
  if (products.length === 0) wrong.add('products');
  const startsOn = parseCalendarDate(typed.startsOn);
  const endsOn = parseCalendarDate(typed.endsOn);
  if (!startsOn) wrong.add('startsOn');
  if (!endsOn || (startsOn && endsOn < startsOn)) wrong.add('endsOn');
  const [share, leastSales, marginFall, conversionFall] = [
    number('share'),
    number('leastSales'),
    number('marginFall'),
    number('conversionFall'),
  ];
  if (wrong.size > 0 || !startsOn || !endsOn)
    return { ok: false, faults: termFields.filter((field) => wrong.has(field)).map((field) => ({ field, fault: field })) };
  return { ok: true, terms: { question, challenger, products, share, startsOn, endsOn, leastSales, marginFall, conversionFall } };
}
