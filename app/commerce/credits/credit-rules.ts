import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { scaleMoney, type Money } from '#app/values/money.ts';

/** The money that was paid, which its owner may still have back as money; what the house laid on top, which ends with it. */
export const creditParts = ['money', 'bonus'] as const;
export type CreditPart = (typeof creditParts)[number];

export type CreditMoveKind = 'given' | 'spent' | 'returned' | 'paid-out' | 'lapsed';

/** Minor units of dirhams: less than this no bank takes from a card. */
export const smallestCharge = 200;

/** What comes back to credit that has ended, or soon will, can be used so many days at least. */
export const daysAfterReturn = 30;

export function bonusOf(paid: Money, percent: number): Money {
  return scaleMoney(paid, percent / 100);
}

export function creditEnds(today: CalendarDate, months: number): CalendarDate {
  return addMonths(today, months);
}

/**
 * How much of `due` is paid with `offered` credit, minor units. It pays all of it or leaves what a bank can take; a trip
 * is paid with a card, so there (`whole` false) each order leaves the smallest charge.
 */
export function creditFor(offered: number, due: number, whole: boolean): number {
  if (whole && offered >= due) return due;
  return Math.max(0, Math.min(offered, due - smallestCharge));
}

/**
 * What orders take that are asked one after the other, minor units. `free` is what none of them has put aside, less than
 * nothing where more is put aside than there is; `own` is what one has, which is its to take as well.
 */
export function creditInTurn(
  free: number,
  orders: readonly { readonly due: number; readonly own: number; readonly whole: boolean }[],
): number {
  let [left, taken] = [free, 0];
  for (const { due, own, whole } of orders) {
    const some = creditFor(Math.max(0, left + own), due, whole);
    if (some === 0) continue;
    left += own - some;
    taken += some;
  }
  return taken;
}

interface Lot {
  readonly id: string;
  readonly part: CreditPart;
  readonly endsOn: CalendarDate;
  readonly remaining: number;
}

/**
 * From which lots a sum is taken: what ends soonest first, and of one day the money before its bonus. Null when they do
 * not hold so much.
 */
export function takeFromLots(lots: readonly Lot[], amount: number): { readonly id: string; readonly amount: number }[] | null {
  const inTurn = [...lots].sort((a, b) => a.endsOn.localeCompare(b.endsOn) || b.part.localeCompare(a.part) || (a.id < b.id ? -1 : 1));
  const taken: { id: string; amount: number }[] = [];
  let rest = amount;
  for (const { id, remaining } of inTurn) {
    const some = Math.min(rest, remaining);
    if (some <= 0) continue;
    taken.push({ id, amount: some });
    rest -= some;
  }
  return rest === 0 ? taken : null;
}

/** Which lots get back what was taken from them, the last one first. More than was taken throws. */
export function giveBackTo(
  moves: readonly { readonly lotId: string; readonly amount: number }[],
  amount: number,
): { readonly id: string; readonly amount: number }[] {
  const open = new Map<string, number>();
  for (const { lotId, amount: moved } of moves) open.set(lotId, (open.get(lotId) ?? 0) - moved);
  const given: { id: string; amount: number }[] = [];
  let rest = amount;
  for (const [id, out] of [...open].reverse()) {
    const some = Math.min(rest, out);
    if (some <= 0) continue;
    given.push({ id, amount: some });
    rest -= some;
  }
  if (rest !== 0) throw new RangeError(`${rest} more is to go back to credit than was taken from it`);
  return given;
}
