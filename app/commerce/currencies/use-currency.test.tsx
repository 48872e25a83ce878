import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextsProvider } from '#app/ui/texts.tsx';
import { openTexts } from '#app/ui/translate.ts';
import { money } from '#app/values/money.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import { defaultRates } from './display-conversion.ts';
import { DisplayPrice } from './display-price.tsx';
import { CurrencyProvider } from './use-currency.tsx';

const texts = openTexts('en', { frame: { ui: { approx: 'approx.' } } });
const shown = (currency: DisplayCurrency | null) =>
  renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <CurrencyProvider currency={currency} rates={defaultRates}>
        <DisplayPrice value={money(341_000, 'AED')} />
      </CurrencyProvider>
    </TextsProvider>,
  ).replaceAll('\u00A0', ' ');

it('shows a price in the chosen currency and marks it as approximate', () => {
  expect(shown('EUR')).toContain('<span class="approx">approx. </span><bdi>€853</bdi>');
});

it('does not mark the currency that is charged', () => {
  expect(shown('AED')).toContain('<bdi>AED 3,410</bdi>');
  expect(shown('AED')).not.toContain('approx.');
});

it('starts with USD where nothing is chosen', () => {
  expect(shown(null)).toContain('$921');
});

it('shows dirhams to whoever chose a currency that the house shows no more', () => {
  const markup = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <CurrencyProvider currency="EUR" rates={defaultRates} shown={['USD', 'AED']}>
        <DisplayPrice value={money(341_000, 'AED')} />
      </CurrencyProvider>
    </TextsProvider>,
  );
  expect(markup).toContain('3,410');
  expect(markup).not.toContain('€');
});

it('throws the developer error outside its provider', () => {
  expect(() =>
    renderToStaticMarkup(
      <TextsProvider texts={texts}>
        <DisplayPrice value={money(1, 'AED')} />
      </TextsProvider>,
    ),
  ).toThrow('useCurrency must be used within a CurrencyProvider');
});
