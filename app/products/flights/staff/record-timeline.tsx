import { Fragment } from 'react';
import { nameOfMail, nameOfNote, type TimelineShow } from '#app/commerce/orders/staff/order-line.ts';
import { shownState } from '#app/commerce/orders/shown-state.ts';
import { OrderTimeline } from '#app/commerce/orders/staff/order-timeline.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { RecordEvent, RecordView } from './record-view.ts';

/** Everything that happened to flights, with the raw supplier log folded at the foot. */
export function RecordTimeline({ record, kind }: { record: RecordView; kind: TimelineShow }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const records = useTexts('staff-records');
  const by = (event: RecordEvent) => (event.byName ? <bdi>{event.by}</bdi> : t(`actors.${event.by}`, { defaultValue: event.by }));
  const title = ({ kind: of, what, amount }: RecordEvent): string => {
    switch (of) {
      case 'event':
        return t(`events.${what}`, { defaultValue: what });
      case 'call': {
        const [action, outcome] = what.split('.');
        return `${t(`calls.${action}`)} · ${t(`outcomes.${outcome}`)}`;
      }
      case 'mail':
        // A text says beside which mail it went.
        return what.startsWith('text:') ? t('timeline.text', { mail: nameOfMail(records, what.slice(5)) }) : nameOfMail(records, what);
      case 'money':
        return `${t(`ledger.${what}`)} ${amount ? formatMoney(amount, language) : ''}`;
      case 'note':
        return '';
    }
  };
  const under = (event: RecordEvent) => {
    const reason = event.reason && t(`reasons.${event.reason}`, { defaultValue: event.reason });
    if (event.kind === 'note' || (event.kind !== 'event' && !event.state && !reason)) return null;
    const said = [
      ...(event.kind === 'event' && event.amount ? [formatMoney(event.amount, language)] : []),
      ...(event.state ? [t('timeline.nowState', { state: t(`states.${shownState(event.state, record.money.position)}`) })] : []),
    ];
    return (
      <>
        {event.kind === 'event' && by(event)}
        {said.map((words) => (
          <Fragment key={words}> · {words}</Fragment>
        ))}
        {reason && (
          <>
            {event.kind === 'event' && ' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </>
    );
  };
  return (
    <OrderTimeline
      look="fd-card"
      show={kind}
      entries={record.timeline.map((event) => ({
        at: event.at,
        kind: event.kind,
        id: event.id,
        title: event.kind === 'note' ? (event.rang ? nameOfNote(records, event) : by(event)) : title(event),
        words: event.kind === 'note' && event.what !== '' ? event.what : null,
        under: under(event),
      }))}
    >
      {record.log.length > 0 && (
        <details className="fd-raw">
          <summary>{t('timeline.raw')}</summary>
          <pre dir="ltr">{record.log.join('\n')}</pre>
        </details>
      )}
    </OrderTimeline>
  );
}
