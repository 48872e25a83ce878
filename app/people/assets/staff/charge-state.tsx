import { useTexts } from '#app/ui/texts.tsx';
import type { ChargeStatus } from '../asset-charge-rules.ts';

export function ChargeState({ status }: { status: ChargeStatus }) {
  const t = useTexts('staff-assets');
  const tone = { asked: ' dl-state--now', due: ' dl-state--now', deducted: ' dl-state--good', declined: '', waived: '' }[status];
  return <span className={`dl-state${tone}`}>{t(`charges.state.${status}`)}</span>;
}
