import { countryName } from '#app/ui/country-name.server.ts';
import type { CountryName } from '#app/ui/country-names.server.ts';
import { countriesOfRegions } from '#app/values/country-regions.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Every country or territory in which something can be sold, with its name in a language, in the alphabet of that language. */
export function countriesToChoose(language: LanguageCode): readonly CountryName[] {
  return countriesOfRegions
    .map((code) => ({ code, name: countryName(code, language) }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
