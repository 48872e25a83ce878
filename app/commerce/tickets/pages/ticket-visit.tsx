import { Form, Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { clockInDubai, dayInDubai } from '../../orders/pages/order-parts.tsx';
import type { VisitAnswer } from '../hear-visit.server.ts';
import type { TicketVisit } from '../open-visit.server.ts';
import './tickets.css';

const marks = [1, 2, 3, 4, 5] as const;

/** A ticket between its owner and us: what was said, the way to say more, and how it went. */
export function VisitBody({
  visit,
  answer,
  said,
  into,
}: {
  visit: TicketVisit;
  answer: VisitAnswer | null;
  said: string | null;
  into: string | null;
}) {
  const t = useTexts('tickets');
  const language = useLanguage();
  return (
    <div className="tv">
      {said && !answer && (
        <Notice tone="ok" boxed live>
          {t(`said.${said}`)}
        </Notice>
      )}
      {answer && (
        <Notice tone="warn" boxed live>
          {t(`refused.${answer.refused}`)}
        </Notice>
      )}
      <p className="tv__state">
        <b>{t(`state.${visit.status}`)}</b>
        {visit.due && (
          <span className="muted">
            {' · '}
            {t('promise', { date: dayInDubai(visit.due, language), time: clockInDubai(visit.due, language) })}
          </span>
        )}
      </p>
      {into && (
        <p>
          {t('merged')}{' '}
          <Link className="link" to={into}>
            <bdi>{visit.into?.reference}</bdi>
          </Link>
        </p>
      )}
      {visit.mayRate && (
        <section className="tv__rate" aria-labelledby="rate">
          <h2 id="rate">{visit.rating === null ? t('rate.title') : t('rate.thanks')}</h2>
          <Form method="post" preventScrollReset>
            {marks.map((mark) => (
              <button key={mark} type="submit" name="rating" value={mark} aria-pressed={visit.rating === mark}>
                <b>{mark}</b>
                <span>{t(`rate.${mark}`)}</span>
              </button>
            ))}
          </Form>
        </section>
      )}
      <ol className="tv__said">
        {visit.said.map((one) => (
          <li key={one.id} data-ours={one.ours || undefined}>
            <p className="tv__who">
              <b>{one.ours ? 'Rihla' : t('you')}</b> <span className="muted small">{sayDay(one.at, language, 'long')}</span>
            </p>
            <p className="tv__words" dir="auto">
              {one.words}
            </p>
          </li>
        ))}
      </ol>
      {visit.mayWrite ? (
        <Form method="post" className="tv__write" key={visit.said.length}>
          <input type="hidden" name="key" value={visit.key} />
          <TextArea name="words" label={t('write')} rows={5} defaultValue={answer?.words ?? ''} maxLength={8000} />
          <p className="tv__go">
            <Button look="go">{t('send')}</Button>
            {visit.mayRate && (
              <Button look="line" name="intent" value="reopen">
                {t('reopen')}
              </Button>
            )}
          </p>
        </Form>
      ) : (
        !into && <p className="muted">{t('over')}</p>
      )}
    </div>
  );
}
