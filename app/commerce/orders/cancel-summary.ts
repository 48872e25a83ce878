import { addMoney, type Money } from '#app/values/money.ts';
import type { CancelLine } from '../product-contract.ts';
import type { PriceLineKind, Quote } from '../pricing/quote.ts';

/** What was paid and what returns, all lines of one kind together; their sums are those of the terms. */
export interface CancelSummaryLine {
  readonly kind: PriceLineKind;
  readonly paid: Money;
  readonly refunded: Money;
}

/** Draws the many lines of a cancellation together as the receipt shows them. A line that the price lacks is a fault. */
export function summariseCancel(lines: readonly CancelLine[], quote: Pick<Quote, 'lines'>): CancelSummaryLine[] {
  const byKind = new Map<PriceLineKind, CancelSummaryLine>();
  for (const line of lines) {
    const kind = quote.lines[line.line]?.kind;
    if (!kind) throw new RangeError(`A cancellation names line ${line.line}, which the price does not have`);
    const sum = byKind.get(kind);
    byKind.set(kind, {
      kind,
      paid: sum ? addMoney(sum.paid, line.paid) : line.paid,
      refunded: sum ? addMoney(sum.refunded, line.refunded) : line.refunded,
    });
  }
  return [...byKind.values()];
}
