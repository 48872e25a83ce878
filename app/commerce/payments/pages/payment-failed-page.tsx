import { Form, Link, redirect } from 'react-router';
import type { Route } from './+types/payment-failed-page.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { clockInDubai, OrderBlock, SeenTotal, TrackLink } from '../../orders/pages/order-parts.tsx';
import { OrderContent } from '../../orders/pages/order-content.tsx';
import { OrderMoney } from '../../orders/pages/order-money.tsx';
import { OwnClock } from '../../orders/pages/own-clock.tsx';
import { useOrderWords } from '../../orders/pages/order-words.ts';
import { outcomeOfLeaving, paymentOutcome } from '../../orders/payment-outcome.ts';
import { dueNow } from '../../orders/begin-payment.server.ts';
import { offerFour } from '../../orders/pay-in-four.server.ts';
import { offerTwoCards } from '../../orders/pay-with-two-cards.server.ts';
import { FirstCardHeld, TwoCards } from '../../orders/pages/two-cards.tsx';
import { findRefusedWay } from '../../credits/check-ways.server.ts';
import { visitOrder } from '../../orders/order-visit.server.ts';
import { showOrder } from '../../orders/show-order.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { lookAtBank } from '../look-at-bank.server.ts';
import type { DeclineClass } from '../payment-status.ts';
import { paymentProviderContext } from '../payment-provider-context.ts';
import { OrderNotHere } from './order-not-here.tsx';

export const handle = { texts: ['orders'] };

/** After these the same card fares no better. */
const ofThisCard: readonly string[] = ['over-limit', 'other-card', 'suspected-fraud'] satisfies readonly DeclineClass[];

/**
 * Says what the bank decided, or that nobody has paid yet, what it means for the money and how long the places are
 * still there. Changes nothing.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, url.searchParams.get('order') ?? '');
  const { language } = context.get(requestContext);
  if (!visit || visit.sight !== 'full')
    return {
      order: null,
      due: null,
      twoCards: null,
      unpaid: false,
      inFour: false,
      decline: null,
      phone: null,
      formKey: '',
      title: textsFor(language).t('orders:success.notFoundTitle'),
    };
  const order = await showOrder(platform, context.get(productCountersContext), visit, language);
  const known = paymentOutcome(order.status, order.payment);
  // The bank sends who left its page here as well, and tells us nothing of it: it is asked.
  const told = known === 'checking' ? await lookAtBank(platform.db, context.get(paymentProviderContext), visit.order.id) : order.payment;
  const outcome = known === 'checking' ? outcomeOfLeaving(told) : known;
  if (outcome === 'confirmed' || outcome === 'issuing' || outcome === 'checking')
    throw redirect(`/payment-success?order=${order.reference}`);
  const due = await dueNow(platform.db, visit.order);
  const [four, twoCards, unoffered, { phone }] = await Promise.all([
    offerFour(platform, context.get(paymentProviderContext), visit.order, due),
    offerTwoCards(platform, visit.order),
    findRefusedWay(platform.db, visit.order, true),
    readHouseFacts(platform),
  ]);
  return {
    order,
    due,
    twoCards: unoffered ? null : twoCards,
    unpaid: outcome === 'unpaid',
    // Whoever left the page of four parts is led back to it, or to a card.
    inFour: outcome === 'unpaid' && order.payment?.method === 'four' && four !== null,
    decline: told?.declineClass ?? null,
    phone,
    formKey: newFormKey(),
  };
}

export default function PaymentFailedPage({ loaderData }: Route.ComponentProps) {
  const { order, due, twoCards, unpaid, inFour, decline, phone, formKey } = loaderData;
  const t = useOrderWords(order?.kind ?? 'flight');
  const tFrame = useTexts('frame');
  const language = useLanguage();
  if (!order) return <OrderNotHere />;
  const held = order.status !== 'expired' && order.heldUntil !== null;
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t(unpaid ? 'failed.unpaidTitle' : 'failed.title')}</h1>
        <p>
          <b>{t('failed.lede')}</b> {!unpaid && decline !== 'not-agreed' && t('failed.release')}
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          <div className={`order-state order-state--${unpaid ? 'info' : 'danger'}`} role="status">
            <p>{unpaid ? t('failed.unpaid') : t(`failed.classes.${decline ?? 'none'}`)}</p>
            {order.firstCard && <FirstCardHeld order={order} held={order.firstCard} formKey={formKey} />}
            <p>
              {held ? t('failed.held', { time: clockInDubai(order.heldUntil!, language) }) : t('failed.ended')}
              {held && <OwnClock at={order.heldUntil!} />} {held && t('failed.once')}
            </p>
            {held && twoCards && decline === 'over-limit' && (
              <TwoCards kind={order.kind} offer={twoCards} reference={order.reference} formKey={formKey} answer={null} open />
            )}
            {held ? (
              <Form method="post" action={`/checkout/${order.reference}`}>
                <input type="hidden" name="key" value={formKey} />
                <SeenTotal total={due} />
                <p>
                  <b>{t('checkout.toPay', { amount: formatMoney(due, language) })}</b>
                </p>
                {inFour && (
                  <Button look="go" name="intent" value="pay-four" icon="lock">
                    {t('failed.payFour')}
                  </Button>
                )}
                <Button look={inFour ? undefined : 'go'} name="intent" value="pay" icon={inFour ? undefined : 'lock'}>
                  {inFour || decline === 'not-agreed'
                    ? t('failed.byCard')
                    : unpaid
                      ? t('failed.pay')
                      : decline !== null && ofThisCard.includes(decline)
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
          {held && twoCards && decline === 'call-bank' && <p>{t('twoCards.unsaid')}</p>}
          {held && twoCards && decline !== 'over-limit' && (
            <TwoCards kind={order.kind} offer={twoCards} reference={order.reference} formKey={formKey} answer={null} />
          )}
          <OrderBlock title={order.description.title}>
            <OrderContent description={order.description} terms="none" />
          </OrderBlock>
          <OrderBlock title={t('failed.helpTitle')}>
            <p>{t('failed.help', { reference: order.reference })}</p>
            {!unpaid && decline !== 'not-agreed' && (
              <p>
                <Link className="link" to="/help-center?error=payment-declined">
                  {tFrame('fault.answers.payment-declined')}
                </Link>
              </p>
            )}
            <p className="order-actions">
              <ButtonLink to={`/contact?about=booking&order=${order.reference}`}>{t('failed.contact')}</ButtonLink>
              {phone && (
                <ButtonLink to={`tel:${phone.replaceAll(' ', '')}`}>
                  <bdi>{t('failed.call', { phone })}</bdi>
                </ButtonLink>
              )}
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
