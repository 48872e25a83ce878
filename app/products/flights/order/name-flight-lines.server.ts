import type { NameLines } from '#app/commerce/orders/line-names.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { findFlightOrder } from './flight-store.server.ts';

/** A fare by the way it is for and its days; other lines say their seat, their airport or their flight. */
export const nameFlightLines: NameLines = async (db, orderId) => {
  const order = await findFlightOrder(db, orderId);
  return ({ kind, facts }, language) => {
    const contract = kind === 'fare' && order?.contracts.find(({ position }) => String(position) === facts['contract']);
    if (!contract) return null;
    return contract.offer.slices
      .map(({ from, to, segments }) => `${from}-${to} ${formatDate(segments[0]!.departs.local, language, 'short')}`)
      .join(comma(language));
  };
};
