import { Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { departments } from '../job-posting-kinds.ts';
import { isOpenOn, postingStates } from '../job-posting-status.ts';
import { countPostings, listPostingsAsStaff } from '../job-postings-store.server.ts';
import {
  keptQuery,
  pageOfPostings,
  postingColumns,
  postingSorts,
  postingsQuery,
  readPostingsView,
  type PostingsView,
} from '../postings-view.ts';
import { findPostingViews, withViews } from '../posting-views.server.ts';
import { PostingState } from './posting-state.tsx';
import type { Route } from './+types/postings-page.ts';

export const handle = { texts: ['staff-postings', 'careers', 'staff-lists'] };

const here = '/admin/job-postings';
const most = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readPostingsView(url.searchParams);
  const today = dateIn('Asia/Dubai', clock.now());
  const [all, counts, named, views] = await Promise.all([
    listPostingsAsStaff(db, language, view),
    countPostings(db),
    listDeskViews(db, 'job-postings', viewer.user.id),
    findPostingViews(platform),
  ]);
  const { rows, next } = pageOfPostings(withViews(all, views), view, most);
  return {
    view,
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    mayWork: may(viewer, 'recruitment:work'),
    named,
    said: readViewSaid(url.searchParams),
    next,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      department: row.department,
      place: row.place,
      remote: row.remote,
      closesOn: row.closesOn,
      over: row.status === 'published' && !isOpenOn(row, today),
      views: row.views,
      share: row.share,
      applicants: row.applicants,
      waiting: row.waiting,
      changedOn: dateIn('Asia/Dubai', instant(row.changedAt.getTime())),
    })),
  };
}

export default function PostingsPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, counts, total, mayWork, next, named, said } = loaderData;
  const t = useTexts('staff-postings');
  const words = useTexts('careers');
  const language = useLanguage();
  const address = (change: Partial<PostingsView>) => `${here}${postingsQuery({ ...view, after: null, ...change })}`;
  const filtered = view.find !== '' || view.department !== null;
  const unfiltered = { find: '', department: null };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {mayWork && (
          <Link className="bo-btn bo-btn--p" to={`${here}/new`}>
            {t('new.go')}
          </Link>
        )}
        <ExportMenu to={`${here}/export${postingsQuery({ ...view, after: null })}`} />
        <a className="bo-btn" href="/careers/feed.xml">
          {t('feed')}
        </a>
      </header>
      <QueueTabs
        label={t('tabs')}
        queues={[
          { id: 'all', name: t('all'), to: address({ status: null }), count: total, here: view.status === null },
          ...postingStates.map((status) => ({
            id: status,
            name: t(`state.${status}`),
            to: address({ status }),
            count: counts[status] ?? 0,
            here: view.status === status,
          })),
        ]}
      />
      <div className="dl-tools" key={postingsQuery(view)}>
        <DeskFilters
          base={here}
          kept={postingsQuery({ ...view, ...unfiltered, after: null })}
          find={{ label: t('find'), value: view.find, most: 60 }}
          apply={t('apply')}
          clear={filtered ? { to: address(unfiltered), label: t('clear') } : null}
        >
          <FilterChoice
            name="department"
            label={t('field.department')}
            value={view.department ?? ''}
            any={t('everyDepartment')}
            options={departments.map((id) => ({ id, name: words(`department.${id}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={here}
          here={keptQuery(view)}
          columns={postingColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'title' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={named} here={keptQuery(view)} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : 'none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          plain={['title', 'state']}
          figures={['views', 'applicants', 'share', 'waiting']}
          cellClass={(column, row) => (column === 'closes' && row.over ? 'dl-late' : column === 'title' ? 'dl-wide' : undefined)}
          sort={{
            columns: postingSorts,
            by: view.sort,
            descending: view.descending,
            to: (column, descending) => address({ sort: postingSorts.find((sort) => sort === column) ?? 'changed', descending }),
          }}
          cell={(column, row) => {
            if (column === 'title')
              return (
                <Link to={`${here}/${row.id}`}>
                  <bdi>{row.title}</bdi>
                </Link>
              );
            if (column === 'state') return <PostingState status={row.status} />;
            if (column === 'department') return words(`department.${row.department}`);
            if (column === 'place') return [words(`place.${row.place}`), row.remote && words('remote')].filter(Boolean).join(' · ');
            if (column === 'closes') return <DateText date={row.closesOn} />;
            if (column === 'changed') return <DateText date={row.changedOn} />;
            if (column === 'share') return row.share === null ? '–' : t('percent', { n: formatNumber(row.share, language, 1) });
            return formatNumber(row[column], language);
          }}
        />
      )}
      <DeskFoot first={view.after ? address({}) : null} next={next && address({ after: next })} />
    </div>
  );
}
