import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { TripAsStaff } from '../trip-of-order.server.ts';

/** On the record of an order: what it was bought together with. Works in the staff frame, whose texts it reads. */
export function TripOnDesk({ trip }: { trip: TripAsStaff | null }) {
  const t = useTexts('staff');
  if (!trip) return null;
  return (
    <p className="dl-note">
      <Icon name="trips" small /> {t(trip.paid ? 'trip.paid' : 'trip.open', { reference: trip.reference })}{' '}
      {trip.others.map(({ reference }) => (
        <Link key={reference} to={`/admin/orders/${reference}`}>
          <bdi>{reference}</bdi>
        </Link>
      ))}
    </p>
  );
}
