import { Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { countInterviewsOn } from '#app/people/interviews/interviews-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { DeskFilters, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn, instant } from '#app/values/dates.ts';
import { findHiringOf, planHeadcount } from '../headcount-store.server.ts';
import { findHiringFigures } from '../hiring-figures-store.server.ts';
import { openStages } from '../job-application-status.ts';
import { nextStep } from '../next-step-rules.ts';
import { departments } from '../job-posting-kinds.ts';
import { requisitionStates } from '../requisition-status.ts';
import { countRequisitions, listRequisitions } from '../requisitions-store.server.ts';
import {
  keptQuery,
  readRequisitionsView,
  requisitionColumns,
  requisitionSorts,
  requisitionsQuery,
  type RequisitionsView,
} from '../requisitions-view.ts';
import { RequisitionState } from './requisition-state.tsx';
import type { Route } from './+types/recruitment-page.ts';
import './postings.css';

export const handle = { texts: ['staff-recruitment', 'staff-hiring', 'careers', 'staff-lists'] };

const here = '/admin/recruitment';
const planColumns = ['department', 'approved', 'hired', 'open', 'toApprove', 'onHold', 'neededBy'] as const;
const soonDays = 7;
const most = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const view = readRequisitionsView(url.searchParams);
  const [figures, interviews, { rows, next }, counts, plan, named] = await Promise.all([
    findHiringFigures(db, now, today, addDays(today, soonDays)),
    countInterviewsOn(db, today),
    listRequisitions(db, view, most),
    countRequisitions(db),
    planHeadcount(db),
    listDeskViews(db, 'requisitions', viewer.user.id),
  ]);
  const [names, hiring] = await Promise.all([
    findStaffNames(db, [...new Set(rows.map(({ leadId, askedBy }) => leadId ?? askedBy))]),
    findHiringOf(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return {
    view,
    figures,
    interviews,
    counts,
    plan: plan.map((line) => ({ ...line, late: line.neededBy !== null && line.neededBy < today && line.hired < line.approved })),
    total: Object.values(counts).reduce((sum, one) => sum + one, 0),
    named,
    said: readViewSaid(url.searchParams),
    next,
    mayWork: may(viewer, 'recruitment:work'),
    seesInterviews: may(viewer, 'interviews:own'),
    seesEquality: may(viewer, 'equality:view'),
    rows: rows.map(({ id, title, status, department, place, positions, neededBy, leadId, askedBy, changedAt }) => ({
      id,
      title,
      status,
      department,
      place,
      positions,
      neededBy,
      hired: hiring.get(id)!.stages.hired ?? 0,
      candidates: openStages.reduce((sum, stage) => sum + (hiring.get(id)!.stages[stage] ?? 0), 0),
      step: nextStep({ status, positions }, hiring.get(id)!),
      late: neededBy !== null && neededBy < today && (status === 'approval' || status === 'approved'),
      // Whoever asked for it leads until somebody is named.
      lead: names.get(leadId ?? askedBy) ?? '–',
      changed: dateIn('Asia/Dubai', instant(changedAt.getTime())),
    })),
  };
}

export default function RecruitmentPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, counts, total, next, mayWork, seesEquality, named, said } = loaderData;
  const t = useTexts('staff-recruitment');
  const lists = useTexts('staff-lists');
  const words = useTexts('careers');
  const language = useLanguage();
  const address = (change: Partial<RequisitionsView>) => `${here}${requisitionsQuery({ ...view, after: null, ...change })}`;
  const filtered = view.find !== '' || view.department !== null;
  const unfiltered = { find: '', department: null };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        <Link className="bo-btn" to="/admin/job-postings">
          {t('postings')}
        </Link>
        {seesEquality && (
          <Link className="bo-btn" to={`${here}/equality`}>
            {t('equality.title')}
          </Link>
        )}
        <ExportMenu to={`${here}/requisitions/export${requisitionsQuery({ ...view, after: null })}`} />
        {mayWork && (
          <Link className="bo-btn bo-btn--p" to={`${here}/requisitions/new`}>
            {t('new.go')}
          </Link>
        )}
      </header>
      <Figures {...loaderData} />
      <Headcount plan={loaderData.plan} />
      <h2 className="po-head">{t('requisitions')}</h2>
      <QueueTabs
        label={t('tabs')}
        queues={[
          { id: 'all', name: t('all'), to: address({ status: null }), count: total, here: view.status === null },
          ...requisitionStates.map((status) => ({
            id: status,
            name: t(`state.${status}`),
            to: address({ status }),
            count: counts[status] ?? 0,
            here: view.status === status,
          })),
        ]}
      />
      <div className="dl-tools" key={requisitionsQuery(view)}>
        <DeskFilters
          base={here}
          kept={requisitionsQuery({ ...view, ...unfiltered, after: null })}
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
          columns={requisitionColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'title' }))}
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
          figures={['positions', 'candidates']}
          cellClass={(column, row) => (column === 'neededBy' && row.late ? 'dl-late' : column === 'title' ? 'dl-wide' : undefined)}
          sort={{
            columns: requisitionSorts,
            by: view.sort,
            descending: view.descending,
            to: (column, descending) => address({ sort: requisitionSorts.find((sort) => sort === column) ?? 'changed', descending }),
          }}
          cell={(column, row) => {
            if (column === 'title')
              return (
                <Link to={`${here}/requisitions/${row.id}`}>
                  <bdi>{row.title}</bdi>
                </Link>
              );
            if (column === 'state') return <RequisitionState status={row.status} />;
            if (column === 'department') return `${words(`department.${row.department}`)} · ${words(`place.${row.place}`)}`;
            if (column === 'positions') return row.hired > 0 ? t('ofPositions', row) : formatNumber(row.positions, language);
            if (column === 'candidates') return formatNumber(row.candidates, language);
            if (column === 'next') return row.step ? t(`step.${row.step}`) : '–';
            if (column === 'neededBy') return row.neededBy ? <DateText date={row.neededBy} /> : '–';
            if (column === 'changed') return <DateText date={row.changed} />;
            return <bdi>{row.lead}</bdi>;
          }}
        />
      )}
      {(view.after || next) && (
        <footer className="dl-foot">
          {view.after && <Link to={address({})}>{lists('pages.first')}</Link>}
          {next && (
            <Link className="bo-btn" to={address({ after: next })}>
              {lists('pages.next')}
            </Link>
          )}
        </footer>
      )}
    </div>
  );
}

/** Positions by department: what was approved, how much of it is hired, and by when the rest is needed. */
function Headcount({ plan }: Pick<Route.ComponentProps['loaderData'], 'plan'>) {
  const t = useTexts('staff-recruitment');
  const words = useTexts('careers');
  const language = useLanguage();
  if (plan.length === 0) return null;
  return (
    <>
      <h2 className="po-head">{t('plan.title')}</h2>
      <DeskTable
        columns={planColumns}
        name={(column) => t(column === 'department' ? 'field.department' : column === 'neededBy' ? 'column.neededBy' : `plan.${column}`)}
        rows={plan}
        rowKey={(line) => line.department}
        plain={['department']}
        figures={['approved', 'hired', 'open', 'toApprove', 'onHold']}
        cellClass={(column, line) => (column === 'neededBy' && line.late ? 'dl-late' : undefined)}
        cell={(column, line) => {
          if (column === 'department')
            return <Link to={`${here}?department=${line.department}`}>{words(`department.${line.department}`)}</Link>;
          if (column === 'neededBy') return line.neededBy ? <DateText date={line.neededBy} /> : '–';
          return formatNumber(column === 'open' ? Math.max(0, line.approved - line.hired) : line[column], language);
        }}
      />
    </>
  );
}

function Figures({
  figures,
  interviews,
  seesInterviews,
}: Pick<Route.ComponentProps['loaderData'], 'figures' | 'interviews' | 'seesInterviews'>) {
  const t = useTexts('staff-recruitment');
  const hiring = useTexts('staff-hiring');
  const language = useLanguage();
  const number = (value: number) => <bdi>{formatNumber(value, language)}</bdi>;
  const longest = Math.max(1, ...figures.stages.map(({ count }) => count));
  return (
    <div className="po-board">
      <section className="dl-card">
        <h2>{t('now')}</h2>
        <ul className="po-list">
          <li>
            <Link to="/admin/job-postings?status=published">{t('openings')}</Link>
            <b>{number(figures.openings)}</b>
          </li>
          <li>
            <span>{t('closingSoon')}</span>
            {number(figures.closingSoon)}
          </li>
          <li>
            {seesInterviews ? <Link to="/admin/interview-scheduling">{t('interviews')}</Link> : <span>{t('interviews')}</span>}
            <b>{number(interviews)}</b>
          </li>
        </ul>
      </section>
      <section className="dl-card po-board__wide">
        <h2>{t('stages')}</h2>
        <ul className="po-bars">
          {figures.stages.map(({ stage, count, meanDays, longestDays }) => (
            <li key={stage}>
              <Link to={`/admin/job-applications?stage=${stage}`}>{hiring(`stage.${stage}`)}</Link>
              <span className="po-bar" aria-hidden="true">
                <i style={{ inlineSize: `${(count * 100) / longest}%` }} />
              </span>
              <b>{number(count)}</b>
              <small className="dl-quiet">{count === 0 ? '–' : t('days', { mean: meanDays, longest: longestDays })}</small>
            </li>
          ))}
        </ul>
      </section>
      <section className="dl-card">
        <h2>{t('offers')}</h2>
        <ul className="po-list">
          {(['draft', 'sent', 'overdue'] as const).map((kind) => (
            <li key={kind}>
              <Link
                className={kind === 'overdue' && figures.offers.overdue > 0 ? 'dl-late' : undefined}
                to="/admin/job-applications?stage=offer"
              >
                {t(`offer.${kind}`)}
              </Link>
              <b>{number(figures.offers[kind])}</b>
            </li>
          ))}
        </ul>
      </section>
      <section className="dl-card">
        <h2>{t('sources')}</h2>
        {figures.sources.length === 0 && <p className="dl-quiet">{t('sourcesNone')}</p>}
        <ul className="po-list">
          {figures.sources.map(({ source, count, hired }) => (
            <li key={source}>
              <Link to={`/admin/job-applications?stage=all&source=${source}`}>{hiring(`source.${source}`)}</Link>
              <span>
                <b>{number(count)}</b> {hired > 0 && <small className="dl-quiet">{t('hired', { n: formatNumber(hired, language) })}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
