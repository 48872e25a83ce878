import { isDisplayCurrency, type DisplayCurrency } from '#app/values/preferences.ts';
import {
  areFresh,
  currencyForCountry,
  defaultRates,
  locationTimeoutMs,
  parseRates,
  ratesFrom,
  type RateRow,
  type Rates,
} from './display-conversion.ts';

/** The browser's storage keys, as specified. */
export const currencyKeys = { currency: 'selectedCurrency', rates: 'exchangeRates', ratesAt: 'exchangeRatesTimestamp' } as const;

/** The two calls and the storage, given as arguments. Storage may refuse (private windows); its faults are not ours. */
export interface CurrencyWorld {
  readonly send: (path: string, options: { headers: Record<string, string>; signal?: AbortSignal }) => Promise<Response>;
  readonly read: (key: string) => string | null;
  readonly write: (key: string, value: string) => void;
  readonly now: () => number;
}

export interface KnownRates {
  readonly rates: Rates;
  /** When they were fetched (milliseconds); null for the defaults. */
  readonly at: number | null;
}

/** A kept copy younger than an hour; else the call; else the kept copy however old; else the defaults. */
export async function loadRates(world: CurrencyWorld): Promise<KnownRates> {
  const now = world.now();
  const kept = parseRates(world.read(currencyKeys.rates));
  const keptAt = Number(world.read(currencyKeys.ratesAt) ?? Number.NaN);
  if (kept && areFresh(keptAt, now)) return { rates: kept, at: keptAt };
  try {
    const answer = await world.send('/api/rates', { headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error(`Rates answered ${answer.status}`);
    const rows = (await answer.json()) as RateRow[];
    if (!Array.isArray(rows) || rows.length === 0) throw new Error('Rates answered nothing');
    const rates = ratesFrom(rows);
    world.write(currencyKeys.rates, JSON.stringify(rates));
    world.write(currencyKeys.ratesAt, String(now));
    return { rates, at: now };
  } catch {
    return kept ? { rates: kept, at: Number.isFinite(keptAt) ? keptAt : null } : { rates: defaultRates, at: null };
  }
}

/** The saved currency if it is one of the five; else the one of the visitor's country, which is then saved. */
export async function chooseCurrency(world: CurrencyWorld): Promise<DisplayCurrency> {
  const saved = world.read(currencyKeys.currency);
  if (isDisplayCurrency(saved)) return saved;
  let country: string | null = null;
  try {
    const answer = await world.send('/api/location', {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(locationTimeoutMs),
    });
    country = answer.ok ? ((await answer.json()) as { country_code: string | null }).country_code : null;
  } catch {
    country = null;
  }
  // A choice made while the look-up was on its way stands.
  const meanwhile = world.read(currencyKeys.currency);
  if (isDisplayCurrency(meanwhile)) return meanwhile;
  const currency = currencyForCountry(country);
  world.write(currencyKeys.currency, currency);
  return currency;
}
