import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { formatDate, formatMoney, formatNumber } from './number-format.ts';
import { useLanguage } from './texts.tsx';

function Language() {
  return <p>{useLanguage()}</p>;
}

it('throws the developer error when the language is asked outside its provider', () => {
  expect(() => renderToStaticMarkup(<Language />)).toThrow('useLanguage must be used within a TextsProvider');
});

it('writes money exactly, the code first, in Western digits in every language', () => {
  expect(languageCodes.map((language) => formatMoney(money(341_005, 'AED'), language).replace('\u00A0', ' '))).toEqual([
    'AED 3,410.05',
    'AED 3,410.05',
    'AED 3,410.05',
    'AED 3.410,05',
    'AED 3.410,05',
  ]);
  expect(formatMoney(money(-1_250, 'KWD'), 'en')).toBe('\u2212KWD\u00A01.250');
  expect(formatMoney(money(1_200, 'JPY'), 'en')).toBe('JPY\u00A01,200');
});

it('groups thousands also where a language would leave four digits alone', () => {
  expect(formatNumber(3410, 'es')).toBe('3.410');
});

it('writes a calendar date without a zone', () => {
  expect(formatDate('2027-03-19', 'en', 'long')).toBe('Friday 19 March 2027');
  expect(languageCodes.map((language) => formatDate('2027-03-19', language, 'long'))).toEqual([
    'Friday 19 March 2027',
    'الجمعة 19 مارس 2027',
    'Biyernes 19 Marso 2027',
    'viernes, 19 de marzo de 2027',
    'sexta-feira, 19 de março de 2027',
  ]);
  expect(formatDate('2027-03-19T23:59', 'pt', 'day')).toBe('sex, 19 mar');
});
