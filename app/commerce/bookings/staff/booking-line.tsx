import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { nameOfMail, nameOfNote, type TimelineShow } from '../../orders/staff/order-line.ts';
import { OrderTimeline } from '../../orders/staff/order-timeline.tsx';
import type { BookingEntry } from './read-booking-line.server.ts';

/** Everything that happened to a booked order. No supplier of one is asked by a program: there are no calls to show. */
export function BookingLine({ line, show }: { line: readonly BookingEntry[]; show: TimelineShow }) {
  const t = useTexts('staff-orders');
  const bookings = useTexts('staff-holidays');
  const records = useTexts('staff-records');
  const language = useLanguage();
  const say = (entry: BookingEntry): string => {
    const { kind, what, amount } = entry;
    const [of, event = ''] = what.split('.');
    switch (kind) {
      case 'note':
        return nameOfNote(records, entry);
      case 'mail':
        return what.startsWith('text:') ? t('timeline.text', { mail: nameOfMail(records, what.slice(5)) }) : nameOfMail(records, what);
      case 'money':
        return `${t(`ledger.${what}`)} ${amount ? formatMoney(amount, language) : ''}`;
      case 'event':
        return of === 'booking'
          ? bookings([`events.${event}`, 'events.other'])
          : `${t(`events.${event}`, { defaultValue: event })} ${amount ? formatMoney(amount, language) : ''}`.trim();
    }
  };
  return (
    <OrderTimeline
      show={show}
      without={['call']}
      entries={line.map((entry) => ({
        at: entry.at,
        kind: entry.kind,
        id: entry.id,
        title: say(entry),
        words: entry.kind === 'note' && entry.what !== '' ? entry.what : null,
        under: entry.kind === 'event' && (
          <>
            {entry.byName ? (
              <bdi>{entry.by}</bdi>
            ) : (
              t(`actors.${entry.by}`, { defaultValue: records(`line.by.${entry.by}`, { defaultValue: entry.by ?? '' }) })
            )}
            {entry.reason && (
              <>
                {' · '}
                <bdi>{entry.reason}</bdi>
              </>
            )}
          </>
        ),
      }))}
    />
  );
}
