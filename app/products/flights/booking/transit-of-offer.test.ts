import { describe, expect, it } from 'vitest';
import type { AnswerTransit, TransitNeed } from '#app/commerce/trip-line/transit-rules-context.ts';
import { readResultsAddress, transitAsked } from '../search/results-address.ts';
import { transitJudge } from './transit-of-offer.ts';

const countries: Record<string, string> = { DXB: 'AE', LHR: 'GB', FRA: 'DE', DOH: 'QA', JFK: 'US' };
const needs: Record<string, TransitNeed> = { GB: 'needed', DE: 'free' };
/** Airside free in Germany, a visa in Britain, nobody knows of Qatar; whoever enters Germany needs one. */
const answer: AnswerTransit = ({ country, enters }) => ({
  need: enters ? 'needed' : (needs[country] ?? 'unknown'),
  because: null,
  source: null,
  checkedOn: null,
});
const judge = transitJudge(answer, { nationality: 'PK', residence: null }, (airport) => countries[airport] ?? null)!;
const by = (via: readonly string[], more: { airportChange?: boolean; selfTransfer?: boolean } = {}) =>
  judge.offer({ via, airportChange: false, selfTransfer: false, from: 'DXB', to: 'JFK', ...more });

describe('the stops of an offer, for one passport', () => {
  it('are free only where each of them is known to be', () => {
    expect([by([]), by(['FRA']), by(['FRA', 'LHR']), by(['FRA', 'DOH'])]).toEqual(['free', 'free', 'needed', 'unknown']);
  });
  it('count by the entry too where some stop is left for the country', () => {
    expect([by(['FRA'], { selfTransfer: true }), by(['FRA'], { airportChange: true })]).toEqual(['needed', 'needed']);
  });
  it('are unknown at an airport whose country nobody knows', () => {
    expect(by(['XXX'])).toBe('unknown');
  });
  it('are not judged without a passport', () => {
    expect(transitJudge(answer, { nationality: null, residence: 'AE' }, () => 'AE')).toBeNull();
  });
});

describe('the address of such a list', () => {
  const params = (query: string) => new URLSearchParams(query);
  it('names the passport, and filters by nothing without one', () => {
    expect(readResultsAddress(params('transit=1&passport=PK.AE'))).toMatchObject({
      filter: { visaFree: true },
      passport: { nationality: 'PK', residence: 'AE' },
    });
    for (const broken of ['', 'PKR', '.AE', 'pk.ae', "'.''"])
      expect(readResultsAddress(params(`transit=1&passport=${broken}`))).toMatchObject({ filter: {}, passport: null });
  });
  it('says when a passport has still to be asked for', () => {
    expect([
      transitAsked(params('transit=1')),
      transitAsked(params('transit=told')),
      transitAsked(params('transit=1&passport=PK.')),
    ]).toEqual(['asked', 'told', null]);
  });
});
