import { useTexts } from '#app/ui/texts.tsx';
import type { EInvoiceState } from '../e-invoice/e-invoice-rules.ts';

const tones: Readonly<Record<EInvoiceState, string>> = {
  'not-needed': '',
  incomplete: ' dl-late',
  ready: ' dl-state--now',
  'handed-over': ' dl-state--good',
};

export function EInvoiceChip({ state }: { state: EInvoiceState }) {
  const t = useTexts('staff-invoices');
  return <span className={`dl-state${tones[state]}`}>{t(`eInvoice.state.${state}`)}</span>;
}
