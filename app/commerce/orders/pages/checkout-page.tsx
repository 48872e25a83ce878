import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router';
import type { Route } from './+types/checkout-page.ts';
import { newFormKey, onceForForm, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isCurrencyCode, money, type Money } from '#app/values/money.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { summarise } from '../../pricing/quote-summary.ts';
import type { ProductKind } from '../../product-contract.ts';
import { productCountersContext, type PriceChangeLine } from '../../product-counter.ts';
import { beginPayment } from '../begin-payment.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '../cancel-order.server.ts';
import { acceptPrice, extendHold, findProposedPrice } from '../change-hold.server.ts';
import { whoIs } from '../order-access.server.ts';
import { visitOrder } from '../order-visit.server.ts';
import { showOrder, type OrderView } from '../show-order.server.ts';
import { CheckoutReview } from './checkout-review.tsx';
import { orderIntents, type OrderIntent } from './order-intents.ts';
import { refusalKey } from './refusal-words.ts';
import { clockInDubai, HoldNotice, Journey, OrderBlock, PriceChange } from './order-parts.tsx';

export const handle = { texts: ['orders', 'price'] };

const payable: readonly string[] = ['priced', 'held', 'price_changed', 'payment_pending'];

/** Without a reference: the draft, once more. With one: that order, for whoever it belongs to. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const { language } = context.get(requestContext);
  if (params.orderId === undefined) {
    const draft = await counters.draft.reviewDraft(request, viewer, language);
    if (draft.kind === 'incomplete') throw redirect(draft.path);
    if (draft.kind !== 'ready') return { kind: draft.kind, searchPath: draft.kind === 'gone' ? draft.searchPath : '/flights' } as const;
    const { review } = draft;
    const { quote, ...rest } = review;
    return { kind: 'draft', review: { ...rest, lines: summarise(quote), total: quote.total }, formKey: newFormKey() } as const;
  }
  const visit = await visitOrder(platform, viewer, request, params.orderId);
  if (!visit) throw new Response('Not found', { status: 404 });
  if (visit.sight !== 'full') throw redirect(`/track?order=${visit.order.reference}`);
  const order = await showOrder(platform, counters, visit, language);
  const over = order.heldUntil !== null && Date.parse(order.heldUntil) <= platform.clock.now();
  if (order.status === 'expired' || (over && payable.includes(order.status) && order.status !== 'payment_pending'))
    return { kind: 'expired', order } as const;
  if (!payable.includes(order.status)) throw redirect(`/track?order=${order.reference}`);
  const proposed = await findProposedPrice(platform.db, visit.order);
  return {
    kind: 'order',
    order,
    formKey: newFormKey(),
    refused: url.searchParams.get('refused'),
    proposed: proposed && { before: proposed.before.total, after: proposed.after.total, changes: proposed.changes },
  } as const;
}

interface Refusal {
  readonly refused: string;
  readonly reference: string | null;
  readonly seats: readonly string[];
  /** For the next press: what was refused must not stand in its way. */
  readonly formKey: string;
  readonly rise: { readonly before: Money; readonly after: Money; readonly changes: readonly PriceChangeLine[] } | null;
}

const refusal = (refused: string, more: Partial<Refusal> = {}, status = 409) =>
  data<Refusal>({ refused, reference: null, seats: [], rise: null, formKey: newFormKey(), ...more }, { status });

/** Where a press leads; stored, so that a second press leads there too. */
interface Onward {
  readonly to: string;
  /** The bank's page is another site. */
  readonly away?: true;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const { language, address } = context.get(requestContext);
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const pay = async (kind: ProductKind, orderId: string, reference: string): Promise<Onward> => {
    const returnTo = { success: `/payment-success?order=${reference}`, failure: `/payment-failed?order=${reference}` };
    const begun = await beginPayment(platform, context.get(paymentProviderContext), counters.product(kind), {
      orderId,
      by: 'customer',
      who: whoIs(viewer),
      returnTo,
      language,
    });
    if (begun.ok) return { to: begun.value.redirectTo, away: true };
    if (begun.refused === 'already-paid' || begun.refused === 'in-progress') return { to: returnTo.success };
    return { to: `/checkout/${reference}?refused=${begun.refused}` };
  };
  const go = ({ to, away }: Onward, headers: HeadersInit = {}) => (away ? redirectDocument(to, { headers }) : redirect(to, { headers }));
  // Two people who hold the same order do not share a key.
  const once = (orderId: string, work: () => Promise<Onward>) =>
    onceForForm(platform, { actor: `${whoIs(viewer)}:${orderId}`, form, about: 'checkout' }, work);

  if (params.orderId === undefined) {
    const seenTotal = readMoney(form);
    const key = readFormKey(form);
    if (!seenTotal || !key) return refusal('form-keyless', {}, 400);
    const placed = await counters.draft.placeDraft(request, viewer, { seenTotal, language, key, address });
    if (placed.kind === 'refused')
      return refusal(placed.reason, { reference: placed.reference, seats: placed.seats }, placed.reason === 'form-reused' ? 422 : 409);
    if (placed.kind === 'price-changed')
      return refusal('price-changed', { rise: { before: seenTotal, after: placed.total, changes: placed.changes } });
    const headers = new Headers(placed.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
    if (intent === 'hold') return go({ to: `/checkout/${placed.reference}` }, headers);
    return go(await once(placed.orderId, () => pay(counters.draft.kind, placed.orderId, placed.reference)), headers);
  }

  const visit = await visitOrder(platform, viewer, request, params.orderId);
  if (!visit || visit.sight !== 'full') throw new Response('Not found', { status: 404 });
  const { order } = visit;
  const product = counters.product(order.kind);
  const asked = { orderId: order.id, by: 'customer', who: whoIs(viewer) } as const;
  const back = (to: string, outcome: { readonly ok: boolean; readonly refused?: string }): Onward => ({
    to: outcome.ok ? to : `${to}${to.includes('?') ? '&' : '?'}refused=${outcome.refused}`,
  });
  const here = `/checkout/${order.reference}`;
  const track = `/track?order=${order.reference}`;
  const work: Readonly<Record<OrderIntent, () => Promise<Onward>>> = {
    pay: () => pay(order.kind, order.id, order.reference),
    extend: async () => back(here, await extendHold(platform, product, asked)),
    accept: async () => {
      const seenTotal = readMoney(form);
      if (!seenTotal) return back(here, { ok: false, refused: 'price-changed' });
      const accepted = await acceptPrice(platform, product, { ...asked, seenTotal });
      return accepted.ok ? pay(order.kind, order.id, order.reference) : back(here, accepted);
    },
    'ask-cancel': async () => back(track, await quoteCancel(platform, product, asked)),
    'confirm-cancel': async () => back(track, await confirmCancel(platform, product, asked)),
    keep: async () => back(track, await keepOrder(platform, product, asked)),
  };
  const wanted = orderIntents.find((one) => one === intent);
  return wanted ? go(await once(order.id, work[wanted])) : refusal('other');
}

/** What the traveller saw, in minor units; null for anything that is no amount. */
function readMoney(form: FormData): Money | null {
  const amount = Number(form.get('seen'));
  const currency = String(form.get('currency') ?? '');
  return Number.isSafeInteger(amount) && amount > 0 && isCurrencyCode(currency) ? money(amount, currency) : null;
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'draft':
      return <DraftCheckout {...loaderData} refusal={actionData ?? null} />;
    case 'order':
      return <OrderCheckout {...loaderData} />;
    case 'expired':
      return <Expired order={loaderData.order} />;
    default:
      return <Nothing kind={loaderData.kind} searchPath={loaderData.searchPath} />;
  }
}

function useRefusalWords() {
  const t = useTexts('orders');
  return (refused: string, reference: string | null, seats: readonly string[]) =>
    t([`refused.${refused}`, 'refused.other'], { reference: reference ?? '', seats: seats.join(', ') });
}

function SeenTotal({ total }: { total: Money }) {
  return (
    <>
      <input type="hidden" name="seen" value={total.amount} />
      <input type="hidden" name="currency" value={total.currency} />
    </>
  );
}

function Rise({ rise }: { rise: NonNullable<Refusal['rise']> }) {
  const t = useTexts('orders');
  const price = useTexts('price');
  const rows = rise.changes
    .filter((change) => change.before || rise.changes.some((each) => each.before))
    .map(({ before, after }) => {
      const line = (before ?? after)!;
      return { label: price(`line.${line.kind}`), before: before?.amount ?? null, after: after?.amount ?? null };
    });
  return (
    <div className="order-state order-state--warn" role="alert">
      <h2>{t('changed.title')}</h2>
      <p>{t('changed.text')}</p>
      <PriceChange rows={rows} before={rise.before} after={rise.after} />
    </div>
  );
}

interface DraftView {
  readonly description: OrderView['description'];
  readonly lines: OrderView['lines'];
  readonly total: Money;
  readonly changeTrip: string;
  readonly changeTravellers: string;
}

function DraftCheckout({ review, formKey, refusal: said }: { review: DraftView; formKey: string; refusal: Refusal | null }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const words = useRefusalWords();
  const busy = useNavigation().state !== 'idle';
  const total = said?.rise?.after ?? review.total;
  const above = said?.rise ? (
    <Rise rise={said.rise} />
  ) : said ? (
    <Notice tone="danger" boxed live>
      {words(said.refused, said.reference, said.seats)}
    </Notice>
  ) : (
    <Notice tone="info" boxed icon="clock" title={t('checkout.notHeld')}>
      {t('checkout.notHeldText')}
    </Notice>
  );
  return (
    <CheckoutReview {...review} total={total} lede={t('checkout.lede')} above={above} open>
      <Form method="post" action="/checkout">
        <input type="hidden" name="key" value={said?.formKey ?? formKey} />
        <SeenTotal total={total} />
        <Button look="go" wide icon="lock" name="intent" value="pay" busy={busy && t('checkout.busy')}>
          {said?.rise
            ? t('changed.acceptPlace', { amount: formatMoney(total, language) })
            : t('checkout.button', { amount: formatMoney(total, language) })}
        </Button>
        <Button wide name="intent" value="hold">
          {t('checkout.holdOnly')}
        </Button>
      </Form>
    </CheckoutReview>
  );
}

interface OrderPage {
  readonly order: OrderView;
  readonly formKey: string;
  readonly proposed: Refusal['rise'];
  readonly refused: string | null;
}

function OrderCheckout({ order, formKey, proposed, refused }: OrderPage) {
  const t = useTexts('orders');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const total = proposed?.after ?? order.total;
  return (
    <CheckoutReview
      description={order.description}
      lines={order.lines}
      total={total}
      lede={
        <>
          {t('success.reference')}{' '}
          <b className="num">
            <bdi>{order.reference}</bdi>
          </b>
          . {t('checkout.lede')}
        </>
      }
      changeTrip={null}
      changeTravellers={null}
      open={false}
      above={
        <>
          {refused && refused !== 'price-changed' && (
            <Notice tone="danger" boxed live>
              {t(refusalKey(refused))}
            </Notice>
          )}
          {order.status === 'payment_pending' && (
            <Notice tone="info" boxed title={t('checkout.pending')}>
              {t('checkout.pendingText')}
            </Notice>
          )}
          {order.heldUntil && (
            <HoldNotice heldUntil={order.heldUntil}>
              {order.extensionsLeft > 0 ? (
                <Form method="post">
                  <input type="hidden" name="key" value={`${formKey}-extend`} />
                  <Button small name="intent" value="extend">
                    {t('hold.extend')}
                  </Button>
                </Form>
              ) : (
                <small>{t(order.supplierSetsHold ? 'hold.supplierSets' : 'hold.notLonger')}</small>
              )}
            </HoldNotice>
          )}
          {proposed && <Rise rise={proposed} />}
        </>
      }
    >
      <Form method="post" action={`/checkout/${order.reference}`}>
        <input type="hidden" name="key" value={`${formKey}-pay`} />
        <SeenTotal total={total} />
        <Button look="go" wide icon="lock" name="intent" value={proposed ? 'accept' : 'pay'} busy={busy && t('checkout.busy')}>
          {proposed
            ? t('changed.accept', { amount: formatMoney(total, language) })
            : t('checkout.button', { amount: formatMoney(total, language) })}
        </Button>
        {proposed && (
          <ButtonLink wide to="/flights">
            {t('changed.leave')}
          </ButtonLink>
        )}
      </Form>
    </CheckoutReview>
  );
}

function Expired({ order }: { order: OrderView }) {
  const t = useTexts('orders');
  const language = useLanguage();
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('checkout.expiredTitle', { time: order.heldUntil ? clockInDubai(order.heldUntil, language) : '' })}</h1>
        <p>{t('checkout.expiredText')}</p>
        <p className="order-actions">
          <ButtonLink look="go" to="/checkout" icon="change">
            {t('checkout.revive')}
          </ButtonLink>
          <ButtonLink to="/flights">{t('checkout.searchAgain')}</ButtonLink>
        </p>
      </header>
      <OrderBlock title={t('journey.route', { from: order.description.fromCity, to: order.description.toCity })}>
        <Journey slices={order.description.slices} />
      </OrderBlock>
    </main>
  );
}

function Nothing({ kind, searchPath }: { kind: 'none' | 'gone' | 'silent'; searchPath: string }) {
  const t = useTexts('orders');
  const of = kind === 'none' ? 'empty' : kind;
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t(`checkout.${of}Title`)}</h1>
        <p>{t(`checkout.${of}Text`)}</p>
        <p className="order-actions">
          {kind === 'silent' ? (
            <ButtonLink look="go" to="/checkout" reloadDocument>
              {t('checkout.retry')}
            </ButtonLink>
          ) : (
            <ButtonLink look="go" to={searchPath} icon="search">
              {t('checkout.search')}
            </ButtonLink>
          )}
          <ButtonLink to="/track">{t('checkout.track')}</ButtonLink>
        </p>
      </header>
    </main>
  );
}
