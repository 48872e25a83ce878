import { describe, expect, it } from 'vitest';
import { cursorText, keysetPage, readCursor, type KeysetAsk } from './keyset-page.ts';

interface Tour {
  readonly id: string;
  readonly margin: number | null;
  readonly title: string;
}
const tours: readonly Tour[] = [
  { id: 'a', margin: 20, title: 'Éire' },
  { id: 'b', margin: null, title: 'Day 10' },
  { id: 'c', margin: -3, title: 'Day 9' },
  { id: 'd', margin: 20, title: 'Zanzibar' },
  { id: 'e', margin: 7.5, title: 'Fes' },
];
const byMargin = { key: ({ margin }: Tour) => margin, id: ({ id }: Tour) => id, descending: false, after: null, most: 2, language: 'en' };
function all(ask: KeysetAsk<Tour>): string {
  const { shown, next } = keysetPage(tours, ask);
  return shown.map(({ id }) => id).join('') + (next ? ` ${all({ ...ask, after: readCursor(cursorText(next)) })}` : '');
}

describe('a page of rows', () => {
  it('follows the one before, and what has no key comes last either way', () => {
    expect(all(byMargin)).toBe('ce ad b');
    expect(all({ ...byMargin, descending: true })).toBe('ad ec b');
  });

  it('sorts words as their language has them, and numbers in words by what they count', () => {
    expect(all({ ...byMargin, key: ({ title }) => title, most: 5 })).toBe('cbaed');
  });

  it('begins behind its cursor also when that row is gone', () => {
    expect(keysetPage(tours, { ...byMargin, after: { key: 8, id: 'gone' } }).shown.map(({ id }) => id)).toEqual(['a', 'd']);
  });

  it('has no cursor of what no list wrote', () => {
    for (const wrong of ['', 'x', 'n~a', 'nNaN~a', 'n1e9~a', '-1~a', 't', `t${'x'.repeat(201)}~a`, 'tA~a b'])
      expect(readCursor(wrong)).toBeNull();
    expect(readCursor('tA~b~c')).toEqual({ key: 'A~b', id: 'c' });
  });
});
