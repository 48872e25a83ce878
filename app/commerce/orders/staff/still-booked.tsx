import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { LinkedOrder } from '../find-linked.server.ts';

/** What else is still booked for the days of an order that was given back: for a colleague to bring up. */
export function StillBooked({ linked }: { linked: readonly Pick<LinkedOrder, 'reference' | 'title'>[] }) {
  const t = useTexts('staff-orders');
  if (linked.length === 0) return null;
  return (
    <section className="dl-card" aria-labelledby="still-booked">
      <h2 id="still-booked">{t('stillBooked')}</h2>
      <ul>
        {linked.map(({ reference, title }) => (
          <li key={reference}>
            <bdi>{title}</bdi>{' '}
            <Link to={`/admin/orders/${reference}`}>
              <bdi>{reference}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
