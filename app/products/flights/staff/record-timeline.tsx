import { Link } from 'react-router';
import { timelineKinds, type TimelineShow } from '#app/commerce/orders/staff/order-line.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import type { RecordEvent, RecordView } from './record-view.ts';

const icons: Readonly<Record<RecordEvent['kind'], IconName>> = {
  event: 'change',
  note: 'edit',
  call: 'route',
  money: 'card',
  mail: 'mail',
};

/** Everything that happened, newest first, with the raw supplier log folded at the foot. */
export function RecordTimeline({ record, kind }: { record: RecordView; kind: TimelineShow }) {
  const t = useTexts('staff-orders');
  const shown = record.timeline.filter((event) => kind === 'all' || event.kind === kind);
  return (
    <section className="fd-card" aria-labelledby="card-timeline">
      <header>
        <h2 id="card-timeline">{t('timeline.title')}</h2>
      </header>
      <nav className="fd-tabs" aria-label={t('timeline.filter')}>
        {timelineKinds.map((one) => (
          <Link key={one} to={one === 'all' ? '?' : `?timeline=${one}`} preventScrollReset aria-current={one === kind ? 'true' : undefined}>
            {t(`timeline.kinds.${one}`)}
          </Link>
        ))}
      </nav>
      <ol className="fd-line">
        {shown.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
        {shown.length === 0 && <li className="fd-quiet">{t('timeline.nothing')}</li>}
      </ol>
      {record.log.length > 0 && (
        <details className="fd-raw">
          <summary>{t('timeline.raw')}</summary>
          <pre dir="ltr">{record.log.join('\n')}</pre>
        </details>
      )}
    </section>
  );
}

function Entry({ event }: { event: RecordEvent }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const by = event.byName ? <bdi>{event.by}</bdi> : t(`actors.${event.by}`, { defaultValue: event.by });
  const reason = event.reason && t(`reasons.${event.reason}`, { defaultValue: event.reason });
  const [action, outcome] = event.what.split('.');
  // A text says beside which mail it went.
  const [, beside] = event.what.split('text:');
  const said = (mail: string) => t(`mails.${mail}`, { defaultValue: mail });
  return (
    <li>
      <Icon name={icons[event.kind]} small />
      <b>
        {event.kind === 'note' && by}
        {event.kind === 'event' && t(`events.${event.what}`, { defaultValue: event.what })}
        {event.kind === 'call' && `${t(`calls.${action}`)} · ${t(`outcomes.${outcome}`)}`}
        {event.kind === 'mail' && (beside === undefined ? said(event.what) : t('timeline.text', { mail: said(beside) }))}
        {event.kind === 'money' && `${t(`ledger.${event.what}`)} ${event.amount ? formatMoney(event.amount, language) : ''}`}
      </b>
      <DeskMoment at={event.at} />
      {event.kind === 'note' && (
        <p className="fd-line__note" dir="auto">
          {event.what}
        </p>
      )}
      {event.kind !== 'note' && (
        <p>
          {event.kind === 'event' && by}
          {event.kind === 'event' && event.amount && ` · ${formatMoney(event.amount, language)}`}
          {event.state && ` · ${t('timeline.nowState', { state: t(`states.${event.state}`) })}`}
          {reason && (
            <>
              {event.kind === 'event' && ' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </p>
      )}
    </li>
  );
}
