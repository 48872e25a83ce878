import { Form, Link } from 'react-router';
import { staffRoles } from '#app/platform/access.ts';
import type { FieldFault } from '#app/ui/error-summary.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { SentJoiner, ShownJoiner } from './show-joiner.server.ts';
import '../../assets/staff/asset-request.css';

const reasonField = 'joiner-reason';

export function joinerFaults(sent: SentJoiner | null, t: ReturnType<typeof useTexts>): FieldFault[] {
  return (sent?.wrong ?? []).map(() => ({ field: reasonField, message: t('joiner.wrong.reason') }));
}

/**
 * The invitation of somebody who was hired: the roles that are proposed, and for who may invite the way to look it through
 * and send it. The page has the catalogues `staff-hiring` and `staff`.
 */
export function JoinerCard({
  joiner,
  reference,
  sent,
}: {
  readonly joiner: ShownJoiner;
  /** Of the application. */
  readonly reference: string;
  readonly sent: SentJoiner | null;
}) {
  const t = useTexts('staff-hiring');
  const names = useTexts('staff');
  const language = useLanguage();
  const { status, works, roles } = joiner;
  const version = <input type="hidden" name="version" value={joiner.version} />;
  const unsaid = sent?.wrong.includes('reason') === true;
  return (
    <section className="dl-card ar-card" id="joiner" aria-labelledby="joiner-title">
      <h2 id="joiner-title">{t('joiner.title')}</h2>
      <p>
        <span className={`dl-state${status === 'sent' ? ' dl-state--good' : ''}`}>{t(`joiner.state.${status}`)}</span>{' '}
        {t('joiner.startsOn', { day: formatDate(joiner.startsOn, language) })}
      </p>
      <p>{roles.map((role) => names(`roles.${role}`)).join(' · ') || <span className="dl-quiet">{t('joiner.noRole')}</span>}</p>
      {status !== 'prepared' && (
        <p className="dl-quiet">
          {joiner.at && sayDay(joiner.at, language)} <bdi>{joiner.by}</bdi>
          {joiner.reason && (
            <>
              {': '}
              <bdi>{joiner.reason}</bdi>
            </>
          )}
        </p>
      )}
      {status === 'sent' && joiner.seesStaff && (
        <Link className="bo-btn" to={`/admin/users/${encodeURIComponent(joiner.userId ?? '')}`}>
          {t('joiner.toRecord')}
        </Link>
      )}
      {status === 'prepared' && !works && <p className="dl-quiet">{t('joiner.waits')}</p>}
      {works && status === 'prepared' && (
        <>
          <Link className="bo-btn bo-btn--p" to={`/admin/users?joiner=${encodeURIComponent(reference)}#invite`}>
            {t('joiner.send')}
          </Link>
          <details>
            <summary>{t('joiner.change')}</summary>
            <Form method="post" action="." className="ar-form" key={joiner.version} preventScrollReset>
              {version}
              <fieldset>
                <legend>{t('joiner.roles')}</legend>
                {staffRoles.map((role) => (
                  <label key={role}>
                    <input type="checkbox" name="role" value={role} defaultChecked={roles.includes(role)} />
                    <span>{names(`roles.${role}`)}</span>
                  </label>
                ))}
              </fieldset>
              <button className="bo-btn" name="intent" value="joiner-change" type="submit">
                {t('joiner.save')}
              </button>
            </Form>
          </details>
          <details open={unsaid}>
            <summary>{t('joiner.refuse')}</summary>
            <Form method="post" action="." className="ar-form" preventScrollReset>
              {version}
              <label>
                <span>{t('joiner.reason')}</span>
                <input
                  id={reasonField}
                  name="reason"
                  required
                  minLength={3}
                  maxLength={300}
                  defaultValue={sent?.reason ?? ''}
                  {...(unsaid && { 'aria-invalid': true, 'aria-describedby': `${reasonField}-wrong` })}
                />
                {unsaid && (
                  <small className="bo-wrong" id={`${reasonField}-wrong`}>
                    {t('joiner.wrong.reason')}
                  </small>
                )}
              </label>
              <button className="bo-btn bo-btn--danger" name="intent" value="joiner-refuse" type="submit">
                {t('joiner.refuse')}
              </button>
            </Form>
          </details>
        </>
      )}
      {works && status === 'refused' && (
        <Form method="post" action="." preventScrollReset>
          {version}
          <button className="bo-btn" name="intent" value="joiner-prepare" type="submit">
            {t('joiner.prepare')}
          </button>
        </Form>
      )}
    </section>
  );
}
