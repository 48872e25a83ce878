import { Link } from 'react-router';
import type { LinkedOrder } from '#app/commerce/orders/find-linked.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { Touched } from '../schedule/find-touched.ts';
import { TouchedList } from '../schedule/touched-list.tsx';

/** What else of the trip a change of schedule touches, or is still booked after a cancellation: for a colleague to bring up. */
export function TripCard({ touched, stillBooked }: { touched: readonly Touched[]; stillBooked: readonly LinkedOrder[] }) {
  const t = useTexts('schedule-change');
  if (touched.length === 0 && stillBooked.length === 0) return null;
  return (
    <section className="fd-card" aria-labelledby="card-trip">
      <header>
        <h2 id="card-trip">{t(touched.length > 0 ? 'touchedTitle' : 'stillBooked')}</h2>
      </header>
      {touched.length > 0 ? (
        <>
          <p>{t('touchedDesk')}</p>
          <TouchedList touched={touched} by="staff" />
        </>
      ) : (
        <ul className="sc-touched">
          {stillBooked.map(({ reference, title }) => (
            <li key={reference}>
              <bdi>{title}</bdi>{' '}
              <Link to={`/admin/orders/${reference}`}>
                <bdi>{reference}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
