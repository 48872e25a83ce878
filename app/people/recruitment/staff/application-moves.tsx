import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { rejectReasons } from '../job-application-status.ts';
import { useFields, Version, type Record, type Sent } from './application-fields.tsx';

/** Where it may go next, and out of it. */
export function Moves({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field } = useFields(sent, 'reject');
  const events = (['screen', 'shortlist', 'interview', 'consider', 'keep'] as const).filter((one) => record.moves.includes(one));
  const hires = record.moves.includes('hire') && record.offers[0]?.status === 'accepted';
  return (
    <section className="dl-card">
      <h2>{t('next')}</h2>
      <Form method="post" action="." className="hr-moves">
        <Version record={record} />
        {hires && (
          <button className="bo-btn bo-btn--p" name="intent" value="hire" type="submit">
            {t('event.hire')}
          </button>
        )}
        {events
          .filter((event) => event !== 'keep' || !record.keepStop)
          .map((event) => (
            <button key={event} className="bo-btn" name="intent" value={event} type="submit">
              {t(`event.${event}`)}
            </button>
          ))}
      </Form>
      {record.plans && (
        <Link className="bo-btn" to={`/admin/interview-scheduling/new?application=${record.reference}`}>
          <Icon name="calendar" small />
          {t('planInterview')}
        </Link>
      )}
      {record.moves.includes('keep') && record.keepStop && <p className="dl-quiet">{t(`refused.${record.keepStop}`)}</p>}
      {record.moves.includes('reject') && (
        <details open={open}>
          <summary>{t('event.reject')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <label>
              {t('reject.reason')}
              <select {...field('reason', rejectReasons[0])}>
                {rejectReasons
                  .filter((one) => one !== 'lapsed')
                  .map((one) => (
                    <option key={one} value={one}>
                      {t(`reason.${one}`)}
                    </option>
                  ))}
              </select>
            </label>
            <label>
              {t('reject.mail')}
              <select {...field('wait', 'soon')}>
                {(['soon', 'day', 'none'] as const).map((one) => (
                  <option key={one} value={one}>
                    {t(`wait.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            {record.rejection !== '' && (
              <label>
                {t('reject.words')}
                <textarea {...field('words', record.rejection)} rows={8} dir="auto" maxLength={4000} />
              </label>
            )}
            <button className="bo-btn bo-btn--danger" name="intent" value="reject" type="submit">
              {t('event.reject')}
            </button>
            <p className="dl-quiet">{t('reject.undoHint')}</p>
          </Form>
        </details>
      )}
    </section>
  );
}

/** Who works on it and who judges it. */
export function People({ record }: { record: Record }) {
  const t = useTexts('staff-hiring');
  return (
    <section className="dl-card">
      <h2>{t('people')}</h2>
      <Form method="post" action="." className="hr-form">
        <Version record={record} />
        <label>
          {t('column.owner')}
          <select name="to" defaultValue={record.owner ?? ''} key={record.owner}>
            <option value="">{t('nobody')}</option>
            {record.recruiters.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" name="intent" value="assign" type="submit">
          {t('assign')}
        </button>
      </Form>
      {record.reviewers.map(({ userId, name }) => (
        <Form method="post" action="." key={userId} className="hr-moves">
          <Version record={record} />
          <input type="hidden" name="user" value={userId} />
          <bdi>{name}</bdi>
          <button className="bo-btn" name="intent" value="reviewer-remove" type="submit">
            {t('reviewerRemove')}
          </button>
        </Form>
      ))}
      <Form method="post" action="." className="hr-form">
        <Version record={record} />
        <label>
          {t('reviewer')}
          <select name="user" required defaultValue="">
            <option value="">–</option>
            {record.judges.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" name="intent" value="reviewer-add" type="submit">
          {t('reviewerAdd')}
        </button>
      </Form>
    </section>
  );
}
