import { data } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { findTour } from '../tours-store.server.ts';
import type { Route } from './+types/tour-booking-page.ts';
import './tour.css';

export const handle = { texts: ['holidays'] };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const tour = await findTour(context.get(platformContext).db, params.tourId, language);
  if (!tour) throw data(null, { status: 404 });
  const name = tour.words.title;
  return { id: tour.id, art: tour.poster, title: textsFor(language).of('holidays')('booking.title', { tour: name }) };
}

/** Booking a tour online is not open yet: the page says so, and how it is booked today. */
export default function TourBookingPage({ loaderData: { id, art, title } }: Route.ComponentProps) {
  const t = useTexts('holidays');
  return (
    <main id="main" className="wrap tour-soon" data-being-built="">
      <Poster place={id} art={art} crop="landscape" alt="" eager />
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="lede">{t('booking.text')}</p>
        <p className="tour-soon__ways">
          <ButtonLink look="go" to={`/tour/${id}#inquiry`}>
            {t('booking.ask')}
          </ButtonLink>
          <ButtonLink to={`/tour/${id}`}>{t('booking.back')}</ButtonLink>
        </p>
      </div>
    </main>
  );
}
