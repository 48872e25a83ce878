import { policyPhases, pricedProducts, soldOn, type PolicyPhase, type PolicyRule, type PricedProduct } from '../policy.ts';
import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import type { PolicyStatus } from '../policy-status.ts';
import type { CalendarDate } from '#app/values/dates.ts';

export const pricingPage = '/admin/pricing-engine';

export const ruleStates = ['counts', 'paused', 'stopped', 'coming', 'ended', 'drafted', 'going'] as const;
export type RuleState = (typeof ruleStates)[number];
export const ruleSorts = ['priority', 'uses', 'revenue', 'effect', 'margin'] as const;
export type RuleSort = (typeof ruleSorts)[number];

export const ruleColumns = ['rule', 'priority', 'value', 'dates', 'state', 'uses', 'revenue', 'effect', 'margin', 'ways'] as const;
export type RuleColumn = (typeof ruleColumns)[number];

/** What the address asks of the list. */
export interface RuleView {
  readonly find: string;
  readonly product: PricedProduct | null;
  readonly phase: PolicyPhase | null;
  readonly state: RuleState | null;
  readonly changed: boolean;
  readonly sort: RuleSort;
  readonly descending: boolean;
  readonly columns: readonly RuleColumn[];
}

export function readRuleView(params: URLSearchParams): RuleView {
  const one = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    choices.find((choice) => choice === params.get(name)) ?? null;
  return {
    find: (params.get('find') ?? '').trim().slice(0, 60),
    product: one('product', pricedProducts),
    phase: one('phase', policyPhases),
    state: one('state', ruleStates),
    changed: params.get('changed') === '1',
    sort: one('sort', ruleSorts) ?? 'priority',
    descending: params.get('order') !== 'up',
    columns: readColumns(params, ruleColumns),
  };
}

export function ruleQuery(view: RuleView): string {
  const params = new URLSearchParams();
  if (view.find) params.set('find', view.find);
  if (view.product) params.set('product', view.product);
  if (view.phase) params.set('phase', view.phase);
  if (view.state) params.set('state', view.state);
  if (view.changed) params.set('changed', '1');
  if (view.sort !== 'priority') params.set('sort', view.sort);
  if (!view.descending) params.set('order', 'up');
  writeColumns(params, view.columns, ruleColumns);
  const query = params.toString();
  return query && `?${query}`;
}

export interface RuleRow {
  readonly rule: PolicyRule;
  /** As it is in force; null for one that is only drafted. */
  readonly before: PolicyRule | null;
  readonly change: 'same' | 'changed' | 'new' | 'gone';
  readonly state: RuleState;
  readonly uses: number;
  /** What the rule itself added to its orders, or took off where negative. */
  readonly amount: number;
  /** What those orders cost their buyers. */
  readonly revenue: number;
  /** What was left to us of those orders, whichever rules worked on them. */
  readonly margin: number;
}

/** What a column shows of a rule's week, and therefore what it sorts by. */
export const ruleFigures: Readonly<Record<Exclude<RuleSort, 'priority'>, (row: RuleRow) => number>> = {
  uses: ({ uses }) => uses,
  revenue: ({ revenue }) => revenue,
  effect: ({ amount }) => amount,
  margin: ({ margin }) => margin,
};

/** Rules in force beside those of the draft. Without a draft they are those in force. */
export function compareRules(
  current: { readonly rules: readonly PolicyRule[]; readonly stopped: readonly string[]; readonly status: PolicyStatus } | null,
  drafted: readonly PolicyRule[] | null,
  today: CalendarDate,
): Omit<RuleRow, 'uses' | 'amount' | 'revenue' | 'margin'>[] {
  const before = new Map(current?.rules.map((rule) => [rule.id, rule]));
  const after = drafted ?? current?.rules ?? [];
  const stateOf = (rule: PolicyRule): RuleState => {
    if (!before.has(rule.id)) return 'drafted';
    if (current!.stopped.includes(rule.id)) return 'stopped';
    if (rule.validUntil !== null && rule.validUntil < today) return 'ended';
    if (!soldOn(rule, today)) return 'coming';
    return current!.status === 'paused' ? 'paused' : 'counts';
  };
  const rows = after.map((rule) => {
    const was = before.get(rule.id) ?? null;
    const change =
      was === null ? ('new' as const) : JSON.stringify(was) === JSON.stringify(rule) ? ('same' as const) : ('changed' as const);
    return { rule, before: was, change, state: stateOf(rule) };
  });
  const kept = new Set(after.map(({ id }) => id));
  const gone = [...before.values()].filter(({ id }) => !kept.has(id));
  return [...rows, ...gone.map((rule) => ({ rule, before: rule, change: 'gone' as const, state: 'going' as const }))];
}

/** The rows an address asks for: phase by phase as they are reckoned, or by what they did. */
export function showRules(rows: readonly RuleRow[], view: RuleView): RuleRow[] {
  const words = view.find.toLowerCase();
  const shown = rows.filter(
    ({ rule, change, state }) =>
      (words === '' || `${rule.id} ${rule.name} ${rule.scope.promo ?? ''}`.toLowerCase().includes(words)) &&
      (view.product === null || (rule.scope.words.product ?? pricedProducts).includes(view.product)) &&
      (view.phase === null || rule.phase === view.phase) &&
      (view.state === null || state === view.state) &&
      (!view.changed || change !== 'same'),
  );
  const way = view.descending ? -1 : 1;
  const { sort } = view;
  return shown.toSorted((a, b) => {
    const phases = policyPhases.indexOf(a.rule.phase) - policyPhases.indexOf(b.rule.phase);
    const own =
      sort === 'priority' ? phases || (a.rule.priority - b.rule.priority) * way : (ruleFigures[sort](a) - ruleFigures[sort](b)) * way;
    return own || (a.rule.id < b.rule.id ? -1 : 1);
  });
}
