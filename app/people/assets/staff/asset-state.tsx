import { useTexts } from '#app/ui/texts.tsx';
import type { AssetStatus } from '../asset-status.ts';

const now: readonly AssetStatus[] = ['pending_acceptance', 'return_requested', 'inspection', 'lost'];
const good: readonly AssetStatus[] = ['assigned'];

export function AssetState({ status }: { status: AssetStatus }) {
  const t = useTexts('staff-assets');
  return (
    <span className={`dl-state${good.includes(status) ? ' dl-state--good' : now.includes(status) ? ' dl-state--now' : ''}`}>
      {t(`state.${status}`)}
    </span>
  );
}
