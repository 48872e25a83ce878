/** Things one traveller may watch at a time. */
export const mostAlerts = 10;
/** Whole dirhams. */
export const mostBelow = 100_000;

/**
 * Whether a price is worth a mail: it is no more than was asked for, and it is the first such one or at least five in a
 * hundred lower than the one that was mailed. Amounts are minor units of AED.
 */
export function isWorthTelling({ below, told }: { below: number; told: number | null }, lowest: number | null): boolean {
  if (lowest === null || lowest > below) return false;
  return told === null || lowest * 100 <= told * 95;
}

/** The amount somebody typed, in minor units; null when it is no whole amount of dirhams within reason. */
export function readBelow(typed: unknown): number | null {
  if (typeof typed !== 'string' || !/^\d{1,6}$/.test(typed.trim())) return null;
  const dirhams = Number(typed);
  return dirhams < 1 || dirhams > mostBelow ? null : dirhams * 100;
}
