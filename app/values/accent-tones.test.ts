import { describe, expect, it } from 'vitest';
import { isReadable, standsOut, tonesOf } from './accent-tones.ts';
import { contrastOf, mixed, parseColour } from './colour.ts';

describe('a colour', () => {
  it.each([
    ['#E0912F', '#e0912f'],
    [' e0912f ', '#e0912f'],
    ['#abc', null],
    ['red', null],
    ['#12345g', null],
    ['#1234567', null],
    ['', null],
  ])('typed as "%s" is %s', (typed, colour) => {
    expect(parseColour(typed)).toBe(colour);
  });

  it('is told apart from another one as the guidelines reckon it', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#e0912f', '#e0912f')).toBe(1);
  });

  it('takes a share of another one', () => {
    expect([mixed('#000000', '#ffffff', 0.5), mixed('#e0912f', '#ffffff', 0), mixed('#e0912f', '#ffffff', 1)]).toEqual([
      '#808080',
      '#e0912f',
      '#ffffff',
    ]);
  });
});

describe('an accent', () => {
  it.each([
    ['#e0912f', true],
    ['#ffffff', true],
    ['#2aa198', true],
    ['#0e6e73', false],
    ['#b3261e', false],
    ['#000000', false],
  ])('%s has words that can be read on it: %s', (colour, readable) => {
    expect(isReadable(colour)).toBe(readable);
  });

  it.each([
    ['#e0912f', true],
    ['#3fae84', true],
    ['#ffffff', false],
    ['#fbf7ef', false],
    ['#cfc4ae', false],
    ['#f2f20d', false],
  ])('%s stands out from the paper: %s', (colour, out) => {
    expect(standsOut(colour)).toBe(out);
  });

  it.each(['#e0912f', '#3fae84', '#ff6ac8', '#6fa0ff', '#e100ff', '#00b7c2'])(
    '%s makes tones on which and in which words can be read',
    (colour) => {
      const { accent, hover, deep, wash } = tonesOf(colour);
      for (const ground of [accent, hover, wash]) expect(contrastOf('#1c1b2e', ground)).toBeGreaterThanOrEqual(4.5);
      for (const words of ['#0e6e73', '#6b6880']) expect(contrastOf(words, wash)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [wash, '#fbf7ef']) expect(contrastOf(deep, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
