import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount.ts';

describe('an amount', () => {
  it.each([
    ['120', 12_000],
    ['120.5', 12_050],
    ['1,200.50', 120_050],
    ['12 500', 1_250_000],
    ['AED 0.05', 5],
    ['4250 aed', 425_000],
    ['٤٥٫٢٥', 4_525],
    ['١٬٢٠٠', 120_000],
    ['0.01', 1],
    ['-5', null],
    ['12.345', null],
    ['12.', null],
    ['1e3', null],
    ['1,20', null],
    ['USD 5', null],
    ['free', null],
    ['', null],
    ['999999999', null],
  ])('typed as %s is read as %s', (typed, minor) => {
    expect(readAmount(typed)).toBe(minor);
  });

  it('has as many decimals as its currency has', () => {
    expect([readAmount('4.250', 'KWD'), readAmount('1.234', 'AED'), readAmount('12.5', 'USD')]).toEqual([4_250, null, 1_250]);
  });
});
