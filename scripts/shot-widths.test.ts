import { expect, test } from 'vitest';
import { readWidths } from './shot-widths.ts';

test('pictures are taken at the width of a phone and of a desk, or at those that are asked for, each once', () => {
  expect(readWidths(undefined)).toEqual([390, 1440]);
  expect(readWidths('1280,1920')).toEqual([1280, 1920]);
  expect(readWidths('1920, 1280,1920')).toEqual([1920, 1280]);
});

test.each(['', 'wide', '1280,', '12', '99999', '1280px'])('"%s" is no width, and nothing is taken', (asked) => {
  expect(() => readWidths(asked)).toThrow('--widths takes pixels');
});
