import { useTexts } from '#app/ui/texts.tsx';
import type { PartnerStatus } from '../partner-status.ts';

const tones: Readonly<Record<PartnerStatus, string>> = {
  received: 'dl-state--now',
  in_review: 'dl-state--now',
  accepted: 'dl-state--good',
  declined: '',
};

/** The state of an application in a word. */
export function PartnerState({ state }: { state: PartnerStatus }) {
  const t = useTexts('staff-partners');
  return <span className={`dl-state ${tones[state]}`}>{t(`state.${state}`)}</span>;
}
