import { money, splitMoney, type Money } from '#app/values/money.ts';
import type { CancelLine, CancelTerms } from '../product-contract.ts';

/** What went back of an order before: by the credit notes on its invoice in force, and by refunds. Minor units. */
export interface ReturnedBefore {
  /** Credited and given back. What was credited and never paid is not in it. */
  readonly returned: number;
  readonly credited: number;
  /** Of each line of the invoice, by position from 1; null where there is none. */
  readonly left: ReadonlyMap<number, number> | null;
}

/**
 * What cancelling brings where money went back before, so that nothing is promised twice. By the ladder of a booking: what was
 * paid, less what is kept, less what went back. By the rules of single lines: of each line no more than is left of it. What
 * suppliers return does not depend on it, so the lines stay as the rules have them.
 */
export function termsAfterReturns(terms: CancelTerms, before: ReturnedBefore): CancelTerms {
  const { left, credited, returned } = before;
  if (terms.window === 'unpaid' || left === null || credited === 0) return terms;
  const currency = terms.lines[0]?.paid.currency ?? 'AED';
  const leftOf = ({ line }: CancelLine) => left.get(line + 1) ?? 0;
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const rules = sumOf(terms.lines.map(({ refunded }) => refunded.amount));
  const told = (refund: Money | null, credits: readonly number[], gone: number): CancelTerms => ({
    ...terms,
    refund,
    before: {
      gone: money(gone, currency),
      credited,
      credits: terms.lines.map(({ line }, at) => ({ line, amount: credits[at]! })).filter(({ amount }) => amount !== 0),
    },
  });
  if (terms.kept && terms.refund) {
    const { paid, kept } = terms.kept;
    const refund = Math.max(0, paid.amount - kept.amount - returned);
    const open = Math.max(0, rules - credited);
    const weights = terms.lines.map(leftOf);
    const credits = open > 0 && sumOf(weights) > 0 ? splitMoney(money(open, currency), weights) : weights.map(() => money(0, currency));
    return told(
      money(refund, currency),
      credits.map(({ amount }) => amount),
      terms.refund.amount - refund,
    );
  }
  // A discount is a line below nothing, and so is what comes off it.
  const within = terms.lines.map((line) => {
    const rest = leftOf(line);
    return Math.abs(line.refunded.amount) > Math.abs(rest) ? rest : line.refunded.amount;
  });
  const refund = Math.max(0, sumOf(within));
  return told(terms.refund && money(Math.min(refund, terms.refund.amount), currency), within, Math.max(0, rules - refund));
}
