import { useTexts } from '#app/ui/texts.tsx';

const soonDays = 3;

/** How many days are left to the next day that counts, in words. */
export function StayDays({ left }: { left: number | null }) {
  const t = useTexts('staff-compliance');
  if (left === null) return <>–</>;
  const words = left < 0 ? t('stays.over', { count: -left }) : left === 0 ? t('stays.today') : t('stays.days', { count: left });
  return <span className={left <= soonDays ? 'dl-late' : undefined}>{words}</span>;
}
