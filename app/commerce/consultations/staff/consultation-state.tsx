import { useTexts } from '#app/ui/texts.tsx';
import type { ConsultationStatus } from '../consultation-status.ts';

const tones: Readonly<Partial<Record<ConsultationStatus, string>>> = {
  requested: 'dl-state--now',
  in_progress: 'dl-state--now',
  completed: 'dl-state--good',
};

/** The state of a call in a word. */
export function ConsultationState({ state }: { state: ConsultationStatus }) {
  const t = useTexts('staff-consultations');
  return <span className={`dl-state ${tones[state] ?? ''}`}>{t(`state.${state}`)}</span>;
}
