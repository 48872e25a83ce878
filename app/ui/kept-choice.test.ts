import { expect, it } from 'vitest';
import { newerChoice } from './kept-choice.ts';

it.each([
  ['the one that there is', { stored: 'ar', cookie: null, agreed: null }, 'ar'],
  ['the one that there is', { stored: null, cookie: 'ar', agreed: 'ar' }, 'ar'],
  ['none where nobody chose', { stored: null, cookie: null, agreed: 'ar' }, null],
  ['local storage, when the cookie is still what both agreed on', { stored: 'es', cookie: 'ar', agreed: 'ar' }, 'es'],
  ['the cookie, when it is not that any more', { stored: 'ar', cookie: 'es', agreed: 'ar' }, 'es'],
  ['the cookie, when nobody noted what they agreed on', { stored: 'ar', cookie: 'es', agreed: null }, 'es'],
])('takes %s', (_which, kept, newer) => expect(newerChoice(kept)).toBe(newer));
