import type { NameLines } from '#app/commerce/orders/line-names.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { findGroupOfOrder } from './evisa-groups-store.server.ts';
import { findType } from './evisa-offer.ts';
import { typeWords } from './evisa-words.server.ts';

/** Which country's visa, and which of its visas. */
export const nameEvisaLines: NameLines = async (db, orderId) => {
  const group = await findGroupOfOrder(db, orderId);
  const type = group && findType(group.offer, group.typeCode);
  return ({ kind }, language) =>
    group && type && (kind === 'government-fee' || kind === 'visa-fee')
      ? `${countryName(group.country, language)}${comma(language)}${typeWords(type, language)}`
      : null;
};
