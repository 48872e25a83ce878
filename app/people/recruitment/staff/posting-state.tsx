import { useTexts } from '#app/ui/texts.tsx';
import type { PostingStatus } from '../job-posting-status.ts';

export function PostingState({ status }: { status: PostingStatus }) {
  const t = useTexts('staff-postings');
  const tone = status === 'published' ? ' dl-state--good' : status === 'scheduled' || status === 'paused' ? ' dl-state--now' : '';
  return <span className={`dl-state${tone}`}>{t(`state.${status}`)}</span>;
}
