import { roundHalfUp } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';

export const discountKinds = ['amount', 'percent'] as const;
export type DiscountKind = (typeof discountKinds)[number];
export type DiscountFault = 'value-wrong' | 'reason-missing';

export interface TypedDiscount {
  readonly kind: DiscountKind;
  readonly value: string;
  readonly reason: string;
}

/** What is asked for: minor units, or a share of the price, 500 is 5 %. */
export interface DiscountWish {
  readonly amount: number | null;
  readonly basisPoints: number | null;
  readonly reason: string;
}

export function readDiscountForm(form: FormData): {
  readonly typed: TypedDiscount;
  readonly faults: readonly { readonly field: 'value' | 'reason'; readonly fault: DiscountFault }[];
  readonly wish: DiscountWish | null;
} {
  const kind = discountKinds.find((one) => one === form.get('kind')) ?? 'amount';
  const typed: TypedDiscount = {
    kind,
    value: plainLine(form.get('value'), 12).slice(0, 12),
    reason: plainLine(form.get('reason'), 300).slice(0, 300),
  };
  // Both have two decimals: hundredths of a dirham, hundredths of a percent.
  const value = readAmount(typed.value);
  const most = kind === 'percent' ? 10_000 : 100_000_000;
  const fits = value !== null && value > 0 && value <= most;
  const reasoned = typed.reason.length >= 3;
  return {
    typed,
    faults: [
      ...(fits ? [] : [{ field: 'value', fault: 'value-wrong' } as const]),
      ...(reasoned ? [] : [{ field: 'reason', fault: 'reason-missing' } as const]),
    ],
    wish:
      fits && reasoned
        ? { amount: kind === 'amount' ? value : null, basisPoints: kind === 'percent' ? value : null, reason: typed.reason }
        : null,
  };
}

/** What a wish comes to of a total, minor units. */
export function discountOf(wish: Pick<DiscountWish, 'amount' | 'basisPoints'>, total: number): number {
  return wish.amount ?? roundHalfUp((total * (wish.basisPoints ?? 0)) / 10_000);
}
