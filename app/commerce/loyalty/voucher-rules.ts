import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { roundHalfUp } from '#app/values/money.ts';
import type { ProductKind } from '../product-contract.ts';
import { calledOff } from './earning-rules.ts';

export const voucherOccasions = ['birthday', 'apology', 'thanks', 'welcome-back'] as const;
export type VoucherOccasion = (typeof voucherOccasions)[number];

/** Products on whose orders a voucher can be used: those whose price the house makes by itself. */
export const voucherKinds = ['flight', 'holiday', 'experience', 'staycation', 'evisa'] as const satisfies readonly ProductKind[];
export type VoucherKind = (typeof voucherKinds)[number];

/** What one colleague gives one member alone within thirty days, in fils; above that a second person agrees. */
export const voucherLimit = 20_000;
/** What one colleague gives many members at once alone, in fils at most; above that a second person agrees. */
export const batchLimit = 200_000;
/** So many members are chosen at once. */
export const mostInBatch = 2_000;

/** What became of a member of a choice, and why one was left out. */
export const batchStandings = ['waits', 'given', 'left-out', 'withdrawn'] as const;
export type BatchStanding = (typeof batchStandings)[number];
export const leftOut = ['gone', 'own', 'held', 'blocked', 'has-one', 'limit', 'day-over', 'called-back'] as const;
export type LeftOut = (typeof leftOut)[number];

/** The most that a voucher may take off, in fils. */
export const mostVoucher = 500_000;
/** A share is from 1 to 50 %. */
export const shareBounds = { least: 1, most: 50 } as const;
/** A voucher is good for a year at the most. */
export const longestDays = 365;
/** A member is reminded so many days before it ends. */
export const voucherNoticeDays = 7;

export const lastVoucherDay = (today: CalendarDate): CalendarDate => addDays(today, longestDays);

/** Why a voucher cannot be used on an order, as its member is told. */
export const voucherMisfits = ['held', 'ended', 'not-for-this', 'other-currency', 'too-small', 'no-room', 'beside-code'] as const;
export type VoucherMisfit = (typeof voucherMisfits)[number];

interface VoucherTerms {
  readonly amount: number | null;
  readonly basisPoints: number | null;
  readonly most: number;
  readonly kinds: readonly string[];
  readonly least: number;
  readonly validUntil: string;
}

/** What a voucher asks to take off; `base` is what of the price a percent is taken of. Minor units. */
export function askedOff({ amount, basisPoints, most }: Pick<VoucherTerms, 'amount' | 'basisPoints' | 'most'>, base: number): number {
  return amount ?? Math.min(most, roundHalfUp((base * (basisPoints ?? 0)) / 10_000));
}

/** Why a voucher does not go with an order, before its price is asked; null where it does. `total` is without the voucher. */
export function misfitOf(
  voucher: VoucherTerms,
  order: { readonly kind: string; readonly currency: string; readonly total: number },
  known: { readonly today: string; readonly held: boolean },
): VoucherMisfit | null {
  if (known.held) return 'held';
  if (known.today > voucher.validUntil) return 'ended';
  if (!voucherKinds.some((kind) => kind === order.kind)) return 'not-for-this';
  if (voucher.kinds.length > 0 && !voucher.kinds.includes(order.kind)) return 'not-for-this';
  if (order.currency !== 'AED') return 'other-currency';
  return order.total < voucher.least ? 'too-small' : null;
}

/**
 * Whether an order gives its voucher back: it ran out unpaid, was voided or was called off before anything was paid; or it
 * was called off before the travel began and everything that was paid went back.
 */
export function givesBack(
  order: { readonly status: string; readonly travelStarts: Date },
  paid: { readonly captured: number; readonly refunded: number },
  calledOffAt: Date | null,
): boolean {
  if (order.status === 'expired' || order.status === 'voided') return true;
  if (!calledOff.includes(order.status)) return false;
  if (paid.captured === 0) return true;
  return paid.refunded >= paid.captured && calledOffAt !== null && calledOffAt < order.travelStarts;
}
