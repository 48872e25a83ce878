import type { PriceLine, VatRule } from './quote.ts';

/*
 * A line that was priced keeps the treatment it was priced by, whatever becomes of its sale later. Lines are known again by
 * what they charge for and for whom; more of the same is the same line.
 */

export type KeptTaxes = ReadonlyMap<string, VatRule>;
type Named = Pick<PriceLine, 'kind' | 'code' | 'travellers' | 'facts'>;

const nameOf = ({ kind, code }: Named) => `${kind}|${code}`;
const wholeNameOf = (line: Named) => `${nameOf(line)}|${line.travellers.join()}`;

/** What is a share of other lines, or comes off them, is taxed as they are. */
export const isShareOf = ({ facts }: Pick<PriceLine, 'facts'>) => facts['on'] !== undefined;

export const vatOf = (line: PriceLine): VatRule => ({
  category: line.vatCategory,
  basisPoints: line.vatBasisPoints,
  ...(line.vatPlace ? { place: line.vatPlace } : {}),
});

export function keptTaxes(lines: readonly PriceLine[]): KeptTaxes {
  const kept = new Map<string, VatRule>();
  for (const line of lines) {
    if (isShareOf(line)) continue;
    if (!kept.has(nameOf(line))) kept.set(nameOf(line), vatOf(line));
    kept.set(wholeNameOf(line), vatOf(line));
  }
  return kept;
}

/**
 * How a line was taxed before; undefined for one that is new, and for one whose place abroad was not on record when it was
 * priced: whose VAT it bears was wrong then, and is not kept.
 */
export function keptVat(kept: KeptTaxes | undefined, line: Named, today: Pick<VatRule, 'place'>): VatRule | undefined {
  const before = kept && !isShareOf(line) ? (kept.get(wholeNameOf(line)) ?? kept.get(nameOf(line))) : undefined;
  return today.place && !before?.place ? undefined : before;
}
