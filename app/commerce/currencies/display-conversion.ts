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

/** To what the house rounds prices that are shown in a currency: its minor unit, a whole one, five or ten. */
export const roundings = ['minor', 'whole', 'five', 'ten'] as const;
export type Rounding = (typeof roundings)[number];
/** A currency that is not named is rounded to whole units, as specified; so are dirhams, which are charged. */
export type Roundings = Readonly<Partial<Record<DisplayCurrency, Rounding>>>;
export const wholeNumbers: Roundings = {};

const steps: Readonly<Record<Exclude<Rounding, 'minor'>, number>> = { whole: 1, five: 5, ten: 10 };
/** A step counts from so many of it on: below, it would move a price by more than a twentieth. */
const leastSteps = 10;

export const isRounding = (word: string): word is Rounding => (roundings as readonly string[]).includes(word);

/** Decimals that a shown price has. */
export const shownDecimals = (to: DisplayCurrency, rounded: Roundings): number => (rounded[to] === 'minor' ? currencyDecimals[to] : 0);

/** Divide by the source rate, multiply by the target rate, round to a whole number. Amounts are in major units. */
export function convertForDisplay(amount: number, from: DisplayCurrency, to: DisplayCurrency, rates: Rates): number {
  return roundHalfUp(converted(amount, from, to, rates));
}

/** The same by what the house rounds to. */
export function convertRounded(amount: number, from: DisplayCurrency, to: DisplayCurrency, rates: Rates, rounded: Roundings): number {
  const exact = converted(amount, from, to, rates);
  const rounding = rounded[to] ?? 'whole';
  if (rounding === 'minor') return roundHalfUp(exact * 10 ** currencyDecimals[to]) / 10 ** currencyDecimals[to];
  const step = steps[rounding];
  return Math.abs(exact) < step * leastSteps ? roundHalfUp(exact) : roundHalfUp(exact / step) * step;
}

const converted = (amount: number, from: DisplayCurrency, to: DisplayCurrency, rates: Rates) => (amount / rates[from]) * rates[to];

/** The number to show for an amount, or null when its currency is none of the five. */
export function displayAmount(value: Money, to: DisplayCurrency, rates: Rates, rounded: Roundings = wholeNumbers): number | null {
  if (!isDisplayCurrency(value.currency)) return null;
  return convertRounded(value.amount / 10 ** currencyDecimals[value.currency], value.currency, to, rates, rounded);
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
