import { casesOf, measureOf, valueOf, type Facts, type MeasureName } from './measure-rules.ts';

/** Measures of single orders that can go wrong within minutes; what is counted by the day cannot be watched. */
export const watched = [
  'ticketing-success',
  'minutes-to-ticket',
  'price-changes',
  'orders',
  'paid',
  'answered-on-time',
] as const satisfies readonly MeasureName[];
export type Watched = (typeof watched)[number];

export interface AlertRule {
  readonly measure: MeasureName;
  readonly direction: 'below' | 'above';
  /** Hundredths of the measure's unit. */
  readonly threshold: number;
  readonly least: number;
}

export type Verdict = 'off' | 'fine' | 'too-few';

/** Is a measure off, by the facts of the rule's last minutes? Too few cases say nothing either way. */
export function judge(rule: AlertRule, facts: Facts): { readonly verdict: Verdict; readonly value: number | null } {
  const value = valueOf(rule.measure, facts);
  // How many there are is itself the question of a count: none is a finding.
  const counts = measureOf(rule.measure).under === undefined;
  if (value === null || (!counts && casesOf(rule.measure, facts) < rule.least)) return { verdict: 'too-few', value };
  const off = rule.direction === 'below' ? value * 100 < rule.threshold : value * 100 > rule.threshold;
  return { verdict: off ? 'off' : 'fine', value };
}
