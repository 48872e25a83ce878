import { Link } from 'react-router';
import { Tag, type Tone } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { OrderBlock } from '../orders/pages/order-parts.tsx';
import type { BasketOutcome } from './basket-outcome.ts';
import type { TripOfOrder } from './trip-of-order.server.ts';

export const outcomeTones: Readonly<Record<BasketOutcome, Tone>> = {
  confirmed: 'ok',
  working: 'info',
  failed: 'danger',
  returned: 'warn',
  open: 'plain',
};

/** On the page of one order: what it was bought with, and how that stands. */
export function TripBlock({ trip }: { trip: TripOfOrder }) {
  const t = useTexts('cart');
  return (
    <OrderBlock
      title={t('part.title')}
      action={
        <Link className="link" to={trip.closed ? `/trip/${trip.reference}` : '/cart'}>
          {t('part.open')}
        </Link>
      }
    >
      <p>{t('part.text')}</p>
      <ul className="order-part__members">
        {trip.others.map((other) => (
          <li key={other.reference}>
            <Link className="link" to={`/track?order=${other.reference}`}>
              {other.title}
            </Link>
            <Tag tone={outcomeTones[other.outcome]}>{t(`outcome.${other.outcome}`)}</Tag>
          </li>
        ))}
      </ul>
    </OrderBlock>
  );
}
