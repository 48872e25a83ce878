import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { JourneyLine } from './journey-strip.tsx';
import type { NearestFlights } from './nearest-flights.server.ts';
import type { ClosedView } from './open-booking.server.ts';

/** In place of a step: the flights were sold, or the airline does not answer. One sentence, one way on. */
export function ClosedBooking({ closed, again }: { closed: ClosedView; again: string }) {
  const t = useTexts('booking');
  return (
    <main id="main" className="wrap page-head page-end">
      {closed.why === 'gone' ? (
        <>
          <EmptyState
            title={t('closed.goneTitle')}
            action={
              <ButtonLink look={closed.nearest ? 'line' : 'go'} to={closed.resultsPath}>
                {t('closed.alternatives')}
              </ButtonLink>
            }
          >
            {t('closed.gone')}
          </EmptyState>
          {closed.nearest && <Nearest nearest={closed.nearest} />}
        </>
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

/** What is sold in the place of what is gone. Choosing asks the airline once more, as on the list of flights. */
function Nearest({ nearest }: { nearest: NearestFlights }) {
  const t = useTexts('booking');
  const language = useLanguage();
  return (
    <section className="nearest" aria-labelledby="nearest">
      <h2 id="nearest">{t('closed.nearest')}</h2>
      <p className="muted">{t('closed.nearestText')}</p>
      <Form method="post" action={nearest.to}>
        <ul>
          {nearest.flights.map(({ choice, slices, total }) => {
            const flights = slices.flatMap(({ slice }) => slice.segments.map(({ flight }) => flight)).join(comma(language));
            return (
              <li className="card nearest__flight" key={choice}>
                <ul className="journey-strip__lines">
                  {slices.map((view, index) => (
                    <li key={index}>
                      <JourneyLine {...view} />
                    </li>
                  ))}
                </ul>
                <p className="nearest__choose">
                  <b>
                    <Price value={total} />
                  </b>
                  <Button
                    look="go"
                    name="choice"
                    value={choice}
                    aria-label={t('closed.chooseLabel', { flights, price: formatMoney(total, language) })}
                  >
                    {t('closed.choose')}
                  </Button>
                </p>
              </li>
            );
          })}
        </ul>
      </Form>
    </section>
  );
}
