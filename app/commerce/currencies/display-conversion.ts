import { currencyDecimals, roundHalfUp, type Money } from '#app/values/money.ts';
import { displayCurrencies, isDisplayCurrency, type DisplayCurrency } from '#app/values/preferences.ts';

/** Units of each currency for one dirham. For showing prices only: no total is ever made from these. */
export type Rates = Readonly<Record<DisplayCurrency, number>>;

/** A row of the rates call. */
export interface RateRow {
  readonly target_currency: string;
  readonly exchange_rate: number;
}

/** The specified rates relative to AED, for when neither the call nor a kept copy gives any. */
export const defaultRates: Rates = { AED: 1, USD: 0.27, SAR: 1.02, EUR: 0.25, BRL: 1.48 };
export const startCurrency: DisplayCurrency = 'USD';
/** Rates are fresh for one hour, and a location look-up is given up after three seconds (milliseconds). */
export const ratesLifetimeMs = 3_600_000;
export const locationTimeoutMs = 3_000;

export const currencySymbols: Readonly<Record<DisplayCurrency, string>> = { USD: '$', AED: 'AED', SAR: 'SAR', EUR: '€', BRL: 'R$' };

const isRate = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

/** Rates from the rows of the call. A currency without a usable row keeps its default; a stranger is left out. */
export function ratesFrom(rows: readonly RateRow[]): Rates {
  const rates: Record<DisplayCurrency, number> = { ...defaultRates };
  for (const row of rows)
    if (isDisplayCurrency(row.target_currency) && isRate(row.exchange_rate)) rates[row.target_currency] = row.exchange_rate;
  return rates;
}

/** Rates out of browser storage, or null when what is stored is not a rate for each of the five. */
export function parseRates(text: string | null): Rates | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    if (!stored || !displayCurrencies.every((code) => isRate(stored[code]))) return null;
    return Object.fromEntries(displayCurrencies.map((code) => [code, stored[code]])) as Rates;
  } catch {
    return null;
  }
}

/** Whether rates of that moment still count; a moment in the future is a broken clock and does not. */
export function areFresh(savedAt: number, now: number): boolean {
  return savedAt <= now && now - savedAt < ratesLifetimeMs;
}

/** Divide by the source rate, multiply by the target rate, round to a whole number. Amounts are in major units. */
export function convertForDisplay(amount: number, from: DisplayCurrency, to: DisplayCurrency, rates: Rates): number {
  return roundHalfUp((amount / rates[from]) * rates[to]);
}

/** The whole number to show for an amount, or null when its currency is none of the five. */
export function displayAmount(value: Money, to: DisplayCurrency, rates: Rates): number | null {
  if (!isDisplayCurrency(value.currency)) return null;
  return convertForDisplay(value.amount / 10 ** currencyDecimals[value.currency], value.currency, to, rates);
}

/** The symbol followed by the number as the language writes it. A symbol of letters keeps a space that does not break. */
export function withSymbol(currency: DisplayCurrency, number: string): string {
  const symbol = currencySymbols[currency];
  return /[A-Z]$/.test(symbol) ? `${symbol}\u00A0${number}` : `${symbol}${number}`;
}

/** AE gives AED, SA gives SAR, any other or none gives USD. */
export function currencyForCountry(countryCode: string | null): DisplayCurrency {
  if (countryCode === 'AE') return 'AED';
  return countryCode === 'SA' ? 'SAR' : 'USD';
}
