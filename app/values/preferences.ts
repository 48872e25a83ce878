import type { CurrencyCode } from './money.ts';

/** What a visitor may choose; the specification's lists. */
export const languageCodes = ['en', 'ar', 'tl', 'es', 'pt'] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** In which the house writes to a colleague where nobody chose. */
export const houseLanguage: LanguageCode = 'en';

/** The parameter by which an address says its language. */
export const languageParameter = 'lang';

export function isLanguageCode(value: unknown): value is LanguageCode {
  return (languageCodes as readonly unknown[]).includes(value);
}

export const displayCurrencies = ['USD', 'AED', 'SAR', 'EUR', 'BRL'] as const satisfies readonly CurrencyCode[];
export type DisplayCurrency = (typeof displayCurrencies)[number];

export function isDisplayCurrency(value: unknown): value is DisplayCurrency {
  return (displayCurrencies as readonly unknown[]).includes(value);
}
