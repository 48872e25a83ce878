import type { VatRule } from './quote.ts';

const rates: Readonly<Record<string, number>> = { AE: 500, OM: 500, SA: 1500, BH: 1000 };

/**
 * VAT of what is enjoyed at a place: supplied where it happens (Federal Decree-Law No. 8 of 2017, art. 30), so the rate of
 * its country counts in the Gulf and what happens farther away is outside the scope of ours.
 */
export function vatOfPlace(country: string): VatRule {
  const basisPoints = rates[country];
  if (basisPoints === undefined) return { category: 'out-of-scope', basisPoints: 0 };
  return { category: 'standard', basisPoints, ...(country === 'AE' ? {} : { place: country }) };
}
