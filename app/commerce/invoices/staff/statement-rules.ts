import type { CalendarDate } from '#app/values/dates.ts';

export const movementKinds = ['invoice', 'credit-note', 'payment', 'refund'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Something that changed what a customer owes; fils, positive where they owe more. */
export interface Movement {
  readonly on: CalendarDate;
  readonly kind: MovementKind;
  /** A document's number; of money, the order's reference. */
  readonly about: string;
  readonly amount: number;
}

export interface StatementLine extends Movement {
  readonly balance: number;
}

export interface Statement {
  readonly opening: number;
  readonly lines: readonly StatementLine[];
  readonly closing: number;
  /** What the period added and took, by kind. */
  readonly sums: Readonly<Record<MovementKind, number>>;
}

/** The account of a customer over days that both count. `movements` are all there are, oldest first. */
export function statementOf(movements: readonly Movement[], from: CalendarDate, until: CalendarDate): Statement {
  const opening = movements.filter(({ on }) => on < from).reduce((sum, { amount }) => sum + amount, 0);
  const sums: Record<MovementKind, number> = { invoice: 0, 'credit-note': 0, payment: 0, refund: 0 };
  let balance = opening;
  const lines = movements
    .filter(({ on }) => on >= from && on <= until)
    .map((movement) => {
      balance += movement.amount;
      sums[movement.kind] += movement.amount;
      return { ...movement, balance };
    });
  return { opening, lines, closing: balance, sums };
}
