import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { AssistedCountry } from './assisted-country.ts';
import { saveAssistedCountries } from './assisted-store.server.ts';

/** Adds countries that the catalogue of this installation has not; with `replace`, writes all of them anew. Returns how many. */
export async function loadAssisted(
  platform: Platform,
  countries: readonly AssistedCountry[],
  options: { readonly replace: boolean },
): Promise<number> {
  return transact(platform.db, (tx) => saveAssistedCountries(tx, platform.clock.now(), countries, options.replace));
}
