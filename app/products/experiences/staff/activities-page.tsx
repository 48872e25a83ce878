import { Form, Link, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { findAnyOrder } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { foldText } from '#app/values/fold-text.ts';
import { supplyStates } from '../experience-supply-status.ts';
import { findExperienceBooking } from '../experience-bookings-store.server.ts';
import { listSupplyAsStaff } from './supply-desk-store.server.ts';
import type { Route } from './+types/activities-page.ts';

export const handle = { texts: ['staff-activities'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const reference = url.searchParams.get('order');
  if (reference) {
    const order = await findAnyOrder(platform.db, reference);
    const own = order && (await findExperienceBooking(platform.db, platform.crypto, order.id));
    if (own) throw redirect(`/admin/supply/activities/${own.experienceId}?date=${own.date}&order=${order.reference}`);
  }
  const find = (url.searchParams.get('find') ?? '').trim().slice(0, 60);
  const state = supplyStates.find((one) => one === url.searchParams.get('state')) ?? null;
  const all = await listSupplyAsStaff(platform.db, language);
  const rows = all.filter(
    (row) =>
      (state === null || row.status === state) &&
      (find === '' || foldText(`${row.title} ${row.city} ${row.operator} ${row.id}`).includes(foldText(find))),
  );
  return { find, state, rows, counts: supplyStates.map((one) => ({ state: one, count: all.filter((row) => row.status === one).length })) };
}

export default function ActivitiesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-activities');
  const { find, state, rows, counts } = loaderData;
  const base = '/admin/supply/activities';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1} id="activities">
          {t('title')}
        </h1>
        <p>{t('lede')}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        <Link to={base} aria-current={state === null ? 'page' : undefined}>
          {t('all')}
        </Link>
        {counts.map((one) => (
          <Link key={one.state} to={`${base}?state=${one.state}`} aria-current={one.state === state ? 'page' : undefined}>
            {t(`state.${one.state}`)} <span>{one.count}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={base} role="search" key={find}>
        {state && <input type="hidden" name="state" value={state} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <ScrollRegion labelledBy="activities" className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['title', 'city', 'operator', 'confirms', 'capacity', 'state'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`${base}/${row.id}`}>{row.title}</Link>
                  </td>
                  <td>{row.city}</td>
                  <td>{row.operator}</td>
                  <td>{t(row.instant ? 'confirms.instant' : 'confirms.request')}</td>
                  <td>{row.capacity}</td>
                  <td>
                    <span
                      className={`dl-state${row.status === 'published' ? ' dl-state--good' : row.status === 'paused' ? ' dl-state--now' : ''}`}
                    >
                      {t(`state.${row.status}`)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
