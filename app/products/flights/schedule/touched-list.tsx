import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { Touched } from './find-touched.ts';
import './schedule.css';

/** What else of the trip a change touches, each with why and where something can be done about it. */
export function TouchedList({ touched, by }: { touched: readonly Touched[]; by: 'customer' | 'staff' }) {
  const t = useTexts('schedule-change');
  return (
    <ul className="sc-touched">
      {touched.map(({ reference, title, touch, change }, at) => {
        const record = by === 'staff' ? `/admin/orders/${reference}` : `/track?order=${reference}`;
        return (
          <li key={at}>
            <b>
              <bdi>{title}</bdi>
            </b>{' '}
            <small className="muted">
              <bdi>{reference}</bdi>
            </small>
            <p>{t(`touched.${touch}`)}</p>
            <p>
              {by === 'customer' && change && (
                <>
                  <Link className="link" to={change.to}>
                    {change.words}
                  </Link>{' '}
                </>
              )}
              <Link className="link" to={record}>
                {t(by === 'staff' ? 'touchedRecord' : 'touchedOrder')}
              </Link>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
