import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { displayCurrencies } from '#app/values/preferences.ts';
import { dateIn } from '#app/values/dates.ts';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { DeskBulk, DeskFilters, DeskFoot, FilterAmount, FilterChoice, FilterDay, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import {
  invoiceAddress,
  invoiceBuyers,
  invoiceColumns,
  invoiceSorts,
  noInvoiceFilters,
  readInvoiceView,
  type InvoiceColumn,
  type InvoiceSort,
  type InvoiceView,
} from './invoice-list-view.ts';
import { askCompany, type AskedCompany } from '../../customers/companies/staff/ask-company.server.ts';
import { FilterCompany } from '../../customers/companies/staff/company-filter.tsx';
import { productKinds } from '../../product-contract.ts';
import { eInvoiceStates } from '../e-invoice/e-invoice-rules.ts';
import { EInvoiceChip } from './e-invoice-chip.tsx';
import { InvoiceStateChip } from './invoice-state.tsx';
import { MoneyNav } from './money-nav.tsx';
import { openInvoiceList, type ShownInvoice } from './open-invoice-list.server.ts';
import { issuedMonths } from './e-invoice-form.ts';
import type { Route } from './+types/invoices-desk-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-lists'] };

const base = '/admin/invoices';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const view = readInvoiceView(url.searchParams);
  return {
    company: await askCompany(platform.db, url, view.company),
    ...(await openInvoiceList(platform, viewer, view)),
    said: readViewSaid(url.searchParams),
    nothingReady: url.searchParams.has('e-none'),
    handed: Number(/^\d{1,3}$/.exec(url.searchParams.get('handed') ?? '')?.[0] ?? 0),
    months: issuedMonths(dateIn('Asia/Dubai', platform.clock.now())),
  };
}

export default function InvoicesDeskPage({ loaderData }: Route.ComponentProps) {
  const { view, queues, next, rows, issues, exports, money, matching, mostCounted } = loaderData;
  const language = useLanguage();
  const t = useTexts('staff-invoices');
  const lists = useTexts('staff-lists');
  const here = invoiceAddress(view);
  const filtered = invoiceAddress(view, noInvoiceFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      {money && <MoneyNav here="list" />}
      {loaderData.handed > 0 && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t('eInvoice.handed', { count: loaderData.handed })}
        </p>
      )}
      {loaderData.nothingReady && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t('eInvoice.nothingReady')}
        </p>
      )}
      <QueueTabs
        label={t('queues')}
        queues={queues.map(({ queue, documents }) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: `${base}${invoiceAddress(view, { queue, find: '' })}`,
          count: documents,
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters company={loaderData.company} view={view} filtered={filtered} />
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
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.number}
          cell={(column, row) => <Cell column={column} row={row} />}
          figures={figures}
          plain={['number', 'state']}
          sort={{
            columns: invoiceSorts,
            by: view.sort,
            descending: view.descending,
            begins: 'descending',
            to: (column, descending) => `${base}${invoiceAddress(view, { sort: column as InvoiceSort, descending })}`,
          }}
          pick={issues ? { name: 'number', value: (row) => row.number, reference: (row) => row.number } : null}
        />
      )}
      {issues && rows.length > 0 && (
        <DeskBulk
          to={`${base}/bulk`}
          deeds={(['send', 'pack', 'e-pack', 'handed'] as const).map((deed) => ({ id: deed, name: t(`bulk.${deed}`) }))}
          list={here}
          all={lists('bulk.tryAll', {
            count: matching,
            shown: `${formatNumber(Math.min(matching, mostCounted), language)}${matching > mostCounted ? '+' : ''}`,
          })}
        />
      )}
      {issues && <MonthOfEInvoices months={loaderData.months} />}
      <DeskFoot
        first={view.after ? `${base}${here}` : null}
        next={next && `${base}${invoiceAddress(view, { after: next })}`}
        picks={issues}
      />
    </div>
  );
}

function Filters({ view, company, filtered }: { view: InvoiceView; company: AskedCompany; filtered: boolean }) {
  const t = useTexts('staff-invoices');
  return (
    <DeskFilters
      base={base}
      kept={invoiceAddress(view, noInvoiceFilters)}
      find={{ label: t('find'), value: view.find, most: 80 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${invoiceAddress(view, noInvoiceFilters)}`, label: t('clear') } : null}
    >
      <FilterDay name="from" label={t('from')} value={view.from} />
      <FilterDay name="until" label={t('until')} value={view.until} />
      <FilterChoice
        name="e-invoice"
        label={t('column.e-invoice')}
        value={view.eInvoice}
        any={t('eInvoice.any')}
        options={eInvoiceStates.map((id) => ({ id, name: t(`eInvoice.state.${id}`) }))}
      />
      <FilterChoice
        name="product"
        label={t('product.label')}
        value={view.product}
        any={t('product.any')}
        options={productKinds.map((id) => ({ id, name: t(`product.${id}`) }))}
      />
      <FilterChoice
        name="currency"
        label={t('column.currency')}
        value={view.currency}
        any={t('anyCurrency')}
        options={displayCurrencies.map((id) => ({ id, name: id }))}
      />
      <FilterChoice
        name="buyer"
        label={t('buyer.label')}
        value={view.buyer}
        any={t('buyer.any')}
        options={invoiceBuyers.map((id) => ({ id, name: t(`buyer.${id}`) }))}
      />
      <FilterCompany label={t('company.label')} any={t('company.any')} company={company} />
      <FilterAmount name="least" label={t('least')} value={view.least} />
      <FilterAmount name="most" label={t('most')} value={view.most} />
    </DeskFilters>
  );
}

/** What the provider is given of a month: one archive of all that is ready and not handed over. */
function MonthOfEInvoices({ months }: { months: readonly string[] }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  return (
    <form className="iv-month" method="post" action={`${base}/e-invoices`}>
      <label>
        {t('eInvoice.month')}{' '}
        <select name="month" defaultValue={months[1]}>
          {months.map((month) => (
            <option key={month} value={month}>
              {formatDate(`${month}-01`, language, 'month')}
            </option>
          ))}
        </select>
      </label>
      <button className="bo-btn" type="submit">
        <Icon name="download" small /> {t('eInvoice.monthGo')}
      </button>
    </form>
  );
}

const figures: readonly InvoiceColumn[] = ['net', 'vat', 'gross', 'paid', 'due'];

function Cell({ column, row }: { column: InvoiceColumn; row: ShownInvoice }) {
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
    'e-invoice': () => (
      <Link to={`${base}/${row.number}/e-invoice`}>
        <EInvoiceChip state={row.eInvoice} />
      </Link>
    ),
  };
  return cells[column]();
}
