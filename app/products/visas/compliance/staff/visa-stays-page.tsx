import { Form, Link } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { viewSaid } from '#app/commerce/orders/staff/desk-lists.ts';
import { NamedViews } from '#app/commerce/orders/staff/list-views.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { stayBulkActions } from './bulk-visa-stays.server.ts';
import { daysLeft, holdsDeposit } from '../visa-stay-rules.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import { StayDays } from './stay-days.tsx';
import { countStays, findStaysAsStaff } from './visa-stay-desk-store.server.ts';
import { noStayFilters, readStayView, stayAddress, stayQueues, statesOfStayQueue } from './visa-stay-view.ts';
import type { Route } from './+types/visa-stays-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance', 'staff-lists', 'visa-stays'] };

const pageSize = 50;
const base = '/admin/visa-compliance/stays';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const view = readStayView(url.searchParams);
  const today = dateIn('Asia/Dubai', clock.now());
  const [found, counts, named] = await Promise.all([
    findStaysAsStaff(db, crypto, view, { today, most: pageSize + 1 }),
    countStays(db, today),
    listDeskViews(db, 'visa-stays', viewer.user.id),
  ]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1)?.stay;
  const inStates = (states: readonly string[]) => states.reduce((sum, state) => sum + (counts.byState[state] ?? 0), 0);
  return {
    view,
    named,
    said: viewSaid.find((one) => one === url.searchParams.get('view')) ?? null,
    alerts: counts.byState['overstay_alert'] ?? 0,
    queues: stayQueues.map((queue) => ({ queue, stays: queue === 'near' ? counts.near : inStates(statesOfStayQueue[queue]) })),
    countries: counts.countries
      .map((code) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    next: found.length > pageSize && last ? { due: last.dueOn, id: last.id } : null,
    works: may(viewer, 'visas:decide'),
    actions: stayBulkActions,
    rows: rows.map(({ stay, reference, position, name, number }) => ({
      id: stay.id,
      reference,
      traveller: position + 1,
      name,
      number,
      country: countryName(stay.country, language),
      status: stay.status,
      issued: stay.issuedOn,
      enterBy: stay.enterBy,
      entered: stay.enteredOn,
      until: stay.stayUntil,
      left: daysLeft(stay, today),
      deposit: stay.deposit,
      held: holdsDeposit(stay),
    })),
  };
}

export default function VisaStaysPage({ loaderData }: Route.ComponentProps) {
  const { view, alerts, queues, countries, next, works, rows, named, said, actions } = loaderData;
  const t = useTexts('staff-compliance');
  const lists = useTexts('staff-lists');
  const words = useTexts('visa-stays');
  const language = useLanguage();
  const here = stayAddress(view);
  const filtered = stayAddress(view, noStayFilters) !== here;
  const day = (date: string | null) => (date ? formatDate(date, language) : '–');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('stays.title')}</h1>
        <p>
          {alerts > 0 ? (
            <Link className="dl-late" to={`${base}?queue=alert`}>
              {t('stays.alerts', { count: alerts })}
            </Link>
          ) : (
            t('stays.calm')
          )}
        </p>
        {works && (
          <form method="post" action={`${base}/export${here}`}>
            <button className="bo-btn" type="submit">
              {t('export')}
            </button>
          </form>
        )}
      </header>
      <ComplianceTabs here="stays" />
      <nav className="dl-tabs" aria-label={t('stays.queues')}>
        {queues.map(({ queue, stays }) => (
          <Link
            key={queue}
            to={`${base}${stayAddress(view, { queue, find: '' })}`}
            aria-current={queue === view.queue && view.find === '' ? 'page' : undefined}
          >
            {t(`stays.queue.${queue}`)} <span>{formatNumber(stays, language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={here}>
        {view.queue !== 'near' && <input type="hidden" name="queue" value={view.queue} />}
        <label>
          <span className="sr-only">{t('stays.find')}</span>
          <input type="search" name="find" defaultValue={view.find} placeholder={t('stays.find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.country')}</span>
          <select name="country" defaultValue={view.country}>
            <option value="">{t('any.country')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.route')}</span>
          <select name="route" defaultValue={view.route}>
            <option value="">{t('any.route')}</option>
            <option value="evisa">{t('route.evisa')}</option>
            <option value="assisted">{t('route.assisted')}</option>
          </select>
        </label>
        <label className="vc-tick">
          <input type="checkbox" name="deposit" value="1" defaultChecked={view.deposit} /> {t('stays.withDeposit')}
        </label>
        <button className="bo-btn" type="submit">
          {t('show')}
        </button>
        {filtered && <Link to={`${base}${stayAddress(view, noStayFilters)}`}>{t('clear')}</Link>}
      </Form>
      <NamedViews base={base} views={named} here={here} said={said} />
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `stays.none.${view.queue}`)}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {works && (
                  <th scope="col">
                    <span className="sr-only">{lists('bulk.pick')}</span>
                  </th>
                )}
                {(
                  ['traveller', 'case', 'visa', 'country', 'issued', 'enterBy', 'arrived', 'until', 'left', 'deposit', 'state'] as const
                ).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {works && (
                    <td>
                      <input
                        type="checkbox"
                        name="stay"
                        value={row.id}
                        form="bulk"
                        aria-label={lists('bulk.pickOne', { reference: row.name })}
                      />
                    </td>
                  )}
                  <td>
                    <Link to={`${base}/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </Link>
                  </td>
                  <td>
                    <bdi>
                      {row.reference} / {row.traveller}
                    </bdi>
                  </td>
                  <td>
                    <bdi className="vc-code">{row.number || '–'}</bdi>
                  </td>
                  <td>{row.country}</td>
                  <td>{day(row.issued)}</td>
                  <td>{day(row.enterBy)}</td>
                  <td>{day(row.entered)}</td>
                  <td>{day(row.until)}</td>
                  <td>
                    <StayDays left={row.left} />
                  </td>
                  <td className={row.held ? undefined : 'dl-quiet'}>
                    {row.deposit === null ? '–' : <Price value={money(row.deposit, 'AED')} />}
                  </td>
                  <td>
                    <span
                      className={`dl-state${row.status === 'overstay_alert' ? ' dl-state--now' : row.status === 'exited' || row.status === 'closed' ? ' dl-state--good' : ''}`}
                    >
                      {words(`states.${row.status}`)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {works && rows.length > 0 && (
        <Form id="bulk" className="dl-bulk" method="get" action={`${base}/bulk`}>
          <span>{lists('bulk.with')}</span>
          <select name="action" aria-label={lists('bulk.action')}>
            {actions.map((action) => (
              <option key={action} value={action}>
                {t(`stays.bulk.${action}`)}
              </option>
            ))}
          </select>
          <button className="bo-btn" type="submit">
            {lists('bulk.try')}
          </button>
          <input type="hidden" name="list" value={here.slice(1)} />
          <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
            {t('stays.tryAll')}
          </button>
        </Form>
      )}
      {next && (
        <p>
          <Link className="bo-btn" to={`${base}${stayAddress(view, { after: next })}`}>
            {t('more')}
          </Link>
        </p>
      )}
    </div>
  );
}
