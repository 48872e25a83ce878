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
  /** Codes of the taxes among them that come back, in full or in part, and of those that do not; absent where there are none. */
  readonly codes?: { readonly back: readonly string[]; readonly kept: readonly string[] };
}

/** Draws the many lines of a cancellation together as the receipt shows them. A line that the price lacks is a fault. */
export function summariseCancel(lines: readonly CancelLine[], quote: Pick<Quote, 'lines'>): CancelSummaryLine[] {
  const byWords = new Map<SummaryLine['words'], CancelSummaryLine>();
  for (const line of lines) {
    const priced = quote.lines[line.line];
    if (!priced) throw new RangeError(`A cancellation names line ${line.line}, which the price does not have`);
    const words = wordOfLine(priced);
    const sum = byWords.get(words);
    const { taxCode } = priced.facts;
    const codes = taxCode === undefined ? sum?.codes : withCode(sum?.codes, taxCode, line.refunded.amount > 0);
    byWords.set(words, {
      words,
      paid: sum ? addMoney(sum.paid, line.paid) : line.paid,
      refunded: sum ? addMoney(sum.refunded, line.refunded) : line.refunded,
      ...(codes && { codes }),
    });
  }
  return [...byWords.values()];
}

type Codes = NonNullable<CancelSummaryLine['codes']>;

/** Every traveller has the same taxes: each code is told once, as coming back where it does for anybody. */
function withCode({ back, kept }: Codes = { back: [], kept: [] }, code: string, returns: boolean): Codes {
  const others = (codes: readonly string[]) => codes.filter((one) => one !== code);
  return returns || back.includes(code) ? { back: [...others(back), code], kept: others(kept) } : { back, kept: [...others(kept), code] };
}
