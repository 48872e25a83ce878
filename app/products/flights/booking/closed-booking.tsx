import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { ClosedView } from './open-booking.server.ts';

/** In place of a step: the flights were sold, or the airline does not answer. One sentence, one way on. */
export function ClosedBooking({ closed, again }: { closed: ClosedView; again: string }) {
  const t = useTexts('booking');
  return (
    <main id="main" className="wrap page-head page-end">
      {closed.why === 'gone' ? (
        <EmptyState
          title={t('closed.goneTitle')}
          action={
            <ButtonLink look="go" to={closed.resultsPath}>
              {t('closed.alternatives')}
            </ButtonLink>
          }
        >
          {t('closed.gone')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t('closed.silentTitle')}
          action={
            <ButtonLink look="go" to={again} reloadDocument>
              {t('closed.again')}
            </ButtonLink>
          }
        >
          {t('closed.silent')}
        </EmptyState>
      )}
    </main>
  );
}
