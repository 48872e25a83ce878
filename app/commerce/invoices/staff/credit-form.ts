import { roundHalfUp } from '#app/values/money.ts';
import { plainText } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';

/** Why a line is taken back; printed on the credit note. */
export const creditCauses = ['not-provided', 'changed', 'price-error', 'duplicate', 'details-wrong', 'goodwill'] as const;
export type CreditCause = (typeof creditCauses)[number];

/** What an invoice still has of one of its lines. */
export interface CreditableLine {
  readonly position: number;
  readonly quantity: number;
  /** Fils of the line as it was issued, and of what is left of it; negative for a discount. */
  readonly gross: number;
  readonly left: number;
}

export interface CreditWish {
  /** Fils by position of the invoice's line, with the sign of the line. */
  readonly lines: ReadonlyMap<number, number>;
  readonly amount: number;
  readonly cause: CreditCause;
  readonly reason: string;
  /** The payment that the money goes back to; null: none goes back. */
  readonly paymentId: string | null;
}

export type CreditFault =
  | 'count-unreadable'
  | 'count-over'
  | 'amount-unreadable'
  | 'count-or-amount'
  | 'line-over'
  | 'nothing-chosen'
  | 'more-than-paid'
  | 'cause-missing'
  | 'reason-missing'
  | 'destination-missing';

export type ReadCredit =
  | { readonly ok: true; readonly wish: CreditWish }
  | { readonly ok: false; readonly faults: readonly { readonly field: string; readonly fault: CreditFault }[] };

/** Units of a line that no credit note has touched; each one taken before was rounded by half a fils at most. */
export function unitsLeft({ quantity, gross, left }: CreditableLine): number {
  return gross === 0 || left === 0 ? 0 : Math.min(quantity, Math.floor((quantity * (Math.abs(left) + quantity / 2)) / Math.abs(gross)));
}

/** Fils of so many units: the line's share, rounded half up; of the last ones what is left, where only rounding parts the two. */
export function amountOfUnits(line: CreditableLine, units: number): number {
  const share = roundHalfUp((line.gross * units) / line.quantity);
  return units === unitsLeft(line) && Math.abs(line.left - share) <= line.quantity / 2 ? line.left : share;
}

/**
 * Reads the form: for each line a count (`count.3`) or an amount (`amount.3`, VAT included), what for, and where the
 * money goes. `returnable` is what can go back to each payment; fils.
 */
export function readCredit(form: FormData, lines: readonly CreditableLine[], returnable: ReadonlyMap<string, number>): ReadCredit {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const faults: { field: string; fault: CreditFault }[] = [];
  const wanted = new Map<number, number>();
  for (const line of lines) {
    const [count, typed] = [text(`count.${line.position}`), text(`amount.${line.position}`)];
    if (count !== '' && count !== '0') {
      const field = `count.${line.position}`;
      if (typed !== '') faults.push({ field, fault: 'count-or-amount' });
      else if (!/^\d{1,4}$/.test(count)) faults.push({ field, fault: 'count-unreadable' });
      else if (Number(count) > unitsLeft(line)) faults.push({ field, fault: 'count-over' });
      else wanted.set(line.position, amountOfUnits(line, Number(count)));
    } else if (typed !== '') {
      const field = `amount.${line.position}`;
      const amount = readAmount(typed);
      if (amount === null) faults.push({ field, fault: 'amount-unreadable' });
      else if (amount > Math.abs(line.left)) faults.push({ field, fault: 'line-over' });
      else if (amount > 0) wanted.set(line.position, Math.sign(line.left) * amount);
    }
  }
  const amount = [...wanted.values()].reduce((sum, one) => sum + one, 0);
  if (faults.length === 0 && amount <= 0) faults.push({ field: 'lines', fault: 'nothing-chosen' });
  const cause = creditCauses.find((one) => one === text('cause'));
  if (!cause) faults.push({ field: 'cause', fault: 'cause-missing' });
  const reason = plainText(form.get('reason'), 500).trim();
  if (reason.length < 3) faults.push({ field: 'reason', fault: 'reason-missing' });
  const to = text('to');
  const most = returnable.get(to);
  if (to !== 'none' && most === undefined) faults.push({ field: 'to', fault: 'destination-missing' });
  else if (most !== undefined && amount > most) faults.push({ field: 'to', fault: 'more-than-paid' });
  if (faults.length > 0 || !cause) return { ok: false, faults };
  return { ok: true, wish: { lines: wanted, amount, cause, reason, paymentId: to === 'none' ? null : to } };
}
