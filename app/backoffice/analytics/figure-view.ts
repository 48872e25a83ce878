import { productKinds } from '#app/commerce/product-contract.ts';
import { casesOf, changeOf, isGood, isMeasure, measureOf, valueOf, type Facts, type MeasureName, type Split } from './measure-rules.ts';
import type { PeriodAsk } from './period-rules.ts';

/** A figure as a page shows it, beside the one it is compared with. */
export interface Figure {
  readonly measure: MeasureName;
  readonly value: number | null;
  readonly before: number | null;
  /** Percent, or points of a percentage. */
  readonly change: number | null;
  readonly good: boolean | null;
  readonly cases: number;
}

export function figureOf(measure: MeasureName, now: Facts, before: Facts | null): Figure {
  const [value, was] = [valueOf(measure, now), before ? valueOf(measure, before) : null];
  const change = changeOf(measure, value, was);
  return { measure, value, before: was, change, good: isGood(measure, change), cases: casesOf(measure, now) };
}

/** What an address of the explorer asks. */
export interface Question {
  readonly measure: MeasureName;
  readonly by: Split;
  /** Empty: all products. */
  readonly kind: string;
}

/** Reads a question; a split that the measure does not have is its first one. */
export function readQuestion(params: URLSearchParams): Question {
  const asked = params.get('measure') ?? '';
  const measure = isMeasure(asked) ? asked : 'revenue';
  const possible = measureOf(measure).splits;
  const by = possible.find((split) => split === params.get('by')) ?? possible[0]!;
  return { measure, by, kind: readKind(params) };
}

export function readKind(params: URLSearchParams): string {
  return productKinds.find((kind) => kind === params.get('kind')) ?? '';
}

/** The address of a question, without what goes without saying. */
export function questionAddress(period: PeriodAsk, more: Readonly<Record<string, string>>): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(more)) if (value !== '') address.set(name, value);
  address.set('period', period.period);
  if (period.period === 'own') {
    address.set('from', period.days.from);
    address.set('until', period.days.until);
  }
  address.set('against', period.against);
  return address.toString();
}
