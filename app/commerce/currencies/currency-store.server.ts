import { and, asc, eq } from 'drizzle-orm';
import type { Clock } from '#app/platform/clock.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { currencySettings } from './currency.tables.ts';
import { ratesFrom, type RateRow, type Rates } from './display-conversion.ts';

/** The specified read: target and rate of the active rows whose base is AED. */
export async function readRateRows(db: Db): Promise<RateRow[]> {
  const rows = await db
    .select({ target: currencySettings.targetCurrency, rate: currencySettings.exchangeRate })
    .from(currencySettings)
    .where(and(eq(currencySettings.baseCurrency, 'AED'), eq(currencySettings.isActive, true)))
    .orderBy(asc(currencySettings.targetCurrency));
  return rows.map((row) => ({ target_currency: row.target, exchange_rate: Number(row.rate) }));
}

const keepMs = 30_000;
const kept = new WeakMap<Db, { until: number; rates: Rates }>();

/** Rates for the server's own rendering; asked at most twice a minute, since every page of the shop needs them. */
export async function readRates(db: Db, clock: Clock): Promise<Rates> {
  const now = clock.now();
  const found = kept.get(db);
  if (found && found.until > now) return found.rates;
  const rates = ratesFrom(await readRateRows(db));
  kept.set(db, { until: now + keepMs, rates });
  return rates;
}
