import type { Platform } from '#app/platform/platform.server.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { addMoney, money, subtractMoney, sumMoney, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { mayExtend } from '../availability/hold-rules.ts';
import { findRefusedWay } from '../credits/check-ways.server.ts';
import { creditOn } from '../credits/use-credit.server.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import { holdOf } from '../orders/change-hold.server.ts';
import { getQuote, readContact } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { totalOf } from '../orders/show-order.server.ts';
import { findPromoOf, takesCodes } from '../orders/use-promo.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import type { WayRefusal } from '../payments/payment-ways.ts';
import { wordOfLine } from '../pricing/quote-summary.ts';
import type { PriceLine } from '../pricing/quote.ts';
import type { ProductKind } from '../product-contract.ts';
import type { ProductCounters, TripPart } from '../product-counter.ts';
import { basketOutcome, shareOf, type BasketOutcome } from './basket-outcome.ts';
import { mayBeRenewed, mayLieInBasket } from './basket-rules.ts';
import { findOrdersIn } from './baskets-store.server.ts';
import type { Basket } from './baskets.tables.ts';
import { findClashes, inTripOrder, type Clash } from './trip-rules.ts';

/** One order of a basket as its traveller sees it; plain data for the browser. */
export interface BasketItem extends Omit<TripPart, 'decides'> {
  readonly reference: string;
  readonly kind: ProductKind;
  readonly status: string;
  readonly description: OrderDescription;
  /** `over`: its time has ended, and it can only be asked for again. */
  readonly standing: 'ready' | 'price-changed' | 'over';
  readonly outcome: BasketOutcome;
  readonly total: Money;
  /** The code that counts on it, and what it takes off. */
  readonly promo: { readonly code: string; readonly saves: Money; readonly before: Money } | null;
  /** What is asked for now: the total, or the first part of it. */
  readonly now: Money;
  /** What of that is paid with credit. */
  readonly byCredit: Money;
  /** Why it cannot be paid in this trip as it stands; null when it can, or when nobody asks for its payment. */
  readonly unoffered: WayRefusal<'card' | 'credit'> | null;
  readonly heldUntil: string | null;
  readonly extendable: boolean;
  /** The same thing lay here before and ran out; what it cost then. */
  readonly before: Money | null;
  /** Of what ran out: the same by today's stock and prices, or that it is gone; null where only its own pages can say. */
  readonly today: TodayOffer | 'gone' | null;
  readonly decides: (NonNullable<TripPart['decides']> & { readonly losses: Losses }) | null;
}

/** The same thing as it could be had now. */
export interface TodayOffer {
  readonly total: Money;
  /** Lines of the price that differ, lines of one kind together; `word` under `line` of the price catalogue. */
  readonly changes: readonly { readonly word: string; readonly before: Money | null; readonly after: Money | null }[];
}

/** What a no would cost: of the order itself, and of each other if it is then cancelled. Null: only its seller says. */
export interface Losses {
  readonly own: Money;
  readonly others: readonly { readonly reference: string; readonly title: string; readonly kept: Money | null }[];
  /** The sum of what is known. */
  readonly known: Money;
}

export interface BasketView {
  readonly reference: string;
  readonly closed: boolean;
  readonly items: readonly BasketItem[];
  readonly clashes: readonly Clash[];
  /** The sum of what is asked for now by those that can be paid. */
  readonly sum: Money;
  readonly whole: Money;
  /** What credit pays of it. */
  readonly credit: Money;
  /** Whose limit is shortest; null when nothing is kept. */
  readonly until: string | null;
  readonly payable: boolean;
  /** A code can be used on something here, or taken off it. */
  readonly takesCodes: boolean;
  readonly email: string | null;
}

/** Gathers what lies in a basket and how it goes together. The caller has judged access. */
export async function showBasket(
  platform: Platform,
  counters: ProductCounters,
  basket: Basket,
  language: LanguageCode,
): Promise<BasketView> {
  const now = platform.clock.now();
  // Until the basket is paid, what was bought by itself meanwhile is no part of it.
  const bought = (order: Order) => ['confirmed', 'working'].includes(basketOutcome(order.status, null));
  const inside = (await findOrdersIn(platform.db, basket.id)).filter((order) => basket.closedAt !== null || !bought(order));
  const read = await Promise.all(inside.map((order) => readItem(platform, counters, order, language, now)));
  const living = read.filter(({ standing }) => standing !== 'over');
  // Asked for again: the new one stands in the place of the one that ran out, and says what has become of the price.
  const replaced = (old: (typeof read)[number]) =>
    living.find((item) => item.kind === old.kind && item.description.title === old.description.title && item !== old);
  const items = inTripOrder(
    read
      .filter((item) => basket.closedAt !== null || item.standing !== 'over' || !replaced(item))
      .map((item) => ({ ...item, before: read.find((old) => old.standing === 'over' && replaced(old) === item)?.total ?? null })),
  );
  const renewable = new Map(
    inside.filter((order) => basket.closedAt === null && mayBeRenewed(order, now)).map((order) => [order.id, order]),
  );
  const lead = inside[0];
  const nothing = money(0, lead?.currency ?? 'AED');
  const ready = items.filter(({ standing }) => standing === 'ready');
  const withLosses = await Promise.all(
    items.map(async (item): Promise<BasketItem> => {
      const { decides } = item;
      const old = renewable.get(item.orderId);
      if (old) return { ...item, decides: null, today: await offerToday(platform, counters, old, language) };
      if (!decides || item.standing === 'over') return { ...item, decides: null };
      const others = await Promise.all(
        items
          .filter((other) => other !== item && other.standing !== 'over')
          .map(async (other) => ({
            reference: other.reference,
            title: other.description.title,
            kept: await counters.of(other.kind).keptAt(other.orderId, instantOf('Asia/Dubai', localTime(decides.by, '12:00'))),
          })),
      );
      const known = others.reduce((sum, { kept }) => (kept ? addMoney(sum, kept) : sum), decides.lost);
      return { ...item, decides: { ...decides, losses: { own: decides.lost, others, known } } };
    }),
  );
  return {
    reference: basket.reference,
    closed: basket.closedAt !== null,
    items: withLosses.map(withoutId),
    clashes: findClashes(items.filter(({ standing }) => standing !== 'over')),
    credit: ready.reduce((sum, item) => addMoney(sum, item.byCredit), nothing),
    sum: ready.reduce((sum, item) => addMoney(sum, subtractMoney(item.now, item.byCredit)), nothing),
    whole: ready.reduce((sum, item) => addMoney(sum, item.total), nothing),
    until: ready.map(({ heldUntil }) => heldUntil!).toSorted()[0] ?? null,
    payable: ready.length > 0 && items.every(({ standing, unoffered }) => standing === 'ready' && !unoffered),
    takesCodes: items.some((item) => item.standing === 'ready' && item.status === 'held' && takesCodes(item)),
    email: lead ? readContact(platform.crypto, lead).email : null,
  };
}

/** What an order that ran out was for, by today's stock and prices. */
async function offerToday(
  platform: Platform,
  counters: ProductCounters,
  order: Order,
  language: LanguageCode,
): Promise<TodayOffer | 'gone' | null> {
  const offered = (await counters.of(order.kind).renewals?.read(order.id, language)) ?? null;
  if (offered === null) return null;
  if (offered === 'gone' || offered.total.currency !== order.currency) return 'gone';
  return { total: offered.total, changes: changesByWord((await getQuote(platform.db, order)).lines, offered.lines) };
}

function changesByWord(before: readonly PriceLine[], after: readonly PriceLine[]): TodayOffer['changes'] {
  const sumOf = (lines: readonly PriceLine[], word: string) => {
    const found = lines.filter((line) => wordOfLine(line) === word).map(({ amount }) => amount);
    return found[0] ? sumMoney(found, found[0].currency) : null;
  };
  return [...new Set([...before, ...after].map(wordOfLine))]
    .map((word) => ({ word, before: sumOf(before, word), after: sumOf(after, word) }))
    .filter((row) => row.before?.amount !== row.after?.amount);
}

/** Ids of orders stay on the server. */
function withoutId(item: BasketItem & { orderId?: string }): BasketItem {
  const { orderId: _, ...rest } = item;
  return rest;
}

async function readItem(platform: Platform, counters: ProductCounters, order: Order, language: LanguageCode, now: number) {
  const counter = counters.of(order.kind);
  const [description, part, due, payments, promo, byCredit, unoffered] = await Promise.all([
    counter.describe(order.id, language),
    counter.partOfTrip(order.id),
    firstDue(platform.db, order),
    findPaymentsOfOrder(platform.db, order.id),
    findPromoOf(platform.db, order),
    creditOn(platform.db, order, false),
    findRefusedWay(platform.db, order, false),
  ]);
  const payable = mayLieInBasket(order, now);
  const hold = holdOf(order);
  const standing = payable ? (order.status === 'price_changed' ? 'price-changed' : 'ready') : 'over';
  return {
    ...part,
    orderId: order.id,
    reference: order.reference,
    kind: order.kind,
    status: order.status,
    description,
    standing,
    unoffered: standing === 'ready' ? unoffered : null,
    outcome: basketOutcome(order.status, shareOf(payments)),
    total: totalOf(order),
    promo: promo && { code: promo.code, saves: promo.saves, before: promo.before },
    now: money(due, order.currency),
    byCredit: money(byCredit, order.currency),
    heldUntil: order.heldUntil?.toISOString() ?? null,
    extendable: payable && mayExtend(hold),
    before: null,
    today: null,
  } as const;
}
