import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { artOfPlace } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { toldRecord, type ToldRecord } from './evisa-record-rules.ts';
import { findRecords } from './evisa-records-store.server.ts';
import { findOfferStandings } from './evisa-offers-store.server.ts';

/** A country as the grid of /e-visa shows it. */
export interface EvisaCountryCard {
  readonly code: string;
  readonly slug: string;
  /** In the reader's language. */
  readonly name: string;
  readonly poster: { readonly place: string; readonly art: PosterArt };
  /** Everything for one traveller, the cheapest type. */
  readonly from: Money;
  /** Working days of its authority, the quickest speed and the usual one. */
  readonly days: { readonly quickest: number; readonly usual: number };
  /** What ours really took; null where too few were decided. */
  readonly record: ToldRecord | null;
  /** Its authority takes nothing just now. */
  readonly paused: boolean;
}

/** The countries whose e-visas we sell, by name. */
export async function listEvisaCountries(platform: Platform, language: LanguageCode): Promise<EvisaCountryCard[]> {
  return (await listKnownEvisas(platform, language)).filter(({ paused }) => !paused);
}

/** The same, with those that are only not taken just now. */
export async function listKnownEvisas(platform: Platform, language: LanguageCode): Promise<EvisaCountryCard[]> {
  const [standings, records] = await Promise.all([findOfferStandings(platform.db), findRecords(platform.db)]);
  return standings
    .map(({ offer, paused }): EvisaCountryCard => {
      const totals = offer.types.map((type) => type.governmentFee + type.serviceFee);
      const days = offer.types.flatMap((type) => type.speeds.map((speed) => speed.days));
      return {
        code: offer.code,
        slug: offer.slug,
        name: countryName(offer.code, language),
        poster: posterOfCountry(offer.code, offer.slug),
        from: money(Math.min(...totals), 'AED'),
        days: { quickest: Math.min(...days), usual: offer.types[0]!.speeds[0]!.days },
        record: toldRecord(records.get(offer.code)),
        paused,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

export function posterOfCountry(code: string, slug: string): EvisaCountryCard['poster'] {
  return { place: slug, art: artOfPlace({ country: code, city: '' }) };
}
