import { and, asc, eq } from 'drizzle-orm';
import type { Clock } from '#app/platform/clock.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import { currencySettings } from './currency.tables.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { listPolicies } from './rate-changes-store.server.ts';
import { ratesFrom, wholeNumbers, type RateRow, type Rates, type Roundings } from './display-conversion.ts';

/** The specified read: target and rate of the active rows whose base is AED. */
export async function readRateRows(db: Db): Promise<RateRow[]> {
  const rows = await db
    .select({ target: currencySettings.targetCurrency, rate: currencySettings.exchangeRate })
    .from(currencySettings)
    .where(and(eq(currencySettings.baseCurrency, 'AED'), eq(currencySettings.isActive, true)))
    .orderBy(asc(currencySettings.targetCurrency));
  return rows.map((row) => ({ target_currency: row.target, exchange_rate: Number(row.rate) }));
}

const kept = new KeptRead<Rates>(30_000);
const keptRoundings = new KeptRead<Roundings>(30_000);
const keptShown = new KeptRead<readonly DisplayCurrency[]>(30_000);

/** What visitors may choose, in the order of the specification; asked as often as the rates. */
export function readShownCurrencies(db: Db, clock: Clock): Promise<readonly DisplayCurrency[]> {
  return keptShown.read(db, '', clock.now(), async () => {
    const hidden = (await listPolicies(db)).filter(({ isShown }) => !isShown).map(({ target }): DisplayCurrency => target);
    return displayCurrencies.filter((code) => !hidden.includes(code));
  });
}

/** To what shown prices are rounded, where that is not to whole units; asked as often as the rates. */
export function readRoundings(db: Db, clock: Clock): Promise<Roundings> {
  return keptRoundings.read(db, '', clock.now(), async () => {
    const own = (await listPolicies(db)).filter(({ rounding }) => rounding !== 'whole');
    return own.length === 0 ? wholeNumbers : Object.fromEntries(own.map(({ target, rounding }) => [target, rounding]));
  });
}

/** Rates for the server's own rendering; asked at most twice a minute, since every page of the shop needs them. */
export function readRates(db: Db, clock: Clock): Promise<Rates> {
  return kept.read(db, '', clock.now(), async () => ratesFrom(await readRateRows(db)));
}
