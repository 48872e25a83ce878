import { expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { explainPrice } from './explain-price.ts';
import type { KeptRule } from './kept-rules.ts';
import { priceLineKinds, quote, type PricingRules } from './quote.ts';

const rule = (id: string, more: Partial<KeptRule>): KeptRule => ({
  id,
  name: id,
  kind: 'markup',
  scope: { product: 'flight' },
  priority: 0,
  basisPoints: 300,
  flat: 0,
  floor: null,
  cap: null,
  stacks: false,
  validFrom: null,
  validUntil: null,
  paused: false,
  ...more,
});

const house = rule('house', {});
const gulf = rule('gulf', { scope: { product: 'flight', airline: 'GF' }, basisPoints: 500, flat: 1_000, cap: 4_000 });
const urgent = rule('urgent', { scope: { product: 'flight', airline: 'GF' }, priority: 5, basisPoints: 250, flat: 500 });
const fee = rule('fee', { kind: 'service-fee', basisPoints: 0, flat: 2_900 });

function sold(rules: readonly KeptRule[]) {
  const vat = Object.fromEntries(priceLineKinds.map((kind) => [kind, { category: 'zero-rated', basisPoints: 0 }])) as PricingRules['vat'];
  return quote({
    charges: [
      {
        kind: 'fare',
        code: '0.LIGHT.adult',
        nameKey: 'fares:light',
        travellers: [0, 1],
        each: money(100_000, 'AED'),
        facts: { airline: 'GF', from: 'DXB', to: 'BAH' },
      },
    ],
    travellers: ['adult', 'adult'],
    facts: { product: 'flight' },
    rules: { version: 7, currency: 'AED', rules, vat },
    quotedAt: '2026-11-21T10:00:00Z',
    expiresAt: '2026-11-21T10:30:00Z',
  }).lines;
}
const explained = (rules: readonly KeptRule[], kind: string) =>
  explainPrice(sold(rules), rules, { product: 'flight' }).find(({ line }) => line.kind === kind)!;

it('says which rule made a line, from what base, and how', () => {
  expect(explained([house, urgent, fee], 'markup')).toMatchObject({
    rule: { id: 'urgent' },
    sum: { base: 100_000, share: 2_500, flat: 500, limit: null },
    line: { amount: money(6_000, 'AED') },
  });
  expect(explained([house, urgent, fee], 'service-fee')).toMatchObject({ rule: { id: 'fee' }, sum: { share: 0, flat: 2_900 }, beaten: [] });
});

it('says which other rules fitted and why they lost', () => {
  expect(explained([house, gulf, urgent], 'markup').beaten.map(({ rule: { id }, because }) => [id, because])).toEqual([
    ['gulf', 'lower-priority'],
    ['house', 'less-specific'],
  ]);
  const twin = rule('gulf-twin', { scope: gulf.scope });
  expect(explained([gulf, twin], 'markup').beaten).toEqual([{ rule: twin, because: 'later-name' }]);
});

it('says when a limit decided', () => {
  expect(explained([gulf], 'markup').sum).toEqual({ base: 100_000, share: 5_000, flat: 1_000, limit: { kind: 'cap', amount: 4_000 } });
  expect(explained([rule('least', { floor: 9_900 })], 'markup').sum).toMatchObject({ limit: { kind: 'floor', amount: 9_900 } });
});

it('has nothing to say of what the product charges, and does not call a stacking rule beaten', () => {
  expect(explained([house], 'fare')).toMatchObject({ rule: null, sum: null, beaten: [] });
  const both = [rule('a', { stacks: true }), rule('b', { stacks: true, scope: gulf.scope })];
  expect(explainPrice(sold(both), both, { product: 'flight' }).filter(({ line }) => line.kind === 'markup')).toMatchObject([
    { beaten: [] },
    { beaten: [] },
  ]);
});
