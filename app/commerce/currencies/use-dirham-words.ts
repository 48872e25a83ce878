import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { displayAmount, shownDecimals, withSymbol } from './display-conversion.ts';
import { useCurrency } from './use-currency.tsx';

/** A ceiling in whole dirhams, said in the visitor's currency as the prices are. */
export function useDirhamWords(): (dirhams: number) => string {
  const language = useLanguage();
  const { currency, rates, roundings } = useCurrency();
  return (dirhams) => {
    const shown = displayAmount(money(dirhams * 100, 'AED'), currency, rates, roundings);
    return shown === null
      ? `AED ${formatNumber(dirhams, language)}`
      : withSymbol(currency, formatNumber(shown, language, shownDecimals(currency, roundings)));
  };
}
