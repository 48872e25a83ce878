import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ToldNumber } from '../campaign-rules.ts';

/** A number of people as it may be told. */
export function Told({ of }: { readonly of: ToldNumber }) {
  const t = useTexts('staff-mails');
  const language = useLanguage();
  const number = formatNumber(of.number, language);
  return of.is === 'exact' ? number : t(of.is === 'under' ? 'campaign.few' : 'campaign.least', { number });
}
