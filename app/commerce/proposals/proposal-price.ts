import { quote, type Charge, type PricingRules, type Quote, type VatRule } from '#app/commerce/pricing/quote.ts';
import { standardRate } from '#app/commerce/pricing/vat-of-place.ts';
import { money, roundHalfUp, type Money } from '#app/values/money.ts';

/** How a line is taxed here: what is enjoyed in the Emirates, carriage across the border, and what is enjoyed abroad. */
export const lineVats = ['standard', 'zero-rated', 'out-of-scope'] as const;
export type LineVat = (typeof lineVats)[number];

/** One thing of a proposal. */
export interface ProposedLine {
  /** In the customer's language. */
  readonly words: string;
  readonly quantity: number;
  /** What one costs us without VAT, fils. */
  readonly net: number;
  /** What we add to it; 1500 is 15 %. */
  readonly marginBasisPoints: number;
  readonly vat: LineVat;
  /** The standard rate of the day it was written; absent where that was as delivered. A line keeps what it was offered at. */
  readonly standardVat?: number;
}

export interface LinePrice {
  /** Our cost, our margin, the VAT on both, and what the customer pays; fils, for the whole quantity. */
  readonly net: number;
  readonly margin: number;
  readonly vat: number;
  readonly gross: number;
}

function vatRuleOf({ vat, standardVat = standardRate }: Pick<ProposedLine, 'vat' | 'standardVat'>): VatRule {
  return { category: vat, basisPoints: vat === 'standard' ? standardVat : 0 };
}

/** Each piece is rounded once for its margin and once for its VAT, so that quantities multiply without a rest. */
export function priceOfLine(line: Pick<ProposedLine, 'quantity' | 'net' | 'marginBasisPoints' | 'vat' | 'standardVat'>): LinePrice {
  const margin = roundHalfUp((line.net * line.marginBasisPoints) / 10_000);
  const before = line.net + margin;
  const vat = roundHalfUp((before * vatRuleOf(line).basisPoints) / 10_000);
  const times = (amount: number) => amount * line.quantity;
  return { net: times(line.net), margin: times(margin), vat: times(vat), gross: times(before + vat) };
}

/** What all lines come to, one figure each. */
export function sumOfLines(lines: readonly ProposedLine[]): LinePrice {
  return lines.map(priceOfLine).reduce(
    (sum, line) => ({
      net: sum.net + line.net,
      margin: sum.margin + line.margin,
      vat: sum.vat + line.vat,
      gross: sum.gross + line.gross,
    }),
    { net: 0, margin: 0, vat: 0, gross: 0 },
  );
}

/** The price of accepted lines, each as it was proposed: no rule adds to it. */
export function quoteLines(
  lines: readonly ProposedLine[],
  rules: PricingRules,
  term: { readonly quotedAt: string; readonly expiresAt: string },
): Quote {
  const charges = lines.map((line, position): Charge => {
    const { gross } = priceOfLine(line);
    return {
      kind: 'tailor-made',
      code: String(position + 1),
      nameKey: 'price:line.tailor-made',
      travellers: [0],
      each: money(gross, rules.currency),
      facts: { words: line.quantity > 1 ? `${line.words} × ${line.quantity}` : line.words },
      vat: vatRuleOf(line),
    };
  });
  return quote({ charges, travellers: ['party'], rules: { ...rules, rules: [], policy: null }, ...term });
}

export function totalOfLines(lines: readonly ProposedLine[]): Money {
  return money(sumOfLines(lines).gross, 'AED');
}
