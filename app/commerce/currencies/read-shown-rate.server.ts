import type { Platform } from '#app/platform/platform.server.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import { readRates, readShownCurrencies } from './currency-store.server.ts';
import { storedRate } from './rate-rules.ts';

export interface ShownRate {
  readonly shownCurrency: DisplayCurrency;
  /** Units of it for one dirham, eight decimals. */
  readonly shownRate: string;
}

/** In what this browser is shown prices beside dirhams, and by which rate: dirhams for a currency that the shop hides. */
export async function readShownRate({ db, clock }: Pick<Platform, 'db' | 'clock'>, chosen: DisplayCurrency): Promise<ShownRate> {
  const [rates, shown] = await Promise.all([readRates(db, clock), readShownCurrencies(db, clock)]);
  const shownCurrency = shown.includes(chosen) ? chosen : 'AED';
  return { shownCurrency, shownRate: storedRate(rates[shownCurrency]) };
}
