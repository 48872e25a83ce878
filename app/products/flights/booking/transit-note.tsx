import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { CardLayover } from '../search/results-view.ts';

/** Whether a layover asks a visa of the passport told, and who says so since when. The texts of `itinerary` must be loaded. */
export function TransitNote({ layover: { transit } }: { layover: Pick<CardLayover, 'transit'> }) {
  const t = useTexts('itinerary');
  const language = useLanguage();
  if (!transit) return null;
  const { need, because, source, checkedOn } = transit;
  return (
    <span className={`transit transit--${need}`}>
      {t(because === 'home' ? 'transit.home' : `transit.${need}`)}
      {source && checkedOn && (
        <small>
          {' '}
          (<bdi>{source}</bdi>, {t('transit.checked', { date: formatDate(checkedOn, language, 'short') })})
        </small>
      )}
    </span>
  );
}
