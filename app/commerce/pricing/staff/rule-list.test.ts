import { expect, test } from 'vitest';
import { aPolicyRule } from '../policy-testing.ts';
import { readRuleView, ruleFigures, ruleSorts, showRules, type RuleRow } from './rule-list.ts';

const aRow = (id: string, week: Pick<RuleRow, 'uses' | 'amount' | 'revenue' | 'margin'>): RuleRow => ({
  rule: aPolicyRule({ id }),
  before: null,
  change: 'same',
  state: 'counts',
  ...week,
});
/** In every figure the three stand in another order. */
const rows = [
  aRow('PR-000001', { uses: 3, amount: -500, revenue: 200, margin: 900 }),
  aRow('PR-000002', { uses: 1, amount: -100, revenue: 300, margin: 700 }),
  aRow('PR-000003', { uses: 2, amount: -900, revenue: 100, margin: 800 }),
];

test.each(ruleSorts.filter((sort) => sort !== 'priority'))('the column %s stands in the order of what it shows', (column) => {
  const asked = (order: string) => showRules(rows, readRuleView(new URLSearchParams(`sort=${column}${order}`)));
  const shown = (order: string) => asked(order).map(ruleFigures[column]);
  expect(shown('&order=up')).toEqual(rows.map(ruleFigures[column]).toSorted((a, b) => a - b));
  expect(shown('')).toEqual(shown('&order=up').toReversed());
});

test('what a rule did to the margin and what its orders left are two columns, each with an order of its own', () => {
  const first = (sort: string) => showRules(rows, readRuleView(new URLSearchParams(`sort=${sort}`)))[0]!;
  expect(ruleFigures.effect(first('effect'))).toBe(-100);
  expect(ruleFigures.margin(first('margin'))).toBe(900);
});
