import { data, redirect, redirectDocument } from 'react-router';
import type { Route } from './+types/checkout-page.ts';
import { newFormKey, onceForForm, readFormKey, type Progress } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { isCurrencyCode, money, type Money } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { buyerTyped, readBuyer } from '../../invoices/invoice-buyer-form.ts';
import { divideInFour, refusedFour } from '../../payments/four-rules.ts';
import { readOfferedWays } from '../../payments/offered-ways.server.ts';
import type { PaymentMethod } from '../../payments/payment-provider.ts';
import { paymentProviderContext } from '../../payments/payment-provider-context.ts';
import { refusedWay } from '../../payments/payment-ways.ts';
import { faultOfFirst } from '../../payments/two-card-rules.ts';
import { waysLeft } from '../../payments/ways-left.ts';
import { firstDue } from '../../bookings/bookings-store.server.ts';
import { chooseMoneyBack } from '../../bookings/operator-cancel.server.ts';
import { isRefusedPromo, promoRefusalQuery, readPromoRefusal, unheard } from '../../pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '../../pricing/promo-codes.server.ts';
import { summarise } from '../../pricing/quote-summary.ts';
import type { ProductKind } from '../../product-contract.ts';
import { productCountersContext } from '../../product-counter.ts';
import { drawOrderLines } from '../../trip-line/draw-trip-lines.server.ts';
import { tripLineContext } from '../../trip-line/trip-line-context.ts';
import { mayBeRenewed } from '../../baskets/basket-rules.ts';
import { basketCookies, findOpenBasket } from '../../baskets/basket-access.server.ts';
import { findOrdersIn } from '../../baskets/baskets-store.server.ts';
import { addToBasket, type Filled } from '../../baskets/fill-basket.server.ts';
import { takeCredit } from '../../credits/give-credit.server.ts';
import { findRefusedWay } from '../../credits/check-ways.server.ts';
import { chooseCredit, showCredit } from '../../credits/use-credit.server.ts';
import { countVouchersFor, dropVoucher, showVouchers, useVoucher } from '../../loyalty/use-voucher.server.ts';
import { beginInstalment, type SeenPart } from '../../bookings/pay-instalment.server.ts';
import { beginPayment, dueNow } from '../begin-payment.server.ts';
import { confirmCancel, keepOrder, letOrderGo, quoteCancel } from '../cancel-order.server.ts';
import { offerFour } from '../pay-in-four.server.ts';
import { beginFirstCard, giveUpFirstCard, offerTwoCards } from '../pay-with-two-cards.server.ts';
import { acceptPrice, extendHold, findProposedPrice } from '../change-hold.server.ts';
import { orderCookie, whoIs } from '../order-access.server.ts';
import { visitOrder } from '../order-visit.server.ts';
import { findOrderAsSystem, readInvoiceTo } from '../orders-store.server.ts';
import { showOrder } from '../show-order.server.ts';
import { chooseBuyer } from '../choose-buyer.server.ts';
import { knownCompany } from '../known-company.server.ts';
import { dropPromo, findPromoOf, takesCodes, usePromo } from '../use-promo.server.ts';
import { orderIntents, type OrderIntent } from './order-intents.ts';
import { DraftCheckout, Expired, Nothing, OrderCheckout, type Refusal } from './checkout-views.tsx';

export const handle = { texts: ['orders', 'price', 'promo', 'vouchers'] };

const payable: readonly string[] = ['priced', 'held', 'price_changed', 'payment_pending'];

/** Without a reference: the draft, once more. With one: that order, for whoever it belongs to. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const { language } = context.get(requestContext);
  if (params.orderId === undefined) {
    const refused = readPromoRefusal(url.searchParams);
    const typed = refused ? null : url.searchParams.get('promo');
    const { address } = context.get(requestContext);
    const code = await takeGuess(platform, address, typed);
    const draft = await counters.draft.reviewDraft(request, viewer, language, code);
    if (draft.kind === 'incomplete') throw redirect(draft.path);
    if (draft.kind !== 'ready') {
      const basket = await findOpenBasket(platform, viewer, request);
      const filled = basket !== null && (await findOrdersIn(platform.db, basket.id)).length > 0;
      // Nothing is being booked: what is paid here then is what lies in the trip.
      if (draft.kind === 'none' && filled) throw redirect('/cart');
      return { kind: draft.kind, filled, searchPath: draft.kind === 'gone' ? draft.searchPath : '/flights' } as const;
    }
    const { review } = draft;
    const { quote, promo, ...rest } = review;
    await trusted(platform, address, promo);
    const ways = await readOfferedWays(platform.db);
    const whole = { kind: counters.draft.kind, total: quote.total.amount };
    const unoffered = refusedWay(ways, 'card', whole);
    const later = rest.later !== undefined && 'until' in rest.later;
    const { methods } = context.get(paymentProviderContext);
    const inFour = !refusedFour(ways, { kind: counters.draft.kind, due: quote.total, alone: true, methods });
    return {
      kind: 'draft',
      product: counters.draft.kind,
      review: { ...rest, lines: summarise(quote), total: quote.total },
      unoffered,
      waysLeft: unoffered ? waysLeft(ways, { unoffered, order: whole, credit: 'not-placed', four: inFour, later }) : [],
      four: inFour ? divideInFour(quote.total, dateIn('Asia/Dubai', platform.clock.now())) : null,
      visas: await drawOrderLines(context.get(tripLineContext), request, rest.description, language),
      promo: promo?.state === 'applies' ? { before: promo.before, after: quote.total, changes: promo.changes } : null,
      code: refused ?? (promo && { code: promo.code, state: promo.state, saves: promo.saves }) ?? unheard(typed, code),
      company: buyerTyped(await knownCompany(platform, viewer)),
      vouchers: await countVouchersFor(platform, viewer.kind === 'anonymous' ? null : viewer.user.id, counters.draft.kind),
      formKey: newFormKey(),
    } as const;
  }
  const visit = await visitOrder(platform, viewer, request, params.orderId);
  if (!visit) throw new Response('Not found', { status: 404 });
  if (visit.sight !== 'full') throw redirect(`/track?order=${visit.order.reference}`);
  const order = await showOrder(platform, counters, visit, language);
  const over = order.heldUntil !== null && Date.parse(order.heldUntil) <= platform.clock.now();
  if (order.status === 'expired' || (over && payable.includes(order.status) && order.status !== 'payment_pending')) {
    // It is mostly asked for again from a mail, where no draft is at hand, or another one: the order itself says what it was.
    const today =
      order.payLater || order.description.again.same === '/checkout'
        ? await counters.of(order.kind).renewals?.read(visit.order.id, language)
        : null;
    const again = today === 'gone' ? ('gone' as const) : (today?.total ?? null);
    return { kind: 'expired', order, again, formKey: newFormKey(), refused: url.searchParams.get('refused') } as const;
  }
  if (!payable.includes(order.status)) throw redirect(`/track?order=${order.reference}`);
  const [proposed, promo] = await Promise.all([findProposedPrice(platform.db, visit.order), findPromoOf(platform.db, visit.order)]);
  const userId = viewer.kind === 'anonymous' ? null : viewer.user.id;
  const [credit, vouchers, unoffered, ways, due, four] = await Promise.all([
    showCredit(platform, visit.order, userId),
    showVouchers(platform, visit.order, userId),
    findRefusedWay(platform.db, visit.order, true),
    readOfferedWays(platform.db),
    firstDue(platform.db, visit.order),
    proposed ? null : offerFour(platform, context.get(paymentProviderContext), visit.order, await dueNow(platform.db, visit.order)),
  ]);
  const later = proposed || order.firstCard ? null : ((await counters.of(visit.order.kind).keeping?.offer(visit.order.id)) ?? null);
  const covers = credit !== null && credit.used.amount + credit.available.amount >= due;
  return {
    kind: 'order',
    order,
    visas: await drawOrderLines(context.get(tripLineContext), request, order.description, language),
    credit: proposed ? null : credit,
    vouchers: proposed ? null : vouchers,
    twoCards: proposed || unoffered ? null : await offerTwoCards(platform, visit.order),
    four,
    givenBack: url.searchParams.get('said') === 'first-card-back' && order.firstCard === null,
    unoffered,
    waysLeft: unoffered
      ? waysLeft(ways, {
          unoffered,
          order: visit.order,
          credit: userId === null ? null : { covers },
          four: four !== null,
          later: later !== null && 'until' in later,
        })
      : [],
    later,
    invoiceTo: readInvoiceTo(platform.crypto, visit.order),
    company: buyerTyped(readInvoiceTo(platform.crypto, visit.order) ?? (await knownCompany(platform, viewer))),
    formKey: newFormKey(),
    refused: url.searchParams.get('refused'),
    promo: promo && { before: promo.before, after: promo.after, changes: promo.changes },
    code:
      takesCodes(visit.order) && !order.firstCard
        ? { answer: promo ? { code: promo.code, state: 'applies' as const, saves: promo.saves } : readPromoRefusal(url.searchParams) }
        : null,
    proposed: proposed && { before: proposed.before.total, after: proposed.after.total, changes: proposed.changes },
  } as const;
}

const refusal = (refused: string, more: Partial<Refusal> = {}, status = 409) =>
  data<Refusal>({ refused, reference: null, seats: [], rise: null, buyer: null, first: null, formKey: newFormKey(), ...more }, { status });

/** Where a press leads; stored, so that a second press leads there too. */
interface Onward {
  readonly to: string;
  /** The bank's page is another site. */
  readonly away?: true;
  /** The basket that it was put into, and how much lies there now. */
  readonly basket?: { readonly id: string; readonly count: number };
  /** An order that was placed by the press, and is opened by its capability. */
  readonly placed?: string;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const { language, address, currency } = context.get(requestContext);
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const pay = async (
    kind: ProductKind,
    orderId: string,
    reference: string,
    { seen, method }: { readonly seen?: Money | null; readonly method?: PaymentMethod } = {},
  ): Promise<Onward> => {
    const returnTo = { success: `/payment-success?order=${reference}`, failure: `/payment-failed?order=${reference}` };
    const begun = await beginPayment(platform, context.get(paymentProviderContext), counters.product(kind), {
      orderId,
      by: 'customer',
      who: whoIs(viewer),
      returnTo,
      language,
      shownIn: currency,
      ...(seen === undefined ? {} : { seenDue: seen }),
      ...(method ? { method } : {}),
    });
    if (begun.ok) return { to: begun.value.redirectTo, away: true };
    if (begun.refused === 'already-paid' || begun.refused === 'in-progress') return { to: returnTo.success };
    return { to: `/checkout/${reference}?refused=${begun.refused}` };
  };
  const go = ({ to, away, basket, placed }: Onward, first: HeadersInit = {}) => {
    const headers = new Headers(first);
    if (placed) headers.append('Set-Cookie', orderCookie(platform, placed));
    if (basket) for (const line of basketCookies(platform, basket.id, basket.count)) headers.append('Set-Cookie', line);
    return away ? redirectDocument(to, { headers }) : redirect(to, { headers });
  };
  const addToTrip = async (orderId: string, reference: string, progress: Progress<Onward>): Promise<Onward> => {
    const placed = (await findOrderAsSystem(platform.db, orderId))!;
    const basket = await findOpenBasket(platform, viewer, request);
    const inTrip = ({ basket: { id }, count }: Filled): Onward => ({ to: '/cart', basket: { id, count } });
    const ask = { order: placed, basket, viewer, language };
    const added = await addToBasket(platform, ask, (tx, filled) => progress.answer(tx, inTrip(filled)));
    return added.ok ? inTrip(added.value) : { to: `/checkout/${reference}?refused=${added.refused}` };
  };
  const keepLater = async ({ id, kind, reference }: { id: string; kind: ProductKind; reference: string }): Promise<Onward> => {
    const kept = (await counters.of(kind).keeping?.keep(id, whoIs(viewer))) ?? { ok: false, refused: 'not-possible' };
    return { to: kept.ok ? `/track?order=${reference}` : `/checkout/${reference}?refused=${kept.refused}` };
  };
  // Two people who hold the same order do not share a key.
  const once = (orderId: string, work: (progress: Progress<Onward>) => Promise<Onward>) =>
    onceForForm(platform, { actor: `${whoIs(viewer)}:${orderId}`, form, about: 'checkout' }, work);

  if (params.orderId === undefined) {
    const seenTotal = readMoney(form);
    const key = readFormKey(form);
    const wanted = form.get('toCompany') === 'on' ? readBuyer(form) : null;
    const buyer = wanted && { typed: wanted.typed, problems: wanted.problems };
    if (!seenTotal || !key) return refusal('form-keyless', { buyer }, 400);
    if (wanted && !wanted.buyer) return refusal('invoice-buyer', { buyer }, 422);
    // Asked before anything is held; an order that is placed is asked again for what it comes to.
    const way = intent === 'pay' ? 'card' : intent === 'pay-later' ? 'later' : null;
    const ways = await readOfferedWays(platform.db);
    const { methods } = context.get(paymentProviderContext);
    const unoffered =
      intent === 'pay-four'
        ? refusedFour(ways, { kind: counters.draft.kind, due: seenTotal, alone: true, methods })
        : way && refusedWay(ways, way, { kind: counters.draft.kind, total: seenTotal.amount });
    if (unoffered) return refusal(unoffered, { buyer });
    const typed = String(form.get('promo') ?? '');
    const promo = await takeGuess(platform, address, typed);
    const placed = await counters.draft.placeDraft(request, viewer, { seenTotal, language, promo, key, address });
    // A code that this person has used up is not tried again: the page shows the price without it, and says why.
    if (placed.kind === 'refused' && placed.reason === 'promo-used-up') return redirect(`/checkout?${promoRefusalQuery('used-up', typed)}`);
    if (placed.kind === 'refused')
      return refusal(
        placed.reason,
        { reference: placed.reference, seats: placed.seats, buyer },
        placed.reason === 'form-reused' ? 422 : 409,
      );
    if (placed.kind === 'price-changed')
      return refusal('price-changed', { rise: { before: seenTotal, after: placed.total, changes: placed.changes }, buyer });
    if (wanted) await chooseBuyer(platform, { orderId: placed.orderId, who: whoIs(viewer), buyer: wanted.buyer });
    await trustedOrder(platform, address, placed.orderId);
    const headers = new Headers(placed.cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
    if (intent === 'pay-later') {
      const of = { id: placed.orderId, kind: counters.draft.kind, reference: placed.reference };
      return go(await once(placed.orderId, () => keepLater(of)), headers);
    }
    if (intent === 'hold') return go({ to: `/checkout/${placed.reference}` }, headers);
    if (intent === 'add-to-trip')
      return go(await once(placed.orderId, (progress) => addToTrip(placed.orderId, placed.reference, progress)), headers);
    const how = intent === 'pay-four' ? ({ method: 'four' } as const) : {};
    return go(await once(placed.orderId, () => pay(counters.draft.kind, placed.orderId, placed.reference, how)), headers);
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
  const putAside = async (use: boolean): Promise<Onward> => {
    if (viewer.kind === 'anonymous') return back(here, { ok: false, refused: 'no-account' });
    return back(
      here,
      await chooseCredit(platform, context.get(paymentProviderContext), { orderId: order.id, userId: viewer.user.id, use }),
    );
  };
  const choose = async (use: boolean): Promise<Onward> => {
    if (viewer.kind === 'anonymous') return back(here, { ok: false, refused: 'no-account' });
    const mine = { orderId: order.id, userId: viewer.user.id };
    const voucherId = String(form.get('voucher') ?? '').slice(0, 64);
    return back(here, use ? await useVoucher(platform, product, { ...mine, voucherId }) : await dropVoucher(platform, product, mine));
  };
  const company = readBuyer(form);
  const first = plainLine(form.get('first'), 20);
  const typedFirst = readAmount(first, order.currency);
  const chooseIn = async (buyer: typeof company.buyer, progress: Progress<Onward>): Promise<Onward> =>
    back(here, await chooseBuyer(platform, { orderId: order.id, who: whoIs(viewer), buyer }, (tx) => progress.answer(tx, { to: here })));
  const work: Readonly<Record<OrderIntent, (progress: Progress<Onward>) => Promise<Onward>>> = {
    pay: () => pay(order.kind, order.id, order.reference, { seen: readMoney(form) }),
    'pay-four': () => pay(order.kind, order.id, order.reference, { seen: readMoney(form), method: 'four' }),
    extend: async (progress) => back(here, await extendHold(platform, product, asked, (tx) => progress.answer(tx, { to: here }))),
    accept: async () => {
      const seenTotal = readMoney(form);
      if (!seenTotal) return back(here, { ok: false, refused: 'price-changed' });
      const accepted = await acceptPrice(platform, product, { ...asked, seenTotal });
      return accepted.ok ? pay(order.kind, order.id, order.reference) : back(here, accepted);
    },
    'ask-cancel': async (progress) => back(track, await quoteCancel(platform, product, asked, (tx) => progress.answer(tx, { to: track }))),
    'confirm-cancel': async () => back(track, await confirmCancel(platform, product, asked)),
    'let-go': async () => back(track, await letOrderGo(platform, product, asked)),
    'pay-part': async () => {
      const returnTo = { success: track, failure: track };
      const seen = readSeenPart(form);
      const begun = await beginInstalment(platform, context.get(paymentProviderContext), { orderId: order.id, returnTo, language, seen });
      return begun.ok ? { to: begun.value.redirectTo, away: true } : back(track, begun);
    },
    keep: async () => back(track, await keepOrder(platform, product, asked)),
    'pay-later': () => keepLater(order),
    renew: async () => {
      const seenTotal = readMoney(form);
      const key = readFormKey(form);
      const { renewals } = counters.of(order.kind);
      if (!seenTotal || !key || !renewals || !mayBeRenewed(order, platform.clock.now()))
        return back(here, { ok: false, refused: 'not-possible' });
      const placed = await renewals.place(order.id, { viewer, language, seenTotal, key: `${key}-again`, address });
      return placed.ok ? { to: `/checkout/${placed.value.reference}`, placed: placed.value.orderId } : back(here, placed);
    },
    'add-to-trip': (progress) => addToTrip(order.id, order.reference, progress),
    'use-code': async () => {
      const typed = String(form.get('promo') ?? '');
      const heard = await takeGuess(platform, address, typed);
      const used = heard === null ? null : await usePromo(platform, product, { orderId: order.id, who: whoIs(viewer), code: heard });
      if (used?.ok) await trustedOrder(platform, address, order.id);
      if (typed.trim() === '' || used?.ok) return { to: here };
      const refused = used === null ? 'too-often' : used.refused;
      if (!isRefusedPromo(refused)) return back(here, { ok: false, refused });
      return { to: `${here}?${promoRefusalQuery(refused, typed)}` };
    },
    'drop-code': async () => back(here, await dropPromo(platform, product, { orderId: order.id, who: whoIs(viewer) })),
    'first-card': async () => {
      const ways = { success: `/payment-success?order=${order.reference}`, failure: `/payment-failed?order=${order.reference}` };
      const begun = await beginFirstCard(platform, context.get(paymentProviderContext), product, {
        ...asked,
        returnTo: ways,
        language,
        shownIn: currency,
        seenDue: readMoney(form),
        first: typedFirst ?? 0,
      });
      if (begun.ok) return { to: begun.value.redirectTo, away: true };
      if (begun.refused === 'already-paid' || begun.refused === 'in-progress') return { to: ways.success };
      return back(here, begun);
    },
    'first-card-back': async (progress) => {
      const to = `${here}?said=first-card-back`;
      return back(to, await giveUpFirstCard(platform, product, asked, (tx) => progress.answer(tx, { to })));
    },
    'invoice-company': async (progress) => chooseIn(company.buyer, progress),
    'invoice-person': async (progress) => chooseIn(null, progress),
    'use-voucher': () => choose(true),
    'drop-voucher': () => choose(false),
    'use-credit': () => putAside(true),
    'leave-credit': () => putAside(false),
    'take-credit': async () => {
      const mine = viewer.kind !== 'anonymous' && viewer.user.id === order.userId;
      const terms = Number(form.get('terms'));
      return back(track, mine ? await takeCredit(platform, product, { ...asked, terms }) : { ok: false, refused: 'no-account' });
    },
    'take-money': async () => back(track, await chooseMoneyBack(platform, product, asked)),
  };
  const wanted = orderIntents.find((one) => one === intent);
  if (wanted === 'invoice-company' && company.buyer === null)
    return refusal('invoice-buyer', { buyer: { typed: company.typed, problems: company.problems } }, 422);
  if (wanted === 'first-card' && ['held', 'payment_pending'].includes(order.status)) {
    const fault = faultOfFirst((await dueNow(platform.db, order)).amount, typedFirst);
    if (fault) return refusal(fault, { first: { typed: first, fault } }, 422);
  }
  return wanted ? go(await once(order.id, work[wanted])) : refusal('other');
}

/** What the traveller saw, in minor units, nothing where credit pays all of it; null for anything that is no amount. */
function readMoney(form: FormData): Money | null {
  const typed = String(form.get('seen') ?? '');
  const currency = String(form.get('currency') ?? '');
  return /^\d{1,15}$/.test(typed) && isCurrencyCode(currency) ? money(Number(typed), currency) : null;
}

function readSeenPart(form: FormData): SeenPart | null {
  const [number, amount] = [String(form.get('part') ?? ''), readMoney(form)];
  return amount && /^\d{1,3}$/.test(number) ? { number: Number(number), amount } : null;
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'draft':
      return <DraftCheckout {...loaderData} kind={loaderData.product} refusal={actionData ?? null} />;
    case 'order':
      return <OrderCheckout {...loaderData} answer={actionData ?? null} />;
    case 'expired':
      return <Expired {...loaderData} />;
    default:
      return <Nothing {...loaderData} />;
  }
}
