import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { PaymentMethod } from './payment-provider.ts';
import { refusedWay, type OfferedWays, type WayRefusal } from './payment-ways.ts';
import type { ProductKind } from '../product-contract.ts';

/** What the provider collects of the traveller, and when. To us it owes the whole at once. */
export interface FourPart {
  readonly amount: Money;
  readonly dueOn: CalendarDate;
}

const parts = 4;

/** Three equal parts and one that takes the rest: the first is due on the day, each other a month later. No fee is added. */
export function divideInFour(due: Money, today: CalendarDate): readonly FourPart[] {
  const each = Math.floor(due.amount / parts);
  return Array.from({ length: parts }, (_, index) => ({
    amount: money(index < parts - 1 ? each : due.amount - each * (parts - 1), due.currency),
    dueOn: addMonths(today, index),
  }));
}

/** `four-not-here`: it is paid in parts of ours, together with other orders, or a first card holds a part of it. */
export type FourRefusal = WayRefusal<'four'> | 'four-not-here';

export interface FourFacts {
  readonly kind: ProductKind;
  /** What is to be paid now; the limits of the way are for this, since it is what the provider pays us. */
  readonly due: Money;
  /** Whether it is paid by itself and at once, with no card of two waiting for the rest. */
  readonly alone: boolean;
  /** What the provider in force can take. */
  readonly methods: readonly PaymentMethod[];
}

/** Why something is not paid in four. Null: it can be. */
export function refusedFour(ways: OfferedWays, { kind, due, alone, methods }: FourFacts): FourRefusal | null {
  if (!methods.includes('four')) return 'four-off';
  const unoffered = refusedWay(ways, 'four', { kind, total: due.amount });
  if (unoffered) return unoffered;
  return alone && due.currency === 'AED' ? null : 'four-not-here';
}
