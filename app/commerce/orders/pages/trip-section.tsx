import { Link } from 'react-router';
import { DateText } from '#app/ui/date-text.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Trip } from '../group-trips.ts';
import type { ListedOrder } from '../list-orders.server.ts';
import { checkedInOf, type DescribedTask } from '../order-description.ts';
import { OrderContent } from './order-content.tsx';
import { Papers } from './order-parts.tsx';

/** The first and the last city of a trip with flights, else what its first order is. */
export function useTripTitle(): (trip: Pick<Trip<ListedOrder>, 'orders'>) => string {
  const t = useTexts('orders');
  return ({ orders }) => {
    const flown = orders.filter((order) => order.description.slices.length > 0);
    return flown.length > 0 ? t('journey.route', { from: flown[0]!.from, to: flown.at(-1)!.to }) : orders[0]!.description.title;
  };
}

/** A trip day by day, with its papers; `titled` where it is one of a list, which leads to the page of each. */
export function TripSection({
  trip,
  inDays,
  now,
  titled,
}: {
  trip: Trip<ListedOrder>;
  inDays: number | null;
  now: number;
  titled: boolean;
}) {
  const t = useTexts('orders');
  const first = trip.orders[0]!;
  const titleOf = useTripTitle();
  return (
    <section className="order-trip">
      <h2>{titled ? <Link to={`/bookings-trips/${first.reference}`}>{titleOf(trip)}</Link> : t('trips.booked')}</h2>
      <p className="order-trip__when">
        <DateText date={first.departs} form="long" />
        {inDays !== null && inDays >= 0 && <> · {inDays === 0 ? t('trips.today') : t('trips.inDays', { count: inDays })}</>} ·{' '}
        {t('trips.travellers', {
          count: Math.max(...trip.orders.map(({ description }) => description.party ?? description.travellers.length)),
        })}
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
                  {contract.flights && (
                    <>
                      {' · '}
                      <bdi dir="ltr">{contract.flights}</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!trip.past &&
            order.description.slices.flatMap(checkedInOf).map((checked, index) => <CheckIn key={index} {...checked} now={now} />)}
          {!trip.past && <Tasks tasks={order.description.tasks ?? []} />}
          <Papers order={{ ...order, invoices: [], receipts: [] }} />
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
      {titled && !trip.past && (
        <p className="order-list__links">
          <Link to={`/bookings-trips/${first.reference}`} className="link">
            {t('trips.pack')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** When the airline takes the check-in, in the time of the airport it leaves from. */
function CheckIn({ first, from, to, checkIn, now }: ReturnType<typeof checkedInOf>[number] & { now: number }) {
  const t = useTexts('orders');
  const language = useLanguage();
  if (Date.parse(first.from.utc) <= now) return null;
  const trip = { airline: checkIn?.airline ?? first.operator ?? first.airline, from, to };
  if (!checkIn) return <p className="small muted">{t('trips.checkInUnknown', trip)}</p>;
  const { opens, closes } = checkIn;
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
