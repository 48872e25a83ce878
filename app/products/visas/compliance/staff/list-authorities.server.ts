import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findOffers } from '../../evisa/evisa-offers-store.server.ts';
import { typeWords } from '../../evisa/evisa-words.server.ts';
import { percentOf } from '../authority-rules.ts';
import { readAuthorities } from '../watch-authorities.server.ts';
import type { ListedAuthority } from './authority-list.ts';

/** The authorities as their list shows them, each type of visa by itself. */
export async function listAuthorities(
  platform: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
): Promise<readonly ListedAuthority[]> {
  const [states, offers] = await Promise.all([readAuthorities(platform), findOffers(platform.db)]);
  const typeOf = (country: string, code: string) =>
    offers.find((offer) => offer.code === country)?.types.find((type) => type.code === code);
  return states.map((one) => {
    const type = one.route === 'evisa' ? typeOf(one.country, one.typeCode) : null;
    return {
      ...one,
      name: countryName(one.country, language),
      type: type ? typeWords(type, language) : null,
      share: percentOf(one.recent),
    };
  });
}
