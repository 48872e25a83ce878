import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskBoard } from '#app/ui/desk-list/desk-board.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { applicationColumns, applicationSorts, type ApplicationColumn } from '../application-columns.ts';
import { applicationSources } from '../job-application-kinds.ts';
import { applicationStates, openStages, rejectReasons } from '../job-application-status.ts';
import { findApplicationFor } from '../job-applications-store.server.ts';
import { readApplicationView, readerOf } from '../application-view.server.ts';
import { addressOf, openApplications, viewQueryOf, wayThrough } from './open-applications.server.ts';
import { StageChip } from './stage-chip.tsx';
import { moveOnApplication } from './work-application.server.ts';
import { readVersion } from './work-on-record.server.ts';
import type { Route } from './+types/applications-page.ts';
import './hiring.css';

export const handle = { texts: ['staff-hiring', 'staff-lists'] };

const base = '/admin/job-applications';
const notOffered = 'not-in-pipeline';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readApplicationView(url.searchParams);
  const opened = await openApplications(context.get(platformContext), viewer, view, context.get(requestContext).language);
  return {
    ...opened,
    view,
    ...wayThrough(view, opened.next),
    refused: url.searchParams.has('refused') ? (url.searchParams.get('refused') === notOffered ? notOffered : 'changed-meanwhile') : null,
    named: opened.seesAll ? await listDeskViews(context.get(platformContext).db, 'job-applications', viewer.user.id) : [],
    said: readViewSaid(url.searchParams),
    viewQuery: viewQueryOf(view),
  };
}

/** A card of the board goes on. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'recruitment:work')) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const [reference = '', version = ''] = String(form.get('application') ?? '').split(' ');
  const event = (['screen', 'shortlist', 'interview'] as const).find((one) => one === form.get('event'));
  const here = addressOf(readApplicationView(url.searchParams));
  const found = event && (await findApplicationFor(platform.db, readerOf(viewer), reference));
  if (!event || !found) return redirect(`${here}${here.includes('?') ? '&' : '?'}refused`, 303);
  const { requestId } = context.get(requestContext);
  const application = { ...found, version: readVersion(version) ?? 0 };
  const moved = await moveOnApplication(platform, { viewer, application, event, requestId });
  const why = !moved.ok && moved.refused === notOffered ? `=${notOffered}` : '';
  return redirect(moved.ok ? here : `${here}${here.includes('?') ? '&' : '?'}refused${why}`, 303);
}

export default function ApplicationsPage({ loaderData }: Route.ComponentProps) {
  const { view, counts, rows, links, exportTo, works, seesAll, refused } = loaderData;
  const t = useTexts('staff-hiring');
  const lists = useTexts('staff-lists');
  const open = openStages.reduce((sum, one) => sum + counts[one], 0);
  const all = applicationStates.reduce((sum, one) => sum + counts[one], 0);
  const shown = view.stage === 'all' ? all : view.stage === 'open' ? open : counts[view.stage];
  const language = useLanguage();
  const filtered = view.find !== '' || view.posting !== '' || view.owner !== '' || view.source !== '';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 id="list" tabIndex={-1}>
          {t('applications.title')}
        </h1>
        <p>{t('applications.matching', { n: shown })}</p>
        <Link className="bo-btn" to={view.board ? links.list : links.board}>
          {lists(view.board ? 'board.asList' : 'board.asBoard')}
        </Link>
        {works && <ExportMenu to={exportTo} />}
      </header>
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          {t(`refused.${refused}`)}
        </p>
      )}
      {!view.board && (
        <QueueTabs
          label={t('applications.stages')}
          queues={links.stages
            .filter(({ stage }) => !openStages.some((one) => one === stage) || loaderData.stages.some((one) => one === stage))
            .map(({ stage, to }) => ({
              id: stage,
              name: t(`stage.${stage}`),
              to,
              count: stage === 'open' ? open : stage === 'all' ? all : counts[stage],
              here: stage === view.stage,
            }))}
        />
      )}
      {(seesAll || !view.board) && <Tools data={loaderData} filtered={filtered} />}
      {seesAll && !view.board && <NamedViews base={base} views={loaderData.named} here={loaderData.viewQuery} said={loaderData.said} />}
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'applications.noMatch' : seesAll ? 'applications.none' : 'applications.noneOwn')}</p>
      ) : view.board ? (
        <Board data={loaderData} />
      ) : (
        <>
          <DeskTable<ListedRow, ApplicationColumn>
            columns={view.columns.filter((column) => column !== 'interviewer' || seesAll)}
            name={(column) => t(`column.${column}`)}
            rows={rows}
            rowKey={(row) => row.id}
            cell={(column, row) => <Cell column={column} row={row} />}
            figures={['days', 'score', 'notice']}
            plain={['name', 'job', 'stage']}
            sort={{
              // The newest stand first as it is.
              columns: applicationSorts.filter((sort) => sort !== 'sent' || view.sort !== 'sent'),
              by: view.sort,
              descending: view.descending,
              to: (column, descending) => links.sorts.find(({ sort }) => sort === column)![descending ? 'down' : 'up'],
            }}
            pick={works ? { name: 'application', value: (row) => row.id, reference: (row) => row.reference } : null}
          />
          {works && (
            <Form id="bulk" className="dl-bulk" method="get" action={`${base}/reject`}>
              <span>{lists('bulk.with')}</span>
              <select name="reason" aria-label={t('reject.reason')}>
                {rejectReasons
                  .filter((one) => one !== 'lapsed')
                  .map((one) => (
                    <option key={one} value={one}>
                      {t('bulk.reject', { reason: t(`reason.${one}`) })}
                    </option>
                  ))}
              </select>
              <button className="bo-btn" type="submit">
                {lists('bulk.try')}
              </button>
              <input type="hidden" name="list" value={exportTo.split('?')[1] ?? ''} />
              <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
                {lists('bulk.tryAll', { shown: formatNumber(shown, language) })}
              </button>
            </Form>
          )}
          <DeskFoot first={links.first} next={links.next} picks={works} />
        </>
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];
type ListedRow = Loaded['rows'][number];

/** Filters for whoever sees everybody, and the columns of the list. */
function Tools({ data, filtered }: { data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-hiring');
  const { view, seesAll } = data;
  const offered = applicationColumns.filter((column) => column !== 'interviewer' || seesAll);
  return (
    <div className="dl-tools" key={data.here}>
      {seesAll && <Filters data={data} filtered={filtered} />}
      {!view.board && (
        <ColumnChooser
          base={base}
          here={data.columnsFrom}
          columns={offered.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'name' }))}
          shown={view.columns}
        />
      )}
    </div>
  );
}

function Filters({ data, filtered }: { data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-hiring');
  const { view, kept, links, postings, colleagues } = data;
  return (
    <DeskFilters
      base={base}
      kept={kept}
      find={{ label: t('applications.find'), value: view.find, most: 254 }}
      apply={t('apply')}
      clear={filtered ? { to: links.clear, label: t('clear') } : null}
    >
      <FilterChoice
        name="posting"
        label={t('column.job')}
        value={view.posting}
        any={t('applications.everyJob')}
        options={[...postings, { id: 'open', name: t('openApplication') }]}
      />
      <FilterChoice
        name="owner"
        label={t('column.owner')}
        value={view.owner}
        any={t('applications.everyOwner')}
        options={[{ id: 'nobody', name: t('nobody') }, ...colleagues]}
      />
      <FilterChoice
        name="source"
        label={t('column.source')}
        value={view.source}
        any={t('applications.everySource')}
        options={applicationSources.map((one) => ({ id: one, name: t(`source.${one}`) }))}
      />
    </DeskFilters>
  );
}

function Who({ row }: { row: ListedRow }) {
  const t = useTexts('staff-hiring');
  return (
    <Link to={`${base}/${row.reference}`}>
      {row.name ? (
        <bdi>{row.name}</bdi>
      ) : (
        <>
          {t('candidate')} <bdi>{row.reference}</bdi>
        </>
      )}
    </Link>
  );
}

function Cell({ column, row }: { column: ApplicationColumn; row: ListedRow }): ReactNode {
  const t = useTexts('staff-hiring');
  const language = useLanguage();
  const cells: Readonly<Record<ApplicationColumn, () => ReactNode>> = {
    name: () => <Who row={row} />,
    job: () => row.job ?? t('openApplication'),
    stage: () => <StageChip stage={row.stage} />,
    days: () => formatNumber(row.days, language),
    score: () => (row.score === null ? (row.cards > 0 ? t('score.hidden') : '–') : formatNumber(row.score / 10, language, 1)),
    rating: () =>
      row.rating === null ? (
        row.cards > 0 ? (
          t('score.hidden')
        ) : (
          '–'
        )
      ) : (
        <>
          {t(`verdict.${row.rating}`)} ({formatNumber(row.cards, language)})
        </>
      ),
    interviewer: () => (row.judges.length > 0 ? <bdi>{row.judges.join(comma(language))}</bdi> : '–'),
    notice: () => (row.notice === null ? '–' : formatNumber(row.notice, language)),
    source: () => t(`source.${row.source}`),
    visa: () => (
      <>
        {row.visa ? t(`visa.${row.visa}`) : '–'}
        {row.knockOuts > 0 && <span className="dl-late"> · {t('knockOuts', { n: row.knockOuts })}</span>}
      </>
    ),
    owner: () => <bdi>{row.owner ?? '–'}</bdi>,
    sent: () => sayDay(row.createdAt, language),
  };
  return cells[column]();
}

function Board({ data }: { data: Loaded }) {
  const t = useTexts('staff-hiring');
  const language = useLanguage();
  const picked = data.stages.find((stage) => stage === data.view.stage) ?? data.stages[0];
  return (
    <DeskBoard
      labelledBy="list"
      columns={data.stages.map((stage) => ({
        id: stage,
        name: t(`stage.${stage}`),
        count: data.counts[stage],
        here: stage === picked,
        to: data.links.columns.find((one) => one.stage === stage)!.to,
        list: data.links.stages.find((one) => one.stage === stage)!.to,
        cards: data.rows
          .filter((row) => row.stage === stage)
          .map((row) => ({
            id: row.id,
            title: <Who row={row} />,
            lines: [
              row.job ?? t('openApplication'),
              <>
                {t('daysHere', { n: row.days })}
                {row.score !== null && <> · {formatNumber(row.score / 10, language, 1)}</>}
              </>,
            ],
            warning: row.knockOuts > 0 && t('knockOuts', { n: row.knockOuts }),
            form:
              row.moves.length === 0
                ? null
                : {
                    to: data.here,
                    fields: { application: `${row.reference} ${row.version}` },
                    moves: row.moves.map((event) => ({ event, name: t(`event.${event}`) })),
                  },
          })),
      }))}
    />
  );
}
