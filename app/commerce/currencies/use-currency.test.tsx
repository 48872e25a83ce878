import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextsProvider } from '#app/ui/texts.tsx';
import { openTexts } from '#app/ui/translate.ts';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import { defaultRates, type Rounding } from './display-conversion.ts';
import { DisplayPrice, RateNote } from './display-price.tsx';
import { CurrencyProvider, CurrencyStoreContext } from './use-currency.tsx';

const texts = openTexts('en', { frame: { ui: { approx: 'approx.', rateAt: '{{rate}}, rate of {{time}}' } } });
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

it('says the exact amount and the rate to whoever points at a price, and the rate alone in words', () => {
  expect(shown('EUR')).toContain('title="AED 3,410.00 · \u20661 EUR = AED 4.0000\u2069"');
  expect(shown('AED')).not.toContain('title=');
  const words = (currency: DisplayCurrency) =>
    renderToStaticMarkup(
      <TextsProvider texts={texts}>
        <CurrencyProvider currency={currency} rates={{ ...defaultRates, USD: 0.2723 }}>
          <RateNote />
        </CurrencyProvider>
      </TextsProvider>,
    ).replaceAll('\u00A0', ' ');
  expect([words('USD'), words('AED')]).toEqual(['<bdi>\u20661 USD = AED 3.6724\u2069.</bdi>', '']);
});

it('says of when the rate is once the browser knows', () => {
  const at = Date.parse('2026-11-29T14:40:00Z');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = localTimeIn(zone, instant(at)).slice(11);
  const store = {
    currency: 'EUR',
    rates: defaultRates,
    roundings: {},
    shown: ['EUR'],
    ratesAt: at,
    initialised: true,
    choose: () => undefined,
  } as const;
  const markup = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <CurrencyStoreContext value={store}>
        <RateNote />
      </CurrencyStoreContext>
    </TextsProvider>,
  ).replaceAll('\u00A0', ' ');
  expect(markup).toMatch(new RegExp(`^<bdi>\u20661 EUR = AED 4\\.0000\u2069, rate of (29|30) Nov 2026, ${clock}\\.</bdi>$`));
});

it('rounds as the house shows the currency, and keeps what is charged exact beside it', () => {
  const markup = (rounding: Rounding) =>
    renderToStaticMarkup(
      <TextsProvider texts={texts}>
        <CurrencyProvider currency="EUR" rates={defaultRates} roundings={{ EUR: rounding }}>
          <DisplayPrice value={money(341_250, 'AED')} />
        </CurrencyProvider>
      </TextsProvider>,
    ).replaceAll('\u00A0', ' ');
  expect(['whole', 'minor', 'five', 'ten'].map((rounding) => /<bdi>(.*?)<\/bdi>/.exec(markup(rounding as Rounding))![1])).toEqual([
    '€853',
    '€853.13',
    '€855',
    '€850',
  ]);
  expect(markup('ten')).toContain('title="AED 3,412.50');
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
