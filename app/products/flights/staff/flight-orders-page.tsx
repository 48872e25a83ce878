import { Link } from 'react-router';
import { DeskBulk } from '#app/ui/desk-list/desk-list-parts.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { askCompany } from '#app/commerce/customers/companies/staff/ask-company.server.ts';
import { countOpenRefunds } from '#app/commerce/orders/staff/refund-desk-store.server.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { KeyHints } from '#app/ui/desk-list/key-hints.tsx';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatNumber } from '#app/ui/number-format.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bulkActions } from './bulk-rules.ts';
import { deskColumns } from './desk-columns.ts';
import { deskAddress, deskQueueNames, isWholeQueue, readDeskView, type DeskView } from './desk-address.ts';
import { useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { countDeskQueues, findFlightOrdersAsStaff } from './flight-desk-store.server.ts';
import { noFilters, OrdersFilters } from './orders-filters.tsx';
import { rowName } from '#app/commerce/record-notes/list-rows.ts';
import { ListWatch } from '#app/commerce/record-notes/list-watch.tsx';
import { newestAudit } from '#app/platform/audit.server.ts';
import { listSuppliers } from '../supply/flight-suppliers-store.server.ts';
import { OrdersTable } from './orders-table.tsx';
import type { Route } from './+types/flight-orders-page.ts';
import './flight-desk.css';

export const handle = { texts: ['staff-orders', 'staff-lists'] };

const base = '/admin/orders/flights';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const view = readDeskView(url.searchParams);
  const now = clock.now();
  const viewer = context.get(viewerContext);
  const me = viewer.kind === 'staff' ? viewer.user.id : '';
  const mayTrack = may(viewer, 'invoices:view');
  const stamp = await newestAudit(db);
  const [list, counts, named, colleagues, suppliers, refunds, company] = await Promise.all([
    findFlightOrdersAsStaff(db, crypto, view, { now, me }),
    countDeskQueues(db, now),
    listDeskViews(db, 'flights', me),
    listStaffWith(db, 'flight-orders:work', { also: [view.owner] }),
    listSuppliers(db),
    mayTrack ? countOpenRefunds(db, 'flight', now) : null,
    askCompany(db, url, view.company),
  ]);
  return {
    view,
    stamp,
    list,
    counts,
    now,
    named,
    refunds,
    me,
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    company,
    suppliers: suppliers.map(({ code, name }) => ({ code, name })),
    said: readViewSaid(url.searchParams),
    mayExport: may(viewer, 'flight-orders:export'),
    mayWork: may(viewer, 'flight-orders:work'),
  };
}

export default function FlightOrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, list, counts, mayExport, mayWork, named, said, refunds } = loaderData;
  const t = useTexts('staff-orders');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const now = useDeskNow(loaderData.now);
  const first = { ...view, after: null };
  const count = (value: number) => formatNumber(value, language);
  // The tabs know how many there are in all; a search is counted as far as somebody would read.
  const matching = isWholeQueue(view) ? { count: counts[view.queue].all, more: false } : list.matching;
  const shown = `${count(matching.count)}${matching.more ? '+' : ''}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>{t('list.title')}</h1>
        <p className="fd-head__sub">{t('list.matching', { count: matching.count, shown, all: count(counts.all.all) })}</p>
        {mayExport ? (
          <ExportMenu to={`/admin/orders/flights/export${deskAddress(first)}`} />
        ) : (
          <p className="fd-head__locked">
            <Icon name="lock" small />
            {t('list.exportLocked')}
          </p>
        )}
      </header>

      <nav className="fd-tabs" aria-label={t('list.queues')}>
        {deskQueueNames.map((queue) => (
          <Link
            key={queue}
            to={deskAddress({ ...first, queue, states: [] }) || '/admin/orders/flights'}
            aria-current={view.queue === queue ? 'page' : undefined}
          >
            {t(`queues.${queue}`)}{' '}
            <span className={counts[queue].soon > 0 && queue !== 'all' ? 'fd-hot' : undefined}>{count(counts[queue].all)}</span>
          </Link>
        ))}
        <Link to="/admin/orders/flights/schedules">{t('list.schedules')}</Link>
        <Link to="/admin/orders/flights/quotes">{t('list.quotes')}</Link>
        {refunds !== null && (
          <Link to="/admin/orders/refunds?kind=flight">
            {t('list.refundTracking')} <span>{count(refunds)}</span>
          </Link>
        )}
      </nav>

      <div className="fd-narrow" key={deskAddress(first)}>
        <OrdersFilters company={loaderData.company} view={first} colleagues={loaderData.colleagues} suppliers={loaderData.suppliers} />
        <ColumnChooser
          base={base}
          here={deskAddress(first)}
          columns={deskColumns.map((id) => ({ id, name: t(`columns.${id}`), fixed: id === 'ref' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={base} views={named} here={deskAddress(first)} said={said} />

      <div className="fd-sheet">
        {list.rows.length === 0 ? (
          <Nothing view={first} any={counts.all.all > 0} />
        ) : (
          <OrdersTable rows={list.rows} view={view} now={now} pick={mayWork} me={loaderData.me} suppliers={loaderData.suppliers} />
        )}
      </div>

      {mayWork && list.rows.length > 0 && (
        <DeskBulk
          to="/admin/orders/flights/bulk"
          deeds={bulkActions.map((action) => ({ id: action, name: t(`actions.${action}.name`) }))}
          list={deskAddress(first)}
          all={lists('bulk.tryAll', { count: matching.count, shown })}
        />
      )}
      <ListWatch stamp={loaderData.stamp} rows={list.rows.map(({ id }) => rowName('flight', id))} />
      <footer className="fd-foot">
        <span>{t('list.rows', { count: list.rows.length })}</span>
        {view.after && <Link to={deskAddress(first) || '/admin/orders/flights'}>{t('list.first')}</Link>}
        {list.next && (
          <Link className="fd-foot__next" to={deskAddress({ ...view, after: list.next })}>
            {t('list.next')}
            <Icon name="chevron-end" small />
          </Link>
        )}
        <KeyHints rows=".fd-list a.fd-ref" picks={mayWork} className="fd-keys" />
      </footer>
    </div>
  );
}

/** Nothing yet, or nothing that matches: then the way back to more. */
function Nothing({ view, any }: { view: DeskView; any: boolean }) {
  const t = useTexts('staff-orders');
  const filtered = deskAddress({ ...view, ...noFilters }) !== deskAddress(view);
  return (
    <div className="fd-nothing">
      <p>
        <b>{any ? (filtered ? t('nothing.noMatch') : t('nothing.queueDone')) : t('nothing.noneYet')}</b>
      </p>
      <p>{any ? (filtered ? t('nothing.noMatchHow') : t('nothing.queueDoneHow')) : t('nothing.noneYetHow')}</p>
      {any && filtered && (
        <Link className="bo-btn" to={deskAddress({ ...view, ...noFilters }) || '/admin/orders/flights'}>
          {t('filters.clear')}
        </Link>
      )}
      {any && !filtered && view.queue !== 'all' && (
        <Link className="bo-btn" to="/admin/orders/flights">
          {t('nothing.all')}
        </Link>
      )}
    </div>
  );
}
