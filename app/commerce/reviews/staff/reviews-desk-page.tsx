import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { Stars } from '../review-figures.tsx';
import { reviewedKinds, reviewLanguages, starValues } from '../review-kinds.ts';
import { countMatchingReviews, countReviews, listReviewsAsStaff, placeOfReview, summariseReviews } from '../reviews-store.server.ts';
import {
  deskQuery,
  deskTabs,
  filterOf,
  noReviewFilters,
  readDeskView,
  reviewColumns,
  type ReviewColumn,
  type ReviewDeskView,
} from './desk-view.ts';
import { ReviewState } from './review-state.tsx';
import type { Route } from './+types/reviews-desk-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './review-desk.css';

export const handle = { texts: ['staff-reviews', 'review-figures', 'reviews', 'staff-lists'] };

const base = '/admin/reviews';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const view = readDeskView(url.searchParams);
  const [found, matching, counts, summary] = await Promise.all([
    listReviewsAsStaff(db, filterOf(view), { after: view.after, size: pageSize + 1 }),
    countMatchingReviews(db, filterOf(view)),
    countReviews(db),
    summariseReviews(db),
  ]);
  const shown = found.slice(0, pageSize);
  return {
    view,
    counts,
    matching,
    next: found.length > pageSize ? placeOfReview(shown.at(-1)!) : null,
    ...(await openDeskViews(db, 'reviews', viewer, url.searchParams)),
    average: summary.average,
    mayExport: may(viewer, 'reviews:export'),
    rows: shown.map(({ reference, status, stars, title, displayName, kind, subject, language: tongue, changedAt, reply }) => ({
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
  const { view, counts, rows, matching, next, average, mayExport } = loaderData;
  const t = useTexts('staff-reviews');
  const language = useLanguage();
  const address = (change: Partial<ReviewDeskView> = {}) => `${base}${deskQuery(view, change)}`;
  const here = deskQuery(view);
  const all = counts.waiting + counts.published + counts.rejected + counts.withdrawn;
  const filtered = deskQuery(view, noReviewFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {t('matching', { count: matching })}
          {average !== null && ` · ${t('average', { average: formatNumber(average, language, 2) })}`}
        </p>
        {mayExport && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('states')}
        queues={deskTabs.map((tab) => ({
          id: tab,
          name: t(`state.${tab}`),
          to: address({ tab, find: '' }),
          count: tab === 'all' ? all : counts[tab],
          here: tab === view.tab && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters view={view} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={reviewColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={deskQuery(view, { find: '' })} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.tab}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ reference }) => reference}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column) => (column === 'title' ? 'rd-c-title' : undefined)}
          plain={['reference', 'state', 'stars', 'title']}
        />
      )}
      <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} />
    </div>
  );
}

function Filters({ view, filtered }: { view: ReviewDeskView; filtered: boolean }) {
  const t = useTexts('staff-reviews');
  const shop = useTexts('reviews');
  const kept = deskQuery(view, noReviewFilters);
  return (
    <DeskFilters
      base={base}
      kept={kept}
      find={{ label: t('find'), value: view.find, most: 80 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${kept}`, label: t('clear') } : null}
    >
      <FilterChoice
        name="stars"
        label={t('column.stars')}
        value={view.stars === null ? '' : String(view.stars)}
        any={t('anyStars')}
        options={starValues.map((stars) => ({ id: String(stars), name: t('stars', { stars }) }))}
      />
      <FilterChoice
        name="kind"
        label={t('column.kind')}
        value={view.kind ?? ''}
        any={t('anyKind')}
        options={reviewedKinds.map((kind) => ({ id: kind, name: shop(`kind.${kind}`) }))}
      />
      <FilterChoice
        name="language"
        label={t('column.language')}
        value={view.language ?? ''}
        any={t('anyLanguage')}
        options={reviewLanguages.map((tongue) => ({ id: tongue, name: t(`language.${tongue}`) }))}
      />
    </DeskFilters>
  );
}

type Row = Route.ComponentProps['loaderData']['rows'][number];

function Cell({ column, row }: { column: ReviewColumn; row: Row }): ReactNode {
  const t = useTexts('staff-reviews');
  const shop = useTexts('reviews');
  const language = useLanguage();
  switch (column) {
    case 'reference':
      return (
        <Link to={`${base}/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </Link>
      );
    case 'state':
      return <ReviewState state={row.status} />;
    case 'stars':
      return <Stars value={row.stars} />;
    case 'title':
      return (
        <>
          <bdi>{row.title}</bdi>
          {row.answered && <Icon name="message" small label={t('answered')} />}
        </>
      );
    case 'kind':
      return shop(`kind.${row.kind}`);
    case 'subject':
      return <bdi>{row.subject}</bdi>;
    case 'by':
      return row.name === null ? t('nameless') : <bdi>{row.name}</bdi>;
    case 'language':
      return t(`language.${row.language}`);
    case 'changed':
      return sayDay(row.at, language);
  }
}
