import { Form, Link, redirect } from 'react-router';
import { findBookings, findBookingEvents, findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { cancelByOperator, refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { findByReference, findCancelQuote, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { plainText } from '#app/values/plain-text.ts';
import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import type { Route } from './+types/holiday-order-page.ts';

export const handle = { texts: ['staff-holidays'] };

const works = ['operator-cancel', 'refund', 'quote', 'cancel', 'keep'] as const;

async function find(db: Parameters<typeof findByReference>[0], reference: string) {
  const order = await findByReference(db, parseReference(reference) ?? '-');
  return order?.kind === 'holiday' ? order : null;
}

/** One order of a tour: where it stands, who travels, what is paid, and what may be done now. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto } = platform;
  const { language } = context.get(requestContext);
  const order = await find(db, params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const [booking] = await findBookings(db, order.id);
  const [description, parts, people, events, quoted] = await Promise.all([
    context.get(productCountersContext).of('holiday').describe(order.id, language),
    findInstalments(db, order.id),
    readPeople(db, crypto, order),
    booking ? findBookingEvents(db, booking.id) : [],
    order.status === 'cancel_quoted' ? findCancelQuote(db, order.id) : null,
  ]);
  const mayWork = may(context.get(viewerContext), 'products:edit');
  const operator =
    booking && order.status === 'confirmed' && movesFrom(bookingMachine, booking.status, 'staff').includes('operator-cancel');
  return {
    title: description.title,
    reference: order.reference,
    status: order.status,
    standing: booking?.status ?? 'expired',
    facts: description.parts[0]?.facts ?? [],
    total: money(order.total, order.currency),
    parts: parts.map(({ amount, dueOn, paidAt }) => ({ amount: money(amount, order.currency), dueOn, paid: paidAt !== null })),
    people: people.travellers.map((person) => `${person.givenNames} ${person.surname}`),
    events: events.map(({ event, at, actor }) => ({ event, at: at.toISOString(), by: actor.split(':')[0]! })),
    back: quoted?.terms.refund ?? null,
    moves: mayWork
      ? works.filter((work) =>
          work === 'operator-cancel'
            ? operator
            : work === 'refund'
              ? booking?.status === 'operator_cancelled'
              : work === 'quote'
                ? order.status === 'confirmed' && booking?.status !== 'operator_cancelled'
                : order.status === 'cancel_quoted',
        )
      : [],
    key: newFormKey(),
    did: works.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await find(platform.db, params.reference);
  const form = await request.formData();
  const work = works.find((one) => one === form.get('work'));
  if (!order || viewer.kind !== 'staff' || !work) throw new Response('Not found', { status: 404 });
  const product = context.get(productCountersContext).product('holiday');
  const ask = { orderId: order.id, by: 'staff', who: `staff:${viewer.user.id}` } as const;
  const reason = plainText(form.get('reason'), 300).slice(0, 300);
  const here = `/admin/orders/holidays/${order.reference}`;
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () => {
    const done =
      work === 'operator-cancel'
        ? reason !== '' && (await cancelByOperator(platform, product, { ...ask, reason })).ok
        : work === 'refund'
          ? (await refundCancelledByOperator(platform, product, ask)).ok
          : work === 'quote'
            ? (await quoteCancel(platform, product, ask)).ok
            : work === 'keep'
              ? (await keepOrder(platform, product, ask)).ok
              : (await confirmCancel(platform, product, { ...ask, ...(reason === '' ? {} : { reason }) })).ok;
    return done ? `${here}?did=${work}` : `${here}?refused`;
  });
  return redirect(to, 303);
}

export default function HolidayOrderPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staff-holidays');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{page.title}</h1>
        <p>
          <bdi>{page.reference}</bdi> · {t(`states.${page.standing}`)}
        </p>
        <Link className="bo-btn" to="/admin/supply/holiday-packages">
          {t('departures.title')}
        </Link>
      </header>
      {(page.did || page.refused) && (
        <p className={`dl-said${page.refused ? ' dl-said--warn' : ''}`} role={page.refused ? 'alert' : 'status'}>
          <Icon name={page.refused ? 'warning' : 'done'} />
          {page.refused ? t('order.refused') : t(`order.did.${page.did}`)}
        </p>
      )}
      <section className="dl-card">
        <h2>{t('order.trip')}</h2>
        <dl>
          {page.facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{t('order.people')}</dt>
            <dd>{page.people.join(', ')}</dd>
          </div>
        </dl>
      </section>
      <section className="dl-card">
        <h2>{t('order.money')}</h2>
        <ul>
          {page.parts.map((part, index) => (
            <li key={index}>
              {formatMoney(part.amount, language)} {part.dueOn ? formatDate(part.dueOn, language, 'long') : t('order.now')}{' '}
              {t(part.paid ? 'order.paid' : 'order.open')}
            </li>
          ))}
        </ul>
        <p>
          <b>{formatMoney(page.total, language)}</b>
        </p>
      </section>
      {page.moves.length > 0 && (
        <section className="dl-card">
          <h2>{t('order.acts')}</h2>
          {page.back && <p>{t('order.back', { amount: formatMoney(page.back, language) })}</p>}
          <Form method="post">
            <input type="hidden" name="key" value={page.key} />
            <label>
              {t('departures.reason')}
              <input name="reason" maxLength={300} />
            </label>
            {page.moves.map((work) => (
              <button key={work} className="bo-btn" name="work" value={work}>
                {t(`order.work.${work}`)}
              </button>
            ))}
          </Form>
        </section>
      )}
      <section className="dl-card">
        <h2>{t('order.history')}</h2>
        <ol>
          {page.events.map(({ event, at, by }, index) => (
            <li key={index}>
              {formatDate(at.slice(0, 10), language, 'short')} · {t([`events.${event}`, 'events.other'])} · {by}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
