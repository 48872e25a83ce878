import { data, Form, redirect, useNavigation } from 'react-router';
import { refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { findBookings, findInstalments, paidOf } from '#app/commerce/bookings/bookings-store.server.ts';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { FieldGroup, SelectField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { changeHoliday, quoteChange } from '../booking/change-holiday.server.ts';
import { listDepartures } from '../booking/departures-store.server.ts';
import { findHolidayBooking } from '../booking/holiday-draft-store.server.ts';
import { readTrip } from '../booking/holiday-form.ts';
import { roomKinds } from '../booking/party-rules.ts';
import { deskZone } from '../booking/place-holiday-order.server.ts';
import { findTourAsSold } from '../tours-store.server.ts';
import type { Route } from './+types/tour-change-page.ts';
import './booking.css';

export const handle = { texts: ['holidays', 'orders', 'price'] };

const notFound = () => data(null, { status: 404 });

/** Another date or other rooms for a booking of one's own, with the price before anything changes. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const booked = visit?.sight === 'full' ? await findHolidayBooking(platform.db, visit.order.id) : null;
  if (!visit || !booked) throw notFound();
  const { order } = visit;
  const [booking] = await findBookings(platform.db, order.id);
  const tour = (await findTourAsSold(platform.db, booked.tourId, language))!;
  const now = platform.clock.now();
  const setsOff = parseCalendarDate(url.searchParams.get('setsOff') ?? '') ?? booked.setsOff;
  const asked = url.searchParams.has('setsOff');
  const rooms = asked ? readTrip((name) => url.searchParams.get(name)).rooms : booked.trip.rooms;
  const quoted = asked ? await quoteChange(platform, { orderId: order.id, setsOff, rooms }) : null;
  const parts = await findInstalments(platform.db, order.id);
  const paid = parts.length > 0 ? paidOf(parts) : order.total;
  return {
    title: textsFor(language).of('holidays')('book.change.title'),
    reference: order.reference,
    name: tour.words.title,
    departures: (await listDepartures(platform.db, now, tour, dateIn(deskZone, now))).filter(
      (one) => one.state === 'open' || one.setsOff === booked.setsOff,
    ),
    setsOff,
    rooms,
    before: money(order.total, order.currency),
    after: quoted?.ok ? money(quoted.value.price, order.currency) : null,
    back: quoted?.ok && quoted.value.price < paid ? money(paid - quoted.value.price, order.currency) : null,
    refused: quoted && !quoted.ok ? quoted.refused : url.searchParams.get('refused'),
    choiceBy: booking?.status === 'operator_cancelled' ? (booking.choiceBy?.toISOString() ?? null) : null,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (!visit || visit.sight !== 'full' || visit.order.kind !== 'holiday') throw notFound();
  const { order } = visit;
  const sent = await request.formData();
  const text = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value.trim().slice(0, 40) : null;
  };
  const product = context.get(productCountersContext).product('holiday');
  const track = `/track?order=${order.reference}`;
  const ask = { orderId: order.id, by: 'customer', who: whoIs(viewer) } as const;
  if (text('intent') === 'refund') {
    const refunded = await refundCancelledByOperator(platform, product, ask);
    return redirect(refunded.ok ? track : `${track}&refused=${refunded.refused}`);
  }
  const setsOff = parseCalendarDate(text('setsOff') ?? '');
  const seenTotal = Number(text('seen'));
  const here = `/booking/change/${order.reference}`;
  if (!setsOff || !Number.isSafeInteger(seenTotal)) return redirect(here);
  const changed = await changeHoliday(platform, product, { ...ask, setsOff, rooms: readTrip(text).rooms, seenTotal });
  return redirect(changed.ok ? track : `${here}?refused=${changed.refused}`);
}

export default function TourChangePage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('holidays');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const difference = page.after ? page.after.amount - page.before.amount : 0;
  return (
    <main id="main" className="wrap hb">
      <header className="hb-head">
        <p className="hb-head__kind">{page.name}</p>
        <h1 tabIndex={-1}>{t('book.change.title')}</h1>
        <p className="lede">{t('book.change.lede')}</p>
      </header>
      <div className="hb-main hb-narrow">
        {page.refused && (
          <Notice tone="danger" boxed live>
            {t([`book.change.refused.${page.refused}`, 'book.change.refused.other'])}
          </Notice>
        )}
        {page.choiceBy && (
          <Form method="post" className="card hb-form">
            <p>{t('book.change.operator', { date: formatDate(page.choiceBy.slice(0, 10), language, 'long') })}</p>
            <p>
              <Button name="intent" value="refund" icon="refund">
                {t('book.change.refund')}
              </Button>
            </p>
          </Form>
        )}
        <Form method="get" className="hb-form" preventScrollReset>
          <SelectField name="setsOff" label={t('book.change.departure')} defaultValue={page.setsOff}>
            {page.departures.map((departure) => (
              <option key={departure.setsOff} value={departure.setsOff}>
                {formatDate(departure.setsOff, language, 'long')} · {formatMoney(departure.price, language)} ·{' '}
                {t('book.trip.left', { count: departure.left })}
              </option>
            ))}
          </SelectField>
          <FieldGroup id="rooms" legend={t('book.trip.rooms')} hint={t('book.trip.roomsHint')}>
            <div className="hb-rooms">
              {roomKinds.map((kind) => (
                <SelectField key={kind} name={`room-${kind}`} label={t(`book.roomNames.${kind}`)} defaultValue={String(page.rooms[kind])}>
                  {[0, 1, 2, 3, 4, 5, 6].map((count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
                </SelectField>
              ))}
            </div>
          </FieldGroup>
          <p className="hb-form__buttons">
            <Button busy={busy && t('book.busy')}>{t('book.change.see')}</Button>
            <ButtonLink look="quiet" to={`/track?order=${page.reference}`}>
              {t('book.change.keep')}
            </ButtonLink>
          </p>
        </Form>
        {page.after && (
          <Form method="post" className="card hb-form">
            <input type="hidden" name="setsOff" value={page.setsOff} />
            {roomKinds.map((kind) => (
              <input key={kind} type="hidden" name={`room-${kind}`} value={page.rooms[kind]} />
            ))}
            <input type="hidden" name="seen" value={page.after.amount} />
            <MoneyList
              groups={[
                {
                  lines: [
                    { label: t('book.change.now'), value: page.before },
                    { label: t('book.change.then'), value: page.after },
                  ],
                },
              ]}
              total={{
                label: t(difference > 0 ? 'book.change.more' : 'book.change.back'),
                value: difference > 0 ? money(difference, page.before.currency) : (page.back ?? money(0, page.before.currency)),
                ...(difference > 0 ? { note: t('book.change.by') } : {}),
              }}
            />
            <p>
              <Button look="go" name="intent" value="change" busy={busy && t('book.busy')}>
                {t('book.change.confirm')}
              </Button>
            </p>
          </Form>
        )}
      </div>
    </main>
  );
}
