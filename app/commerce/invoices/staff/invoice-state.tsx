import { useTexts } from '#app/ui/texts.tsx';
import type { InvoiceState } from '../invoice-standing-rules.ts';

const tones: Partial<Record<InvoiceState, string>> = { paid: ' dl-state--good', open: ' dl-state--now', 'part-paid': ' dl-state--now' };

export function InvoiceStateChip({ state }: { state: InvoiceState }) {
  const t = useTexts('staff-invoices');
  return <span className={`dl-state${tones[state] ?? ''}${state === 'overdue' ? ' dl-late' : ''}`}>{t(`state.${state}`)}</span>;
}
