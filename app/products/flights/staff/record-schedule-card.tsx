import { Link } from 'react-router';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Segment } from '../offer.ts';
import { dayMonth, TimeLeft } from '#app/commerce/orders/staff/desk-time.tsx';
import { comma } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RecordConsent, RecordSchedule, RecordView } from './record-view.ts';

/** What the airline changed after the tickets were written: before and now beside one another, and where it stands. */
export function ScheduleCard({ record, now }: { record: RecordView; now: number }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  if (record.schedules.length === 0 && record.moves === null) return null;
  const asked =
    record.status === 'cancel_quoted' && record.schedules.some(({ status, told, answer }) => status === 'open' && told && !answer);
  return (
    <section className="fd-card" aria-labelledby="card-schedule">
      <header>
        <h2 id="card-schedule">{t('schedule.title')}</h2>
        {(record.status === 'schedule_change_pending' || asked) && (
          <Link to={`/admin/orders/flights/${record.reference}/schedule`}>{t('answerSchedule')}</Link>
        )}
      </header>
      {record.moves && <p>{t('schedule.allows', consentWords(record.moves, t, language))}</p>}
      {record.schedules.length > 0 && <Changes record={record} now={now} />}
    </section>
  );
}

/** The values of a sentence about a consent. */
const consentWords = ({ minutes, at, from }: RecordConsent, t: Translate, language: LanguageCode) => ({
  minutes,
  day: sayDay(at, language, 'long'),
  who: t(`schedule.from.${from}`),
});

function Changes({ record, now }: { record: RecordView; now: number }) {
  const t = useTexts('staff-orders');
  return (
    <div className="fd-scroll">
      <table className="fd-table">
        <thead>
          <tr>
            {(['before', 'now', 'kind', 'state'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`schedule.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {record.schedules.map((one) => (
            <Row key={one.id} one={one} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ one, now }: { one: RecordSchedule; now: number }) {
  const language = useLanguage();
  const t = useTexts('staff-orders');
  const waits = one.status === 'open' && one.answer === null;
  return (
    <tr>
      <td>
        <Flights directions={one.was} />
      </td>
      <td>
        {one.now.every((direction) => direction === null)
          ? t('schedule.kinds.cancelled')
          : one.now.map((direction, at) =>
              direction ? <Flights key={at} directions={[direction]} /> : <div key={at}>{t('schedule.kinds.cancelled')}</div>,
            )}
      </td>
      <td>
        {one.kinds.map((kind) => t(`schedule.kinds.${kind}`)).join(comma(language))} · {t(`schedule.severity.${one.severity}`)}
        {one.broken.map(({ from, to, airport }) => (
          <small key={from + to} className="fd-quiet">
            {' '}
            {t('schedule.broken', { first: from, second: to, airport })}
          </small>
        ))}
      </td>
      <td>
        {one.status === 'open'
          ? t(one.answer ? 'schedule.states.answering' : one.told ? 'schedule.states.open' : 'schedule.states.waiting')
          : t(`schedule.states.${one.status}`)}{' '}
        {waits && one.answerBy && <TimeLeft until={one.answerBy} now={now} />}
        {one.reason && (
          <small className="fd-quiet">
            {' '}
            <bdi>{t(`reasons.${one.reason}`, { defaultValue: one.reason })}</bdi>
          </small>
        )}
        {one.allowed && <small className="fd-quiet"> {t('schedule.allowed', consentWords(one.allowed, t, language))}</small>}
      </td>
    </tr>
  );
}

function Flights({ directions }: { directions: readonly (readonly Segment[])[] }) {
  const language = useLanguage();
  return (
    <>
      {directions.flat().map((segment, at) => (
        <div key={at} className="fd-nowrap">
          <bdi>{segment.flight}</bdi> {dayMonth(segment.departs.local, language)}{' '}
          <bdi dir="ltr">
            {segment.from} {segment.departs.local.slice(11, 16)} – {segment.to} {segment.arrives.local.slice(11, 16)}
          </bdi>
        </div>
      ))}
    </>
  );
}
