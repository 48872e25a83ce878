import { useTexts } from '#app/ui/texts.tsx';
import type { VoucherBatchStatus } from '../loyalty-status.ts';

export function BatchState({ status }: { status: VoucherBatchStatus }) {
  const t = useTexts('staff-loyalty');
  const look = status === 'done' ? ' dl-state--good' : status === 'asked' || status === 'issuing' ? ' dl-state--now' : '';
  return <span className={`dl-state${look}`}>{t(`bulk.state.${status}`)}</span>;
}
