import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { viewSaid } from '#app/commerce/orders/staff/desk-lists.ts';
import { ColumnChooser, NamedViews } from '#app/commerce/orders/staff/list-views.tsx';
import { useListKeys } from '#app/commerce/orders/staff/use-list-keys.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { typeWords } from '../evisa-words.server.ts';
import { caseBulkActions } from './evisa-bulk-rules.ts';
import { caseColumns, type CaseColumn } from './evisa-desk-columns.ts';
import { caseAddress, caseDues, caseSorts, noCaseFilters, readCaseView, sortOf, type CaseSort, type CaseView } from './evisa-desk-view.ts';
import { openCaseList } from './open-case-list.server.ts';
import type { Route } from './+types/evisa-orders-page.ts';
import './evisa-desk.css';

export const handle = { texts: ['staff-evisas', 'staff-lists', 'evisas'] };

const base = '/admin/orders/evisa';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const said = url.searchParams.get('view');
  const { rows, ...list } = await openCaseList(context.get(platformContext), viewer, readCaseView(url.searchParams), language);
  return {
    ...list,
    rows: rows.map((row) => ({ ...row, type: row.type.words ? typeWords(row.type.words, language) : row.type.code })),
    said: viewSaid.find((one) => one === said) ?? null,
    refused: url.searchParams.get('refused'),
  };
}

type Loaded = Route.ComponentProps['loaderData'];
type Row = Loaded['rows'][number];

export default function EvisaOrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, late, queues, next, rows, works, refused } = loaderData;
  const t = useTexts('staff-evisas');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const [keys, setKeys] = useListKeys('.dl-sheet tbody a', '#find');
  const here = caseAddress(view);
  const filtered = caseAddress(view, noCaseFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          {late > 0 ? (
            <Link className="dl-late" to={`${base}?queue=all&due=late&sort=due`}>
              {t('late', { count: late })}
            </Link>
          ) : (
            t('onTime')
          )}
        </p>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/references`}>
              {t('references.title')}
            </Link>
            <form method="post" action={`${base}/export${here}`}>
              <button className="bo-btn" type="submit">
                {t('export')}
              </button>
            </form>
          </>
        )}
      </header>
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t([`refused.${refused}`, 'refused.not-possible'])}
        </p>
      )}
      <nav className="dl-tabs" aria-label={t('queues')}>
        {queues.map(({ queue, cases }) => (
          <Link
            key={queue}
            to={`${base}${caseAddress(view, { queue, find: '', sort: null, descending: false })}`}
            aria-current={queue === view.queue ? 'page' : undefined}
          >
            {t(`queue.${queue}`)} <span>{formatNumber(cases, language)}</span>
          </Link>
        ))}
      </nav>
      <div className="ed-tools" key={here}>
        <Filters view={view} data={loaderData} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={caseColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'applicant' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {works && (
                  <th scope="col" className="dl-pick">
                    <span className="sr-only">{lists('bulk.pick')}</span>
                  </th>
                )}
                {view.columns.map((column) =>
                  (caseSorts as readonly string[]).includes(column) ? (
                    <SortHead key={column} sort={column as CaseSort} view={view} />
                  ) : (
                    <th key={column} scope="col">
                      {t(`column.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {works && (
                    <td className="dl-pick">
                      <input
                        type="checkbox"
                        form="bulk"
                        name="case"
                        value={row.id}
                        aria-label={lists('bulk.pickOne', { reference: `${row.reference}/${row.number}` })}
                      />
                    </td>
                  )}
                  {view.columns.map((column) => (
                    <Cell key={column} column={column} row={row} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {works && rows.length > 0 && <BulkBar view={view} colleagues={loaderData.colleagues} />}
      <footer className="ed-foot">
        {view.after && <Link to={`${base}${here}`}>{t('first')}</Link>}
        {next && (
          <Link className="bo-btn" to={`${base}${caseAddress(view, { after: next })}`}>
            {t('more')}
          </Link>
        )}
        <span className="ed-keys dl-quiet">
          {keys && (
            <>
              <kbd>J</kbd> <kbd>K</kbd> {lists('keys.move')} · <kbd>X</kbd> {lists('keys.pick')} · <kbd>↵</kbd> {lists('keys.open')} ·{' '}
              <kbd>/</kbd> {lists('keys.find')} ·{' '}
            </>
          )}
          <button type="button" onClick={() => setKeys(!keys)}>
            {keys ? lists('keys.off') : lists('keys.on')}
          </button>
        </span>
      </footer>
    </div>
  );
}

function Filters({ view, data: { countries, colleagues }, filtered }: { view: CaseView; data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  // What the form has no field for stays as it is.
  const kept = [...new URLSearchParams(caseAddress(view, noCaseFilters))];
  return (
    <Form className="dl-filters" method="get" action={base} role="search">
      {kept.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span className="sr-only">{t('find')}</span>
        <input id="find" type="search" name="find" defaultValue={view.find} placeholder={t('find')} maxLength={60} autoComplete="off" />
      </label>
      <label>
        <span className="sr-only">{t('column.country')}</span>
        <select name="country" defaultValue={view.country}>
          <option value="">{t('anyCountry')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">{t('column.officer')}</span>
        <select name="officer" defaultValue={view.officer}>
          <option value="">{t('officer.any')}</option>
          <option value="me">{t('officer.me')}</option>
          <option value="nobody">{t('officer.nobody')}</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">{t('column.due')}</span>
        <select name="due" defaultValue={view.due ?? ''}>
          <option value="">{t('due.any')}</option>
          {caseDues.map((due) => (
            <option key={due} value={due}>
              {t(`due.${due}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="ed-until">
        <span>{t('arrivesUntil')}</span>
        <input type="date" name="arrives-until" defaultValue={view.arrivesUntil} />
      </label>
      <label className="ed-check">
        <input type="checkbox" name="speed" value="express" defaultChecked={view.express} /> {words('speeds.express')}
      </label>
      <button className="bo-btn" type="submit">
        {t('apply')}
      </button>
      {filtered && <Link to={`${base}${caseAddress(view, noCaseFilters)}`}>{t('clear')}</Link>}
    </Form>
  );
}

/** One thing for many cases; what it is done to is picked in the rows, or everything the list matches. */
function BulkBar({ view, colleagues }: { view: CaseView; colleagues: Loaded['colleagues'] }) {
  const t = useTexts('staff-evisas');
  const lists = useTexts('staff-lists');
  return (
    <Form id="bulk" className="dl-bulk" method="get" action={`${base}/bulk`}>
      <span>{lists('bulk.with')}</span>
      <select name="action" aria-label={lists('bulk.action')}>
        {caseBulkActions.map((action) => (
          <option key={action} value={action}>
            {t(`bulk.${action}`)}
          </option>
        ))}
      </select>
      <select name="to" aria-label={t('bulk.officer')} defaultValue="">
        <option value="">{t('bulk.officer')}</option>
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button className="bo-btn" type="submit">
        {lists('bulk.try')}
      </button>
      <input type="hidden" name="list" value={caseAddress(view).slice(1)} />
      <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
        {t('bulk.tryAll')}
      </button>
    </Form>
  );
}

function SortHead({ sort, view }: { sort: CaseSort; view: CaseView }) {
  const t = useTexts('staff-evisas');
  const now = sortOf(view);
  const mine = now.by === sort;
  return (
    <th scope="col" aria-sort={mine ? (now.descending ? 'descending' : 'ascending') : undefined}>
      <Link to={`${base}${caseAddress(view, { sort, descending: mine && !now.descending })}`}>
        {t(`column.${sort}`)}
        {mine && <Icon name={now.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
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
    authority: () => <bdi>{row.authority ?? '–'}</bdi>,
    received: () => formatDate(row.received, language, 'day'),
    officer: () => (row.officer ? <bdi className={row.officer.mine ? 'ed-mine' : undefined}>{row.officer.name}</bdi> : '–'),
  };
  return <td className={column === 'due' && row.late ? 'dl-late' : `ed-c-${column}`}>{cells[column]()}</td>;
}
