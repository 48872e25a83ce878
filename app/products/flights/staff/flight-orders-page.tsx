import { Form, Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { currencyDecimals } from '#app/values/money.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bulkActions, mostAtOnce } from './bulk-rules.ts';
import { deskAddress, deskQueueNames, deskQueues, readDeskView, type DeskSort, type DeskView } from './desk-address.ts';
import { dayMonth, TimeLeft, useDeskNow } from './desk-time.tsx';
import { listDeskViews, type NamedView } from './desk-views-store.server.ts';
import { countDeskQueues, findFlightOrdersAsStaff, type DeskRow } from './flight-desk-store.server.ts';
import { StateChip } from './state-chip.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { Route } from './+types/flight-orders-page.ts';
import './flight-desk.css';

export const handle = { texts: ['staff-orders'] };

const viewSaid = ['kept', 'dropped', 'refused'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const view = readDeskView(url.searchParams);
  const now = clock.now();
  const viewer = context.get(viewerContext);
  const [list, counts, named] = await Promise.all([
    findFlightOrdersAsStaff(db, crypto, view),
    countDeskQueues(db, now),
    viewer.kind === 'staff' ? listDeskViews(db, viewer.user.id) : [],
  ]);
  const said = url.searchParams.get('view');
  return {
    view,
    list,
    counts,
    now,
    named,
    said: viewSaid.find((one) => one === said) ?? null,
    mayExport: may(viewer, 'flight-orders:export'),
    mayWork: may(viewer, 'flight-orders:work'),
  };
}

export default function FlightOrdersPage({ loaderData }: Route.ComponentProps) {
  const { view, list, counts, mayExport, mayWork, named, said } = loaderData;
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const now = useDeskNow(loaderData.now);
  const [keys, setKeys] = useListKeys('.fd-list a.fd-ref', '#find');
  const first = { ...view, after: null };
  const count = (value: number) => formatNumber(value, language);
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>{t('list.title')}</h1>
        <p className="fd-head__sub">
          {t('list.matching', { count: list.matching, shown: count(list.matching), all: count(counts.all.all) })}
        </p>
        {mayExport ? (
          <Form method="post" action={`/admin/orders/flights/export${deskAddress(first)}`} reloadDocument>
            <button className="bo-btn" type="submit" aria-disabled={list.matching === 0 || undefined}>
              <Icon name="download" small />
              {t('list.export')}
            </button>
          </Form>
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
      </nav>

      <Filters key={deskAddress(first)} view={first} />
      <Named views={named} here={deskAddress(first)} said={said} />

      <div className="fd-sheet">
        {list.rows.length === 0 ? (
          <Nothing view={first} any={counts.all.all > 0} />
        ) : (
          <table className="fd-list">
            <thead>
              <tr>
                {mayWork && (
                  <th scope="col" className="fd-c-pick">
                    <span className="sr-only">{t('bulk.pick')}</span>
                  </th>
                )}
                <SortHead sort="limit" view={first} />
                <th scope="col">{t('columns.ref')}</th>
                <th scope="col">{t('columns.state')}</th>
                <th scope="col">{t('columns.lead')}</th>
                <th scope="col">{t('columns.route')}</th>
                <SortHead sort="departs" view={first} />
                <th scope="col">{t('columns.airline')}</th>
                <th scope="col">{t('columns.pnr')}</th>
                <th scope="col">{t('columns.supplier')}</th>
                <SortHead sort="total" view={first} end />
                <th scope="col">{t('columns.paid')}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <OrderRow key={row.id} row={row} now={now} pick={mayWork} />
              ))}
            </tbody>
          </table>
        )}
      </div>

      {mayWork && list.rows.length > 0 && (
        <Form id="bulk" className="fd-bulk" method="get" action="/admin/orders/flights/bulk">
          <span>{t('bulk.with', { most: mostAtOnce })}</span>
          <select name="action" aria-label={t('bulk.action')}>
            {bulkActions.map((action) => (
              <option key={action} value={action}>
                {t(`actions.${action}.name`)}
              </option>
            ))}
          </select>
          <button className="bo-btn" type="submit">
            {t('bulk.try')}
          </button>
        </Form>
      )}
      <footer className="fd-foot">
        <span>{t('list.rows', { count: list.rows.length })}</span>
        {view.after && <Link to={deskAddress(first) || '/admin/orders/flights'}>{t('list.first')}</Link>}
        {list.next && (
          <Link className="fd-foot__next" to={deskAddress({ ...view, after: list.next })}>
            {t('list.next')}
            <Icon name="chevron-end" small />
          </Link>
        )}
        <span className="fd-keys">
          {keys && (
            <>
              <kbd>J</kbd> <kbd>K</kbd> {t('keys.move')} · <kbd>X</kbd> {t('keys.pick')} · <kbd>↵</kbd> {t('keys.open')} · <kbd>/</kbd>{' '}
              {t('keys.find')} ·{' '}
            </>
          )}
          <button type="button" onClick={() => setKeys(!keys)}>
            {keys ? t('keys.off') : t('keys.on')}
          </button>
        </span>
      </footer>
    </div>
  );
}

/** Lists that somebody gave a name, and the way to name this one. The list is its address; the name only keeps it. */
function Named({ views, here, said }: { views: readonly NamedView[]; here: string; said: (typeof viewSaid)[number] | null }) {
  const t = useTexts('staff-orders');
  const own = views.find((one) => one.mine && one.query === here);
  if (views.length === 0 && here === '') return null;
  return (
    <div className="fd-named">
      {said && (
        <span role="status" className={said === 'refused' ? 'fd-named__no' : undefined}>
          {t(`views.said.${said}`)}
        </span>
      )}
      {views.map((one) => (
        <Link key={one.id} to={`/admin/orders/flights${one.query}`} aria-current={one.query === here ? 'true' : undefined}>
          <bdi>{one.name}</bdi>
          {one.shared && <span className="sr-only"> {t('views.shared')}</span>}
        </Link>
      ))}
      {own && (
        <Form method="post" action="/admin/orders/flights/views" reloadDocument>
          <input type="hidden" name="query" value={here} />
          <button className="fd-named__drop" name="drop" value={own.id}>
            {t('views.drop', { name: own.name })}
          </button>
        </Form>
      )}
      {here !== '' && !own && (
        <details>
          <summary>{t('views.keep')}</summary>
          <Form method="post" action="/admin/orders/flights/views" reloadDocument>
            <input type="hidden" name="query" value={here} />
            <input
              name="name"
              aria-label={t('views.name')}
              placeholder={t('views.name')}
              required
              minLength={2}
              maxLength={40}
              dir="auto"
            />
            <label>
              <input type="checkbox" name="shared" value="1" /> {t('views.share')}
            </label>
            <button className="bo-btn">{t('views.go')}</button>
          </Form>
        </details>
      )}
    </div>
  );
}

function SortHead({ sort, view, end }: { sort: DeskSort; view: DeskView; end?: boolean }) {
  const t = useTexts('staff-orders');
  const mine = view.sort === sort;
  const address = deskAddress({ ...view, sort, descending: mine && !view.descending });
  return (
    <th scope="col" className={end ? 'fd-num' : undefined} aria-sort={mine ? (view.descending ? 'descending' : 'ascending') : undefined}>
      <Link to={address || '/admin/orders/flights'}>
        {t(`columns.${sort}`)}
        {mine && <Icon name={view.descending ? 'chevron-down' : 'chevron-up'} small />}
      </Link>
    </th>
  );
}

function OrderRow({ row, now, pick }: { row: DeskRow; now: number; pick: boolean }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const decimals = currencyDecimals[row.total.currency];
  return (
    <tr>
      {pick && (
        <td className="fd-c-pick">
          <input
            type="checkbox"
            form="bulk"
            name="ref"
            value={row.reference}
            aria-label={t('bulk.pickOne', { reference: row.reference })}
          />
        </td>
      )}
      <td className="fd-c-limit">
        <TimeLeft until={row.limit} now={now} />
      </td>
      <td className="fd-c-ref">
        <Link className="fd-ref" to={`/admin/orders/flights/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </Link>
      </td>
      <td className="fd-c-state">
        <StateChip state={row.status} />
      </td>
      <td className="fd-c-lead">
        <bdi>{row.lead?.name ?? '–'}</bdi>
        {row.lead && row.lead.others > 0 && (
          <>
            {' '}
            <bdi dir="ltr" className="fd-more">
              +{row.lead.others}
            </bdi>
          </>
        )}
      </td>
      <td className="fd-c-route">
        <bdi dir="ltr">
          {row.origin} <span aria-hidden="true">→</span>
          <span className="sr-only"> – </span> {row.destination}
        </bdi>
      </td>
      <td className="fd-c-departs">
        <time dateTime={row.departsLocal}>
          <span>{dayMonth(row.departsLocal, language)}</span> <bdi>{row.departsLocal.slice(11, 16)}</bdi>
        </time>
      </td>
      <td className="fd-c-air">
        <bdi className="fd-fin">{row.airline}</bdi>
      </td>
      <td className="fd-c-pnr">{row.locators.length > 0 ? <bdi>{row.locators.join(' ')}</bdi> : <span className="fd-none">–</span>}</td>
      <td className="fd-c-supplier">{row.supplier === 'house' ? t('house') : <bdi>{row.supplier}</bdi>}</td>
      <td className="fd-c-total fd-num">
        <bdi>
          {row.total.currency !== 'AED' && `${row.total.currency} `}
          {formatNumber(row.total.amount / 10 ** decimals, language, decimals)}
        </bdi>
      </td>
      <td className={`fd-c-paid fd-paid--${row.paid}`}>{t(`paid.${row.paid}`)}</td>
    </tr>
  );
}

function Filters({ view }: { view: DeskView }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const keep = (change: Partial<DeskView>) => deskAddress({ ...view, ...change }) || '/admin/orders/flights';
  const chips: { label: string; value: string; to: string }[] = [
    ...(view.find ? [{ label: t('filters.find'), value: view.find, to: keep({ find: '' }) }] : []),
    ...view.states.map((state) => ({
      label: t('columns.state'),
      value: t(`states.${state}`),
      to: keep({ states: view.states.filter((one) => one !== state) }),
    })),
    ...(view.from ? [{ label: t('filters.from'), value: view.from, to: keep({ from: '' }) }] : []),
    ...(view.to ? [{ label: t('filters.to'), value: view.to, to: keep({ to: '' }) }] : []),
    ...(view.departsFrom
      ? [{ label: t('filters.departsFrom'), value: formatDate(view.departsFrom, language), to: keep({ departsFrom: '' }) }]
      : []),
    ...(view.departsUntil
      ? [{ label: t('filters.departsUntil'), value: formatDate(view.departsUntil, language), to: keep({ departsUntil: '' }) }]
      : []),
    ...(view.airline ? [{ label: t('columns.airline'), value: view.airline, to: keep({ airline: '' }) }] : []),
  ];
  return (
    <Form className="fd-filters" method="get" action="/admin/orders/flights" role="search">
      {view.queue !== 'all' && <input type="hidden" name="queue" value={view.queue} />}
      {(view.sort !== 'limit' || view.descending) && (
        <input type="hidden" name="sort" value={`${view.descending ? '-' : ''}${view.sort}`} />
      )}
      <label className="fd-find">
        <Icon name="search" small />
        <span className="sr-only">{t('filters.findLabel')}</span>
        <input
          id="find"
          name="find"
          type="search"
          defaultValue={view.find}
          placeholder={t('filters.findLabel')}
          maxLength={80}
          autoComplete="off"
        />
      </label>
      {chips.map((chip) => (
        <span className="fd-fchip" key={chip.label + chip.value}>
          <span>{chip.label}</span>
          <b>
            <bdi>{chip.value}</bdi>
          </b>
          <Link to={chip.to} aria-label={t('filters.drop', { what: `${chip.label} ${chip.value}` })}>
            <Icon name="close" small />
          </Link>
        </span>
      ))}
      <details className="fd-morefilters">
        <summary>
          <Icon name="plus" small />
          {t('filters.add')}
        </summary>
        <div className="fd-pop">
          <fieldset className="fd-pop__states">
            <legend>{t('columns.state')}</legend>
            {deskQueues[view.queue]
              .filter((state) => state !== 'draft')
              .map((state) => (
                <label key={state}>
                  <input type="checkbox" name="state" value={state} defaultChecked={view.states.includes(state)} /> {t(`states.${state}`)}
                </label>
              ))}
          </fieldset>
          <div className="fd-pop__fields">
            <label>
              {t('filters.from')}
              <input
                name="from"
                dir="ltr"
                defaultValue={view.from}
                maxLength={3}
                pattern="[A-Za-z]{3}"
                placeholder="DXB"
                autoComplete="off"
              />
            </label>
            <label>
              {t('filters.to')}
              <input name="to" dir="ltr" defaultValue={view.to} maxLength={3} pattern="[A-Za-z]{3}" placeholder="LHR" autoComplete="off" />
            </label>
            <label>
              {t('columns.airline')}
              <input
                name="airline"
                dir="ltr"
                defaultValue={view.airline}
                maxLength={2}
                pattern="[A-Za-z0-9]{2}"
                placeholder="EK"
                autoComplete="off"
              />
            </label>
            <label>
              {t('filters.departsFrom')}
              <input name="departs-from" type="date" defaultValue={view.departsFrom} />
            </label>
            <label>
              {t('filters.departsUntil')}
              <input name="departs-until" type="date" defaultValue={view.departsUntil} />
            </label>
            <button className="bo-btn bo-btn--p" type="submit">
              {t('filters.apply')}
            </button>
          </div>
        </div>
      </details>
      {chips.length > 0 && <Link to={deskAddress({ ...view, ...noFilters }) || '/admin/orders/flights'}>{t('filters.clear')}</Link>}
    </Form>
  );
}

const noFilters = { states: [], find: '', from: '', to: '', departsFrom: '', departsUntil: '', airline: '' } as const;

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
