import { useTexts } from '#app/ui/texts.tsx';
import type { ApplicationStatus } from '../job-application-status.ts';

const tones: Partial<Record<ApplicationStatus, string>> = {
  received: 'now',
  hired: 'good',
  offer: 'good',
};

export function StageChip({ stage }: { stage: ApplicationStatus }) {
  const t = useTexts('staff-hiring');
  const tone = tones[stage];
  return <span className={`dl-state${tone ? ` dl-state--${tone}` : ''}`}>{t(`stage.${stage}`)}</span>;
}
