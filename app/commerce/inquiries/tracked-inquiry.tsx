import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { DubaiTime } from '../orders/pages/order-parts.tsx';
import type { TrackedInquiry as Tracked } from './track-inquiry.server.ts';

/** Where a question to us stands, for whoever named its reference: whose turn it is, and by when. */
export function TrackedInquiry({ inquiry }: { inquiry: Tracked }) {
  const t = useTexts('orders');
  const state = inquiry.merged ? 'merged' : inquiry.status;
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('inquiry.title')}</h1>
        <p>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{inquiry.reference}</bdi>
          </b>
          {inquiry.about && ` · ${inquiry.about}`}
        </p>
      </header>
      <div className="card order-find">
        <h2>{t(`inquiry.states.${state}`)}</h2>
        <p>{t(`inquiry.next.${state}`)}</p>
        <dl>
          <dt className="muted small">{t('inquiry.asked')}</dt>
          <dd>
            <DubaiTime at={inquiry.askedAt} /> {t('clock.dubai')}
          </dd>
          {inquiry.answeredAt ? (
            <>
              <dt className="muted small">{t('inquiry.answered')}</dt>
              <dd>
                <DubaiTime at={inquiry.answeredAt} /> {t('clock.dubai')}
              </dd>
            </>
          ) : (
            inquiry.status === 'new' && (
              <>
                <dt className="muted small">{t('inquiry.answerBy')}</dt>
                <dd>
                  <DubaiTime at={inquiry.answerBy} /> {t('clock.dubai')}
                </dd>
              </>
            )
          )}
        </dl>
        <p className="muted small">{t('inquiry.masked')}</p>
        <p>
          <Link className="link" to="/contact">
            {t('inquiry.write')}
          </Link>
        </p>
      </div>
    </main>
  );
}
