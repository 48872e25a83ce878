import type { Money } from '#app/values/money.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { displayAmount, shownDecimals, withSymbol } from './display-conversion.ts';
import { useCurrency } from './use-currency.tsx';
import { useRate } from './use-rate.ts';
import { isDisplayCurrency } from '#app/values/preferences.ts';

/** A price in the visitor's currency, rounded as the house shows it, marked "approx." unless that is AED. What is charged: Price (ui/price.tsx). */
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
  const { currency, rates, roundings } = useCurrency();
  const rate = useRate(isDisplayCurrency(value.currency) ? value.currency : 'AED');
  const amount = displayAmount(value, currency, rates, roundings);
  const exact = formatMoney(value, language);
  if (amount === null) return <bdi className={`price ${className}`}>{exact}</bdi>;
  const approximate = currency !== 'AED' && !plain;
  return (
    <span className={`price ${className}`} title={rate === null ? undefined : `${exact} · ${rate}`}>
      {approximate && <span className="approx">{t('ui.approx')} </span>}
      <bdi>{withSymbol(currency, formatNumber(amount, language, shownDecimals(currency, roundings)))}</bdi>
    </span>
  );
}

/** By which rate prices are shown and of when it is, in words that stand on the page; nothing where the charged currency is chosen. */
export function RateNote() {
  const rate = useRate('AED');
  return rate === null ? null : <bdi>{rate}.</bdi>;
}
