import { describe, expect, it } from 'vitest';
import { formatDate } from './number-format.ts';
import { openTexts } from './translate.ts';

const arabic = openTexts('ar', {
  frame: {
    bags_zero: 'بلا حقائب',
    bags_one: 'حقيبة',
    bags_two: 'حقيبتان',
    bags_few: '{{count}} حقائب',
    bags_many: '{{count}} حقيبة',
    bags_other: '{{count}} حقيبة',
  },
});
const english = openTexts('en', {
  frame: { hello: 'Hello {{ name }}, {{name}}', nested: { deep: 'Deep' }, nights_one: '{{count}} night', nights_other: '{{count}} nights' },
  trips: { title: 'Trips' },
});

describe('a text', () => {
  it('has its variables filled in, as text and not as markup or code', () => {
    expect(english.t('hello', { name: '$& <b>' })).toBe('Hello $& <b>, $& <b>');
    expect(english.t('hello')).toBe('Hello , ');
  });

  it('is found under nested keys and in a named catalogue', () => {
    expect([english.t('nested.deep'), english.t('trips:title'), english.of('trips')('title')]).toEqual(['Deep', 'Trips', 'Trips']);
  });

  it('takes the plural form of its language', () => {
    expect([0, 1, 2].map((count) => english.t('nights', { count }))).toEqual(['0 nights', '1 night', '2 nights']);
    expect([0, 1, 2, 3, 11, 100].map((count) => arabic.t('bags', { count }))).toEqual([
      'بلا حقائب',
      'حقيبة',
      'حقيبتان',
      '3 حقائب',
      '11 حقيبة',
      '100 حقيبة',
    ]);
  });

  it('falls back to a given text, else to the key', () => {
    expect(english.t('nested.none')).toBe('nested.none');
    expect(english.t('nested')).toBe('nested');
    expect(english.t('toString')).toBe('toString');
    expect(english.t('nothing', { defaultValue: 'Something' })).toBe('Something');
    expect(english.t(['nothing', 'nested.deep'])).toBe('Deep');
  });
});

it('keeps apart what stands apart by itself, so that an amount keeps its minus on its side', () => {
  const texts = openTexts('ar', { frame: { each: '{{value}} لكل مسافر' } });
  expect(texts.t('each', { value: '\u2066−AED 20\u2069' })).toBe('\u2066−AED 20\u2069 لكل مسافر');
  // What is never closed, or closes more than it opened, would go on into the sentence.
  for (const value of ['\u2067AED 20', '\u2066AED\u2069 20\u2069', '\u2066\u202EAED 20\u2069'])
    expect(texts.t('each', { value })).toBe('AED 20 لكل مسافر');
});

it('takes marks that turn writing around out of what it fills in', () => {
  const texts = openTexts('en', { frame: { none: 'Nothing about “{{words}}”.' } });
  expect(texts.t('none', { words: 'a\u202Egpj.exe\u2067 ليلى' })).toBe('Nothing about “agpj.exe ليلى”.');
});

it('loads a catalogue once for all who wait for it', async () => {
  let reads = 0;
  const texts = openTexts('en', { frame: {} }, async (name) => {
    reads += 1;
    return { title: name };
  });
  expect([texts.has('frame'), texts.has('trips')]).toEqual([true, false]);
  await Promise.all([texts.load('trips'), texts.load('trips')]);
  // Still asked for through its promise, which now says that it is there: React must call `use` in every pass.
  expect([texts.has('trips'), texts.load('trips')]).toMatchObject([false, { status: 'fulfilled' }]);
  expect([texts.of('trips')('title'), reads]).toEqual(['trips', 1]);
});

it('joins "em" to the article of a weekday in Portuguese, and leaves every other "em" alone', () => {
  const texts = openTexts('pt', { frame: { opens: 'Abre em {{date}}.', on: 'Em {{date}}', and: 'Fica em {{city}}, também em {{date}}' } });
  const dates = ['2026-12-14', '2026-12-17', '2026-12-19', '2026-12-20'];
  expect(dates.map((date) => texts.t('opens', { date: formatDate(date, 'pt', 'long') }))).toEqual([
    'Abre na segunda-feira, 14 de dezembro de 2026.',
    'Abre na quinta-feira, 17 de dezembro de 2026.',
    'Abre no sábado, 19 de dezembro de 2026.',
    'Abre no domingo, 20 de dezembro de 2026.',
  ]);
  expect(dates.map((date) => texts.t('on', { date: formatDate(date, 'pt', 'day') }))).toEqual([
    'Na seg, 14 dez',
    'Na qui, 17 dez',
    'No sáb, 19 dez',
    'No dom, 20 dez',
  ]);
  expect(texts.t('opens', { date: formatDate('2026-12-14', 'pt', 'short') })).toBe('Abre em 14 dez 2026.');
  expect(texts.t('and', { city: 'Dom Pedrito', date: formatDate('2026-12-14', 'pt', 'day') })).toBe(
    'Fica em Dom Pedrito, também na seg, 14 dez',
  );
  const spanish = openTexts('es', { frame: { opens: 'Em {{date}}' } });
  expect(spanish.t('opens', { date: 'seg, 14 dez' })).toBe('Em seg, 14 dez');
});
