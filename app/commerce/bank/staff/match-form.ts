import { parseReference } from '#app/values/ids.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { addsUp, documentsIn, partKinds, type MatchPart } from '../match-rules.ts';
import { minorUnits } from '../read-statement.ts';

/** Rows of the form in which a line is split. */
export const mostParts = 5;

/** Numbers of invoices by which the form names orders. */
export const numbersTyped = (form: FormData): string[] =>
  Array.from({ length: mostParts }, (_, row) => documentsIn(plainLine(form.get(`about.${row}`), 60))).flat();

export type PartFault = 'kind-missing' | 'reference' | 'amount' | 'nothing' | 'does-not-add-up';
export type ReadParts =
  | { readonly ok: true; readonly parts: readonly MatchPart[] }
  | { readonly ok: false; readonly faults: readonly { readonly field: string; readonly fault: PartFault }[] };

/**
 * Reads what somebody says a line is: up to five parts (`kind.0`, `about.0`, `amount.0`, ...), amounts without a sign. One
 * that goes the other way, such as a charge that was kept off a payout, is written with a minus. `orderOf`: references of the orders
 * that are named by the number of their invoice instead.
 */
export function readParts(
  form: FormData,
  line: { readonly amount: number; readonly currency: CurrencyCode },
  orderOf: ReadonlyMap<string, string> = new Map(),
): ReadParts {
  const faults: { field: string; fault: PartFault }[] = [];
  const parts: MatchPart[] = [];
  const sign = Math.sign(line.amount);
  for (let row = 0; row < mostParts; row += 1) {
    const [typedKind, about, typed] = ['kind', 'about', 'amount'].map((name) => plainLine(form.get(`${name}.${row}`), 60)) as [
      string,
      string,
      string,
    ];
    if (typedKind === '' && about === '' && typed === '') continue;
    const [, before, chosen] = /^(payout|returned):(.+)$/.exec(typedKind) ?? [];
    const kind = partKinds.find((one) => one === (before ?? typedKind));
    const amount = minorUnits(typed, line.currency);
    if (!kind || (!chosen && (kind === 'payout' || kind === 'returned'))) faults.push({ field: `kind.${row}`, fault: 'kind-missing' });
    if (amount === null || amount === 0) faults.push({ field: `amount.${row}`, fault: 'amount' });
    const reference = parseReference(about) ?? orderOf.get(documentsIn(about)[0] ?? '') ?? null;
    const named = kind === 'charge' ? null : (chosen ?? reference);
    const needed = kind === 'order' || kind === 'refund' || (kind === 'to-return' && about !== '');
    if (needed && !reference) faults.push({ field: `about.${row}`, fault: 'reference' });
    if (kind && amount !== null) parts.push({ kind, about: named, amount: sign * amount });
  }
  if (faults.length === 0 && parts.length === 0) faults.push({ field: 'kind.0', fault: 'nothing' });
  if (faults.length === 0 && !addsUp(line.amount, parts)) faults.push({ field: 'amount.0', fault: 'does-not-add-up' });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, parts };
}
