import { useTexts } from '#app/ui/texts.tsx';
import type { RequisitionStatus } from '../requisition-status.ts';

export function RequisitionState({ status }: { status: RequisitionStatus }) {
  const t = useTexts('staff-recruitment');
  const tone =
    status === 'approved' || status === 'filled'
      ? ' dl-state--good'
      : status === 'approval' || status === 'on_hold'
        ? ' dl-state--now'
        : '';
  return <span className={`dl-state${tone}`}>{t(`state.${status}`)}</span>;
}
