import { Link } from 'react-router';
import type { Route } from './+types/bookings-trips-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { productCountersContext } from '../../product-counter.ts';
import { groupTrips, type Trip } from '../group-trips.ts';
import { listOrders, type ListedOrder } from '../list-orders.server.ts';
import { Journey, Papers } from './order-parts.tsx';

export const handle = { texts: ['orders'] };

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const counters = context.get(productCountersContext);
  const { orders } = await listOrders(
    platform,
    counters,
    context.get(viewerContext),
    { search: '', filter: 'confirmed', sort: 'departure' },
    context.get(requestContext).language,
  );
  const now = platform.clock.now();
  const today = dayNumber(dateIn('Asia/Dubai', now));
  return {
    trips: groupTrips(orders, now).map((trip) => ({
      ...trip,
      inDays: dayNumber(dateIn('Asia/Dubai', instant(Date.parse(trip.startsAt)))) - today,
    })),
  };
}

export default function BookingsTripsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const { trips } = loaderData;
  const coming = trips.filter((trip) => !trip.past);
  const past = trips.filter((trip) => trip.past);
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('trips.title')}</h1>
        <p>{t('trips.lede')}</p>
      </header>
      {trips.length === 0 && (
        <EmptyState
          title={t('trips.empty')}
          art={<Poster place="nothing-yet" art={{ scene: 'lake', palette: 'dawn', landmark: null }} crop="landscape" alt="" />}
          action={
            <ButtonLink look="go" to="/flights">
              {t('checkout.search')}
            </ButtonLink>
          }
        >
          {t('trips.emptyText')}
        </EmptyState>
      )}
      {coming.length > 0 && <h2 className="sr-only">{t('trips.upcoming')}</h2>}
      {coming.map((trip) => (
        <TripSection key={trip.startsAt} trip={trip} inDays={trip.inDays} />
      ))}
      {past.length > 0 && (
        <details className="order-past">
          <summary>
            <h2>{t('trips.past')}</h2>
          </summary>
          {past.map((trip) => (
            <TripSection key={trip.startsAt} trip={trip} inDays={null} />
          ))}
        </details>
      )}
    </main>
  );
}

function TripSection({ trip, inDays }: { trip: Trip<ListedOrder>; inDays: number | null }) {
  const t = useTexts('orders');
  const first = trip.orders[0]!;
  const last = trip.orders.at(-1)!;
  return (
    <section className="order-trip">
      <h2>{t('journey.route', { from: first.from, to: last.to })}</h2>
      <p className="order-trip__when">
        <DateText date={first.departs} form="long" />
        {inDays !== null && inDays >= 0 && <> · {inDays === 0 ? t('trips.today') : t('trips.inDays', { count: inDays })}</>} ·{' '}
        {t('trips.travellers', { count: first.description.travellers.length })}
      </p>
      {trip.orders.map((order) => (
        <div key={order.reference} className="order-trip__order">
          <Journey slices={order.description.slices} />
          <ul className="order-trip__facts">
            {order.description.contracts.map((contract, index) => (
              <li key={index}>
                {t('trips.locator')}{' '}
                <b className="num">
                  <bdi>{contract.locator ?? '–'}</bdi>
                </b>{' '}
                <span className="muted">{contract.airline}</span>
              </li>
            ))}
          </ul>
          {!trip.past && <p className="small muted">{t('trips.checkIn')}</p>}
          <Papers order={{ reference: order.reference, papers: order.papers, invoices: [] }} />
          <p className="order-list__links">
            <Link to={`/track?order=${order.reference}`} className="link">
              {t('trips.order')} <bdi>{order.reference}</bdi>
            </Link>
            {trip.past && (
              <Link
                to={`/flights?from=${order.description.slices[0]!.segments[0]!.from.code}&to=${order.description.slices[0]!.segments.at(-1)!.to.code}`}
                className="link"
              >
                {t('trips.again')}
              </Link>
            )}
          </p>
        </div>
      ))}
    </section>
  );
}
