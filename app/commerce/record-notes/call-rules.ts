/*
 * A telephone call with somebody, as a colleague notes it on a record: who rang whom, what came of it, how long it took. Of the
 * number only its end is kept, by which a call is told apart from others.
 */

export const callWays = ['in', 'out'] as const;
export const callOutcomes = ['reached', 'no-answer', 'voicemail', 'busy', 'wrong-number'] as const;
export const mostMinutes = 600;

export interface NotedCall {
  readonly way: (typeof callWays)[number];
  readonly outcome: (typeof callOutcomes)[number];
  readonly minutes: number;
  /** The last three digits; null where none was given. */
  readonly number: string | null;
}

export type CallFault = 'call-way' | 'call-outcome' | 'call-minutes' | 'call-number';

/** Digits of every script that people type, as 0 to 9. */
const plainDigits = (typed: string) =>
  typed.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** What was typed about a call, or which field of it is wrong. Whoever was not reached was not spoken with. */
export function readCall(
  field: (name: string) => string,
): { readonly ok: true; readonly call: NotedCall } | { readonly ok: false; readonly wrong: CallFault } {
  const way = callWays.find((one) => one === field('way'));
  if (!way) return { ok: false, wrong: 'call-way' };
  const outcome = callOutcomes.find((one) => one === field('outcome'));
  if (!outcome) return { ok: false, wrong: 'call-outcome' };
  const minutes = plainDigits(field('minutes').trim());
  if (!/^\d{0,3}$/.test(minutes) || Number(minutes) > mostMinutes) return { ok: false, wrong: 'call-minutes' };
  const typed = plainDigits(field('number').trim());
  const digits = typed.replace(/\D/g, '');
  if (typed !== '' && (/[^\d\s+().\-/]/.test(typed) || digits.length < 5 || digits.length > 15)) return { ok: false, wrong: 'call-number' };
  return { ok: true, call: { way, outcome, minutes: Number(minutes), number: digits === '' ? null : digits.slice(-3) } };
}
