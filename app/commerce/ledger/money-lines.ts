import { money } from '#app/values/money.ts';
import type { LedgerLine } from './ledger-store.server.ts';

/**
 * What was posted about an order, as a clerk tells it. The ledger ends every reservation when its payment is captured, so that
 * no promise of the bank is left standing; to a reader that is not money let go. What of a reservation was never captured is.
 */
export function withoutUsedPromises<Line extends Pick<LedgerLine, 'kind' | 'amount' | 'paymentId'>>(lines: readonly Line[]): Line[] {
  const captured = Map.groupBy(
    lines.filter(({ kind }) => kind === 'capture'),
    ({ paymentId }) => paymentId,
  );
  return lines.flatMap((line) => {
    if (line.kind !== 'void') return [line];
    const used = (captured.get(line.paymentId) ?? []).reduce((sum, { amount }) => sum + amount.amount, 0);
    const rest = line.amount.amount - used;
    return rest > 0 ? [{ ...line, amount: money(rest, line.amount.currency) }] : [];
  });
}
