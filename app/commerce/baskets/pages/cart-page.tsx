import { Form, Link, redirect, redirectDocument, useNavigation } from 'react-router';
import type { Route } from './+types/cart-page.ts';
import { newFormKey, onceForForm, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { DisplayPrice, RateNote } from '../../currencies/display-price.tsx';
import { useCurrency } from '../../currencies/use-currency.tsx';
import { CreditForm, type CreditChoice } from '../../credits/credit-form.tsx';
import { chooseCreditForAll, showCreditOf } from '../../credits/use-credit.server.ts';
import { extendHold } from '../../orders/change-hold.server.ts';
import { orderCookie, whoIs } from '../../orders/order-access.server.ts';
import { findByReference } from '../../orders/orders-store.server.ts';
import { clockInDubai } from '../../orders/pages/order-parts.tsx';
import { OwnClock } from '../../orders/pages/own-clock.tsx';
import { refusalKey } from '../../orders/pages/refusal-words.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { isRefusedPromo, promoRefusalQuery, readPromoRefusal, type PromoAnswer } from '../../pricing/promo-code.ts';
import { takeGuess, trustedOrder } from '../../pricing/promo-codes.server.ts';
import { PromoField } from '../../pricing/promo-field.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { drawOrderLines } from '../../trip-line/draw-trip-lines.server.ts';
import { tripLineContext } from '../../trip-line/trip-line-context.ts';
import { TripLine } from '../../trip-line/trip-line.tsx';
import { findOpenBasket, hintCookie } from '../basket-access.server.ts';
import { findOrdersIn } from '../baskets-store.server.ts';
import { renewInBasket, takeFromBasket } from '../fill-basket.server.ts';
import { beginBasketPayment } from '../pay-basket.server.ts';
import { showBasket, type BasketItem, type BasketView } from '../show-basket.server.ts';
import { dropBasketCode, useBasketCode } from '../use-basket-code.server.ts';
import { CartItem } from './cart-item.tsx';
import { useMinutesUntil } from './use-minutes-until.ts';
import './cart.css';

export const handle = { texts: ['cart', 'orders', 'price', 'promo'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const basket = await findOpenBasket(platform, viewer, request);
  if (!basket) return { basket: null };
  const view = await showBasket(platform, context.get(productCountersContext), basket, language);
  const visas = await Promise.all(
    view.items.map((item) => drawOrderLines(context.get(tripLineContext), request, item.description, language)),
  );
  const inside = await findOrdersIn(platform.db, basket.id);
  return {
    basket: view,
    credit: await showCreditOf(platform, view.credit, inside, viewer.kind === 'anonymous' ? null : viewer.user.id),
    visas: [...new Map(visas.flat().map((line) => [line.text, line])).values()],
    formKey: newFormKey(),
    refused: url.searchParams.get('refused'),
    about: url.searchParams.get('about'),
    renewed: url.searchParams.get('renewed'),
    lostCode: url.searchParams.get('code') === 'lost',
    code: readPromoRefusal(url.searchParams),
  };
}

/** Where a press leads, and how much lies in the basket after it; stored, so that a second press ends the same. */
interface Onward {
  readonly to: string;
  readonly away?: true;
  readonly count?: number;
  /** An order that was placed: this visitor may open it. */
  readonly opens?: string;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const provider = context.get(paymentProviderContext);
  const { language, address, requestId, currency } = context.get(requestContext);
  const form = await request.formData();
  const basket = await findOpenBasket(platform, viewer, request);
  const who = whoIs(viewer);
  const back = (refused: string, about?: string): Onward => ({ to: `/cart?refused=${refused}${about ? `&about=${about}` : ''}` });
  const onward = await onceForForm<Onward>(
    platform,
    { actor: `${who}:${basket?.id ?? 'none'}`, form, about: 'cart' },
    async (progress): Promise<Onward> => {
      if (!basket) return { to: '/cart' };
      const intent = String(form.get('intent') ?? '');
      if (intent === 'pay') {
        const returnTo = { success: `/trip/${basket.reference}`, failure: '/cart?refused=declined' };
        const { items } = await showBasket(platform, counters, basket, language);
        const begun = await beginBasketPayment(platform, provider, (kind) => counters.product(kind), {
          basketId: basket.id,
          seen: Number(form.get('seen')),
          shown: items.map(({ reference }) => reference),
          who,
          returnTo,
          language,
          shownIn: currency,
        });
        if (begun.ok) return { to: begun.value.redirectTo, away: true };
        if (begun.refused === 'already-paid' || begun.refused === 'in-progress') return { to: returnTo.success };
        return back(begun.refused, begun.about);
      }
      if (intent === 'use-code') {
        const typed = String(form.get('promo') ?? '');
        if (typed.trim() === '') return { to: '/cart' };
        const heard = await takeGuess(platform, address, typed);
        const used =
          heard === null
            ? null
            : await useBasketCode(platform, (kind) => counters.product(kind), { basketId: basket.id, who, code: heard });
        if (used?.ok) {
          await trustedOrder(platform, address, used.value[0]!);
          return { to: '/cart' };
        }
        const refused = used === null ? 'too-often' : used.refused;
        return isRefusedPromo(refused) ? { to: `/cart?${promoRefusalQuery(refused, typed)}` } : back(refused);
      }
      if (intent === 'drop-code') {
        const dropped = await dropBasketCode(platform, (kind) => counters.product(kind), { basketId: basket.id, who });
        return dropped.ok ? { to: '/cart' } : back(dropped.refused);
      }
      if (intent === 'use-credit' || intent === 'leave-credit') {
        if (viewer.kind === 'anonymous') return back('no-account');
        const orderIds = (await findOrdersIn(platform.db, basket.id)).map(({ id }) => id);
        const chosen = await chooseCreditForAll(platform, provider, { orderIds, userId: viewer.user.id, use: intent === 'use-credit' });
        return chosen.ok ? { to: '/cart' } : back(chosen.refused);
      }
      const order = await findByReference(platform.db, parseReference(String(form.get('order') ?? '')) ?? '-');
      const inside = order && (await findOrdersIn(platform.db, basket.id)).some(({ id }) => id === order.id);
      if (!order || !inside) return { to: '/cart' };
      if (intent === 'renew') {
        const seen = Number(form.get('seen'));
        if (!Number.isSafeInteger(seen)) return back('sum-changed', order.reference);
        const renewed = await renewInBasket(platform, provider, counters, {
          basket,
          orderId: order.id,
          viewer,
          language,
          seenTotal: money(seen, order.currency),
          key: readFormKey(form)!,
          address,
          requestId,
        });
        if (!renewed.ok) return back(renewed.refused, order.reference);
        const { orderId, reference, lostCode } = renewed.value;
        const to = `/cart?renewed=${reference}${lostCode ? '&code=lost' : ''}`;
        return { to, opens: orderId, count: (await findOrdersIn(platform.db, basket.id)).length };
      }
      if (intent === 'extend') {
        const extended = await extendHold(platform, counters.product(order.kind), { orderId: order.id, who }, (tx) =>
          progress.answer(tx, { to: '/cart' }),
        );
        return extended.ok ? { to: '/cart' } : back(extended.refused, order.reference);
      }
      const taken = await takeFromBasket(platform, provider, { basket, orderId: order.id, viewer });
      return taken.ok ? { to: '/cart', count: taken.value.count } : back(taken.refused, order.reference);
    },
  );
  const headers = new Headers();
  if (basket && onward.count !== undefined) headers.append('Set-Cookie', hintCookie(platform, basket.id, onward.count));
  if (onward.opens !== undefined) headers.append('Set-Cookie', orderCookie(platform, onward.opens));
  return onward.away ? redirectDocument(onward.to, { headers }) : redirect(onward.to, { headers });
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('cart');
  const { basket } = loaderData;
  if (!basket || basket.items.length === 0)
    return (
      <main id="main" className="wrap order-page">
        <header className="order-head">
          <h1 tabIndex={-1}>{t('title')}</h1>
        </header>
        <EmptyState
          title={t('empty.title')}
          art={<Poster place="nothing-yet" art={{ scene: 'desert', palette: 'rose', landmark: null }} crop="landscape" alt="" />}
          action={<EmptyWays />}
        >
          {t('empty.text')}
        </EmptyState>
      </main>
    );
  return <FullCart {...loaderData} basket={basket} />;
}

function EmptyWays() {
  const t = useTexts('cart');
  return (
    <span className="cart-ways">
      {(['flights', 'holidays', 'staycations', 'experiences', 'e-visa'] as const).map((way) => (
        <ButtonLink key={way} to={`/${way}`}>
          {t(`ways.${way}`)}
        </ButtonLink>
      ))}
    </span>
  );
}

function FullCart({
  basket,
  credit,
  visas = [],
  formKey = '',
  refused,
  about,
  renewed,
  lostCode,
  code,
}: Route.ComponentProps['loaderData'] & { basket: BasketView }) {
  const t = useTexts('cart');
  const language = useLanguage();
  const titleOf = (reference: string | null | undefined) =>
    basket.items.find((item) => item.reference === reference)?.description.title ?? '';
  const renewedTitle = titleOf(renewed);
  const renewedCode = basket.items.find((item) => item.reference === renewed)?.promo?.code;
  const kept = basket.items.filter(({ standing }) => standing !== 'over').length;
  return (
    <main id="main" className="wrap order-page cart">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{kept === 0 ? t('ledeOver') : t('lede', { count: kept })}</p>
      </header>
      <div className="order-grid">
        <div className="order-main">
          {renewedTitle !== '' && (
            <Notice tone="ok" boxed live title={`${renewedTitle}:`}>
              {renewedCode ? t('renewedWithCode', { code: renewedCode }) : t('renewed')} {lostCode && t('lostCode')}
            </Notice>
          )}
          {refused && <Refused refused={refused} title={titleOf(about)} />}
          {basket.clashes.length > 0 && (
            <section className="cart-clashes" aria-labelledby="cart-clashes">
              <h2 id="cart-clashes">{t('clash.title', { count: basket.clashes.length })}</h2>
              <ul>
                {basket.clashes.map((clash) => (
                  <li key={`${clash.kind}${clash.one}${clash.other}`}>
                    <Notice tone="warn">
                      {t(`clash.${clash.kind}`, {
                        one: titleOf(clash.one),
                        other: titleOf(clash.other),
                        date: formatDate(clash.on, language, 'long'),
                      })}
                    </Notice>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {visas.map((line) => (
            <TripLine key={line.text} drawn={line} />
          ))}
          <ol className="cart-days">
            {basket.items.map((item) => (
              <CartItem key={item.reference} item={item} formKey={formKey} titleOf={titleOf} />
            ))}
          </ol>
          <p className="cart-more">
            {t('more')}{' '}
            <Link className="link" to="/experiences">
              {t('ways.experiences')}
            </Link>
            ,{' '}
            <Link className="link" to="/staycations">
              {t('ways.staycations')}
            </Link>
            ,{' '}
            <Link className="link" to="/holidays">
              {t('ways.holidays')}
            </Link>
          </p>
        </div>
        <CartReceipt basket={basket} credit={credit ?? null} formKey={formKey} code={code ?? null} />
      </div>
    </main>
  );
}

const ownWords: readonly string[] = [
  'sum-changed',
  'declined',
  'money-moving',
  'empty',
  'gone',
  'sold-out',
  'too-many-holds',
  'network-full',
  'seat-taken',
  'duplicate',
  'not-ready',
];

function Refused({ refused, title }: { refused: string; title: string }) {
  const t = useTexts('cart');
  const orders = useTexts('orders');
  return (
    <Notice tone="danger" boxed live title={title === '' ? undefined : `${title}:`}>
      {ownWords.includes(refused) ? t(`refused.${refused}`) : orders(refusalKey(refused))}
    </Notice>
  );
}

function CartReceipt({
  basket,
  credit,
  formKey,
  code,
}: {
  basket: BasketView;
  credit: CreditChoice | null;
  formKey: string;
  code: PromoAnswer | null;
}) {
  const t = useTexts('cart');
  const orders = useTexts('orders');
  const language = useLanguage();
  const { currency } = useCurrency();
  const busy = useNavigation().state !== 'idle';
  const ready = basket.items.filter(({ standing }) => standing === 'ready');
  const standing = basket.items.length > 0 && ready.length === basket.items.length;
  const refused = ready.filter(({ unoffered }) => unoffered);
  const promo = useTexts('promo');
  const coded = ready.filter((item) => item.promo);
  const first = coded[0]?.promo;
  const saved = coded.reduce((sum, item) => sum + item.promo!.saves.amount, 0);
  const later = basket.whole.amount - basket.sum.amount - basket.credit.amount;
  return (
    <aside className="card order-receipt" aria-label={t('money.title')}>
      <h2>{t('money.title')}</h2>
      <dl className="cart-sum">
        {ready.map((item) => (
          <div key={item.reference}>
            <dt>
              {item.description.title}
              {item.promo && (
                <small>
                  {promo('line.code', { code: `\u2068${item.promo.code}\u2069` })}:{' '}
                  <Price value={{ ...item.promo.saves, amount: -item.promo.saves.amount }} />
                </small>
              )}
              {item.now.amount < item.total.amount && <small>{t('money.firstPart', { total: formatMoney(item.total, language) })}</small>}
            </dt>
            <dd>
              {item.promo && item.now.amount === item.total.amount && (
                <s className="muted">
                  <Price value={item.promo.before} />
                </s>
              )}{' '}
              <Price value={item.now} />
            </dd>
          </div>
        ))}
        {basket.credit.amount > 0 && (
          <div>
            <dt>{orders('credit.line')}</dt>
            <dd>
              <Price value={{ ...basket.credit, amount: -basket.credit.amount }} />
            </dd>
          </div>
        )}
        <div className="cart-sum__total">
          <dt>{t('money.now')}</dt>
          <dd>
            <Price value={basket.sum} />
          </dd>
        </div>
      </dl>
      <p className="small muted">
        {currency !== basket.sum.currency && (
          <>
            {orders('money.about')} <DisplayPrice value={basket.sum} plain />. <RateNote />{' '}
          </>
        )}
        {basket.sum.amount === 0 ? orders('money.noCard') : orders('money.charged', { currency: basket.sum.currency })}
        {later > 0 && ` ${t('money.later', { amount: formatMoney({ ...basket.sum, amount: later }, language) })}`}
      </p>
      {basket.takesCodes && (
        <PromoField
          answer={first ? { code: first.code, state: 'applies', saves: { ...first.saves, amount: saved } } : code}
          action="/cart"
          keeps={{ key: `${formKey}-code` }}
          sends={{ use: 'use-code', drop: 'drop-code' }}
        />
      )}
      {basket.until && <ShortestLimit until={basket.until} />}
      {refused.length === 0 && (
        <div className="order-promise">
          <h3>{t('promise.title')}</h3>
          <ol>
            <li>
              <b>{t('promise.reserve')}</b> {t('promise.reserveText', { amount: formatMoney(basket.sum, language) })}
            </li>
            <li>
              <b>{t('promise.take')}</b> {t('promise.takeText')}
            </li>
            <li>
              <b>{t('promise.free')}</b> {t('promise.freeText')}
            </li>
          </ol>
        </div>
      )}
      {credit && standing && <CreditForm credit={credit} action="/cart" formKey={formKey} />}
      {refused.length > 0 ? (
        <NotOffered items={refused} rest={ready.length > refused.length} />
      ) : (
        <Form method="post" action="/cart">
          <input type="hidden" name="key" value={`${formKey}-pay`} />
          <input type="hidden" name="seen" value={basket.sum.amount} />
          <Button
            look="go"
            wide
            icon="lock"
            name="intent"
            value="pay"
            busy={busy && orders('checkout.busy')}
            disabledReason={basket.payable ? undefined : t('notPayable')}
          >
            {t('pay', { amount: formatMoney(basket.sum, language) })}
          </Button>
        </Form>
      )}
      {basket.email && <p className="small muted">{t('contact', { email: basket.email })}</p>}
      <p className="order-receipt__agree">
        {orders('agree.before')}{' '}
        <Link to="/terms" className="link">
          {orders('agree.terms')}
        </Link>
        {orders('agree.after')}
      </p>
    </aside>
  );
}

/** Stands where the button to pay would be: what cannot be paid in this trip, why, and what can be done. */
function NotOffered({ items, rest }: { items: readonly BasketItem[]; rest: boolean }) {
  const t = useTexts('cart');
  const orders = useTexts('orders');
  return (
    <Notice tone="warn" boxed title={t('notOffered.title')}>
      <ul className="pay-ways">
        {items.map(({ reference, description, unoffered }) => (
          <li key={reference}>
            <b>{description.title}</b>: {orders(`notOffered.${unoffered}`)}{' '}
            <Link className="link" to={`/checkout/${reference}`}>
              {t('notOffered.alone')}
            </Link>
          </li>
        ))}
      </ul>
      {rest && <p>{t('notOffered.rest', { count: items.length })}</p>}
    </Notice>
  );
}

/** The limit of all is the shortest; minutes are counted in the browser, the clock stands in the page. */
function ShortestLimit({ until }: { until: string }) {
  const t = useTexts('cart');
  const language = useLanguage();
  const minutes = useMinutesUntil(until);
  return (
    <p className="cart-limit">
      <b>
        {t('limit.all', { time: clockInDubai(until, language) })}
        <OwnClock at={until} />
      </b>
      {minutes !== null && <span className="num"> {minutes > 0 ? t('limit.left', { count: minutes }) : t('limit.over')}</span>}
    </p>
  );
}
