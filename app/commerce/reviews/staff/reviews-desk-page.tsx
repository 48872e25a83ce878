import { Form, Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { Stars } from '../review-figures.tsx';
import { reviewedKinds, reviewLanguages, starValues } from '../review-kinds.ts';
import { countReviews, listReviewsAsStaff, summariseReviews } from '../reviews-store.server.ts';
import { deskQuery, deskTabs, filterOf, readDeskView, type ReviewDeskView } from './desk-view.ts';
import { ReviewState } from './review-state.tsx';
import type { Route } from './+types/reviews-desk-page.ts';
import './review-desk.css';

export const handle = { texts: ['staff-reviews', 'review-figures', 'reviews'] };

const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const view = readDeskView(url.searchParams);
  const [list, counts, summary] = await Promise.all([
    listReviewsAsStaff(db, filterOf(view), { size: pageSize, number: view.page }),
    countReviews(db),
    summariseReviews(db),
  ]);
  return {
    view,
    counts,
    matching: list.matching,
    average: summary.average,
    mayExport: may(context.get(viewerContext), 'reviews:export'),
    rows: list.rows.map(({ reference, status, stars, title, displayName, kind, subject, language: tongue, changedAt, reply }) => ({
      reference,
      status,
      stars,
      title,
      name: displayName,
      kind,
      subject: subject[language],
      language: tongue,
      at: changedAt.toISOString(),
      answered: reply !== null,
    })),
  };
}

export default function ReviewsDeskPage({ loaderData }: Route.ComponentProps) {
  const { view, counts, rows, matching, average, mayExport } = loaderData;
  const t = useTexts('staff-reviews');
  const shop = useTexts('reviews');
  const language = useLanguage();
  const address = (change: Partial<ReviewDeskView>) => `/admin/reviews${deskQuery({ ...view, page: 1, ...change })}`;
  const all = counts.waiting + counts.published + counts.rejected + counts.withdrawn;
  const filtered = view.find !== '' || view.stars !== null || view.language !== null || view.kind !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {t('matching', { count: matching })}
          {average !== null && ` · ${t('average', { average: formatNumber(average, language, 2) })}`}
        </p>
        {mayExport && (
          <Form method="post" action={`/admin/reviews/export${deskQuery(view)}`} reloadDocument>
            <button className="bo-btn" type="submit" aria-disabled={matching === 0 || undefined}>
              <Icon name="download" small />
              {t('export')}
            </button>
          </Form>
        )}
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {deskTabs.map((tab) => (
          <Link key={tab} to={address({ tab, find: '' })} aria-current={tab === view.tab && view.find === '' ? 'page' : undefined}>
            {t(`state.${tab}`)} <span>{formatNumber(tab === 'all' ? all : counts[tab], language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action="/admin/reviews" role="search" key={address({})}>
        {view.tab !== 'waiting' && <input type="hidden" name="state" value={view.tab} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={view.find} placeholder={t('find')} maxLength={80} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.stars')}</span>
          <select name="stars" defaultValue={view.stars ?? ''}>
            <option value="">{t('anyStars')}</option>
            {starValues.map((stars) => (
              <option key={stars} value={stars}>
                {t('stars', { stars })}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="kind" defaultValue={view.kind ?? ''}>
            <option value="">{t('anyKind')}</option>
            {reviewedKinds.map((kind) => (
              <option key={kind} value={kind}>
                {shop(`kind.${kind}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.language')}</span>
          <select name="language" defaultValue={view.language ?? ''}>
            <option value="">{t('anyLanguage')}</option>
            {reviewLanguages.map((tongue) => (
              <option key={tongue} value={tongue}>
                {t(`language.${tongue}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={address({ find: '', stars: null, language: null, kind: null })}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.tab}`)}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['reference', 'state', 'stars', 'title', 'kind', 'subject', 'by', 'language', 'changed'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.reference}>
                  <td>
                    <Link to={`/admin/reviews/${row.reference}`}>
                      <bdi>{row.reference}</bdi>
                    </Link>
                  </td>
                  <td>
                    <ReviewState state={row.status} />
                  </td>
                  <td>
                    <Stars value={row.stars} />
                  </td>
                  <td className="rd-c-title">
                    <bdi>{row.title}</bdi>
                    {row.answered && <Icon name="message" small label={t('answered')} />}
                  </td>
                  <td>{shop(`kind.${row.kind}`)}</td>
                  <td>
                    <bdi>{row.subject}</bdi>
                  </td>
                  <td>{row.name === null ? t('nameless') : <bdi>{row.name}</bdi>}</td>
                  <td>{t(`language.${row.language}`)}</td>
                  <td>{formatDate(row.at, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination page={view.page} pages={Math.ceil(matching / pageSize)} pageTo={(page) => address({ page })} label={t('pages')} />
    </div>
  );
}
