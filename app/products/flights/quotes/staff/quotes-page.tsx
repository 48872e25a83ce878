import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { dayMonth, DeskMoment, TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { countQuotes, findQuoteRows, type QuoteRow } from './quote-list-store.server.ts';
import {
  noQuoteFilters,
  quoteColumns,
  quoteListAddress,
  quoteQueues,
  quoteSorts,
  readQuoteListView,
  type QuoteColumn,
  type QuoteListView,
} from './quote-list-view.ts';
import { StandingChip } from './standing-chip.tsx';
import type { Route } from './+types/quotes-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import '../../staff/flight-desk.css';
import './quote-desk.css';

export const handle = { texts: ['staff-flight-quotes', 'staff-orders', 'staff-lists'] };

const base = '/admin/orders/flights/quotes';
const pageSize = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readQuoteListView(url.searchParams);
  const now = clock.now();
  const [{ rows, next }, counts] = await Promise.all([
    findQuoteRows(db, crypto, view, { now, most: pageSize, me: viewer.user.id }),
    countQuotes(db, now),
  ]);
  const names = await findStaffNames(db, [...new Set(rows.map(({ by }) => by))]);
  return {
    view,
    next,
    counts,
    now,
    rows: rows.map((row) => ({ ...row, by: names.get(row.by) ?? '–' })),
    works: may(viewer, 'flight-orders:work'),
    exports: may(viewer, 'flight-orders:export'),
    ...(await openDeskViews(db, 'flight-quotes', viewer, url.searchParams)),
  };
}

export default function QuotesPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, next, counts, exports, works } = loaderData;
  const t = useTexts('staff-flight-quotes');
  const now = useDeskNow(loaderData.now);
  const language = useLanguage();
  const address = (change: Partial<QuoteListView> = {}) => `${base}${quoteListAddress(view, change)}`;
  const here = quoteListAddress(view);
  const filtered = quoteListAddress(view, noQuoteFilters) !== here;
  const start = new URLSearchParams({
    ...(view.inquiry ? { inquiry: view.inquiry } : {}),
    ...(view.customer ? { customer: view.customer } : {}),
  });
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('list.title')}</h1>
        <p>{t('list.lead', { shown: formatNumber(counts.open, language) })}</p>
        <Link to="/admin/orders/flights">{t('list.toOrders')}</Link>
        {view.inquiry && (
          <Link to={`/admin/inquiries/${view.inquiry}`}>
            {t('list.ofInquiry')} <bdi>{view.inquiry}</bdi>
          </Link>
        )}
        {view.customer && <Link to={`/admin/customers/${view.customer}`}>{t('list.ofCustomer')}</Link>}
        {works && (
          <Link className="bo-btn bo-btn--p" to={`${base}/new${start.size > 0 ? `?${start}` : ''}`}>
            <Icon name="plus" small /> {t('list.new')}
          </Link>
        )}
        {exports && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('list.queues')}
        queues={quoteQueues.map((queue) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: address({ queue }),
          count: counts[queue],
          here: queue === view.queue,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={quoteListAddress(view, { find: '', language: '', mine: false })}
          find={{ label: t('list.find'), value: view.find, most: 100 }}
          apply={t('list.apply')}
          clear={filtered ? { to: address(noQuoteFilters), label: t('list.clear') } : null}
        >
          <FilterChoice
            name="language"
            label={t('column.language')}
            value={view.language}
            any={t('list.everyLanguage')}
            options={languageCodes.map((id) => ({ id, name: t(`language.${id}`) }))}
          />
          <FilterChoice
            name="mine"
            label={t('column.by')}
            value={view.mine ? '1' : ''}
            any={t('list.everybody')}
            options={[{ id: '1', name: t('list.mine') }]}
          />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={quoteColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={loaderData.named} here={quoteListAddress(view, { find: '' })} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'list.noneMatch' : `none.${view.queue}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} now={now} />}
          figures={['travellers', 'options', 'lowest']}
          plain={['reference', 'state', 'caller']}
          sort={{
            columns: ['changed', 'validUntil', 'departs', 'lowest'],
            by: view.sort,
            descending: view.descending,
            to: (column, descending) => address({ sort: quoteSorts.find((sort) => sort === column) ?? 'changed', descending }),
          }}
        />
      )}
      <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} />
    </div>
  );
}

function Cell({ column, row, now }: { column: QuoteColumn; row: QuoteRow; now: number }) {
  const t = useTexts('staff-flight-quotes');
  const language = useLanguage();
  const cells: Readonly<Record<QuoteColumn, () => ReactNode>> = {
    reference: () => (
      <Link to={`${base}/${row.reference}`}>
        <bdi>{row.reference}</bdi>
      </Link>
    ),
    state: () => <StandingChip standing={row.standing} />,
    caller: () => <bdi>{row.name}</bdi>,
    route: () => (
      <bdi dir="ltr">
        {row.origin} <span aria-hidden="true">→</span>
        <span className="sr-only"> – </span> {row.destination}
      </bdi>
    ),
    departs: () => dayMonth(row.departs, language),
    travellers: () => formatNumber(row.travellers, language),
    options: () => formatNumber(row.options, language),
    lowest: () => <bdi>{formatMoney(money(row.lowest, row.currency), language)}</bdi>,
    validUntil: () =>
      ['draft', 'sent', 'seen'].includes(row.standing) ? <TimeLeft until={row.validUntil} now={now} /> : <DeskMoment at={row.validUntil} />,
    language: () => t(`language.${row.language}`),
    order: () =>
      row.order ? (
        <Link to={`/admin/orders/flights/${row.order}`}>
          <bdi>{row.order}</bdi>
        </Link>
      ) : (
        '–'
      ),
    by: () => <bdi>{row.by}</bdi>,
    changed: () => <DeskMoment at={row.changed} />,
  };
  return cells[column]();
}
