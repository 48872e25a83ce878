import type { VatRule } from './quote.ts';

/** The Emirates' standard rate as the house is delivered; what counts on a day is set by an owner and finance. */
export const standardRate = 500;
const elsewhere: Readonly<Record<string, number>> = { OM: 500, SA: 1500, BH: 1000 };

/**
 * VAT of what is enjoyed at a place: supplied where it happens (Federal Decree-Law No. 8 of 2017, art. 30), so the rate of
 * its country counts in the Gulf and what happens farther away is outside the scope of ours. `standard` is that of the
 * Emirates on the day of sale.
 */
export function vatOfPlace(country: string, standard = standardRate): VatRule {
  const basisPoints = country === 'AE' ? standard : elsewhere[country];
  if (basisPoints === undefined) return { category: 'out-of-scope', basisPoints: 0 };
  return { category: 'standard', basisPoints, ...(country === 'AE' ? {} : { place: country }) };
}
