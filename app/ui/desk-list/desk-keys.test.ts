import { describe, expect, it } from 'vitest';
import { doneInList, nameOfKey } from './desk-keys.ts';

describe('the keys of a list', () => {
  it.each([
    ['an Arabic keyboard', 'ت', 'KeyJ', 'move'],
    ['an Arabic keyboard', 'ن', 'KeyK', 'move'],
    ['an Arabic keyboard', 'ء', 'KeyX', 'pick'],
    ['an Arabic keyboard', 'ظ', 'Slash', 'find'],
    ['a Russian keyboard', 'о', 'KeyJ', 'move'],
    ['a Russian keyboard with capital letters', 'Л', 'KeyK', 'move'],
    ['an English keyboard', 'X', 'KeyX', 'pick'],
  ])('answer by their place on %s: %s', (_keyboard, key, code, does) => {
    expect(doneInList({ key, code })).toBe(does);
  });

  it('answer by their letter where the layout has Latin ones, wherever they lie', () => {
    // Dvorak has the J where others have the C, and an H in the place of the J.
    expect(doneInList({ key: 'j', code: 'KeyC' })).toBe('move');
    expect(doneInList({ key: 'h', code: 'KeyJ' })).toBeUndefined();
    expect(doneInList({ key: 'ß', code: 'Minus' })).toBeUndefined();
  });

  it('leave other keys alone', () => {
    expect(doneInList({ key: 'Enter', code: 'Enter' })).toBe('open');
    expect(doneInList({ key: 'ا', code: 'KeyH' })).toBeUndefined();
    expect(doneInList({ key: '٣', code: 'Digit3' })).toBeUndefined();
    expect(doneInList({ key: 'Unidentified', code: '' })).toBeUndefined();
  });
});

it('a letter of two characters has one place', () => {
  expect(nameOfKey({ key: 'لا', code: 'KeyB' })).toBe('b');
});
