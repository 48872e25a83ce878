import { Form, Link, redirect } from 'react-router';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Route } from './+types/track-booking-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { transact } from '#app/platform/database.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { messageSend } from '../../messages/message-jobs.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { trackOrder } from '../order-access.server.ts';
import { redeemLink, visitOrder } from '../order-visit.server.ts';
import { refusalKey } from './refusal-words.ts';
import { showOrder, type OrderView } from '../show-order.server.ts';
import { clockInDubai, DubaiTime, OrderBlock, Papers, StageBar, StateWords } from './order-parts.tsx';
import { Journey, Terms, Travellers } from './order-journey.tsx';
import { OrderMoney, RefundSteps } from './order-money.tsx';

export const handle = { texts: ['orders', 'price'] };

const nothing = { order: null, oldLink: false, sent: false, refused: null, formKey: '' };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const reference = url.searchParams.get('order');
  const key = url.searchParams.get('key');
  if (reference && key) {
    const opened = await redeemLink(platform, reference, key);
    if (opened)
      throw redirect(`/track?order=${opened.order.reference}`, { headers: { 'Set-Cookie': opened.cookie, 'Cache-Control': 'no-store' } });
    return { ...nothing, oldLink: true };
  }
  const visit = reference ? await visitOrder(platform, context.get(viewerContext), request, reference) : null;
  if (!visit) return nothing;
  const order = await showOrder(platform, context.get(productCountersContext), visit, context.get(requestContext).language);
  return { order, oldLink: false, sent: url.searchParams.has('sent'), refused: url.searchParams.get('refused'), formKey: newFormKey() };
}

interface Answer {
  readonly typed: { readonly reference: string; readonly who: string };
  readonly faults: readonly ('missReference' | 'missWho')[];
  readonly refused: 'miss' | 'tooMany' | null;
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | Response> {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 200);
  const intent = text('intent');
  if (intent === 'send-link') {
    const visit = await visitOrder(platform, context.get(viewerContext), request, text('order'));
    if (!visit) throw new Response('Not found', { status: 404 });
    const { order } = visit;
    const sent = { actor: `tracker:${order.id}`, form, about: 'send-link' };
    const to = await onceForForm(platform, sent, async () => {
      await transact(platform.db, (tx) =>
        platform.jobs.send(tx, messageSend, {
          template: 'order-link',
          orderId: order.id,
          version: Math.floor(platform.clock.now() / 300_000),
          language: order.language,
        }),
      );
      return `/track?order=${order.reference}&sent`;
    });
    return redirect(to);
  }
  const typed = { reference: text('reference'), who: text('who') };
  const faults = [...(typed.reference === '' ? (['missReference'] as const) : []), ...(typed.who === '' ? (['missWho'] as const) : [])];
  if (faults.length > 0) return { typed, faults, refused: null };
  const found = await trackOrder(platform, {
    reference: typed.reference,
    emailOrSurname: typed.who,
    address: context.get(requestContext).address,
  });
  if (!found.ok) return { typed, faults: [], refused: found.refused === 'too-many-tries' ? 'tooMany' : 'miss' };
  return redirect(`/track?order=${found.value.order.reference}`, { headers: { 'Set-Cookie': found.value.cookie } });
}

export default function TrackBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.order ? (
    <TrackedOrder order={loaderData.order} sent={loaderData.sent} refused={loaderData.refused} formKey={loaderData.formKey} />
  ) : (
    <FindOrder oldLink={loaderData.oldLink} answer={actionData ?? null} />
  );
}

function FindOrder({ oldLink, answer }: { oldLink: boolean; answer: Answer | null }) {
  const t = useTexts('orders');
  const tFrame = useTexts('frame');
  const fault = (of: Answer['faults'][number]) => (answer?.faults.includes(of) ? t(`track.${of}`) : undefined);
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('track.title')}</h1>
        <p>{t('track.lede')}</p>
      </header>
      <div className="order-find__beside">
        <Form method="post" className="card order-find" noValidate>
          {oldLink && !answer && <Notice tone="warn">{t('track.oldLink')}</Notice>}
          {answer?.refused && (
            <Notice tone="danger" boxed live>
              {t(`track.${answer.refused}`)}{' '}
              <Link className="link" to="/help-center?error=order-not-found">
                {tFrame('fault.answers.order-not-found')}
              </Link>
            </Notice>
          )}
          <ErrorSummary
            faults={(answer?.faults ?? []).map((each) => ({
              field: each === 'missWho' ? 'who' : 'reference',
              message: t(`track.${each}`),
            }))}
          />
          <TextField
            name="reference"
            label={t('track.reference')}
            defaultValue={answer?.typed.reference}
            error={fault('missReference')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={30}
          />
          <TextField
            name="who"
            label={t('track.who')}
            hint={t('track.whoHint')}
            defaultValue={answer?.typed.who}
            error={fault('missWho')}
            autoComplete="email"
            maxLength={200}
          />
          <Button look="go" icon="search" wide>
            {t('track.find')}
          </Button>
        </Form>
        <div className="order-main">
          <h2>{t('track.lost')}</h2>
          <p>{t('track.lostText')}</p>
          <p>
            <Link to="/order-management" className="link">
              {t('track.signedIn')}
            </Link>
          </p>
        </div>
      </div>
    </main>
  );
}

interface TrackedPage {
  readonly order: OrderView;
  readonly sent: boolean;
  readonly refused: string | null;
  readonly formKey: string;
}

function TrackedOrder({ order, sent, refused, formKey }: TrackedPage) {
  const t = useTexts('orders');
  const language = useLanguage();
  const revalidator = useRevalidator();
  const { moving } = order.stage;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => void revalidator.revalidate(), 10_000);
    return () => clearInterval(timer);
  }, [moving, revalidator]);
  const full = order.sight === 'full';
  const payable = full && (order.status === 'held' || order.status === 'payment_pending' || order.status === 'price_changed');
  return (
    <main id="main" className="wrap order-page">
      {moving && (
        <noscript>
          <meta httpEquiv="refresh" content="15" />
        </noscript>
      )}
      <header className="order-head">
        <h1 tabIndex={-1}>{t('journey.route', { from: order.description.fromCity, to: order.description.toCity })}</h1>
        <p>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{order.reference}</bdi>
          </b>
        </p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          {refused && (
            <Notice tone="danger" boxed live>
              {t(refusalKey(refused))}
            </Notice>
          )}
          <StageBar stage={order.stage} status={order.status} />
          <StateWords order={order}>
            {payable && (
              <p className="order-actions">
                <ButtonLink look="go" to={`/checkout/${order.reference}`} icon="lock">
                  {t('track.pay', { amount: formatMoney(order.total, language) })}
                </ButtonLink>
              </p>
            )}
            {order.status === 'expired' && full && (
              <p className="order-actions">
                <ButtonLink look="go" to={`/checkout/${order.reference}`}>
                  {t('checkout.revive')}
                </ButtonLink>
              </p>
            )}
          </StateWords>
          {!full && (
            <Form method="post" className="order-actions">
              <input type="hidden" name="key" value={`${formKey}-link`} />
              <input type="hidden" name="order" value={order.reference} />
              <Notice tone={sent ? 'ok' : 'info'} boxed live={sent}>
                {sent ? t('track.sent', { email: order.email }) : t('track.masked', { email: order.email })}
              </Notice>
              {!sent && (
                <Button name="intent" value="send-link" icon="mail">
                  {t('track.send')}
                </Button>
              )}
            </Form>
          )}
          {full && order.reviewable && (
            <OrderBlock title={t('track.reviewTitle')} id="review">
              <p>{t('track.reviewText')}</p>
              <p className="order-actions">
                <ButtonLink to={`/reviews/write/${order.reference}`} icon="feedback">
                  {t('track.review')}
                </ButtonLink>
              </p>
            </OrderBlock>
          )}
          {full && order.cancel && <Cancelling order={order} formKey={formKey} />}
          {order.refunds.length > 0 && (
            <OrderBlock title={t('track.refund')} id="refund">
              <RefundSteps refunds={order.refunds} />
            </OrderBlock>
          )}
          <OrderBlock title={t('track.journey')}>
            <Journey slices={order.description.slices} />
            {order.description.contracts.map((contract, index) => (
              <Terms key={index} contract={contract} />
            ))}
          </OrderBlock>
          <OrderBlock title={t('travellers.title')}>
            <Travellers travellers={order.description.travellers} />
          </OrderBlock>
          <OrderBlock title={t('papers.title')}>
            {full ? <Papers order={order} /> : <p className="muted">{t('papers.closed')}</p>}
          </OrderBlock>
          {full && !order.cancel && <Cancelling order={order} formKey={formKey} />}
          <OrderBlock title={t('track.history')}>
            <ol className="order-history">
              {order.history.map((event, index) => (
                <li key={index}>
                  <span className="small muted num">
                    <DubaiTime at={event.at} />
                  </span>
                  <span>{t([`events.${event.event}`, 'events.other'])}</span>
                </li>
              ))}
            </ol>
          </OrderBlock>
        </div>
        {full && (
          <aside className="card order-receipt" aria-label={t('track.money')}>
            <h2>{order.money.taken.amount + order.money.held.amount > 0 ? t('track.money') : t('money.title')}</h2>
            <OrderMoney lines={order.lines} total={{ label: t('changed.total'), value: order.total }} />
            {order.termsEdition && (
              <p className="small muted">
                {t('track.terms')}{' '}
                <Link to={`/terms?edition=${order.termsEdition}`} className="link">
                  {t('track.termsEdition', { number: order.termsEdition })}
                </Link>
              </p>
            )}
            <p className="order-actions">
              <Link to="/track" className="link small">
                {t('track.again')}
              </Link>
            </p>
          </aside>
        )}
      </div>
    </main>
  );
}

/** What a cancel would bring, line by line, before anything is cancelled. */
function Cancelling({ order, formKey }: { order: OrderView; formKey: string }) {
  const t = useTexts('orders');
  const price = useTexts('price');
  const language = useLanguage();
  if (order.status !== 'ticketed' && order.status !== 'held' && order.status !== 'cancel_quoted') return null;
  const hidden = (
    <>
      <input type="hidden" name="key" value={`${formKey}-cancel`} />
      <input type="hidden" name="version" value={order.version} />
    </>
  );
  const action = `/checkout/${order.reference}`;
  if (!order.cancel) {
    return (
      <OrderBlock title={t('cancel.title')} id="cancel">
        <p>{t('cancel.askText')}</p>
        <Form method="post" action={action} className="order-actions">
          {hidden}
          <Button name="intent" value="ask-cancel" icon="refund">
            {t('cancel.ask')}
          </Button>
        </Form>
      </OrderBlock>
    );
  }
  const { terms } = order.cancel;
  return (
    <OrderBlock title={t('cancel.quote')} id="cancel">
      <p>{t(`cancel.window.${terms.window}`)}</p>
      {order.cancel.lines.length > 0 && (
        <MoneyList
          groups={[
            {
              lines: order.cancel.lines.map((line) => ({
                label: price(`line.${line.kind}`),
                note: `${t('cancel.paid')} ${formatMoney(line.paid, language)}`,
                value: line.refunded,
              })),
            },
          ]}
          {...(terms.refund ? { total: { label: t('cancel.total'), value: terms.refund, note: t('cancel.where') } } : {})}
        />
      )}
      {!terms.refund && <Notice tone="warn">{t('cancel.unknown')}</Notice>}
      <p className="small muted">{t('cancel.until', { time: clockInDubai(terms.expiresAt, language) })}</p>
      <Form method="post" action={action} className="order-actions">
        {hidden}
        <input type="hidden" name="quote" value={order.cancel.number} />
        <Button look="danger" name="intent" value="confirm-cancel">
          {terms.window === 'unpaid'
            ? t('cancel.confirmUnpaid')
            : terms.refund && terms.refund.amount > 0
              ? t('cancel.confirm', { amount: formatMoney(terms.refund, language) })
              : t('cancel.confirmNone')}
        </Button>
        <Button name="intent" value="keep">
          {t('cancel.keep')}
        </Button>
      </Form>
    </OrderBlock>
  );
}
