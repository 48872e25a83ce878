import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { DisplayCurrency } from '#app/values/preferences.ts';
import { useCurrency } from './use-currency.tsx';

/** The chosen currency against the one that is charged, and of when that is; null where both are one. */
export function useRate(charged: DisplayCurrency): string | null {
  const language = useLanguage();
  const t = useTexts('frame');
  const { currency, rates, ratesAt } = useCurrency();
  if (currency === charged) return null;
  // Kept together and from left to right in every language.
  const rate = `\u20661\u00A0${currency} = ${charged}\u00A0${formatNumber(rates[charged] / rates[currency], language, 4)}\u2069`;
  if (ratesAt === null) return rate;
  const at = localTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant(ratesAt));
  return t('ui.rateAt', { rate, time: `${formatDate(at, language)}${comma(language)}${at.slice(11)}` });
}
