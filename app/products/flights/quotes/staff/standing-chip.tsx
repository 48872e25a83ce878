import { useTexts } from '#app/ui/texts.tsx';
import type { QuoteStanding } from '../flight-quote-status.ts';

const tones: Readonly<Record<QuoteStanding, string>> = {
  draft: '',
  sent: 'dl-state--now',
  seen: 'dl-state--now',
  accepted: 'dl-state--good',
  expired: '',
  withdrawn: '',
};

export function StandingChip({ standing }: { standing: QuoteStanding }) {
  const t = useTexts('staff-flight-quotes');
  return <span className={`dl-state ${tones[standing]}`}>{t(`standing.${standing}`)}</span>;
}
