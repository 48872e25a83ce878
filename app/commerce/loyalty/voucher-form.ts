import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import {
  lastVoucherDay,
  mostVoucher,
  shareBounds,
  voucherKinds,
  voucherOccasions,
  type VoucherKind,
  type VoucherOccasion,
} from './voucher-rules.ts';

export const longestReason = 500;

/** What a voucher shall be, read and whole. */
export interface VoucherValues {
  readonly occasion: VoucherOccasion;
  /** Fils; null where it is a share. */
  readonly amount: number | null;
  readonly basisPoints: number | null;
  readonly most: number;
  readonly kinds: readonly VoucherKind[];
  readonly least: number;
  readonly validUntil: CalendarDate;
  readonly reason: string;
}

/** The form as it was sent: what stays in its fields. */
export interface VoucherTyped {
  readonly email: string;
  readonly occasion: string;
  readonly way: 'amount' | 'share';
  readonly amount: string;
  readonly percent: string;
  readonly most: string;
  readonly kinds: readonly string[];
  readonly least: string;
  readonly validUntil: string;
  readonly reason: string;
}

export const voucherFields = ['email', 'occasion', 'amount', 'percent', 'most', 'least', 'validUntil', 'reason'] as const;
export type VoucherField = (typeof voucherFields)[number];

export function typedVoucher(form: FormData): VoucherTyped {
  const line = (name: string, most = 40) => plainLine(form.get(name), most).slice(0, most);
  return {
    email: line('email', 254),
    occasion: line('occasion'),
    way: form.get('way') === 'share' ? 'share' : 'amount',
    amount: line('amount', 12),
    percent: line('percent', 12),
    most: line('most', 12),
    kinds: voucherKinds.filter((kind) => form.getAll('kind').includes(kind)),
    least: line('least', 12),
    validUntil: line('validUntil', 10),
    reason: plainText(form.get('reason'), longestReason).slice(0, longestReason),
  };
}

/** Dirhams with up to two decimals, as fils; null for anything else. */
function filsOf(text: string): number | null {
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}

/** The values as they were typed; the fields that are wrong, in their order, otherwise. */
export function readVoucher(
  typed: VoucherTyped,
  today: CalendarDate,
): { readonly ok: true; readonly values: VoucherValues } | { readonly ok: false; readonly faults: readonly VoucherField[] } {
  const occasion = voucherOccasions.find((one) => one === typed.occasion);
  const share = typed.way === 'share';
  const within = (fils: number | null) => (fils !== null && fils >= 100 && fils <= mostVoucher ? fils : null);
  const amount = within(filsOf(typed.amount));
  const percent = /^\d{1,2}(\.\d{1,2})?$/.test(typed.percent) ? Math.round(Number(typed.percent) * 100) : 0;
  const shareOk = percent >= shareBounds.least * 100 && percent <= shareBounds.most * 100;
  const most = share ? within(filsOf(typed.most)) : amount;
  const least = typed.least === '' ? 0 : filsOf(typed.least);
  const until = parseCalendarDate(typed.validUntil);
  const untilOk = until !== null && until >= today && until <= lastVoucherDay(today);
  const wrong: Partial<Record<VoucherField, boolean>> = {
    occasion: !occasion,
    amount: !share && amount === null,
    percent: share && !shareOk,
    most: share && most === null,
    least: least === null,
    validUntil: !untilOk,
    reason: typed.reason.length < 5,
  };
  const faults = voucherFields.filter((field) => wrong[field]);
  if (faults.length > 0 || !occasion || most === null || least === null || !until) return { ok: false, faults };
  return {
    ok: true,
    values: {
      occasion,
      amount: share ? null : amount,
      basisPoints: share ? percent : null,
      most,
      kinds: voucherKinds.filter((kind) => typed.kinds.includes(kind)),
      least,
      validUntil: until,
      reason: typed.reason,
    },
  };
}
