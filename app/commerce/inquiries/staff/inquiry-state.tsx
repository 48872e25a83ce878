import { useTexts } from '#app/ui/texts.tsx';
import type { InquiryStatus } from '../inquiry-status.ts';

/** The state of an inquiry in a word. */
export function InquiryState({ state }: { state: InquiryStatus }) {
  const t = useTexts('staff-inquiries');
  return <span className={`iq-state iq-state--${state}`}>{t(`state.${state}`)}</span>;
}
