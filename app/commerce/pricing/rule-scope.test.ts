import { describe, expect, it } from 'vitest';
import { isRegionCode, regionCodes } from '#app/values/regions.ts';
import { regionOfCountry } from '#app/values/country-regions.ts';
import { findOverlaps, type KeptRule } from './kept-rules.ts';
import { readRule } from './pricing-rule-form.ts';
import { winners } from './quote.ts';
import { narrowness, placeFacts, scopeFits, scopesApart } from './rule-scope.ts';

const product = 'flight';
const rule = (id: string, scope: Record<string, string>, more: Partial<KeptRule> = {}): KeptRule => ({
  id,
  kind: 'markup',
  scope: { product, ...scope },
  priority: 0,
  basisPoints: 300,
  flat: 0,
  floor: null,
  cap: null,
  stacks: false,
  name: id,
  validFrom: null,
  validUntil: null,
  paused: false,
  ...more,
});
const wins = (rules: readonly KeptRule[], facts: Record<string, string>) =>
  winners(rules, 'markup', { product, ...facts }).map(({ id }) => id);

describe('the scope of a markup', () => {
  it('fits one of several countries, the region of the country, and days between both ends', () => {
    const london = { to: 'LHR', ...placeFacts('GB'), lead: '21' };
    expect(scopeFits({ country: 'FR GB' }, london)).toBe(true);
    expect(scopeFits({ country: 'FR' }, london)).toBe(false);
    expect(scopeFits({ region: 'europe' }, london)).toBe(true);
    expect(scopeFits({ region: 'asia' }, london)).toBe(false);
    expect([20, 21, 30, 31].map((days) => scopeFits({ lead: '21-30' }, { lead: String(days) }))).toEqual([false, true, true, false]);
    expect(scopeFits({ channel: 'desk' }, { channel: 'web' })).toBe(false);
  });

  it('does not fit what is not known', () => {
    for (const [field, value] of [
      ['country', 'GB'],
      ['lead', '0-400'],
      ['family', 'light'],
      ['channel', 'web'],
    ] as const)
      expect(scopeFits({ [field]: value }, { product })).toBe(false);
  });

  it('is narrower with an airport than with its country, and with that than with its region', () => {
    const rules = [
      rule('region', { region: 'europe' }),
      rule('country', { country: 'GB' }),
      rule('airport', { to: 'LHR' }),
      rule('all', {}),
    ];
    expect(wins(rules, { to: 'LHR', ...placeFacts('GB') })).toEqual(['airport']);
    expect(wins(rules, { to: 'MAN', ...placeFacts('GB') })).toEqual(['country']);
    expect(wins(rules, { to: 'CDG', ...placeFacts('FR') })).toEqual(['region']);
    expect(wins(rules, { to: 'MNL', ...placeFacts('PH') })).toEqual(['all']);
    expect(narrowness({ product, region: 'europe', channel: 'desk' })).toBeGreaterThan(narrowness({ product, to: 'LHR' }));
  });

  it('stacks with others only where both say so', () => {
    const region = rule('region', { region: 'europe' }, { stacks: true });
    const facts = { to: 'LHR', channel: 'desk', ...placeFacts('GB') };
    expect(wins([region, rule('desk', { channel: 'desk' }, { stacks: true })], facts)).toEqual(['desk', 'region']);
    expect(wins([region, rule('desk', { channel: 'desk' })], facts)).toEqual(['desk']);
  });

  it('stands apart from another with which it has no sale in common', () => {
    expect(scopesApart({ country: 'FR GB' }, { country: 'GB PT' })).toBe(false);
    expect(scopesApart({ country: 'FR' }, { country: 'GB PT' })).toBe(true);
    expect(scopesApart({ country: 'FR GB' }, { region: 'asia' })).toBe(true);
    expect(scopesApart({ region: 'europe' }, { country: 'FR' })).toBe(false);
    expect(scopesApart({ lead: '0-7' }, { lead: '8-30' })).toBe(true);
    expect(scopesApart({ lead: '0-7' }, { lead: '7-30' })).toBe(false);
    expect(findOverlaps([rule('a', { lead: '0-7' }), rule('b', { lead: '7-30' })])).toEqual([{ wins: 'a', loses: 'b' }]);
    expect(findOverlaps([rule('a', { lead: '0-7' }), rule('b', { lead: '8-30' })])).toEqual([]);
  });

  it('is read from its form: countries in any order, an open end of days, and every field that is wrong', () => {
    const read = (form: Record<string, string>) =>
      readRule((name) => ({ name: 'A rule', priority: '1', percent: '3', ...form })[name] ?? '', product, 'MK-1');
    expect(read({ country: 'gb, fr GB', region: 'asia', family: 'flex', channel: 'desk', leadLeast: '21' })).toMatchObject({
      wrong: [],
      rule: { scope: { product, country: 'FR GB', region: 'asia', family: 'flex', channel: 'desk', lead: '21-400' } },
    });
    expect(read({ leadMost: '6' }).rule.scope).toEqual({ product, lead: '0-6' });
    expect(
      read({ country: 'GB ZZ', region: 'mars', family: 'gold', channel: 'fax', leadLeast: '9', leadMost: '3' }).wrong.toSorted(),
    ).toEqual(['channel', 'country', 'family', 'lead', 'region']);
    expect(read({ leadLeast: '1e2' }).wrong).toEqual(['lead']);
    expect(read({ leadMost: '401' }).wrong).toEqual(['lead']);
  });
});

it('every country belongs to one region, and a code of nobody to none', () => {
  expect(regionCodes.every(isRegionCode)).toBe(true);
  expect(['AE', 'GB', 'US', 'NZ', 'PH', 'BR'].map(regionOfCountry)).toEqual([
    'africa-middle-east',
    'europe',
    'usa-canada',
    'australia-new-zealand',
    'asia',
    'latin-america',
  ]);
  expect(regionOfCountry('ZZ')).toBeNull();
});
