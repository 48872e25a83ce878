import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { viewSaid } from '#app/commerce/orders/staff/desk-lists.ts';
import { ColumnChooser, NamedViews } from '#app/commerce/orders/staff/list-views.tsx';
import { useListKeys } from '#app/commerce/orders/staff/use-list-keys.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
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
  const said = url.searchParams.get('view');
  return {
    ...(await openBookingList(
      context.get(platformContext),
      context.get(productCountersContext),
      viewer,
      readBookingView(kind, url.searchParams),
      language,
    )),
    said: viewSaid.find((one) => one === said) ?? null,
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
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const [keys, setKeys] = useListKeys('.dl-sheet tbody a', '#find');
  const base = bookingLists[view.kind].path;
  const here = bookingAddress(view);
  const filtered = bookingAddress(view, noBookingFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`title.${view.kind}`)}</h1>
        <p>{t(`lede.${view.kind}`)}</p>
        {works && (
          <form method="post" action={`${base}/export${here}`}>
            <button className="bo-btn" type="submit">
              {t('export')}
            </button>
          </form>
        )}
      </header>
      <nav className="dl-tabs" aria-label={t('queues')}>
        {queues.map(({ queue, bookings }) => (
          <Link
            key={queue}
            to={`${base}${bookingAddress(view, { queue, state: '', find: '', sort: null, descending: false })}`}
            aria-current={queue === view.queue && view.find === '' ? 'page' : undefined}
          >
            {t(`queue.${queue}`)} <span>{formatNumber(bookings, language)}</span>
          </Link>
        ))}
      </nav>
      <div className="bol-tools" key={here}>
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
                  (bookingSorts as readonly string[]).includes(column) ? (
                    <SortHead key={column} sort={column as BookingSort} view={view} />
                  ) : (
                    <th key={column} scope="col" className={column === 'places' ? 'bol-number' : undefined}>
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
                        name="booking"
                        value={row.id}
                        aria-label={lists('bulk.pickOne', { reference: row.reference })}
                      />
                    </td>
                  )}
                  {view.columns.map((column) => (
                    <Cell key={column} column={column} row={row} data={loaderData} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {works && rows.length > 0 && <BulkBar view={view} colleagues={loaderData.colleagues} />}
      <footer className="bol-foot">
        {view.after && <Link to={`${base}${here}`}>{t('first')}</Link>}
        {next && (
          <Link className="bo-btn" to={`${base}${bookingAddress(view, { after: next })}`}>
            {t('more')}
          </Link>
        )}
        <span className="bol-keys dl-quiet">
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

function Filters({ view, data: { colleagues }, filtered }: { view: BookingView; data: Loaded; filtered: boolean }) {
  const t = useTexts('staff-bookings');
  const base = bookingLists[view.kind].path;
  // What the form has no field for stays as it is.
  const kept = [...new URLSearchParams(bookingAddress(view, { ...noBookingFilters, item: view.item }))];
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
        <span className="sr-only">{t('column.state')}</span>
        <select name="state" defaultValue={view.state}>
          <option value="">{t('anyState')}</option>
          {(statesOf[view.queue] ?? bookingStates).map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">{t('column.owner')}</span>
        <select name="owner" defaultValue={view.owner}>
          <option value="">{t('owner.any')}</option>
          <option value="me">{t('owner.me')}</option>
          <option value="nobody">{t('owner.nobody')}</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="bol-day">
        <span>{t('from')}</span>
        <input type="date" name="from" defaultValue={view.from} />
      </label>
      <label className="bol-day">
        <span>{t('until')}</span>
        <input type="date" name="until" defaultValue={view.until} />
      </label>
      <button className="bo-btn" type="submit">
        {t('apply')}
      </button>
      {filtered && <Link to={`${base}${bookingAddress(view, noBookingFilters)}`}>{t('clear')}</Link>}
    </Form>
  );
}

/** One thing for many orders; what it is done to is picked in the rows, or everything the list matches. */
function BulkBar({ view, colleagues }: { view: BookingView; colleagues: Loaded['colleagues'] }) {
  const t = useTexts('staff-bookings');
  const lists = useTexts('staff-lists');
  return (
    <Form id="bulk" className="dl-bulk" method="get" action={`${bookingLists[view.kind].path}/bulk`}>
      <span>{lists('bulk.with')}</span>
      <select name="action" aria-label={lists('bulk.action')}>
        {(['claim', 'assign', 'release'] as const).map((action) => (
          <option key={action} value={action}>
            {t(`bulk.${action}`)}
          </option>
        ))}
      </select>
      <select name="to" aria-label={t('bulk.owner')} defaultValue="">
        <option value="">{t('bulk.owner')}</option>
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button className="bo-btn" type="submit">
        {lists('bulk.try')}
      </button>
      <input type="hidden" name="list" value={bookingAddress(view).slice(1)} />
      <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
        {t('bulk.tryAll')}
      </button>
    </Form>
  );
}

function SortHead({ sort, view }: { sort: BookingSort; view: BookingView }) {
  const t = useTexts('staff-bookings');
  const now = sortOf(view);
  const mine = now.by === sort;
  return (
    <th
      scope="col"
      aria-sort={mine ? (now.descending ? 'descending' : 'ascending') : undefined}
      className={sort === 'total' ? 'bol-number' : undefined}
    >
      <Link to={`${bookingLists[view.kind].path}${bookingAddress(view, { sort, descending: mine && !now.descending })}`}>
        {t(`column.${sort}`)}
        {mine && <Icon name={now.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
  );
}

function Cell({ column, row, data: { me, today, view } }: { column: BookingColumn; row: Row; data: Loaded }) {
  const t = useTexts('staff-bookings');
  const language = useLanguage();
  const day = (local: string) => formatDate(local.slice(0, 10), language);
  const late = column === 'due' && row.dueOn !== null && row.dueOn < today;
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
    placed: () => formatDate(row.placed.slice(0, 10), language),
    owner: () => (row.owner ? <bdi className={row.owner.id === me ? 'bol-mine' : undefined}>{row.owner.name}</bdi> : '–'),
  };
  return (
    <td
      className={late ? 'dl-late' : column === 'total' || column === 'places' ? 'bol-number' : column === 'title' ? 'bol-title' : undefined}
    >
      {cells[column]()}
    </td>
  );
}
