import { Form, Link, redirect } from 'react-router';
import type { Route } from './+types/payment-failed-page.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { clockInDubai, OrderBlock, TrackLink } from '../../orders/pages/order-parts.tsx';
import { OrderContent } from '../../orders/pages/order-content.tsx';
import { OrderMoney } from '../../orders/pages/order-money.tsx';
import { paymentOutcome } from '../../orders/payment-outcome.ts';
import { visitOrder } from '../../orders/order-visit.server.ts';
import { showOrder } from '../../orders/show-order.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { OrderNotHere } from './order-not-here.tsx';

export const handle = { texts: ['orders'] };

/** Says what the bank decided, what it means for the money and how long the places are still there. Changes nothing. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, url.searchParams.get('order') ?? '');
  if (!visit || visit.sight !== 'full') return { order: null, formKey: '' };
  const order = await showOrder(platform, context.get(productCountersContext), visit, context.get(requestContext).language);
  const outcome = paymentOutcome(order.status, order.payment);
  if (outcome === 'confirmed' || outcome === 'issuing' || outcome === 'checking')
    throw redirect(`/payment-success?order=${order.reference}`);
  return { order, formKey: newFormKey() };
}

export default function PaymentFailedPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const tFrame = useTexts('frame');
  const language = useLanguage();
  const { order, formKey } = loaderData;
  if (!order) return <OrderNotHere />;
  const held = order.status !== 'expired' && order.heldUntil !== null;
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('failed.title')}</h1>
        <p>
          <b>{t('failed.lede')}</b> {t('failed.release')}
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          <div className="order-state order-state--danger" role="status">
            <p>{t(`failed.classes.${order.payment?.declineClass ?? 'none'}`)}</p>
            <p>{held ? t('failed.held', { time: clockInDubai(order.heldUntil!, language) }) : t('failed.ended')}</p>
            {held ? (
              <Form method="post" action={`/checkout/${order.reference}`}>
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="version" value={order.version} />
                <Button look="go" name="intent" value="pay" icon="lock">
                  {order.payment?.declineClass === 'other-card' || order.payment?.declineClass === 'suspected-fraud'
                    ? t('failed.other')
                    : t('failed.retry')}
                </Button>
                <ButtonLink to={`/checkout/${order.reference}`}>{t('failed.all')}</ButtonLink>
              </Form>
            ) : (
              <p className="order-actions">
                <ButtonLink look="go" to={`/checkout/${order.reference}`}>
                  {t('checkout.revive')}
                </ButtonLink>
              </p>
            )}
          </div>
          <OrderBlock title={order.description.title}>
            <OrderContent description={order.description} terms="none" />
          </OrderBlock>
          <OrderBlock title={t('failed.helpTitle')}>
            <p>{t('failed.help', { reference: order.reference })}</p>
            <p>
              <Link className="link" to="/help-center?error=payment-declined">
                {tFrame('fault.answers.payment-declined')}
              </Link>
            </p>
            <p className="order-actions">
              <ButtonLink to="/contact">{t('failed.contact')}</ButtonLink>
              <TrackLink reference={order.reference}>{t('success.track')}</TrackLink>
            </p>
          </OrderBlock>
        </div>
        <aside className="card order-receipt" aria-label={t('money.title')}>
          <h2>{t('money.title')}</h2>
          <OrderMoney kind={order.kind} lines={order.lines} total={{ label: t('changed.total'), value: order.total }} />
        </aside>
      </div>
    </main>
  );
}
