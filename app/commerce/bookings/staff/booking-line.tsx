import { Link } from 'react-router';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { timelineKinds, type TimelineShow } from '../../orders/staff/order-line.ts';
import type { BookingEntry } from './read-booking-line.server.ts';

const icons: Readonly<Record<BookingEntry['kind'], IconName>> = { event: 'change', note: 'edit', money: 'card', mail: 'mail' };
/** No supplier of a booking is asked by a program: there are no calls to show. */
const shows = timelineKinds.filter((kind) => kind !== 'call');

/** Everything that happened to a booked order, newest first, or a part of it. */
export function BookingLine({ line, show }: { line: readonly BookingEntry[]; show: TimelineShow }) {
  const t = useTexts('staff-orders');
  const shown = line.filter(({ kind }) => show === 'all' || kind === show);
  return (
    <section className="dl-card" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline.title')}</h2>
      <nav className="br-shows" aria-label={t('timeline.filter')}>
        {shows.map((one) => (
          <Link
            key={one}
            to={one === 'all' ? '?#timeline' : `?timeline=${one}#timeline`}
            preventScrollReset
            aria-current={one === show ? 'true' : undefined}
          >
            {t(`timeline.kinds.${one}`)}
          </Link>
        ))}
      </nav>
      {shown.length === 0 ? (
        <p className="dl-quiet">{t('timeline.nothing')}</p>
      ) : (
        <ol className="br-line">
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: BookingEntry }) {
  const t = useTexts('staff-orders');
  const bookings = useTexts('staff-holidays');
  const records = useTexts('staff-records');
  const language = useLanguage();
  const { kind, what, by, byName, reason, amount } = entry;
  const [of, event = ''] = what.split('.');
  const say = (): string => {
    switch (kind) {
      case 'note':
        return by ?? '–';
      case 'mail':
        return records(`line.mails.${what}`, { defaultValue: t(`mails.${what}`, { defaultValue: records('line.mail') }) });
      case 'money':
        return `${t(`ledger.${what}`)} ${amount ? formatMoney(amount, language) : ''}`;
      case 'event':
        return of === 'booking' ? bookings([`events.${event}`, 'events.other']) : t(`events.${event}`, { defaultValue: event });
    }
  };
  return (
    <li>
      <Icon name={icons[kind]} small />
      <div>
        <b>{say()}</b>{' '}
        <time className="dl-quiet" dateTime={entry.at}>
          {formatDate(entry.at.slice(0, 10), language, 'short')}
        </time>
        {kind === 'note' && (
          <p className="dl-words" dir="auto">
            {what}
          </p>
        )}
        {kind === 'event' && (
          <p className="dl-quiet">
            {byName ? <bdi>{by}</bdi> : t(`actors.${by}`, { defaultValue: records(`line.by.${by}`, { defaultValue: by ?? '' }) })}
            {reason && (
              <>
                {' · '}
                <bdi>{reason}</bdi>
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
