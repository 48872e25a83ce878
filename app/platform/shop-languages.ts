import { houseLanguage, languageCodes, type LanguageCode } from '#app/values/preferences.ts';

/** Which languages the public shop offers; English is always among them. */
export interface ShopLanguages {
  /** In the order of the specification. */
  readonly offered: readonly LanguageCode[];
}

/** As the house is delivered. */
export const deliveredShopLanguages: ShopLanguages = { offered: languageCodes };

/** What somebody is answered in who wants a language: English where the shop does not offer it. */
export function offeredOr(offered: readonly LanguageCode[], wanted: LanguageCode): LanguageCode {
  return offered.includes(wanted) ? wanted : houseLanguage;
}
