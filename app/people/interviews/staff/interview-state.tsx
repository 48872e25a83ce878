import { useTexts } from '#app/ui/texts.tsx';
import type { InterviewStatus } from '../interview-status.ts';

export function InterviewState({ status }: { status: InterviewStatus }) {
  const t = useTexts('staff-interviews');
  const tone =
    status === 'confirmed' || status === 'completed'
      ? ' dl-state--good'
      : status === 'invited' || status === 'reschedule_requested'
        ? ' dl-state--now'
        : '';
  return <span className={`dl-state${tone}`}>{t(`state.${status}`)}</span>;
}
