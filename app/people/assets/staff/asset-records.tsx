import { Link } from 'react-router';
import { formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/asset-page.ts';
import { ChargeState } from './charge-state.tsx';

const base = '/admin/hr/asset-management';

/** What is on record about a thing: its papers, photographs, charges and history. */
export function AssetRecords({ loaded }: { loaded: Route.ComponentProps['loaderData'] }) {
  const { asset, papers, photos, charges, history } = loaded;
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  return (
    <>
      <section className="dl-card">
        <h2>{t('papers.title')}</h2>
        {papers.length === 0 ? (
          <p className="dl-quiet">{t('papers.none')}</p>
        ) : (
          <ul className="as-list">
            {papers.map((paper) => (
              <li key={paper.reference}>
                <span>
                  {paper.stored ? (
                    <a href={`${base}/papers/${paper.reference}`}>{words(`${paper.way}.title`)}</a>
                  ) : (
                    words(`${paper.way}.title`)
                  )}{' '}
                  <bdi>{paper.person}</bdi>
                  <small className="dl-quiet">
                    <bdi>{paper.reference}</bdi> · {sayDay(paper.day, language)}
                  </small>
                  {paper.refusal && (
                    <small className="dl-quiet">
                      <bdi>{paper.refusal}</bdi>
                    </small>
                  )}
                </span>
                <span
                  className={`dl-state${paper.status === 'signed' ? ' dl-state--good' : paper.status === 'pending' ? ' dl-state--now' : ''}`}
                >
                  {t(`paper.${paper.status}`)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {photos.length > 0 && (
        <section className="dl-card">
          <h2>{t('photos.title')}</h2>
          <ul className="as-list">
            {photos.map((photo) => (
              <li key={photo.id}>
                <a href={`${base}/photos/${photo.id}`}>{t('photos.of', { day: sayDay(photo.day, language) })}</a>
                <bdi className="dl-quiet">{photo.reference}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {charges.length > 0 && (
        <section className="dl-card">
          <h2>{t('charges.title')}</h2>
          <ul className="as-list">
            {charges.map((charge) => (
              <li key={charge.id}>
                <span>
                  <Link to={`${base}/charges?queue=all&find=${asset.tag}`}>
                    <bdi>{formatMoney(charge.amount, language)}</bdi>
                  </Link>{' '}
                  · <bdi>{charge.person}</bdi>
                  <small className="dl-quiet">
                    <bdi>{charge.reason}</bdi> · {sayDay(charge.day, language)}
                    {charge.month && <> · {t('charges.in', { month: `\u2068${charge.month}\u2069` })}</>}
                  </small>
                </span>
                <ChargeState status={charge.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="dl-card">
        <h2>{t('history')}</h2>
        <ol className="as-list">
          {history.map((event, index) => (
            <li key={index}>
              <span>
                <b>{t(`event.${event.event}`)}</b> {event.holder && <bdi>{event.holder}</bdi>}
                {event.why && <small className="dl-quiet">{t(`why.${event.why}`)}</small>}
                {event.words.length > 0 && (
                  <small className="dl-quiet">
                    <bdi>{event.words.join(' · ')}</bdi>
                  </small>
                )}
              </span>
              <span className="dl-quiet">
                <bdi>{event.by ?? t('bySystem')}</bdi> · {sayDay(event.day, language)}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
