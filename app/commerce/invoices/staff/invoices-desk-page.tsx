import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { viewSaid } from '../../orders/staff/desk-lists.ts';
import { ColumnChooser, NamedViews } from '../../orders/staff/list-views.tsx';
import { useListKeys } from '../../orders/staff/use-list-keys.ts';
import {
  invoiceAddress,
  invoiceColumns,
  invoiceSorts,
  noInvoiceFilters,
  readInvoiceView,
  type InvoiceColumn,
  type InvoiceSort,
  type InvoiceView,
} from './invoice-list-view.ts';
import { InvoiceStateChip } from './invoice-state.tsx';
import { MoneyNav } from './money-nav.tsx';
import { openInvoiceList, type ShownInvoice } from './open-invoice-list.server.ts';
import type { Route } from './+types/invoices-desk-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-lists'] };

const base = '/admin/invoices';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const said = url.searchParams.get('view');
  return {
    ...(await openInvoiceList(context.get(platformContext), viewer, readInvoiceView(url.searchParams))),
    said: viewSaid.find((one) => one === said) ?? null,
  };
}

export default function InvoicesDeskPage({ loaderData }: Route.ComponentProps) {
  const { view, queues, next, rows, issues, exports, money } = loaderData;
  const t = useTexts('staff-invoices');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const [keys, setKeys] = useListKeys('.dl-sheet tbody a', '#find');
  const here = invoiceAddress(view);
  const filtered = invoiceAddress(view, noInvoiceFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {exports && (
          <form method="post" action={`${base}/export${here}`}>
            <button className="bo-btn" type="submit">
              <Icon name="download" small /> {t('export')}
            </button>
          </form>
        )}
      </header>
      {money && <MoneyNav here="list" />}
      <nav className="dl-tabs" aria-label={t('queues')}>
        {queues.map(({ queue, documents }) => (
          <Link
            key={queue}
            to={`${base}${invoiceAddress(view, { queue, find: '' })}`}
            aria-current={queue === view.queue ? 'page' : undefined}
          >
            {t(`queue.${queue}`)} <span>{formatNumber(documents, language)}</span>
          </Link>
        ))}
      </nav>
      <div className="iv-tools" key={here}>
        <Filters view={view} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={invoiceColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'number' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.queue}`)}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {issues && (
                  <th scope="col" className="dl-pick">
                    <span className="sr-only">{lists('bulk.pick')}</span>
                  </th>
                )}
                {view.columns.map((column) =>
                  (invoiceSorts as readonly string[]).includes(column) ? (
                    <SortHead key={column} sort={column as InvoiceSort} view={view} />
                  ) : (
                    <th key={column} scope="col" className={figures.includes(column) ? 'iv-figure' : undefined}>
                      {t(`column.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.number}>
                  {issues && (
                    <td className="dl-pick">
                      <input
                        type="checkbox"
                        form="bulk"
                        name="number"
                        value={row.number}
                        aria-label={lists('bulk.pickOne', { reference: row.number })}
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
      {issues && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={`${base}/bulk`}>
          <span>{lists('bulk.with')}</span>
          <select name="action" aria-label={lists('bulk.action')}>
            <option value="send">{t('bulk.send')}</option>
            <option value="pack">{t('bulk.pack')}</option>
          </select>
          <button className="bo-btn" type="submit">
            {lists('bulk.try')}
          </button>
        </Form>
      )}
      <footer className="iv-foot">
        {view.after && <Link to={`${base}${here}`}>{t('first')}</Link>}
        {next && (
          <Link className="bo-btn" to={`${base}${invoiceAddress(view, { after: next })}`}>
            {t('more')}
          </Link>
        )}
        <span className="iv-keys dl-quiet">
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

function Filters({ view, filtered }: { view: InvoiceView; filtered: boolean }) {
  const t = useTexts('staff-invoices');
  // What the form has no field for stays as it is.
  const kept = [...new URLSearchParams(invoiceAddress(view, noInvoiceFilters))];
  return (
    <Form className="dl-filters" method="get" action={base} role="search">
      {kept.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span className="sr-only">{t('find')}</span>
        <input id="find" type="search" name="find" defaultValue={view.find} placeholder={t('find')} maxLength={80} autoComplete="off" />
      </label>
      <label className="iv-day">
        <span>{t('from')}</span>
        <input type="date" name="from" defaultValue={view.from} />
      </label>
      <label className="iv-day">
        <span>{t('until')}</span>
        <input type="date" name="until" defaultValue={view.until} />
      </label>
      <button className="bo-btn" type="submit">
        {t('apply')}
      </button>
      {filtered && <Link to={`${base}${invoiceAddress(view, noInvoiceFilters)}`}>{t('clear')}</Link>}
    </Form>
  );
}

function SortHead({ sort, view }: { sort: InvoiceSort; view: InvoiceView }) {
  const t = useTexts('staff-invoices');
  const mine = view.sort === sort;
  return (
    <th
      scope="col"
      className={figures.includes(sort) ? 'iv-figure' : undefined}
      aria-sort={mine ? (view.descending ? 'descending' : 'ascending') : undefined}
    >
      <Link to={`${base}${invoiceAddress(view, { sort, descending: mine ? !view.descending : true })}`}>
        {t(`column.${sort}`)}
        {mine && <Icon name={view.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
  );
}

const figures: readonly string[] = ['net', 'vat', 'gross', 'paid', 'due'];

function Cell({ column, row }: { column: InvoiceColumn; row: ShownInvoice }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const amount = ({ amount: fils }: { amount: number }) => (
    <bdi className={fils < 0 ? 'iv-minus' : undefined}>{formatNumber(fils / 100, language, 2)}</bdi>
  );
  const owed = row.kind === 'credit-note' ? '–' : null;
  const cells: Readonly<Record<InvoiceColumn, () => ReactNode>> = {
    number: () => (
      <Link to={`${base}/${row.number}`}>
        <bdi>{row.number}</bdi>
      </Link>
    ),
    series: () => row.series,
    issued: () => formatDate(row.issuedOn, language),
    supplied: () => formatDate(row.suppliedOn, language),
    customer: () => <bdi>{row.buyer}</bdi>,
    order: () => (
      <Link to={`/admin/orders/${row.order}`}>
        <bdi>{row.order}</bdi>
      </Link>
    ),
    net: () => amount(row.net),
    vat: () => amount(row.vat),
    gross: () => <b>{amount(row.gross)}</b>,
    currency: () => row.currency,
    paid: () => owed ?? amount(row.paid),
    due: () => owed ?? (row.due.amount > 0 ? <b>{amount(row.due)}</b> : amount(row.due)),
    state: () => <InvoiceStateChip state={row.state} />,
    credits: () => (row.creditNotes > 0 ? formatNumber(row.creditNotes, language) : '–'),
  };
  return (
    <td
      className={figures.includes(column) ? 'iv-figure' : undefined}
      data-label={column === 'number' || column === 'state' ? undefined : t(`column.${column}`)}
    >
      {cells[column]()}
    </td>
  );
}
