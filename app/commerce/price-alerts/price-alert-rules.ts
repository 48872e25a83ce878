import { dayMs } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';

/** Days in which an address says yes to what it was asked for. */
export const confirmWithinMs = 7 * dayMs;
/** Things one traveller may watch at a time. */
export const mostAlerts = 10;
/** Whole dirhams. */
export const mostBelow = 100_000;

/** Whole dirhams to begin with: a twentieth below what it costs today, in tens. */
export function suggestBelow(lowest: Money | null): number | undefined {
  return lowest ? Math.max(10, Math.floor((lowest.amount * 0.95) / 1000) * 10) : undefined;
}

/**
 * Whether a price is worth a mail: it is no more than was asked for, and it is the first such one or at least five in a
 * hundred lower than the one that was mailed. Amounts are minor units of AED.
 */
export function isWorthTelling({ below, told }: { below: number; told: number | null }, lowest: number | null): boolean {
  if (lowest === null || lowest > below) return false;
  return told === null || lowest * 100 <= told * 95;
}

/** Whether an amount is reached by what it costs today, so that a mail would come at once. */
export const isReached = (below: number, lowest: Money | null | undefined): boolean => !!lowest && lowest.amount <= below;

/**
 * The amount somebody typed, in minor units, in digits of any keyboard and with thousands set apart or not; null when it is no
 * whole amount of dirhams within reason.
 */
export function readBelow(typed: unknown): number | null {
  if (typeof typed !== 'string') return null;
  const text = plainDigits(typed.trim());
  if (!/^(\d{1,6}|\d{1,3}[,٬\s]\d{3})$/.test(text)) return null;
  const dirhams = Number(text.replace(/\D/g, ''));
  return dirhams < 1 || dirhams > mostBelow ? null : dirhams * 100;
}
