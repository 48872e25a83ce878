import { describe, expect, it } from 'vitest';
import { calendarDate as day } from '#app/values/dates.ts';
import { checkDocument, isSingleNameTrouble, validityRows, type Stay } from './document-rules.ts';

const today = day('2026-11-23');
const lisbon: Stay = { country: 'PT', arrives: day('2026-12-05'), leaves: day('2026-12-19') };
const dubai: Stay = { country: 'AE', arrives: day('2026-12-19'), leaves: null };
const passport = (expires: string, more = {}) => ({ number: 'P1234567', issuedBy: 'PH', expires, ...more });
const check = (expires: string, stays: readonly Stay[] = [lisbon], nationality = 'PH') =>
  checkDocument(passport(expires), nationality, stays, day('2026-12-19'), today);

describe('a passport for a journey (rules 13 to 16)', () => {
  it('is refused when it ends before the journey does', () => {
    expect(check('2026-12-18').problems).toEqual(['document-too-short-for-trip']);
    expect(check('2026-12-19').problems).toEqual([]);
  });
  it('is refused when it has ended already', () => {
    expect(check('2026-11-22').problems).toEqual(['document-expired']);
  });
  it('needs three months after leaving the Schengen area, counted from leaving', () => {
    expect(check('2027-03-18').warnings).toEqual([
      { kind: 'passport-short-for-country', country: 'PT', until: '2027-03-19', source: 'Regulation (EU) 2016/399, article 6(1)(a)' },
    ]);
    expect(check('2027-03-19').warnings).toEqual([]);
  });
  it('needs six months from arrival in the Emirates', () => {
    expect(check('2027-06-18', [dubai]).warnings).toMatchObject([{ country: 'AE', until: '2027-06-19' }]);
    expect(check('2027-06-19', [dubai]).warnings).toEqual([]);
  });
  it('may be short at home: citizens enter on any valid passport', () => {
    expect(checkDocument(passport('2026-12-30', { issuedBy: 'AE' }), 'AE', [dubai], day('2026-12-19'), today).warnings).toEqual([]);
  });
  it('says unknown for a country without a rule', () => {
    expect(check('2030-01-01', [{ ...lisbon, country: 'FJ' }]).warnings).toEqual([{ kind: 'passport-rule-unknown', country: 'FJ' }]);
  });
  it('keeps issuer and nationality apart', () => {
    expect(checkDocument(passport('2030-01-01', { issuedBy: '' }), 'PH', [], day('2026-12-19'), today).problems).toEqual([
      'document-issuer',
    ]);
  });
  it('takes letters and digits as its number', () => {
    expect(checkDocument(passport('2030-01-01', { number: 'P12 34' }), 'PH', [], day('2026-12-19'), today).problems).toEqual([
      'document-number',
    ]);
  });
  it('has rules with a source and no country twice', () => {
    const countries = validityRows.flatMap((row) => row.countries);
    expect(new Set(countries).size).toBe(countries.length);
    for (const row of validityRows) expect(row.source.length).toBeGreaterThan(10);
  });
});

describe('a single-name passport (rule 11)', () => {
  const single = { singleName: true, nationality: 'ID', residence: '' };
  it('warns a visitor to the Emirates', () => {
    expect(isSingleNameTrouble(single, [lisbon, dubai])).toBe(true);
    expect(isSingleNameTrouble(single, [lisbon])).toBe(false);
  });
  it('does not warn residents of the Emirates', () => {
    expect(isSingleNameTrouble({ ...single, residence: 'AE' }, [dubai])).toBe(false);
  });
});
