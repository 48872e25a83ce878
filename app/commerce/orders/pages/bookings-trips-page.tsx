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
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { productCountersContext } from '../../product-counter.ts';
import type { DescribedSlice, DescribedTask } from '../order-description.ts';
import { groupTrips, type Trip } from '../group-trips.ts';
import { listOrders, type ListedOrder } from '../list-orders.server.ts';
import { wholeOrderList } from '../order-list-form.ts';
import type { OrderFilter } from '../order-stages.ts';
import { OrderContent } from './order-content.tsx';
import { DubaiDeadline, Papers } from './order-parts.tsx';
import { TimeLeft } from './time-left.tsx';

export const handle = { texts: ['orders', 'my'] };

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
  const today = dayNumber(dateIn('Asia/Dubai', now));
  const matching = groupTrips(orders, now).filter((trip) => when === null || trip.past === (when === 'past'));
  const pages = Math.max(1, Math.ceil(matching.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  return {
    now,
    search,
    when,
    kept,
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
  const { now, trips, kept, any, search, when, count, page, pages } = loaderData;
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
        <TripSection key={trip.startsAt} trip={trip} inDays={trip.inDays} now={now} />
      ))}
      {past.length > 0 && (
        <details className="order-past" open={when === 'past' || coming.length === 0 || undefined}>
          <summary>
            <h2>{t('trips.past')}</h2>
          </summary>
          {past.map((trip) => (
            <TripSection key={trip.startsAt} trip={trip} inDays={null} now={now} />
          ))}
        </details>
      )}
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

function TripSection({ trip, inDays, now }: { trip: Trip<ListedOrder>; inDays: number | null; now: number }) {
  const t = useTexts('orders');
  const first = trip.orders[0]!;
  const flown = trip.orders.filter((order) => order.description.slices.length > 0);
  return (
    <section className="order-trip">
      <h2>{flown.length > 0 ? t('journey.route', { from: flown[0]!.from, to: flown.at(-1)!.to }) : first.description.title}</h2>
      <p className="order-trip__when">
        <DateText date={first.departs} form="long" />
        {inDays !== null && inDays >= 0 && <> · {inDays === 0 ? t('trips.today') : t('trips.inDays', { count: inDays })}</>} ·{' '}
        {t('trips.travellers', { count: first.description.travellers.length })}
      </p>
      {trip.orders.map((order) => (
        <div key={order.reference} className="order-trip__order">
          <OrderContent description={order.description} terms="none" />
          {order.description.contracts.length > 0 && (
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
          )}
          {!trip.past && order.description.slices.map((slice, index) => <CheckIn key={index} slice={slice} now={now} />)}
          {!trip.past && <Tasks tasks={order.description.tasks ?? []} />}
          <Papers order={{ kind: order.kind, reference: order.reference, papers: order.papers, invoices: [] }} />
          <p className="order-list__links">
            <Link to={`/track?order=${order.reference}`} className="link">
              {t('trips.order')} <bdi>{order.reference}</bdi>
            </Link>
            {trip.past && order.description.slices.length > 0 && (
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

/** When the airline takes this direction's check-in, in the time of the airport it leaves from. */
function CheckIn({ slice, now }: { slice: DescribedSlice; now: number }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const first = slice.segments[0]!;
  if (Date.parse(first.from.utc) <= now) return null;
  const trip = { airline: slice.checkIn?.airline ?? first.operator ?? first.airline, from: slice.from, to: slice.to };
  if (!slice.checkIn) return <p className="small muted">{t('trips.checkInUnknown', trip)}</p>;
  const { opens, closes } = slice.checkIn;
  const state = now < Date.parse(opens.utc) ? 'Opens' : now < Date.parse(closes.utc) ? 'Open' : 'Closed';
  const { local } = state === 'Opens' ? opens : closes;
  return (
    <p className="small muted">
      {t(`trips.checkIn${state}`, {
        ...trip,
        time: `${formatDate(local, language, 'day')} ${local.slice(11, 16)}`,
        place: first.from.city,
      })}
    </p>
  );
}

function Tasks({ tasks }: { tasks: readonly DescribedTask[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  if (tasks.length === 0) return null;
  return (
    <ul className="order-trip__tasks" aria-label={t('tasks.label')}>
      {tasks.map((task) => (
        <li key={task.title} className="card">
          <b>{task.title}</b>
          <p>{task.text}</p>
          <p className="small muted">
            <a className="link" href={task.link} rel="noreferrer">
              <bdi>{new URL(task.link).host}</bdi>
            </a>{' '}
            · {t('tasks.source', { source: task.source, date: formatDate(task.checked, language) })}
          </p>
        </li>
      ))}
    </ul>
  );
}
