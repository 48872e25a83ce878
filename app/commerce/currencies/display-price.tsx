import type { Money } from '#app/values/money.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { displayAmount, withSymbol } from './display-conversion.ts';
import { useCurrency } from './use-currency.tsx';

/** A price in the visitor's currency, whole, marked "approx." unless that is AED. What is charged: Price (ui/price.tsx). */
export function DisplayPrice({
  value,
  className = '',
  plain,
}: {
  value: Money;
  className?: string;
  /** Leave the mark out where the words around it say it. */ plain?: boolean;
}) {
  const language = useLanguage();
  const t = useTexts('frame');
  const { currency, rates } = useCurrency();
  const amount = displayAmount(value, currency, rates);
  const exact = formatMoney(value, language);
  if (amount === null) return <bdi className={`price ${className}`}>{exact}</bdi>;
  const approximate = currency !== 'AED' && !plain;
  return (
    <span className={`price ${className}`} title={currency === value.currency ? undefined : exact}>
      {approximate && <span className="approx">{t('ui.approx')} </span>}
      <bdi>{withSymbol(currency, formatNumber(amount, language))}</bdi>
    </span>
  );
}
