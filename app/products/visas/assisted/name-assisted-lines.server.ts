import type { NameLines } from '#app/commerce/orders/line-names.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { findGroupOfOrder } from '../evisa/evisa-groups-store.server.ts';
import { offerOf, termsWords } from './assisted-words.server.ts';

/** Which country's visa, and what we do for it. */
export const nameAssistedLines: NameLines = async (db, orderId) => {
  const group = await findGroupOfOrder(db, orderId);
  return ({ kind }, language) =>
    group && (kind === 'government-fee' || kind === 'centre-fee' || kind === 'visa-fee')
      ? `${countryName(group.country, language)}${comma(language)}${termsWords(offerOf(group).assisted, language)}`
      : null;
};
