import { describe, expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { standingOf, ticketBy, voidUntil } from './ticket-deadline.ts';

const at = (text: string) => instant(Date.parse(text));

describe('deadlines (rules 21, 40 to 42)', () => {
  it('keeps half an hour back from the supplier limit', () => {
    expect(ticketBy(at('2026-11-23T14:00:00Z'), at('2026-11-23T08:00:00Z'))).toBe(at('2026-11-23T13:30:00Z'));
  });
  it('makes a limit that is too near now, never the past', () => {
    expect(ticketBy(at('2026-11-23T08:10:00Z'), at('2026-11-23T08:00:00Z'))).toBe(at('2026-11-23T08:00:00Z'));
  });
  it('tells a kept seat from a kept price', () => {
    const clocks = { payBy: at('2026-11-23T10:00:00Z'), priceGuaranteedUntil: at('2026-11-23T09:00:00Z') };
    expect(standingOf(clocks, at('2026-11-23T08:59:59Z'))).toBe('price-and-seats');
    expect(standingOf(clocks, at('2026-11-23T09:00:00Z'))).toBe('seats-only');
    expect(standingOf(clocks, at('2026-11-23T10:00:00Z'))).toBe('nothing');
  });
  it('lets tickets be voided until midnight in Dubai', () => {
    expect(new Date(voidUntil(at('2026-11-23T19:59:00Z'))).toISOString()).toBe('2026-11-23T20:00:00.000Z');
    expect(new Date(voidUntil(at('2026-11-23T20:00:00Z'))).toISOString()).toBe('2026-11-24T20:00:00.000Z');
  });
});
