import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
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

/** When a rate was decided and by whom; a dash while it is held. */
export function Decided({ on, by }: { readonly on: string | null; readonly by: string | null }) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  if (on === null) return '–';
  return (
    <>
      {sayDay(on, language)} <bdi className="dl-quiet">{by ?? t('machine')}</bdi>
    </>
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
