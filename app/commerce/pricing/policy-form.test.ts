import { describe, expect, it } from 'vitest';
import { readPolicyRule } from './policy-form.ts';

const typed: Readonly<Record<string, string>> = {
  name: 'Ten percent off',
  phase: 'promotion',
  stacking: 'add',
  per: 'order',
  percent: '10',
  priority: '10',
};
const read = (change: Readonly<Record<string, string>>) => {
  const form = { ...typed, ...change };
  return readPolicyRule((name) => form[name] ?? '', 'PR-000001');
};

describe('a rule as it is typed', () => {
  it('takes what was ticked, box by box', () => {
    const { rule, wrong } = read({ product: 'holiday experience', cabin: 'business first', language: 'ar', region: 'europe asia' });
    expect(wrong).toEqual([]);
    expect(rule.scope.words).toEqual({
      product: ['experience', 'holiday'],
      cabin: ['business', 'first'],
      language: ['ar'],
      region: ['asia', 'europe'],
    });
  });

  it('names each field with a word that is none', () => {
    const change = { product: 'Flights', region: 'Mars', cabin: 'Business class', language: 'Arabic', country: 'AE ZZ', to: 'London' };
    expect(read(change).wrong.toSorted()).toEqual(['cabin', 'country', 'language', 'product', 'region', 'to']);
    expect(read({ country: 'ae, om' }).rule.scope.words.country).toEqual(['AE', 'OM']);
  });
});
