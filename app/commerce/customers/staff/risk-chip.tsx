import { useTexts } from '#app/ui/texts.tsx';
import type { Risk } from '../records/customer-kinds.ts';

/** Nothing to say is said with a dash: a column of "none" would drown the few that matter. */
export function RiskChip({ risk }: { risk: Risk }) {
  const t = useTexts('staff-customers');
  if (risk === 'none') return <>–</>;
  return <span className={`dl-state${risk === 'high' ? ' dl-state--now' : ''}`}>{t(`risk.${risk}`)}</span>;
}
