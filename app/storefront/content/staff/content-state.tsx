import { useTexts } from '#app/ui/texts.tsx';
import type { ContentStatus } from '../content-status.ts';

const tones: Readonly<Record<ContentStatus, string>> = { draft: '', review: 'dl-state--now', published: 'dl-state--good', archived: '' };

/** The state of a text in a word. */
export function ContentState({ state }: { state: ContentStatus }) {
  const t = useTexts('staff-content');
  return <span className={`dl-state ${tones[state]}`}>{t(`state.${state}`)}</span>;
}
