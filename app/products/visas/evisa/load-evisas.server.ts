import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { saveOffers } from './evisa-offers-store.server.ts';
import type { VisaCountry } from './evisa-offer.ts';

/** Adds countries that the catalogue of this installation has not; with `replace`, writes all of them anew. Returns how many. */
export async function loadEvisas(
  platform: Platform,
  offers: readonly VisaCountry[],
  options: { readonly replace: boolean },
): Promise<number> {
  return transact(platform.db, (tx) => saveOffers(tx, platform.clock.now(), offers, options.replace));
}
