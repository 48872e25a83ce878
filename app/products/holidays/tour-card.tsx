import { Link } from 'react-router';
import { CompareLink } from '#app/commerce/catalogue-search/compare.tsx';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { TourOnList } from './find-tours.server.ts';
import './tour-card.css';

/** Tours side by side. Its page names the catalogue `holidays` in `handle.texts`; with `compare`, `list` too. */
export function TourCards({
  tours,
  eager = 0,
  level = 3,
  compare = false,
}: {
  tours: readonly TourOnList[];
  eager?: number;
  level?: 2 | 3;
  /** Whether they can be put aside for a comparison. */
  compare?: boolean;
}) {
  return (
    <ul className="tour-cards">
      {tours.map((tour, index) => (
        <TourCard key={tour.id} tour={tour} eager={index < eager} level={level} compare={compare} />
      ))}
    </ul>
  );
}

function TourCard({ tour, eager, level, compare }: { tour: TourOnList; eager: boolean; level: 2 | 3; compare: boolean }) {
  const t = useTexts('holidays');
  const Title = level === 2 ? 'h2' : 'h3';
  const more = tour.departures - tour.next.length;
  return (
    <li className="tour-card">
      <Poster place={tour.id} art={tour.poster} crop="landscape" alt="" eager={eager} />
      <FavoriteButton kind="tour" thing={tour.id} title={tour.title} price={tour.price} corner />
      <p className="tour-card__where">{tour.countries.join(' · ')}</p>
      <Title className="tour-card__title">
        <Link to={`/tour/${tour.id}`}>{tour.title}</Link>
      </Title>
      <p className="tour-card__route">{tour.route.join(' – ')}</p>
      <p className="tour-card__facts">
        {t('days', { count: tour.days })} · {t(`groupFacts.${tour.group}`, { count: tour.groupSize })}
      </p>
      <p className="tour-card__next">
        {tour.next.length === 0 ? (
          t('noNext')
        ) : (
          <>
            {t('next')}:{' '}
            {tour.next.map((day, index) => (
              <span key={day}>
                {index > 0 && ', '}
                <DateText date={day} form="short" />
              </span>
            ))}
            {more > 0 && <> {t('more', { count: more })}</>}
          </>
        )}
      </p>
      <p className="tour-card__price">
        {t('from')} <DisplayPrice value={tour.price} /> {t('perPerson')}
      </p>
      {compare && <CompareLink kind="tour" id={tour.id} title={tour.title} />}
    </li>
  );
}
