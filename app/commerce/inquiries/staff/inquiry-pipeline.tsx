import { Form, Link } from 'react-router';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { isOpenInquiry, lostReasons, type InquiryStatus } from '../inquiry-status.ts';
import { InquiryState } from './inquiry-state.tsx';
import type { OpenInquiry } from './open-inquiry.server.ts';

const way = ['new', 'contacted', 'qualified', 'quoted', 'won'] as const satisfies readonly InquiryStatus[];

/** Where an inquiry stands, whose it is, and what can be done with it next. */
export function InquiryPipeline({ record, formKey }: { record: OpenInquiry; formKey: string }) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const reached = way.findIndex((state) => state === record.status);
  const can = (event: OpenInquiry['moves'][number]) => record.moves.includes(event);
  return (
    <section className="dl-card iq-line">
      <h2>{t('line.title')}</h2>
      {reached >= 0 ? (
        <ol className="iq-way">
          {way.map((state, at) => (
            <li key={state} data-past={at < reached || undefined} aria-current={at === reached ? 'step' : undefined}>
              {t(`state.${state}`)}
            </li>
          ))}
        </ol>
      ) : (
        <p>
          <InquiryState state={record.status} /> {record.lostReason && t(`lost.${record.lostReason}`)}
        </p>
      )}
      {record.into && (
        <p>
          {t('merge.into')}{' '}
          <Link to={`/admin/inquiries/${record.into}`}>
            <bdi>{record.into}</bdi>
          </Link>
        </p>
      )}
      <p className="dl-quiet">
        {t('line.asked', { age: t(`age.${record.age.unit}`, { count: record.age.count }) })}
        {record.promise && (
          <>
            {' · '}
            <span className={record.promise === 'late' || record.promise === 'broken' ? 'dl-late' : undefined}>
              {t(`promise.${record.promise}`, { date: sayDay(record.answerBy, language, 'day') })}
            </span>
          </>
        )}
      </p>
      {(isOpenInquiry(record.status) || record.owner) && <Owner record={record} />}
      <div className="iq-moves">
        {(['qualify', 'park', 'close', 'reopen'] as const).filter(can).map((event) => (
          <Form method="post" key={event}>
            <input type="hidden" name="key" value={`${formKey}-${event}`} />
            <button className="bo-btn" name="event" value={event} type="submit">
              {t(`act.${event}`)}
            </button>
          </Form>
        ))}
      </div>
      {can('lose') && (
        <details className="iq-more">
          <summary>{t('act.lose')}</summary>
          <Form method="post">
            <input type="hidden" name="key" value={`${formKey}-lose`} />
            <label>
              {t('lost.why')}
              <select name="reason" required defaultValue="">
                <option value="">{t('lost.choose')}</option>
                {lostReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`lost.${reason}`)}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn" name="event" value="lose" type="submit">
              {t('act.loseGo')}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}

function Owner({ record }: { record: OpenInquiry }) {
  const t = useTexts('staff-inquiries');
  const { owner, colleagues, me } = record;
  const mayWork = record.mayWork && isOpenInquiry(record.status);
  const from = <input type="hidden" name="from" value={owner?.id ?? ''} />;
  return (
    <div className="iq-owner">
      <p>
        {t('owner.title')}: <bdi>{owner ? owner.name : t('owner.nobody')}</bdi>
      </p>
      {mayWork && (
        <Form method="post">
          {from}
          <input type="hidden" name="event" value="assign" />
          <button className="bo-btn" name="to" value={owner?.mine ? '' : me} type="submit">
            {t(owner?.mine ? 'owner.back' : 'owner.take')}
          </button>
        </Form>
      )}
      {mayWork && colleagues.length > 0 && (
        <details className="iq-more">
          <summary>{t('owner.give')}</summary>
          <Form method="post">
            {from}
            <input type="hidden" name="event" value="assign" />
            <select name="to" aria-label={t('owner.give')} required defaultValue="">
              <option value="">{t('owner.choose')}</option>
              {colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <button className="bo-btn" type="submit">
              {t('owner.giveGo')}
            </button>
          </Form>
        </details>
      )}
    </div>
  );
}

/** What else the same person asked; one that is the same wish can go on as this one. */
export function InquiryTwins({ record, formKey }: { record: OpenInquiry; formKey: string }) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  if (record.twins.length === 0) return null;
  return (
    <section className="dl-card iq-twins">
      <h2>{t('merge.title')}</h2>
      <ul>
        {record.twins.map((twin) => (
          <li key={twin.reference}>
            <Link to={`/admin/inquiries/${twin.reference}`}>
              <bdi>{twin.reference}</bdi>
            </Link>{' '}
            <InquiryState state={twin.status} />
            <span className="dl-quiet">
              {t(`kind.${twin.kind}`)} · {sayDay(twin.asked, language, 'short')}
            </span>
            {twin.mergeable && (
              <Form method="post">
                <input type="hidden" name="key" value={`${formKey}-merge`} />
                <input type="hidden" name="twin" value={twin.reference} />
                <button className="bo-btn" name="event" value="merge" type="submit">
                  {t('act.merge')}
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
