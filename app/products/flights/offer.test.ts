import { describe, expect, test } from 'vitest';
import { formatOfferId, parseOfferId } from './offer.ts';

describe('house offer ids', () => {
  test('names a return journey by its flights, dates and cabin', () => {
    const id = 'h1.EK332-20261205.EK333-20261219.Y';
    expect(parseOfferId(id)).toEqual({
      slices: [[{ airline: 'EK', number: 332, date: '2026-12-05' }], [{ airline: 'EK', number: 333, date: '2026-12-19' }]],
      cabin: 'economy',
    });
  });

  test('reads back what it wrote, connections and carriers with digits included', () => {
    const id = {
      slices: [
        [
          { airline: '6E', number: 1, date: '2027-02-28' },
          { airline: '3K', number: 9999, date: '2027-03-01' },
        ],
      ],
      cabin: 'first',
    } as const;
    expect(parseOfferId(formatOfferId(id))).toEqual(id);
  });

  test.each([
    '',
    'h1',
    'h1.Y',
    'h2.EK1-20261205.Y',
    'h1.EK1-20261305.Y',
    'h1.EK1-20260231.Y',
    'h1.EK0-20261205.Y',
    'h1.EK1-20261205.Q',
    'h1.EK1-20261205.toString',
    'h1.EK1-20261205_EK2-20261205_EK3-20261205_EK4-20261205.Y',
    `h1.${'EK1-20261205.'.repeat(7)}Y`,
    'x'.repeat(5000),
  ])('refuses the malformed id %s', (text) => {
    expect(parseOfferId(text)).toBeNull();
  });
});
