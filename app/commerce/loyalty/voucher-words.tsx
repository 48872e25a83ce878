import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';

interface Worded {
  readonly amount: Money | null;
  readonly percent: number | null;
  readonly most: Money;
  readonly kinds: readonly string[];
  readonly least: Money;
  readonly validUntil: string;
}

/** A voucher in words, by the catalogue `vouchers`: what it is worth, and for what, from which amount on and until when. */
export function useVoucherWords() {
  const t = useTexts('vouchers');
  const language = useLanguage();
  return (voucher: Worded) => ({
    worth: voucher.amount
      ? t('upTo', { amount: formatMoney(voucher.amount, language) })
      : t('share', { percent: formatNumber(voucher.percent ?? 0, language), most: formatMoney(voucher.most, language) }),
    terms: [
      voucher.kinds.length === 0 ? t('all') : voucher.kinds.map((kind) => t(`kind.${kind}`)).join(comma(language)),
      ...(voucher.least.amount > 0 ? [t('least', { amount: formatMoney(voucher.least, language) })] : []),
      t('until', { date: formatDate(voucher.validUntil, language, 'long') }),
    ].join(' · '),
  });
}
