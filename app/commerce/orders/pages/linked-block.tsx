import { Link } from 'react-router';
import { DateText } from '#app/ui/date-text.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { LinkedOrder } from '../find-linked.server.ts';
import { OrderBlock } from './order-parts.tsx';

/** After a cancellation: what its owner still has booked for those days. Nothing of it is cancelled by itself. */
export function LinkedBlock({ linked }: { linked: readonly LinkedOrder[] }) {
  const t = useTexts('orders');
  return (
    <OrderBlock title={t('linked.title')} id="linked">
      <p>{t('linked.text')}</p>
      <ul className="order-part__members">
        {linked.map(({ reference, title, from, until }) => (
          <li key={reference}>
            <span>
              <Link className="link" to={`/track?order=${reference}`}>
                {title}
              </Link>{' '}
              <small className="muted">
                <DateText date={from} form="day" />
                {until > from && (
                  <>
                    {' – '}
                    <DateText date={until} form="day" />
                  </>
                )}
              </small>
            </span>
            <Link className="link" to={`/track?order=${reference}#cancel`}>
              {t('linked.cancel')}
            </Link>
          </li>
        ))}
      </ul>
    </OrderBlock>
  );
}
