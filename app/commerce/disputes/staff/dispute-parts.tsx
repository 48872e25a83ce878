import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { awaitsAnswer, type DisputeStatus } from '../dispute-status.ts';

export function DisputeState({ status }: { status: DisputeStatus }) {
  const t = useTexts('staff-disputes');
  return <span className={`dl-state${awaitsAnswer(status) ? ' dl-state--now' : ''}`}>{t(`state.${status}`)}</span>;
}

/** Until when the bank listens, and how long that is; a dash when it does not wait for us. */
export function TimeLeft({ respondBy, hoursLeft }: { respondBy: string | null; hoursLeft: number | null }) {
  const t = useTexts('staff-disputes');
  const language = useLanguage();
  if (respondBy === null || hoursLeft === null) return '–';
  return (
    <>
      {formatDate(dateIn('Asia/Dubai', instant(Date.parse(respondBy))), language)}{' '}
      <small>{hoursLeft < 48 ? t('left.hours', { count: hoursLeft }) : t('left.days', { count: Math.floor(hoursLeft / 24) })}</small>
    </>
  );
}
