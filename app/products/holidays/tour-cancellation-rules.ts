import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { scaleMoney, type Money } from '#app/values/money.ts';

/** Days before departure. The house's own terms for tours; the terms page says the same. */
export const cancellationDays = { free: 45, deposit: 30, half: 15 } as const;

export interface CancellationStep {
  /** First and last day of the step; null: from now on, or until the departure. */
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
  readonly lose: 'nothing' | 'deposit' | 'half' | 'all';
  readonly amount: Money;
}

export function depositOf(price: Money, percent: number): Money {
  return scaleMoney(price, percent / 100);
}

/** What one person loses on cancelling, by day, for a departure. Steps that are over are left out. */
export function cancellationSteps(
  departure: CalendarDate,
  today: CalendarDate,
  price: Money,
  depositPercent: number,
): readonly CancellationStep[] {
  const before = (days: number) => addDays(departure, -days);
  const { free, deposit, half } = cancellationDays;
  const steps: CancellationStep[] = [
    { from: null, until: before(free), lose: 'nothing', amount: scaleMoney(price, 0) },
    { from: before(free - 1), until: before(deposit), lose: 'deposit', amount: depositOf(price, depositPercent) },
    { from: before(deposit - 1), until: before(half), lose: 'half', amount: scaleMoney(price, 0.5) },
    { from: before(half - 1), until: null, lose: 'all', amount: price },
  ];
  return steps.filter((step) => step.until === null || step.until >= today);
}

/** The rest of the price is due thirty days ahead. */
export function balanceDue(departure: CalendarDate): CalendarDate {
  return addDays(departure, -cancellationDays.deposit);
}
