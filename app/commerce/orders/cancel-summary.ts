import { addMoney, type Money } from '#app/values/money.ts';
import type { CancelLine } from '../product-contract.ts';
import { wordOfLine, type SummaryLine } from '../pricing/quote-summary.ts';
import type { Quote } from '../pricing/quote.ts';

/** What was paid and what returns, all lines of one name together; their sums are those of the terms. */
export interface CancelSummaryLine {
  /** What it is called in a catalogue of lines. */
  readonly words: SummaryLine['words'];
  readonly paid: Money;
  readonly refunded: Money;
  /**
   * Names of the airlines' taxes among them that come back, in full or in part, and of those that do not, as the price calls them;
   * absent where there are none.
   */
  readonly taxes?: { readonly back: readonly string[]; readonly kept: readonly string[] };
}

/**
 * Draws the many lines of a cancellation together as the receipt shows them, taxes by the names that `nameOf` gives their keys. A
 * line that the price lacks is a fault.
 */
export function summariseCancel(
  lines: readonly CancelLine[],
  quote: Pick<Quote, 'lines'>,
  nameOf: (nameKey: string) => string,
): CancelSummaryLine[] {
  const byWords = new Map<SummaryLine['words'], CancelSummaryLine>();
  for (const line of lines) {
    const priced = quote.lines[line.line];
    if (!priced) throw new RangeError(`A cancellation names line ${line.line}, which the price does not have`);
    const words = wordOfLine(priced);
    const sum = byWords.get(words);
    const taxes = priced.facts.taxCode === undefined ? sum?.taxes : withTax(sum?.taxes, nameOf(priced.nameKey), line.refunded.amount > 0);
    byWords.set(words, {
      words,
      paid: sum ? addMoney(sum.paid, line.paid) : line.paid,
      refunded: sum ? addMoney(sum.refunded, line.refunded) : line.refunded,
      ...(taxes && { taxes }),
    });
  }
  return [...byWords.values()];
}

type Taxes = NonNullable<CancelSummaryLine['taxes']>;

/** Travellers and countries share names of taxes: each is told once, as coming back where it does for anybody. */
function withTax({ back, kept }: Taxes = { back: [], kept: [] }, name: string, returns: boolean): Taxes {
  const others = (names: readonly string[]) => names.filter((one) => one !== name);
  return returns || back.includes(name) ? { back: [...others(back), name], kept: others(kept) } : { back, kept: [...others(kept), name] };
}
