import { Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { interviewModes, interviewRounds, interviewTabs } from '../interview-kinds.ts';
import { interviewColumns, interviewsQuery, keptQuery, readInterviewsView, type InterviewsView } from '../interviews-view.ts';
import { InterviewState } from './interview-state.tsx';
import { openInterviews } from './open-interviews.server.ts';
import type { Route } from './+types/interviews-page.ts';
import './interviews.css';

export const handle = { texts: ['staff-interviews', 'staff-lists'] };

const here = '/admin/interview-scheduling';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readInterviewsView(url.searchParams);
  const [opened, people, named] = await Promise.all([
    openInterviews(platform, viewer, view, context.get(requestContext).language, pageSize),
    may(viewer, 'recruitment:view') ? listStaffWith(platform.db, 'interviews:own', { also: [view.interviewer] }) : [],
    listDeskViews(platform.db, 'interviews', viewer.user.id),
  ]);
  return {
    ...opened,
    view,
    named,
    said: readViewSaid(url.searchParams),
    people: people.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    mayPlan: may(viewer, 'recruitment:work'),
  };
}

export default function InterviewsPage({ loaderData }: Route.ComponentProps) {
  const { view, counts, rows, next, people, seesAll, mayPlan, named, said } = loaderData;
  const t = useTexts('staff-interviews');
  const address = (change: Partial<InterviewsView>) => `${here}${interviewsQuery({ ...view, after: null, ...change })}`;
  const unfiltered = { find: '', interviewer: null, round: null, mode: null };
  const filtered = view.find !== '' || view.interviewer !== null || view.round !== null || view.mode !== null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {seesAll && <ExportMenu to={`${here}/export${interviewsQuery({ ...view, after: null })}`} />}
        {mayPlan && (
          <Link className="bo-btn bo-btn--p" to={`${here}/new`}>
            {t('plan.go')}
          </Link>
        )}
      </header>
      <QueueTabs
        label={t('tabs')}
        queues={interviewTabs.map((tab) => ({
          id: tab,
          name: t(`tab.${tab}`),
          to: address({ tab }),
          count: counts[tab],
          here: tab === view.tab,
        }))}
      />
      <div className="dl-tools" key={interviewsQuery(view)}>
        <DeskFilters
          base={here}
          kept={interviewsQuery({ ...view, ...unfiltered, after: null })}
          find={{ label: t('find'), value: view.find, most: 254 }}
          apply={t('apply')}
          clear={filtered ? { to: address(unfiltered), label: t('clear') } : null}
        >
          {seesAll && (
            <FilterChoice
              name="interviewer"
              label={t('column.panel')}
              value={view.interviewer ?? ''}
              any={t('everybody')}
              options={people}
            />
          )}
          <FilterChoice
            name="round"
            label={t('column.round')}
            value={view.round ?? ''}
            any={t('everyRound')}
            options={interviewRounds.map((id) => ({ id, name: t(`round.${id}`) }))}
          />
          <FilterChoice
            name="mode"
            label={t('column.mode')}
            value={view.mode ?? ''}
            any={t('everyMode')}
            options={interviewModes.map((id) => ({ id, name: t(`mode.${id}`) }))}
          />
        </DeskFilters>
        <ColumnChooser
          base={here}
          here={keptQuery(view)}
          columns={interviewColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'candidate' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={named} here={keptQuery(view)} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${view.tab}`)}</p>
      ) : (
        <>
          <DeskTable
            columns={view.columns}
            name={(column) => t(`column.${column}`)}
            rows={rows}
            rowKey={(row) => row.reference}
            plain={['candidate', 'state']}
            cell={(column, row) => {
              if (column === 'candidate')
                return (
                  <Link to={`${here}/${row.reference}`}>
                    <bdi>{row.candidate}</bdi>
                  </Link>
                );
              if (column === 'state') return <InterviewState status={row.status} />;
              if (column === 'round') return row.roundName ? <bdi>{row.roundName}</bdi> : t(`round.${row.round}`);
              if (column === 'mode') return t(`mode.${row.mode}`);
              return <bdi>{row[column] ?? '–'}</bdi>;
            }}
          />
          <DeskFoot first={view.after ? address({}) : null} next={next && address({ after: next })} />
        </>
      )}
    </div>
  );
}
