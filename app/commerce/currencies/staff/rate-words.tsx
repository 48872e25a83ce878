import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, type useTexts } from '#app/ui/texts.tsx';
import { needsSecondPerson, type SettableCurrency } from '../rate-rules.ts';
import type { CurrencySettings } from './open-currency-settings.server.ts';

export type RateLine = CurrencySettings['lines'][number];

/** Where a rate comes from, and until when. */
export function sourceOf(line: RateLine, t: ReturnType<typeof useTexts>, language: ReturnType<typeof useLanguage>): string {
  const until = line.endsAt ? ` ${t('until', { day: sayDay(line.endsAt, language) })}` : '';
  return `${t(`source.${line.source}`)}${until}`;
}

/** One dirham in a currency, to six digits. */
export function RateOf({ value, target }: { readonly value: number; readonly target: SettableCurrency }) {
  return (
    <bdi>
      1 AED = {formatNumber(value, useLanguage(), 6)} {target}
    </bdi>
  );
}

/** A move in percent, its direction not by colour alone. */
export function Moved({ value }: { readonly value: number }) {
  const language = useLanguage();
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return (
    <bdi className={needsSecondPerson(value) ? 'dl-late' : undefined}>
      {sign}
      {formatNumber(Math.abs(value) / 100, language, 2)} %
    </bdi>
  );
}
