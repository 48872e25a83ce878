import { Form, Link, redirect } from 'react-router';
import { findBookingsOf } from '#app/commerce/bookings/bookings-store.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { plainText } from '#app/values/plain-text.ts';
import { listDepartures, listDeskDepartures } from '../booking/departures-store.server.ts';
import { deskZone } from '../booking/place-holiday-order.server.ts';
import { listTourCards } from '../tours-store.server.ts';
import { departureWorks, workDeparture } from './work-departure.server.ts';
import type { Route } from './+types/departures-desk-page.ts';

export const handle = { texts: ['staff-holidays', 'staff-editions'] };

/** The departures of one tour, as the desk sells, stops and cancels them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const tours = await listTourCards(platform, language);
  const tour = tours.find(({ id }) => id === params.tour);
  if (!tour) throw new Response('Not found', { status: 404 });
  const now = platform.clock.now();
  const today = dateIn(deskZone, now);
  const open = parseCalendarDate(url.searchParams.get('departure') ?? '');
  const [sold, rows] = await Promise.all([
    listDepartures(platform.db, now, tour, today),
    listDeskDepartures(platform.db, [tour.id], today),
  ]);
  const own = new Map(rows.map((row) => [row.setsOff, row]));
  const days = [...new Set([...sold.map(({ setsOff }) => setsOff), ...rows.map(({ setsOff }) => setsOff)])].sort();
  const seesPeople = may(viewer, 'customers:view');
  const booked =
    open && seesPeople
      ? await findBookingsOf(platform.db, tour.id, open, [
          'confirmed',
          'guaranteed',
          'balance_due',
          'overdue',
          'operator_cancelled',
          'redeemed',
        ])
      : [];
  const references = await findReferences(
    platform.db,
    booked.map(({ orderId }) => orderId),
  );
  return {
    tour: { id: tour.id, title: tour.title },
    departures: days.map((setsOff) => {
      const row = own.get(setsOff);
      const shown = sold.find((one) => one.setsOff === setsOff);
      return {
        setsOff,
        price: shown?.price ?? null,
        capacity: row?.capacity ?? shown?.capacity ?? 0,
        sold: row?.sold ?? 0,
        held: row?.held ?? 0,
        state: row?.cancelledAt ? ('cancelled' as const) : (shown?.state ?? ('stopped' as const)),
        guaranteed: Boolean(row?.guaranteedAt),
      };
    }),
    open,
    bookings: booked.map(({ orderId, status, places }) => ({ reference: references.get(orderId) ?? '', status, places })),
    mayWork: may(viewer, 'products:edit'),
    key: newFormKey(),
    did: url.searchParams.get('did'),
    refused: url.searchParams.get('refused'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const work = departureWorks.find((one) => one === form.get('work'));
  const tourId = params.tour;
  const setsOff = parseCalendarDate(String(form.get('departure') ?? ''));
  if (!work || !setsOff) throw new Response('Not found', { status: 404 });
  const here = `/admin/supply/holiday-packages/${tourId}/departures?departure=${setsOff}`;
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: `departure:${tourId}/${setsOff}` }, async () => {
    const worked = await workDeparture(platform, context.get(productCountersContext).product('holiday'), {
      tourId,
      setsOff,
      work,
      capacity: Number(form.get('capacity') ?? -1),
      reason: plainText(form.get('reason'), 300).slice(0, 300),
      staffId: viewer.user.id,
    });
    return worked.ok
      ? `${here}&did=${work === 'cancel' && worked.value === 0 ? 'cancelled-empty' : work}`
      : `${here}&refused=${worked.refused}`;
  });
  return redirect(to, 303);
}

export default function DeparturesDeskPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staff-holidays');
  const editions = useTexts('staff-editions');
  const language = useLanguage();
  const chosen = page.departures.find(({ setsOff }) => setsOff === page.open);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 id="departures" tabIndex={-1}>
          {t('departures.of', { title: page.tour.title })}
        </h1>
        <p>{t('departures.lede')}</p>
        <Link className="bo-btn" to={`/admin/supply/holiday-packages/${page.tour.id}`}>
          {t('departures.record')}
        </Link>
        <Link className="bo-btn" to={`/admin/supply/holiday-packages/${page.tour.id}/import`}>
          {editions('import')}
        </Link>
      </header>
      <DeskSaid refused={page.refused && t(`departures.refused.${page.refused}`)} did={page.did && t(`departures.did.${page.did}`)} />
      {chosen && (
        <section className="dl-card">
          <h2>{t('departures.one', { date: formatDate(chosen.setsOff, language, 'long') })}</h2>
          {page.mayWork && chosen.state !== 'cancelled' && (
            <Form method="post">
              <input type="hidden" name="key" value={page.key} />
              <input type="hidden" name="departure" value={chosen.setsOff} />
              <label>
                {t('departures.capacity')}
                <input name="capacity" inputMode="numeric" defaultValue={chosen.capacity} size={4} />
              </label>
              <button className="bo-btn" name="work" value="capacity">
                {t('departures.work.capacity')}
              </button>
              <button className="bo-btn" name="work" value={chosen.state === 'stopped' ? 'open' : 'stop'}>
                {t(`departures.work.${chosen.state === 'stopped' ? 'open' : 'stop'}`)}
              </button>
              {!chosen.guaranteed && (
                <button className="bo-btn" name="work" value="guarantee">
                  {t('departures.work.guarantee')}
                </button>
              )}
            </Form>
          )}
          {page.mayWork && chosen.state !== 'cancelled' && (
            <details>
              <summary className="bo-btn">{t('departures.work.cancel')}</summary>
              <Form method="post">
                <input type="hidden" name="key" value={page.key} />
                <input type="hidden" name="departure" value={chosen.setsOff} />
                <p>
                  {chosen.sold > 0 && t('departures.confirm', { count: chosen.sold, shown: formatNumber(chosen.sold, language) })}{' '}
                  {t('departures.forGood')}
                </p>
                <label>
                  {t('departures.reason')}
                  <input name="reason" maxLength={300} required />
                </label>
                <button className="bo-btn bo-btn--danger" name="work" value="cancel">
                  {t('departures.confirmed')}
                </button>
              </Form>
            </details>
          )}
          {page.bookings.length === 0 ? (
            chosen.sold === 0 && <p>{t('departures.noBookings')}</p>
          ) : (
            <ul>
              {page.bookings.map(({ reference, status, places }) => (
                <li key={reference}>
                  <Link className="link" to={`/admin/orders/holidays/${reference}`}>
                    <bdi>{reference}</bdi>
                  </Link>{' '}
                  {t('departures.booking', { count: places, state: t(`states.${status}`) })}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <ScrollRegion labelledBy="departures" className="dl-sheet">
        <table>
          <thead>
            <tr>
              {(['date', 'price', 'sold', 'held', 'capacity', 'state'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`departures.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.departures.map((one) => (
              <tr key={one.setsOff} aria-current={one.setsOff === page.open ? 'true' : undefined}>
                <th scope="row">
                  <Link className="link" to={`?departure=${one.setsOff}`}>
                    {formatDate(one.setsOff, language, 'long')}
                  </Link>
                </th>
                <td>{one.price && formatMoney(one.price, language)}</td>
                <td>{one.sold}</td>
                <td>{one.held}</td>
                <td>{one.capacity}</td>
                <td>
                  {t(`departures.states.${one.state}`)}
                  {one.guaranteed && ` · ${t('departures.states.guaranteed')}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
