import { Link } from 'react-router';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { BookingPageView, WereFlights } from './booking-view.ts';

/** Names the flights that a form is for: one that is sent when another tab has replaced them changes nothing. */
export function ForTheseFlights({ view }: { view: BookingPageView }) {
  return (
    <>
      <input type="hidden" name="flights" value={view.flights} />
      <input type="hidden" name="were" value={view.resultsPath.split('?')[1] ?? ''} />
    </>
  );
}

/** Another tab has chosen other flights, which are shown now; with the way back to those that were. */
export function OtherFlights({ were }: { were: WereFlights | null }) {
  const t = useTexts('booking');
  return (
    <Notice tone="warn" boxed live>
      {t('changedElsewhere')}{' '}
      {were && (
        <Link className="link" to={were.path}>
          {t('backToThem', { from: were.from, to: were.to })}
        </Link>
      )}
    </Notice>
  );
}
