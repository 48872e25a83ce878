import { useTexts } from '#app/ui/texts.tsx';
import type { EvisaCountryStatus } from '../evisa-edition-status.ts';

const tones: Readonly<Partial<Record<EvisaCountryStatus, string>>> = { live: 'dl-state--good', paused: 'dl-state--now' };

/** Whether a country is sold, in a word. */
export function OfferStanding({ state }: { state: EvisaCountryStatus }) {
  const t = useTexts('staff-evisa-offers');
  return <span className={`dl-state ${tones[state] ?? ''}`}>{t(`standing.${state}`)}</span>;
}
