import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import {
  BulkColleague,
  DeskBulk,
  DeskFilters,
  DeskFoot,
  DeskSaid,
  FilterChoice,
  FilterDay,
  QueueTabs,
} from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { typeWords } from '../evisa-words.server.ts';
import { CaseBoard } from './case-board.tsx';
import { caseBulkActions } from './evisa-bulk-rules.ts';
import { caseColumns, type CaseColumn } from './evisa-desk-columns.ts';
import { caseAddress, caseDues, caseSorts, noCaseFilters, readCaseView, sortOf, type CaseSort, type CaseView } from './evisa-desk-view.ts';
import { openCaseBoard } from './open-case-board.server.ts';
import { openCaseList } from './open-case-list.server.ts';
import type { Route } from './+types/evisa-orders-page.ts';
import './evisa-desk.css';

export const handle = { texts: ['staff-evisas', 'staff-lists', 'evisas'] };

const base = '/admin/orders/evisa';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const view = readCaseView(url.searchParams);
  const platform = context.get(platformContext);
  const { rows, ...list } = await openCaseList(platform, viewer, view, language);
  return {
    ...list,
    board: view.board ? await openCaseBoard(platform, viewer, view, language) : null,
    did: url.searchParams.get('did'),
    rows: rows.map((row) => ({ ...row, type: row.type.words ? typeWords(row.type.words, language) : row.type.code })),
    said: readViewSaid(url.searchParams),
    refused: url.searchParams.get('refused'),
  };
}

type Loaded = Route.ComponentProps['loaderData'];
type Row = Loaded['rows'][number];

export default function EvisaOrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, late, queues, next, rows, works, board, did, refused } = loaderData;
  const t = useTexts('staff-evisas');
  const lists = useTexts('staff-lists');
  const here = caseAddress(view);
  const filtered = caseAddress(view, noCaseFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 id="list" tabIndex={-1}>
          {t('title')}
        </h1>
        <p>
          {late > 0 ? (
            <Link className="dl-late" to={`${base}?queue=all&due=late&sort=due`}>
              {t('late', { count: late })}
            </Link>
          ) : (
            t('onTime')
          )}
        </p>
        <Link className="bo-btn" to={`${base}${caseAddress(view, { board: !view.board })}`}>
          {lists(view.board ? 'board.asList' : 'board.asBoard')}
        </Link>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/references`}>
              {t('references.title')}
            </Link>
            <ExportMenu to={`${base}/export${caseAddress(view, { board: false })}`} />
          </>
        )}
      </header>
      <DeskSaid refused={refused && t([`refused.${refused}`, 'refused.not-possible'])} did={did && t([`did.${did}`, 'did.done'])} />
      {!board && (
        <QueueTabs
          label={t('queues')}
          queues={queues.map(({ queue, cases }) => ({
            id: queue,
            name: t(`queue.${queue}`),
            to: `${base}${caseAddress(view, { queue, find: '', sort: null, descending: false })}`,
            count: cases,
            here: queue === view.queue,
          }))}
        />
      )}
      <div className="dl-tools" key={here}>
        <Filters view={view} data={loaderData} filtered={filtered} />
        {!board && (
          <ColumnChooser
            base={base}
            here={here}
            columns={caseColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'applicant' }))}
            shown={view.columns}
          />
        )}
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {board ? (
        <CaseBoard columns={board} view={view} />
      ) : rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t('none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} />}
          cellClass={(column, row) => (column === 'due' && row.late ? 'dl-late' : undefined)}
          plain={['applicant', 'reference', 'country', 'state']}
          sort={{
            columns: caseSorts,
            by: sortOf(view).by,
            descending: sortOf(view).descending,
            to: (column, descending) => `${base}${caseAddress(view, { sort: column as CaseSort, descending })}`,
          }}
          pick={works ? { name: 'case', value: (row) => row.id, reference: (row) => `${row.reference}/${row.number}` } : null}
        />
      )}
      {works && rows.length > 0 && <BulkBar view={view} colleagues={loaderData.colleagues} />}
      {!board && (
        <DeskFoot
          first={view.after ? `${base}${here}` : null}
          next={next && `${base}${caseAddress(view, { after: next })}`}
          picks={works}
        />
      )}
    </div>
  );
}

function Filters({ view, data: { countries, colleagues }, filtered }: { view: CaseView; data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  return (
    <DeskFilters
      base={base}
      kept={caseAddress(view, noCaseFilters)}
      find={{ label: t('find'), value: view.find, most: 60 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${caseAddress(view, noCaseFilters)}`, label: t('clear') } : null}
    >
      <FilterChoice
        name="country"
        label={t('column.country')}
        value={view.country}
        any={t('anyCountry')}
        options={countries.map(({ code, name }) => ({ id: code, name }))}
      />
      <FilterChoice
        name="officer"
        label={t('column.officer')}
        value={view.officer}
        any={t('officer.any')}
        options={[{ id: 'me', name: t('officer.me') }, { id: 'nobody', name: t('officer.nobody') }, ...colleagues]}
      />
      <FilterChoice
        name="due"
        label={t('column.due')}
        value={view.due ?? ''}
        any={t('due.any')}
        options={caseDues.map((due) => ({ id: due, name: t(`due.${due}`) }))}
      />
      <FilterDay name="arrives-until" label={t('arrivesUntil')} value={view.arrivesUntil} />
      <label className="dl-check">
        <input type="checkbox" name="speed" value="express" defaultChecked={view.express} /> {words('speeds.express')}
      </label>
    </DeskFilters>
  );
}

/** One thing for many cases; what it is done to is picked in the rows, or everything the list matches. */
function BulkBar({ view, colleagues }: { view: CaseView; colleagues: Loaded['colleagues'] }) {
  const t = useTexts('staff-evisas');
  return (
    <DeskBulk
      to={`${base}/bulk`}
      deeds={caseBulkActions.map((action) => ({ id: action, name: t(`bulk.${action}`) }))}
      list={caseAddress(view)}
      all={t('bulk.tryAll')}
    >
      <BulkColleague label={t('bulk.officer')} colleagues={colleagues} />
    </DeskBulk>
  );
}

function Cell({ column, row }: { column: CaseColumn; row: Row }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const language = useLanguage();
  const cells: Readonly<Record<CaseColumn, () => ReactNode>> = {
    due: () => (row.waiting ? <span className="dl-quiet">{t('paused')}</span> : row.due ? formatDate(row.due, language, 'day') : '–'),
    applicant: () => (
      <Link to={`${base}/${row.id}`}>
        <bdi>{row.name}</bdi>
      </Link>
    ),
    reference: () => (
      <bdi>
        {row.reference}/{row.number}
      </bdi>
    ),
    nationality: () => row.nationality,
    country: () => (
      <>
        {row.country} {row.express && <span className="dl-state dl-state--now">{words('speeds.express')}</span>}
      </>
    ),
    type: () => row.type,
    arrival: () => formatDate(row.arrival, language, 'day'),
    state: () => (
      <span className={`dl-state${row.status === 'delivered' ? ' dl-state--good' : row.status === 'delayed' ? ' dl-state--now' : ''}`}>
        {words(`states.${row.status}.title`)}
      </span>
    ),
    papers: () => (
      <>
        {formatNumber(row.papers.papers, language)}
        {row.papers.marked > 0 && (
          <span className="dl-late" title={t('marked', { count: row.papers.marked })}>
            {' '}
            <Icon name="warning" small />
            <span className="sr-only">{t('marked', { count: row.papers.marked })}</span>
          </span>
        )}
      </>
    ),
    flags: () =>
      row.flags.length === 0 ? (
        '–'
      ) : (
        <span className="dl-late">
          <Icon name="warning" small /> {row.flags.map((flag) => t(`flag.${flag}`)).join(' · ')}
        </span>
      ),
    paid: () =>
      row.paid ? (
        <>
          <bdi>{formatMoney(row.paid.paid, language)}</bdi>
          {row.paid.back && (
            <span className="dl-quiet">
              {' '}
              {t('paidBack')} <bdi>{formatMoney(row.paid.back, language)}</bdi>
            </span>
          )}
        </>
      ) : (
        '–'
      ),
    authority: () => <bdi>{row.authority ?? '–'}</bdi>,
    received: () => sayDay(row.received, language, 'day'),
    officer: () => (row.officer ? <bdi className={row.officer.mine ? 'dl-mine' : undefined}>{row.officer.name}</bdi> : '–'),
  };
  return cells[column]();
}
