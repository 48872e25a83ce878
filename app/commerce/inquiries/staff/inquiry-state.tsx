import { useTexts } from '#app/ui/texts.tsx';
import type { InquiryStatus } from '../inquiry-status.ts';

const tones: Readonly<Record<InquiryStatus, string>> = {
  new: 'dl-state--now',
  contacted: '',
  qualified: '',
  quoted: '',
  nurture: '',
  won: 'dl-state--good',
  lost: '',
  closed: '',
};

/** The state of an inquiry in a word. */
export function InquiryState({ state }: { state: InquiryStatus }) {
  const t = useTexts('staff-inquiries');
  return <span className={`dl-state ${tones[state]}`}>{t(`state.${state}`)}</span>;
}
