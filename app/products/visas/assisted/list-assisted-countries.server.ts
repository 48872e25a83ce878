import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { posterOfCountry, type EvisaCountryCard } from '../evisa/list-evisa-countries.server.ts';
import { packages, type AssistedCountry, type PackageCode } from './assisted-country.ts';
import { findAssistedCountries } from './assisted-store.server.ts';
import { findWaits, type CounterWait } from './find-waits.server.ts';

/** A country as the grid of /visa-assistance shows it. */
export interface AssistedCountryCard {
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly poster: EvisaCountryCard['poster'];
  /** Everything for one traveller with the full service. */
  readonly from: Money;
  /** The shortest wait of its counters. */
  readonly wait: CounterWait;
  readonly processingDays: number;
}

/** One grown-up, the full service, before a courier. */
export function allIn(country: AssistedCountry): Money {
  const government = Math.min(...country.purposes.map(({ governmentFee }) => governmentFee));
  return money(government + country.centreFee + country.fees.full, 'AED');
}

/** The countries we accompany somebody to, by name, and what our own work costs from. */
export async function listAssistedCountries(
  platform: Platform,
  language: LanguageCode,
): Promise<{ readonly cards: readonly AssistedCountryCard[]; readonly fees: Readonly<Record<PackageCode, Money>> }> {
  const countries = await findAssistedCountries(platform.db);
  const waits = await findWaits(platform, countries);
  const least = (code: PackageCode) => money(Math.min(...countries.map(({ fees }) => fees[code])), 'AED');
  return {
    cards: countries
      .map((country) => ({
        code: country.code,
        slug: country.slug,
        name: countryName(country.code, language),
        poster: posterOfCountry(country.code, country.slug),
        from: allIn(country),
        wait: waits.get(country.code)!.toSorted((a, b) => a.days - b.days)[0]!,
        processingDays: country.processingDays,
      }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    fees: countries.length > 0 ? (Object.fromEntries(packages.map((code) => [code, least(code)])) as Record<PackageCode, Money>) : noFees,
  };
}

const nothing = money(0, 'AED');
const noFees: Readonly<Record<PackageCode, Money>> = { check: nothing, full: nothing, vip: nothing };
