import { useEffect, useState } from 'react';
import { Link, redirect } from 'react-router';
import type { Route } from './+types/payment-success-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { OrderContent } from '../../orders/pages/order-content.tsx';
import { Travellers } from '../../orders/pages/order-journey.tsx';
import { useOrderWords } from '../../orders/pages/order-words.ts';
import { OrderBlock, Papers, StageBar, StateWords } from '../../orders/pages/order-parts.tsx';
import { MoneySoFar, OrderMoney } from '../../orders/pages/order-money.tsx';
import { paymentOutcome } from '../../orders/payment-outcome.ts';
import { visitOrder } from '../../orders/order-visit.server.ts';
import { showOrder } from '../../orders/show-order.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { OrderNotHere } from './order-not-here.tsx';

export const handle = { texts: ['orders'] };

/** The bank sends the traveller here; what is shown comes from our own records, never from the address. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, url.searchParams.get('order') ?? '');
  const { language } = context.get(requestContext);
  const { t } = textsFor(language);
  if (!visit || visit.sight !== 'full') return { order: null, outcome: 'other' as const, title: t('orders:success.notFoundTitle') };
  const order = await showOrder(platform, context.get(productCountersContext), visit, language);
  // One of two cards holds its part: the rest is paid where the order is.
  if (order.firstCard && order.status !== 'payment_pending') throw redirect(`/checkout/${order.reference}`);
  const outcome = paymentOutcome(order.status, order.payment);
  if (outcome === 'failed') throw redirect(`/payment-failed?order=${order.reference}`);
  // The page is called what it says: nothing is accepted while the bank has not answered.
  return { order, outcome, ...(outcome === 'checking' && { title: t('orders:success.checking') }) };
}

export default function PaymentSuccessPage({ loaderData }: Route.ComponentProps) {
  const { order, outcome } = loaderData;
  const t = useOrderWords(order?.kind ?? 'flight');
  const moving = outcome === 'checking' || (order?.stage.moving ?? false);
  useAskAgain(moving, 3000);
  // Whoever saw it wait sees what comes in the room that was kept for it.
  const [waited] = useState(moving);
  const paid = outcome === 'confirmed' || outcome === 'issuing';
  const keptDraft = order?.description.keptDraft ?? null;
  useEffect(() => {
    // The booking is done: its draft must not offer itself again in this browser.
    if (paid && keptDraft) sessionStorage.removeItem(keptDraft);
  }, [paid, keptDraft]);
  if (!order) return <OrderNotHere />;
  const heading =
    outcome === 'confirmed' ? t('success.title') : outcome === 'checking' ? t('success.checking') : t(`states.${order.status}.title`);
  return (
    <main id="main" className={`wrap order-page${waited ? ' order-page--waits' : ''}`}>
      {moving && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <header className="order-head">
        <h1 tabIndex={-1}>
          {/* Words of its own, as others begin a line higher: what comes anew has moved nowhere. */}
          <span key={heading}>{heading}</span>
        </h1>
        <p>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{order.reference}</bdi>
          </b>
          . {t('success.lede')}
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          <StageBar order={order} />
          <div className="order-said">
            {outcome === 'checking' ? (
              <div className="order-state order-state--info" role="status">
                <p>{t('success.checkingText', { email: order.email })}</p>
                <p className="small muted">{t('success.refresh')}</p>
              </div>
            ) : (
              <StateWords order={order}>{moving && <p className="small muted">{t('success.refresh')}</p>}</StateWords>
            )}
          </div>
          <OrderBlock title={t('papers.title')}>
            <Papers order={order} soon={moving} />
          </OrderBlock>
          <OrderBlock title={order.description.title}>
            <OrderContent description={order.description} terms="name" />
          </OrderBlock>
          <OrderBlock title={t('travellers.title')}>
            <Travellers travellers={order.description.travellers} />
          </OrderBlock>
          <OrderBlock title={t('success.next')}>
            <ul className="order-steps">
              {order.description.next.map((step) => (
                <li key={step.words}>
                  <Icon name={step.icon} />
                  {step.to ? (
                    <Link className="link" to={step.to}>
                      {step.words}
                    </Link>
                  ) : (
                    <span>{step.words}</span>
                  )}
                </li>
              ))}
            </ul>
          </OrderBlock>
        </div>
        <aside className="card order-receipt" aria-label={t('track.price')}>
          <h2>{t('track.price')}</h2>
          <OrderMoney kind={order.kind} lines={order.lines} total={{ label: t('changed.total'), value: order.total }} />
          <MoneySoFar order={order} />
          <p className="order-actions">
            <ButtonLink to={`/track?order=${order.reference}`} wide>
              {t('success.track')}
            </ButtonLink>
          </p>
        </aside>
      </div>
    </main>
  );
}
