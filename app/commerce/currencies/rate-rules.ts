import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';

/** What can be set: the dirham is one dirham. */
export const settableCurrencies = displayCurrencies.filter((code): code is SettableCurrency => code !== 'AED');
export type SettableCurrency = Exclude<DisplayCurrency, 'AED'>;

export const isSettable = (code: string): code is SettableCurrency => (settableCurrencies as readonly string[]).includes(code);

/** Where a rate comes from: the bank's daily file, a colleague for some days, or the house for good. */
export const rateSources = ['feed', 'override', 'house'] as const;
export type RateSource = (typeof rateSources)[number];

/** Central-bank pegs to one US dollar: the daily file has neither dirham nor riyal. */
export const dollarPegs = { AED: 3.6725, SAR: 3.75 } as const;

/** A move larger than this, in hundredths of a percent, waits for a second person. */
export const freeMove = 500;
/** No believable rate is so many times another; such a number was mistyped. */
const mostTimes = 5;
export const mostSpread = 500;
/** A rate kept by hand ends by itself, at the latest after so many days. */
export const longestOverrideDays = 90;
/** The bank publishes on working days; more days without a file than this is a fault, not a weekend. */
export const staleAfterDays = 5;

/** Units of each currency for one euro, as published. */
export type PerEuro = Readonly<Record<string, string>>;

/** A rate as it is stored: eight decimals. */
export const storedRate = (rate: number): string => rate.toFixed(8);

/** Units of the target for one dirham, crossed through the dollar and its pegs; null where the file does not have it. */
export function crossRate(target: SettableCurrency, perEuro: PerEuro): number | null {
  const dollars = Number(perEuro.USD);
  if (!(dollars > 0)) return null;
  if (target === 'USD') return 1 / dollarPegs.AED;
  if (target === 'SAR') return dollarPegs.SAR / dollarPegs.AED;
  const units = target === 'EUR' ? 1 : Number(perEuro[target]);
  return units > 0 ? units / dollars / dollarPegs.AED : null;
}

/** With the safety margin, in hundredths of a percent: prices shown in the currency rise by it. */
export function withSpread(rate: number, spread: number): number {
  return rate * (1 + spread / 10_000);
}

/** How far a rate moves, in hundredths of a percent of the old one. */
export function moveBetween(old: number, next: number): number {
  return Math.round((next / old - 1) * 10_000);
}

export type RateFault = 'rate-wrong' | 'rate-far' | 'rate-same';

/** What is wrong with a rate before anybody is asked: not a number, no change, or too far off to be meant. */
export function faultOf(old: number, next: number): RateFault | null {
  if (!(next > 0) || !Number.isFinite(next)) return 'rate-wrong';
  if (next / old > mostTimes || old / next > mostTimes) return 'rate-far';
  return storedRate(old) === storedRate(next) ? 'rate-same' : null;
}

export const needsSecondPerson = (moved: number): boolean => Math.abs(moved) > freeMove;

/** Whether somebody is the first of two persons for a rate: asked for it, or brought the file that it comes from by hand. */
export function isFirstPerson(
  person: string,
  change: { readonly proposedBy: string },
  feed: { readonly origin: 'bank' | 'file'; readonly readBy: string } | null,
): boolean {
  return change.proposedBy === person || (feed?.origin === 'file' && feed.readBy === person);
}

/** Whether the newest file is older than a long weekend. */
export function isStale(day: CalendarDate, now: Instant): boolean {
  return now - Date.parse(`${day}T15:00:00Z`) > staleAfterDays * 86_400_000;
}

/** A rate as somebody typed it: a point or a comma, up to eight decimals. Null when it is none. */
export function readRate(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,8})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** A margin as typed in percent, in hundredths of a percent. Null when it is none or more than five percent. */
export function readSpread(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d(\.\d{1,2})?$/.test(text)) return null;
  const spread = Math.round(Number(text) * 100);
  return spread <= mostSpread ? spread : null;
}
