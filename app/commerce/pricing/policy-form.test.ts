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

  it('tells one cause of what is wrong, whatever else would follow from it', () => {
    for (const phase of ['promotion', 'markup', 'fee', 'tax', 'rounding']) {
      expect(read({ phase, percent: '250' }).wrong).toEqual(['percent']);
      expect(read({ phase, percent: '', amount: '1.234' }).wrong).toEqual(['amount']);
    }
    expect(read({ percent: 'ten', amount: '5' }).wrong).toEqual(['percent']);
    expect(read({ phase: 'gift', percent: '' }).wrong).toEqual(['phase']);
    // The code is wrong, not that there is a limit, nor what it is for.
    expect(read({ promo: 'A', limitAll: '5', limitEach: '1' }).wrong).toEqual(['promo']);
    expect(read({ promo: 'A', product: 'flight' }).wrong).toEqual(['promo']);
  });

  it('is a percent or an amount, and a rounding is a step', () => {
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { percent: '' },
      { amount: '5' },
      { percent: '0' },
      { phase: 'rounding' },
      { phase: 'rounding', percent: '', amount: '0.01' },
    ];
    for (const change of wrong) expect(read(change).wrong).toEqual(['value']);
    expect(read({ phase: 'rounding', percent: '', amount: '5' }).wrong).toEqual([]);
    expect(read({ limitAll: '5' }).wrong).toEqual(['limitAll']);
    expect(read({ product: 'flight' }).wrong).toEqual(['flightPromo']);
  });
});
