import { data, Link, redirect } from 'react-router';
import type { Route } from './+types/trip-page.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { findPaymentsOfOrder } from '../../payments/payments-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { findBasketFor, hintCookie, redeemBasketLink } from '../basket-access.server.ts';
import { basketHint } from '../basket-hint.ts';
import { showBasket } from '../show-basket.server.ts';
import { outcomeTones } from '../trip-block.tsx';
import './cart.css';

export const handle = { texts: ['cart', 'orders'] };

/** Where the bank sends the traveller back to, and where the mail leads: each order with its own state, from our records only. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const key = url.searchParams.get('key');
  if (key) {
    const redeemed = await redeemBasketLink(platform, params.reference, key);
    if (!redeemed) throw new Response('Not found', { status: 404 });
    throw redirect(`/trip/${redeemed.basket.reference}`, { headers: { 'Set-Cookie': redeemed.cookie } });
  }
  const basket = await findBasketFor(platform, context.get(viewerContext), request, params.reference);
  if (!basket) throw new Response('Not found', { status: 404 });
  const payment = (await findPaymentsOfOrder(platform.db, basket.id))[0];
  if (!basket.closedAt && (!payment || payment.status === 'canceled' || payment.declineClass !== null))
    throw redirect(payment?.declineClass ? '/cart?refused=declined' : '/cart');
  const trip = await showBasket(platform, context.get(productCountersContext), basket, context.get(requestContext).language);
  const outcomes = trip.items.map(({ outcome }) => outcome);
  const charged = trip.items.filter(({ outcome }) => outcome === 'confirmed' || outcome === 'returned');
  const failed = trip.items.filter(({ outcome }) => outcome === 'failed');
  const sum = (some: typeof trip.items) => ({ ...trip.sum, amount: some.reduce((total, { now }) => total + now.amount, 0) });
  const state =
    !trip.closed || outcomes.some((outcome) => outcome === 'open')
      ? 'checking'
      : outcomes.includes('working')
        ? 'working'
        : outcomes.includes('returned')
          ? 'changed'
          : failed.length === 0
            ? 'all'
            : charged.length === 0
              ? 'none'
              : 'some';
  // What is paid is not waiting in the header any more.
  const counted = trip.closed && readCookie(request.headers.get('cookie'), basketHint)?.endsWith(basket.id);
  return data(
    { trip, state, charged: sum(charged), failed: sum(failed), settled: payment?.status === 'succeeded' } as const,
    counted ? { headers: { 'Set-Cookie': hintCookie(platform, basket.id, 0) } } : undefined,
  );
}

export default function TripPage({ loaderData }: Route.ComponentProps) {
  const { trip, state, charged, failed, settled } = loaderData;
  const t = useTexts('cart');
  const language = useLanguage();
  const moving = state === 'checking' || state === 'working';
  useAskAgain(moving, 3000);
  const tone = state === 'all' ? 'ok' : state === 'some' || state === 'changed' ? 'warn' : state === 'none' ? 'danger' : 'info';
  return (
    <main id="main" className="wrap order-page cart">
      {state === 'checking' && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <header className="order-head">
        <h1 tabIndex={-1}>{t(`trip.${state}.title`)}</h1>
        <p>
          {t('trip.reference')}{' '}
          <b className="num">
            <bdi>{trip.reference}</bdi>
          </b>
          . {trip.email && t('trip.mailed', { email: trip.email })}
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          <Notice tone={tone} boxed live>
            {t(`trip.${state}.text`, { charged: formatMoney(charged, language), released: formatMoney(failed, language) })}
          </Notice>
          <ol className="cart-days">
            {trip.items.map((item) => (
              <li key={item.reference} className="cart-day">
                <p className="cart-day__when">
                  <b>
                    <DateText date={item.from} form="day" />
                  </b>
                  {item.until !== item.from && (
                    <small>
                      {t('until')} <DateText date={item.until} form="day" />
                    </small>
                  )}
                </p>
                <article className="cart-item" aria-labelledby={`trip-${item.reference}`}>
                  <div className="cart-item__head">
                    <h2 id={`trip-${item.reference}`}>
                      <Link to={`/track?order=${item.reference}`}>{item.description.title}</Link>
                    </h2>
                    <Price value={item.now} />
                  </div>
                  <p className="cart-item__state">
                    <Tag tone={outcomeTones[item.outcome]}>{t(`outcome.${item.outcome}`)}</Tag>
                    <span>{t(`outcomeText.${item.outcome}`)}</span>
                  </p>
                  <p className="cart-item__acts">
                    <ButtonLink small to={item.outcome === 'failed' ? item.description.again.other : `/track?order=${item.reference}`}>
                      {t(item.outcome === 'failed' ? 'another' : 'open')}
                    </ButtonLink>
                  </p>
                </article>
              </li>
            ))}
          </ol>
        </div>
        <aside className="card order-receipt" aria-label={t('trip.money')}>
          <h2>{t('trip.money')}</h2>
          <dl className="cart-sum">
            {trip.items.map((item) => (
              <div key={item.reference} className={item.outcome === 'failed' ? 'cart-sum__off' : undefined}>
                <dt>
                  {item.description.title}
                  {item.outcome === 'failed' && <small>{t('trip.notCharged')}</small>}
                </dt>
                <dd>
                  <Price value={item.now} />
                </dd>
              </div>
            ))}
            <div className="cart-sum__total">
              <dt>{t(settled ? 'trip.taken' : 'trip.reserved')}</dt>
              <dd>
                <Price
                  value={{
                    ...trip.sum,
                    amount: trip.items.filter(({ outcome }) => outcome !== 'failed').reduce((total, { now }) => total + now.amount, 0),
                  }}
                />
              </dd>
            </div>
          </dl>
          <p className="small muted">{t(settled ? 'trip.takenNote' : 'trip.reservedNote')}</p>
          <p className="order-actions">
            <ButtonLink wide to="/bookings-trips">
              {t('trip.mine')}
            </ButtonLink>
          </p>
        </aside>
      </div>
    </main>
  );
}
