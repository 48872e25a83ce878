import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { BulkColleague, DeskBulk, DeskFilters, DeskFoot, FilterChoice, FilterDay, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { displayCurrencies } from '#app/values/preferences.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bookingStates } from '../booking-status.ts';
import {
  bookingAddress,
  bookingSorts,
  noBookingFilters,
  readBookingView,
  sortOf,
  type BookingSort,
  type BookingView,
} from './booking-desk-view.ts';
import { bookingColumns, bookingLists, kindOfPath, statesOf, type BookingColumn } from './booking-lists.ts';
import { openBookingList } from './open-booking-list.server.ts';
import type { Route } from './+types/booking-orders-page.ts';
import './booking-orders.css';

export const handle = { texts: ['staff-bookings', 'staff-lists'] };

/** One page for the lists of tours, experiences and stays; the address says which. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const kind = kindOfPath(url.pathname);
  return {
    ...(await openBookingList(
      context.get(platformContext),
      context.get(productCountersContext),
      viewer,
      readBookingView(kind, url.searchParams),
      language,
    )),
    said: readViewSaid(url.searchParams),
  };
}

type Loaded = Route.ComponentProps['loaderData'];
type Row = Loaded['rows'][number];

/** How a state looks: what is to be answered stands out, what is sold is calm. */
const tones: Readonly<Record<string, string>> = {
  requested: 'dl-state--now',
  counter_offered: 'dl-state--now',
  overdue: 'dl-state--now',
  operator_cancelled: 'dl-state--now',
  confirmed: 'dl-state--good',
  guaranteed: 'dl-state--good',
};

export default function BookingOrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, queues, next, rows, works } = loaderData;
  const t = useTexts('staff-bookings');
  const base = bookingLists[view.kind].path;
  const here = bookingAddress(view);
  const filtered = bookingAddress(view, noBookingFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`title.${view.kind}`)}</h1>
        <p>{t(`lede.${view.kind}`)}</p>
        {works && <ExportMenu to={`${base}/export${here}`} />}
      </header>
      <QueueTabs
        label={t('queues')}
        queues={queues.map(({ queue, bookings }) => ({
          id: queue,
          name: t(`queue.${queue}`),
          to: `${base}${bookingAddress(view, { queue, state: '', find: '', sort: null, descending: false })}`,
          count: bookings,
          here: queue === view.queue && view.find === '',
        }))}
      />
      <div className="dl-tools" key={here}>
        <Filters view={view} data={loaderData} filtered={filtered} />
        <ColumnChooser
          base={base}
          here={here}
          columns={bookingColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
      </div>
      {loaderData.itemName && (
        <p className="bol-item">
          {t('onlyItem', { title: loaderData.itemName })} <Link to={`${base}${bookingAddress(view, { item: '' })}`}>{t('anyItem')}</Link>
        </p>
      )}
      <NamedViews base={base} views={loaderData.named} here={here} said={loaderData.said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.queue}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => row.id}
          cell={(column, row) => <Cell column={column} row={row} data={loaderData} />}
          cellClass={(column, row) =>
            column === 'title' ? 'dl-wide' : row.dueOn !== null && row.dueOn < loaderData.today && column === 'due' ? 'dl-late' : undefined
          }
          figures={['places', 'total']}
          plain={['reference', 'title', 'lead', 'state']}
          sort={{
            columns: bookingSorts,
            by: sortOf(view).by,
            descending: sortOf(view).descending,
            to: (column, descending) => `${base}${bookingAddress(view, { sort: column as BookingSort, descending })}`,
          }}
          pick={works ? { name: 'booking', value: (row) => row.id, reference: (row) => row.reference } : null}
        />
      )}
      {works && rows.length > 0 && <BulkBar view={view} colleagues={loaderData.colleagues} />}
      <DeskFoot
        first={view.after ? `${base}${here}` : null}
        next={next && `${base}${bookingAddress(view, { after: next })}`}
        picks={works}
      />
    </div>
  );
}

function Filters({ view, data: { colleagues }, filtered }: { view: BookingView; data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-bookings');
  const base = bookingLists[view.kind].path;
  return (
    <DeskFilters
      base={base}
      kept={bookingAddress(view, { ...noBookingFilters, item: view.item })}
      find={{ label: t('find'), value: view.find, most: 60 }}
      apply={t('apply')}
      clear={filtered ? { to: `${base}${bookingAddress(view, noBookingFilters)}`, label: t('clear') } : null}
    >
      <FilterChoice
        name="state"
        label={t('column.state')}
        value={view.state}
        any={t('anyState')}
        options={(statesOf[view.queue] ?? bookingStates).map((state) => ({ id: state, name: t(`state.${state}`) }))}
      />
      <FilterChoice
        name="owner"
        label={t('column.owner')}
        value={view.owner}
        any={t('owner.any')}
        options={[{ id: 'me', name: t('owner.me') }, { id: 'nobody', name: t('owner.nobody') }, ...colleagues]}
      />
      <FilterDay name="from" label={t('from')} value={view.from} />
      <FilterDay name="until" label={t('until')} value={view.until} />
      <FilterChoice
        name="shown-in"
        label={t('shownIn')}
        value={view.shownIn}
        any={t('anyShownIn')}
        options={displayCurrencies.map((one) => ({ id: one, name: t('shownInOne', { currency: one }) }))}
      />
    </DeskFilters>
  );
}

/** One thing for many orders; what it is done to is picked in the rows, or everything the list matches. */
function BulkBar({ view, colleagues }: { view: BookingView; colleagues: Loaded['colleagues'] }) {
  const t = useTexts('staff-bookings');
  return (
    <DeskBulk
      to={`${bookingLists[view.kind].path}/bulk`}
      deeds={(['claim', 'assign', 'release'] as const).map((action) => ({ id: action, name: t(`bulk.${action}`) }))}
      list={bookingAddress(view)}
      all={t('bulk.tryAll')}
    >
      <BulkColleague label={t('bulk.owner')} colleagues={colleagues} />
    </DeskBulk>
  );
}

function Cell({ column, row, data: { me, view } }: { column: BookingColumn; row: Row; data: Loaded }) {
  const t = useTexts('staff-bookings');
  const language = useLanguage();
  const day = (local: string) => formatDate(local.slice(0, 10), language);
  const cells: Readonly<Record<BookingColumn, () => ReactNode>> = {
    starts: () => (
      <>
        {day(row.starts)}
        {view.kind === 'experience' && (
          <>
            {' '}
            <bdi className="dl-quiet">{row.starts.slice(11)}</bdi>
          </>
        )}
      </>
    ),
    ends: () => day(row.ends),
    reference: () => (
      <Link to={`/admin/orders/${row.reference}`}>
        <bdi>{row.reference}</bdi>
      </Link>
    ),
    title: () => row.title,
    lead: () =>
      row.lead ? (
        <>
          <bdi>{row.lead.name}</bdi>
          {row.lead.others > 0 && <span className="dl-quiet"> +{formatNumber(row.lead.others, language)}</span>}
        </>
      ) : (
        '–'
      ),
    places: () => formatNumber(row.places, language),
    state: () => <span className={`dl-state ${tones[row.status] ?? ''}`}>{t(`state.${row.status}`)}</span>,
    due: () => (row.dueOn ? formatDate(row.dueOn, language, 'day') : '–'),
    operator: () => <bdi>{row.operator}</bdi>,
    total: () => formatMoney(row.total, language),
    placed: () => sayDay(row.placed, language),
    owner: () => (row.owner ? <bdi className={row.owner.id === me ? 'dl-mine' : undefined}>{row.owner.name}</bdi> : '–'),
  };
  return cells[column]();
}
