import { readAmount } from '#app/values/read-amount.ts';
export interface RefundWish {
  /** Minor units; the sum of the lines where lines were filled in. */
  readonly amount: number;
  /** Minor units by position of the price line; empty for an amount of no line. */
  readonly lines: Readonly<Record<string, number>>;
  readonly reason: string;
  /** A key of the documents' reasons, where staff said one. */
  readonly cause?: string;
}

export type RefundFault = 'amount-missing' | 'amount-unreadable' | 'amount-or-lines' | 'line-over' | 'more-than-left' | 'reason-missing';

export type ReadRefund =
  | { readonly ok: true; readonly wish: RefundWish }
  | { readonly ok: false; readonly faults: readonly { readonly field: string; readonly fault: RefundFault }[] };

/**
 * Reads the refund form of a record: an amount for each price line (`line.0`, `line.1`, ...), or one amount of no line.
 * `left` is what may still go back of each line, `mostly` what may go back in all; minor units.
 */
export function readRefund(form: FormData, left: ReadonlyMap<number, number>, mostly: number): ReadRefund {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const faults: { field: string; fault: RefundFault }[] = [];
  const lines: Record<string, number> = {};
  for (const [position, most] of left) {
    const field = `line.${position}`;
    const typed = text(field);
    if (typed === '') continue;
    const amount = readAmount(typed);
    if (amount === null) faults.push({ field, fault: 'amount-unreadable' });
    else if (amount > most) faults.push({ field, fault: 'line-over' });
    else if (amount > 0) lines[position] = amount;
  }
  const typed = text('amount');
  const free = typed === '' ? 0 : readAmount(typed);
  const ofLines = Object.values(lines).reduce((sum, amount) => sum + amount, 0);
  const amount = ofLines + (free ?? 0);
  if (free === null) faults.push({ field: 'amount', fault: 'amount-unreadable' });
  else if (free > 0 && ofLines > 0) faults.push({ field: 'amount', fault: 'amount-or-lines' });
  else if (amount === 0 && faults.length === 0) faults.push({ field: 'amount', fault: 'amount-missing' });
  else if (amount > mostly) faults.push({ field: 'amount', fault: 'more-than-left' });
  const reason = text('reason').slice(0, 500);
  if (reason.length < 3) faults.push({ field: 'reason', fault: 'reason-missing' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, wish: { amount, lines, reason } };
}
