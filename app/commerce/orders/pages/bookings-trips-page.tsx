import { Form, Link } from 'react-router';
import type { Route } from './+types/bookings-trips-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { visitContext } from '../../customers/records/customer-visits-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { keptKey } from '../../trip-pack/kept-key.server.ts';
import { KeepOnDevice } from '../../trip-pack/pages/keep-on-device.tsx';
import { TripShareList } from '../../trip-pack/pages/trip-share-list.tsx';
import { findSharesOf } from '../../trip-pack/trip-shares-store.server.ts';
import { groupTrips } from '../group-trips.ts';
import { listOrders, type ListedOrder } from '../list-orders.server.ts';
import { wholeOrderList } from '../order-list-form.ts';
import type { OrderFilter } from '../order-stages.ts';
import { DubaiDeadline } from './order-parts.tsx';
import { TimeLeft } from './time-left.tsx';
import { TripSection } from './trip-section.tsx';

export const handle = { texts: ['orders', 'my', 'trip-pack'] };

const perPage = 6;
const times = ['upcoming', 'past'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, 60);
  const when = times.find((each) => each === url.searchParams.get('when')) ?? null;
  const list = (filter: OrderFilter) =>
    listOrders(
      platform,
      context.get(productCountersContext),
      context.get(viewerContext),
      { ...wholeOrderList, search, filter, sort: 'departure' },
      context.get(requestContext).language,
    );
  const [{ owned, orders }, open] = [await list('confirmed'), await list('open')];
  const kept = when === 'past' ? [] : open.orders.filter(({ payLater, payable }) => payLater && payable);
  const now = platform.clock.now();
  const viewer = context.get(viewerContext);
  // What their owner keeps and gave out is not for a colleague who looks at the page as they see it.
  const owner = viewer.kind === 'anonymous' || context.get(visitContext) ? null : viewer.user.id;
  const today = dayNumber(dateIn('Asia/Dubai', now));
  const matching = groupTrips(orders, now).filter((trip) => when === null || trip.past === (when === 'past'));
  const pages = Math.max(1, Math.ceil(matching.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  return {
    now,
    search,
    when,
    kept,
    account: owner && keptKey(platform.secret, owner),
    shares: (owner ? await findSharesOf(platform.db, now, owner) : []).map(({ id, name, expiresAt, openedAt }) => ({
      id,
      name,
      expiresAt: expiresAt.toISOString(),
      openedAt: openedAt?.toISOString() ?? null,
    })),
    any: owned > 0 && (search !== '' || when !== null || orders.length + kept.length > 0),
    count: matching.length,
    page,
    pages,
    trips: matching.slice((page - 1) * perPage, page * perPage).map((trip) => ({
      ...trip,
      inDays: dayNumber(dateIn('Asia/Dubai', instant(Date.parse(trip.startsAt)))) - today,
    })),
  };
}

export default function BookingsTripsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const pack = useTexts('trip-pack');
  const { now, trips, kept, any, search, when, count, page, pages, shares, account } = loaderData;
  const coming = trips.filter((trip) => !trip.past);
  const past = trips.filter((trip) => trip.past);
  const address = (number: number) => {
    const params = new URLSearchParams({ ...(search ? { q: search } : {}), ...(when ? { when } : {}), page: String(number) });
    return `/bookings-trips?${params}`;
  };
  return (
    <AccountFrame title={t('trips.title')} lede={t('trips.lede')}>
      {any && (
        <>
          <Form className="order-filters" role="search" key={`${search} ${when}`}>
            <TextField name="q" label={t('trips.search')} defaultValue={search} maxLength={60} />
            <SelectField name="when" label={t('trips.when')} defaultValue={when ?? ''}>
              <option value="">{t('trips.all')}</option>
              {times.map((each) => (
                <option key={each} value={each}>
                  {t(`trips.${each}`)}
                </option>
              ))}
            </SelectField>
            <Button>{t('trips.apply')}</Button>
          </Form>
          <p className="small muted order-list__count">{t('trips.count', { count })}</p>
        </>
      )}
      {kept.length > 0 && (
        <section className="order-kept" aria-labelledby="kept">
          <h2 id="kept">{t('later.title')}</h2>
          <ul className="order-list">
            {kept.map((order) => (
              <KeptOrder key={order.reference} order={order} />
            ))}
          </ul>
        </section>
      )}
      {trips.length === 0 && kept.length === 0 && any && (
        <EmptyState title={t('trips.none')} action={<ButtonLink to="/bookings-trips">{t('trips.clear')}</ButtonLink>} />
      )}
      {!any && (
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
        <TripSection key={trip.orders[0]!.reference} trip={trip} inDays={trip.inDays} now={now} titled />
      ))}
      {past.length > 0 && (
        <details className="order-past" open={when === 'past' || coming.length === 0 || undefined}>
          <summary>
            <h2>{t('trips.past')}</h2>
          </summary>
          {past.map((trip) => (
            <TripSection key={trip.orders[0]!.reference} trip={trip} inDays={null} now={now} titled />
          ))}
        </details>
      )}
      {shares.length > 0 && (
        <section className="trip-tools" aria-labelledby="links">
          <h2 id="links">{pack('share.all')}</h2>
          <TripShareList shares={shares} back="/bookings-trips#links" />
        </section>
      )}
      {account && <KeepOnDevice account={account} trip={null} />}
      <Pagination page={page} pages={pages} pageTo={address} label={t('trips.pages')} />
    </AccountFrame>
  );
}

/** What is kept and not paid yet: until when, the way to pay it, and the way to let it go. */
function KeptOrder({ order }: { order: ListedOrder }) {
  const t = useTexts('orders');
  return (
    <li>
      <div>
        <h3>
          <Link to={`/track?order=${order.reference}`}>{order.description.title}</Link>
        </h3>
        <p>
          {t([`${order.kind}.list.departs`, 'list.departs'])} <DateText date={order.departs} form="day" /> ·{' '}
          <bdi className="num">{order.reference}</bdi>
        </p>
        <p className="small order-list__due">
          {t('list.payBefore')} <DubaiDeadline at={order.payBefore!} /> · <TimeLeft ms={order.leftMs!} />
        </p>
        <p className="order-list__links">
          <Link className="link" to={`/track?order=${order.reference}#cancel`}>
            {t('later.letGo')}
          </Link>
        </p>
      </div>
      <div className="order-list__end">
        <Price value={order.total} />
        <ButtonLink look="go" icon="lock" to={`/checkout/${order.reference}`}>
          {t('later.payNow')}
        </ButtonLink>
      </div>
    </li>
  );
}
