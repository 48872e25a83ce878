import { scaleMoney, sumMoney, type Money } from '#app/values/money.ts';
import type { FareBrand } from '../offer.ts';

/*
 * Which taxes come back of flights that nobody flew (rule 39): what an airport or a country takes for a departure is owed
 * back on every fare, also on one without refund; what an airline takes for itself under the name of a tax is not.
 */

/** Fees of the airline for itself, dressed as taxes: they go by the rules of the fare. */
const carrierCharges = new Set(['YQ', 'YR']);

export function comesBack(taxCode: string): boolean {
  return !carrierCharges.has(taxCode);
}

/** What comes back of the taxes of a whole party, whatever its fare says. */
export function taxesBack({ fares, fareTotal }: Pick<FareBrand, 'fares' | 'fareTotal'>): Money {
  return sumMoney(
    fares.flatMap(({ taxes, count }) => taxes.filter(({ code }) => comesBack(code)).map(({ amount }) => scaleMoney(amount, count))),
    fareTotal.currency,
  );
}
