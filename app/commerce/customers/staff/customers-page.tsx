import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskBulk, DeskFilters, DeskFoot, FilterChoice, FilterDay, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { askCompany } from '../companies/staff/ask-company.server.ts';
import { FilterCompany } from '../companies/staff/company-filter.tsx';
import { customerTags, risks } from '../records/customer-kinds.ts';
import {
  customerAddress,
  customerColumns,
  customerSorts,
  noCustomerFilters,
  readCustomerView,
  yesNo,
  type CustomerColumn,
  type CustomerSort,
} from './customer-list-view.ts';
import { openCustomerList, type ShownCustomer } from './open-customer-list.server.ts';
import { customerDeeds } from './customer-deeds.ts';
import { RiskChip } from './risk-chip.tsx';
import type { Route } from './+types/customers-page.ts';

export const handle = { texts: ['staff-customers', 'staff-lists'] };

const base = '/admin/customers';

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const platform = context.get(platformContext);
  const view = readCustomerView(url.searchParams);
  return {
    company: await askCompany(platform.db, url, view.company),
    ...(await openCustomerList(platform, viewer, view, language)),
    said: readViewSaid(url.searchParams),
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function CustomersPage({ loaderData }: Route.ComponentProps) {
  const { view, queues, next, rows, exports, works, matching, mostCounted } = loaderData;
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const t = useTexts('staff-customers');
  const here = customerAddress(view);
  const filtered = customerAddress(view, noCustomerFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        <Link className="bo-btn" to={`${base}/companies`}>
          {t('companies')}
        </Link>
        {exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('queues')}
        queues={queues.map(({ queue, customers }) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: `${base}${customerAddress(view, { queue, find: '' })}`,
          count: customers,
          here: queue === view.queue && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters data={loaderData} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={customerColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'name' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={customerAddress(view, { find: '' })} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.queue}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} />}
          figures={figures}
          plain={['name']}
          sort={{
            columns: customerSorts,
            by: view.sort,
            descending: view.descending,
            begins: 'descending',
            to: (column, descending) => `${base}${customerAddress(view, { sort: column as CustomerSort, descending })}`,
          }}
          pick={works ? { name: 'customer', value: (row) => row.id, reference: (row) => row.name } : null}
        />
      )}
      {works && rows.length > 0 && (
        <DeskBulk
          to={`${base}/bulk`}
          name="deed"
          deeds={customerDeeds.map((deed) => ({ id: deed, name: t(`bulk.${deed}`) }))}
          list={here}
          all={lists('bulk.tryAll', {
            count: matching,
            shown: `${formatNumber(Math.min(matching, mostCounted), language)}${matching > mostCounted ? '+' : ''}`,
          })}
        />
      )}
      <DeskFoot
        first={view.after ? `${base}${here}` : null}
        next={next && `${base}${customerAddress(view, { after: next })}`}
        picks={works}
      />
    </div>
  );
}

function Filters({ data: { view, countries, languages, company }, filtered }: { data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-customers');
  const named = (list: readonly { readonly code: string; readonly name: string }[]) => list.map(({ code, name }) => ({ id: code, name }));
  return (
    <DeskFilters
      base={base}
      kept={customerAddress(view, noCustomerFilters)}
      find={{ label: t('find'), value: view.find, most: 120 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${customerAddress(view, noCustomerFilters)}`, label: t('clear') } : null}
    >
      <FilterChoice name="country" label={t('column.country')} value={view.country} any={t('everyCountry')} options={named(countries)} />
      <FilterChoice
        name="language"
        label={t('column.language')}
        value={view.language}
        any={t('everyLanguage')}
        options={named(languages)}
      />
      <FilterChoice
        name="tag"
        label={t('column.tags')}
        value={view.tag}
        any={t('everyTag')}
        options={customerTags.map((tag) => ({ id: tag, name: t(`tag.${tag}`) }))}
      />
      <FilterChoice
        name="risk"
        label={t('column.risk')}
        value={view.risk}
        any={t('everyRisk')}
        options={risks.map((risk) => ({ id: risk, name: t(`risk.${risk}`) }))}
      />
      <FilterChoice
        name="orders"
        label={t('openOrders.label')}
        value={view.orders}
        any={t('openOrders.any')}
        options={yesNo.map((id) => ({ id, name: t(`openOrders.${id}`) }))}
      />
      <FilterChoice
        name="letter"
        label={t('letter.label')}
        value={view.letter}
        any={t('letter.any')}
        options={yesNo.map((id) => ({ id, name: t(`letter.${id}`) }))}
      />
      <FilterCompany label={t('column.company')} any={t('everyCompany')} company={company} />
      <FilterDay name="from" label={t('heardFrom')} value={view.from} />
      <FilterDay name="until" label={t('heardUntil')} value={view.until} />
    </DeskFilters>
  );
}

const figures: readonly CustomerColumn[] = ['orders', 'lifetime', 'balance'];

function Cell({ column, row }: { column: CustomerColumn; row: ShownCustomer }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const amount = ({ amount: fils }: { amount: number }) => <bdi>{formatNumber(fils / 100, language, 2)}</bdi>;
  const word = (value: string | null) => (value === null ? '–' : <bdi>{value}</bdi>);
  const cells: Readonly<Record<CustomerColumn, () => ReactNode>> = {
    name: () => (
      <>
        <Link to={`${base}/${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>{' '}
        {!row.hasAccount && <span className="dl-quiet">{t('guest')}</span>}
        {row.blocked && <span className="dl-state dl-state--now">{t('blocked')}</span>}
      </>
    ),
    email: () => word(row.email),
    phone: () => (row.phone === null ? '–' : <bdi dir="ltr">{row.phone}</bdi>),
    country: () => word(row.country),
    language: () => word(row.language),
    orders: () => formatNumber(row.orders, language),
    lifetime: () => amount(row.lifetime),
    balance: () => (row.balance.amount > 0 ? <b>{amount(row.balance)}</b> : amount(row.balance)),
    contact: () => sayDay(row.lastContactAt, language),
    company: () =>
      row.company === null ? (
        '–'
      ) : (
        <Link to={`${base}/companies/${row.company.id}`}>
          <bdi>{row.company.name}</bdi>
        </Link>
      ),
    tags: () => (row.tags.length > 0 ? row.tags.map((tag) => t(`tag.${tag}`)).join(' · ') : '–'),
    risk: () => <RiskChip risk={row.risk} />,
    since: () => sayDay(row.firstSeenAt, language),
  };
  return cells[column]();
}
