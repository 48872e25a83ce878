import { useTexts } from '#app/ui/texts.tsx';
import type { ReviewStatus } from '../review-status.ts';

const tones: Readonly<Record<ReviewStatus, string>> = {
  waiting: 'dl-state--now',
  published: 'dl-state--good',
  rejected: 'rd-state--bad',
  withdrawn: '',
};

/** The state of a review in a word. */
export function ReviewState({ state }: { state: ReviewStatus }) {
  const t = useTexts('staff-reviews');
  return <span className={`dl-state ${tones[state]}`}>{t(`state.${state}`)}</span>;
}
