import { describe, expect, it } from 'vitest';
import { addMonths, calendarDate as day } from '#app/values/dates.ts';
import type { AnswerPassport } from '#app/commerce/trip-line/passport-rules-context.ts';
import { asksWhenIssued, checkDocument, isSingleNameTrouble, type Stay } from './document-rules.ts';

const today = day('2026-11-23');
const lisbon: Stay = { country: 'PT', arrives: day('2026-12-05'), leaves: day('2026-12-19') };
const dubai: Stay = { country: 'AE', arrives: day('2026-12-19'), leaves: null };
const passport = (expires: string, more = {}) => ({ number: 'P1234567', issuedBy: 'PH', issued: '2025-01-01', expires, ...more });
/** As the register would: three months after leaving Portugal, six after arriving in the Emirates, nothing of others. */
const answer: AnswerPassport = ({ country, arrives, leaves, residence, passport: own }) =>
  own === country || residence === country
    ? { kind: 'home' }
    : country === 'PT'
      ? { kind: 'rule', until: addMonths(leaves ?? arrives, 3), issuedFrom: addMonths(arrives, -120), source: 'eur-lex.europa.eu' }
      : country === 'AE'
        ? { kind: 'rule', until: addMonths(arrives, 6), issuedFrom: null, source: 'u.ae' }
        : { kind: 'unknown' };
const checked = (document: ReturnType<typeof passport>, stays: readonly Stay[], holder = { nationality: 'PH', residence: '' }) =>
  checkDocument(document, holder, { stays, lastDay: day('2026-12-19') }, today, answer);
const check = (expires: string, stays: readonly Stay[] = [lisbon]) => checked(passport(expires), stays);

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
      { kind: 'passport-short-for-country', country: 'PT', until: '2027-03-19', source: 'eur-lex.europa.eu' },
    ]);
    expect(check('2027-03-19').warnings).toEqual([]);
  });
  it('needs six months from arrival in the Emirates', () => {
    expect(check('2027-06-18', [dubai]).warnings).toMatchObject([{ country: 'AE', until: '2027-06-19' }]);
    expect(check('2027-06-19', [dubai]).warnings).toEqual([]);
  });
  it('is looked at where flights are only changed too, by what is asked of a change, once for a country', () => {
    const transit = { country: 'QA', arrives: day('2026-12-05'), leaves: day('2026-12-05') };
    const asked: (true | undefined)[] = [];
    const airside: AnswerPassport = (ask) => {
      asked.push(ask.airside);
      return ask.country === 'QA'
        ? { kind: 'rule', until: addMonths(ask.arrives, 6), issuedFrom: null, source: 'visitqatar.com' }
        : { kind: 'unknown' };
    };
    const told = (expires: string, nationality = 'PH') =>
      checkDocument(
        passport(expires, { issuedBy: nationality }),
        { nationality, residence: '' },
        { stays: [], transits: [transit, transit, { ...transit, country: 'TR' }], lastDay: day('2026-12-19') },
        today,
        airside,
      ).warnings;
    expect(told('2027-06-04')).toEqual([
      { kind: 'passport-short-for-transit', country: 'QA', until: '2027-06-05', source: 'visitqatar.com' },
    ]);
    expect(asked).toEqual([true, true]);
    expect(told('2027-06-05')).toEqual([]);
    expect(told('2027-06-04', 'QA')).toEqual([]);
  });
  it('may be short at home: citizens enter on any valid passport', () => {
    expect(checked(passport('2026-12-30', { issuedBy: 'AE' }), [dubai], { nationality: 'AE', residence: '' }).warnings).toEqual([]);
  });
  it('may be short where one lives: residents enter on their permit', () => {
    expect(checked(passport('2026-12-30'), [dubai], { nationality: 'PH', residence: 'AE' }).warnings).toEqual([]);
  });
  it('has to have been issued within ten years before the day of arrival in the Schengen area', () => {
    const issued = (on: string) => checked(passport('2030-01-01', { issued: on }), [lisbon]);
    expect(issued('2016-12-05')).toMatchObject({ problems: [], warnings: [], asksIssued: true });
    expect(issued('2016-12-04').warnings).toEqual([
      { kind: 'passport-too-old-for-country', country: 'PT', until: '2016-12-05', source: 'eur-lex.europa.eu' },
    ]);
  });
  it('has to tell when it was issued only where a country asks, and a day that can be', () => {
    const issued = (on: string, stays: readonly Stay[], holder?: { nationality: string; residence: string }) =>
      checked(passport('2030-01-01', { issued: on }), stays, holder).problems;
    expect(issued('', [lisbon])).toEqual(['document-issued-missing']);
    for (const odd of ['not-a-date', '2026-11-24', '2031-01-01']) expect(issued(odd, [lisbon])).toEqual(['document-issued']);
    expect(issued('', [dubai])).toEqual([]);
    expect(issued('', [lisbon], { nationality: 'PT', residence: '' })).toEqual([]);
    expect(issued('', [lisbon], { nationality: 'PH', residence: 'PT' })).toEqual([]);
  });
  it('is asked for by name of the countries that look at it, before anybody said whose passport it is', () => {
    expect(asksWhenIssued([lisbon, dubai, lisbon], answer)).toEqual(['PT']);
    expect(asksWhenIssued([dubai], answer)).toEqual([]);
  });
  it('says unknown for a country without a rule', () => {
    expect(check('2030-01-01', [{ ...lisbon, country: 'FJ' }]).warnings).toEqual([{ kind: 'passport-rule-unknown', country: 'FJ' }]);
  });
  it('keeps issuer and nationality apart', () => {
    expect(checked(passport('2030-01-01', { issuedBy: '' }), []).problems).toEqual(['document-issuer']);
  });
  it('takes letters and digits as its number', () => {
    expect(checked(passport('2030-01-01', { number: 'P12 34' }), []).problems).toEqual(['document-number']);
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
