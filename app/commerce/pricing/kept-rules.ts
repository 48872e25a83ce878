import type { CalendarDate } from '#app/values/dates.ts';
import type { PricingRule } from './quote.ts';
import { narrowness, scopesApart } from './rule-scope.ts';

/** A rule as it is kept: what people call it, and when it counts. */
export interface KeptRule extends PricingRule {
  readonly name: string;
  /** Days of sale in Dubai, both included; null: open. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly paused: boolean;
}

/** The rules that count for a sale on a day. */
export function rulesOn<Rule extends KeptRule>(rules: readonly Rule[], day: CalendarDate): Rule[] {
  return rules.filter(
    ({ paused, validFrom, validUntil }) =>
      !paused && (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil),
  );
}

export type RuleChange = 'same' | 'changed' | 'new' | 'gone';

export interface ComparedRule {
  readonly change: RuleChange;
  /** Null for a new one. */
  readonly before: KeptRule | null;
  /** Null for one that is gone. */
  readonly after: KeptRule | null;
}

/** Two sets of rules side by side, by their ids: those of `after` in order, then those that are gone. */
export function compareRules(before: readonly KeptRule[], after: readonly KeptRule[]): ComparedRule[] {
  const old = new Map(before.map((rule) => [rule.id, rule]));
  const kept = after.map((rule): ComparedRule => {
    const was = old.get(rule.id) ?? null;
    return { change: was === null ? 'new' : said(was) === said(rule) ? 'same' : 'changed', before: was, after: rule };
  });
  const ids = new Set(after.map(({ id }) => id));
  return [...kept, ...before.filter(({ id }) => !ids.has(id)).map((rule): ComparedRule => ({ change: 'gone', before: rule, after: null }))];
}

const said = (rule: KeptRule) => JSON.stringify(rule, [...ruleKeys, ...Object.keys(rule.scope).sort()]);
const ruleKeys = [
  'id',
  'kind',
  'scope',
  'priority',
  'basisPoints',
  'flat',
  'floor',
  'cap',
  'stacks',
  'name',
  'validFrom',
  'validUntil',
  'paused',
];

/** Two rules that may both fit a sale with nothing between them but the order of their ids. */
export interface Overlap {
  readonly wins: string;
  readonly loses: string;
}

/** Rules of equal weight that can meet: scopes as narrow, one priority, no field that tells them apart, dates that touch. */
export function findOverlaps(rules: readonly KeptRule[]): Overlap[] {
  const live = rules.filter(({ paused }) => !paused).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const overlaps: Overlap[] = [];
  live.forEach((rule, at) => {
    for (const other of live.slice(at + 1)) {
      if (other.kind !== rule.kind || other.priority !== rule.priority || (rule.stacks && other.stacks)) continue;
      if (narrowness(other.scope) !== narrowness(rule.scope)) continue;
      if (!scopesApart(rule.scope, other.scope) && datesTouch(rule, other)) overlaps.push({ wins: rule.id, loses: other.id });
    }
  });
  return overlaps;
}

/** Rules that another of the same scope and higher priority always beats. */
export function findShadowed(rules: readonly KeptRule[]): Overlap[] {
  const live = rules.filter(({ paused }) => !paused);
  const scopeOf = (rule: KeptRule) => JSON.stringify(Object.entries(rule.scope).sort());
  return live.flatMap((rule) => {
    const winner = live.find(
      (other) =>
        other.kind === rule.kind &&
        other.priority > rule.priority &&
        !(other.stacks && rule.stacks) &&
        scopeOf(other) === scopeOf(rule) &&
        other.validFrom === null &&
        other.validUntil === null,
    );
    return winner ? [{ wins: winner.id, loses: rule.id }] : [];
  });
}

function datesTouch(a: KeptRule, b: KeptRule): boolean {
  const begins = [a.validFrom ?? '', b.validFrom ?? ''].toSorted().at(-1)!;
  const ends = [a.validUntil ?? '9999-12-31', b.validUntil ?? '9999-12-31'].toSorted()[0]!;
  return begins <= ends;
}
