import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { leastAheadMs, payLaterOf, type KeptPart } from './pay-later-rules.ts';

const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const families = ['light', 'value', 'flex'];

function part(family: string, more: { departsIn?: number; keepsMs?: number | null; families?: readonly string[] } = {}): KeptPart {
  const departs = new Date(now + (more.departsIn ?? 30 * dayMs)).toISOString();
  return {
    offer: {
      brands: (more.families ?? families).map((code) => ({ code })),
      slices: [{ segments: [{ departs: { utc: departs } }] }],
    } as unknown as KeptPart['offer'],
    brand: { code: family },
    keepsMs: more.keepsMs === undefined ? 96 * hourMs : more.keepsMs,
  };
}
const hours = (answer: ReturnType<typeof payLaterOf>) =>
  answer.allowed ? [(answer.until - now) / hourMs, (answer.longest - now) / hourMs] : answer.because;

describe('flights that are kept and paid later', () => {
  it('are kept for 48 hours in the middle family and 72 in the most flexible one', () => {
    expect(hours(payLaterOf([part('value')], now))).toEqual([48, 72]);
    expect(hours(payLaterOf([part('flex')], now))).toEqual([72, 95.5]);
  });

  it('are paid at once in the lightest family', () => {
    expect(hours(payLaterOf([part('light')], now))).toBe('family');
  });

  it('may be of an airline that has one family only', () => {
    expect(hours(payLaterOf([part('only', { families: ['only'] })], now))).toEqual([48, 72]);
  });

  it('are paid at once within a week of departure, to the millisecond', () => {
    expect(hours(payLaterOf([part('flex', { departsIn: leastAheadMs - 1 })], now))).toBe('soon');
    expect(hours(payLaterOf([part('flex', { departsIn: leastAheadMs })], now))).toEqual([72, 95.5]);
  });

  it('are kept no longer than their seller allows, less the half hour of issuing', () => {
    expect(hours(payLaterOf([part('flex', { keepsMs: 24 * hourMs })], now))).toEqual([23.5, 23.5]);
    expect(hours(payLaterOf([part('value', { keepsMs: 50 * hourMs })], now))).toEqual([48, 49.5]);
  });

  it('are paid at once where the seller keeps nothing, or not long enough to think', () => {
    expect(hours(payLaterOf([part('flex', { keepsMs: null })], now))).toBe('seller');
    expect(hours(payLaterOf([part('flex', { keepsMs: 6 * hourMs + 29 * minuteMs })], now))).toBe('seller');
    expect(hours(payLaterOf([part('flex', { keepsMs: 6 * hourMs + 30 * minuteMs })], now))).toEqual([6, 6]);
  });

  it('go by the strictest of two contracts', () => {
    expect(hours(payLaterOf([part('flex'), part('value')], now))).toEqual([48, 72]);
    expect(hours(payLaterOf([part('flex'), part('light')], now))).toBe('family');
    expect(hours(payLaterOf([part('flex'), part('flex', { departsIn: dayMs })], now))).toBe('soon');
  });
});
