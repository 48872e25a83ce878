import { randomBytes } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { whoIs } from '../orders/order-access.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { usePromo } from '../orders/use-promo.server.ts';
import { closeSession } from '../payments/release-payment.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findPaymentsOfOrder, findWaitingFirst } from '../payments/payments-store.server.ts';
import { findClaimedCode } from '../pricing/promo-codes.server.ts';
import type { ProductCounters, RenewalRefusal } from '../product-counter.ts';
import { basketSecret } from './basket-access.server.ts';
import { mayBeRenewed, mayLieInBasket, mostInBasket } from './basket-rules.ts';
import { findBasketOfOrder, findOrdersIn, insertBasket, lockBasket, putOrder, takeOrderOut } from './baskets-store.server.ts';
import type { Basket } from './baskets.tables.ts';

/** A basket, and how much lies in it now. */
export interface Filled {
  readonly basket: Basket;
  readonly count: number;
}

export type FillRefusal = 'not-payable' | 'basket-full' | 'money-moving' | 'other-currency';

/**
 * Puts an order that is kept and unpaid into a basket, a new one when there is none. Nothing about the order changes:
 * its places, its limit and its price stay its own. The caller has judged that both are the visitor's.
 */
export async function addToBasket(
  platform: Platform,
  ask: { readonly order: Order; readonly basket: Basket | null; readonly viewer: Viewer; readonly language: LanguageCode },
  keep?: Keep<Filled>,
): Promise<Outcome<Filled, FillRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  if (!mayLieInBasket(ask.order, now)) return refuse('not-payable');
  const lying = await findBasketOfOrder(db, ask.order.id);
  if (lying?.closedAt) return refuse('money-moving');
  return transact(db, async (tx): Promise<Outcome<Filled, FillRefusal>> => {
    // One of two cards holds a part of it: it is paid by itself, or that is given up first.
    if (await findWaitingFirst(tx, ask.order.id)) return refuse('money-moving');
    const at = new Date(now);
    // Both baskets by id, as every order of locks: nobody opens a page of the other one meanwhile.
    const locked = new Map<string, Basket | null>();
    for (const id of [...new Set([ask.basket?.id, lying?.id])].filter((id) => id !== undefined).toSorted())
      locked.set(id, await lockBasket(tx, id));
    if (lying && lying.id !== ask.basket?.id && (locked.get(lying.id)?.closedAt || (await hasLivingShare(tx, ask.order.id))))
      return refuse('money-moving');
    const open = ask.basket && locked.get(ask.basket.id);
    const id = randomBytes(16).toString('base64url');
    const basket =
      open && open.closedAt === null
        ? open
        : await insertBasket(tx, {
            id,
            reference: newReference(),
            userId: ask.viewer.kind === 'anonymous' ? null : ask.viewer.user.id,
            secretHash: sha256(basketSecret(platform, id)),
            language: ask.language,
            createdAt: at,
            changedAt: at,
          });
    const inside = await findOrdersIn(tx, basket.id);
    if (inside.length >= mostInBasket && !inside.some((one) => one.id === ask.order.id)) return refuse('basket-full');
    if (inside.some((one) => one.currency !== ask.order.currency)) return refuse('other-currency');
    const fresh = await putOrder(tx, basket.id, ask.order.id, now);
    if (fresh)
      await audit(tx, now, {
        actor: whoIs(ask.viewer),
        action: 'basket.added',
        subject: `baskets:${basket.id}`,
        detail: { order: ask.order.id },
      });
    const filled = { basket, count: inside.filter((one) => one.id !== ask.order.id).length + 1 };
    await keep?.(tx, filled);
    return done(filled);
  });
}

/**
 * Takes an order out; it stays kept until its limit, and can be paid by itself. A bank's page that is open asks for a sum
 * with it in, so it is closed first; money that the bank has promised meanwhile stops this.
 */
export async function takeFromBasket(
  platform: Platform,
  provider: PaymentProvider,
  ask: { readonly basket: Basket; readonly orderId: string; readonly viewer: Viewer },
): Promise<Outcome<{ readonly count: number }, FillRefusal>> {
  if (ask.basket.closedAt !== null) return refuse('money-moving');
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  const live = order ? (await findPaymentsOfOrder(platform.db, order.id)).find(({ status }) => status !== 'canceled') : undefined;
  if (live?.partOf) {
    const closed = await closeSession(platform, provider, live.id);
    if (!closed.ok || closed.value.status !== 'canceled') return refuse('money-moving');
  }
  return transact(platform.db, async (tx): Promise<Outcome<{ count: number }, FillRefusal>> => {
    const now = platform.clock.now();
    const basket = await lockBasket(tx, ask.basket.id);
    if (!basket || basket.closedAt !== null || (await hasLivingShare(tx, ask.orderId))) return refuse('money-moving');
    if (await takeOrderOut(tx, basket.id, ask.orderId))
      await audit(tx, now, {
        actor: whoIs(ask.viewer),
        action: 'basket.removed',
        subject: `baskets:${basket.id}`,
        detail: { order: ask.orderId },
      });
    return done({ count: (await findOrdersIn(tx, basket.id)).length });
  });
}

export type RenewRefusal = FillRefusal | RenewalRefusal;

export interface Renewed {
  readonly orderId: string;
  readonly reference: string;
  /** What ran out had a code that counts on it no more. */
  readonly lostCode: boolean;
}

/**
 * Asks once more for just what an order was for that ran out in a basket, by today's stock and at the price that was
 * seen, and puts it in the old one's place. At another price, or when it is gone, nothing is placed. A bank's page that
 * is still open for the old one is closed first. The caller has judged that the basket is the visitor's.
 */
export async function renewInBasket(
  platform: Platform,
  provider: PaymentProvider,
  counters: ProductCounters,
  ask: {
    readonly basket: Basket;
    readonly orderId: string;
    readonly viewer: Viewer;
    readonly language: LanguageCode;
    readonly seenTotal: Money;
    readonly key: string;
    /** Of the network. */
    readonly address: string;
    readonly requestId?: string;
  },
): Promise<Outcome<Renewed, RenewRefusal>> {
  const { db, clock } = platform;
  const { basket, orderId: oldId, seenTotal, ...rest } = ask;
  if (basket.closedAt !== null) return refuse('money-moving');
  const old = await findOrderAsSystem(db, oldId);
  if (!old || !mayBeRenewed(old, clock.now())) return refuse('not-payable');
  if (seenTotal.currency !== old.currency) return refuse('other-currency');
  for (const { id, status } of await findPaymentsOfOrder(db, old.id)) {
    if (status === 'canceled') continue;
    const closed = await closeSession(platform, provider, id);
    if (!closed.ok || closed.value.status !== 'canceled') return refuse('money-moving');
  }
  const { renewals } = counters.of(old.kind);
  if (!renewals) return refuse('gone');
  const placed = await renewals.place(old.id, { ...rest, seenTotal });
  if (!placed.ok) return placed;
  const { orderId, reference } = placed.value;
  const inBasket = await transact(db, async (tx): Promise<Outcome<null, RenewRefusal>> => {
    const now = clock.now();
    const locked = await lockBasket(tx, basket.id);
    // The trip was paid meanwhile: what was just placed is kept by itself, until its own limit.
    if (!locked || locked.closedAt !== null || (await hasLivingShare(tx, old.id))) return refuse('money-moving');
    await takeOrderOut(tx, basket.id, old.id);
    if (await putOrder(tx, basket.id, orderId, now))
      await audit(tx, now, {
        actor: whoIs(ask.viewer),
        action: 'basket.renewed',
        subject: `baskets:${basket.id}`,
        detail: { order: orderId, instead: old.id },
      });
    return done(null);
  });
  if (!inBasket.ok) return inBasket;
  // The price agreed to is that without a code; a code that counts no more takes nothing from it.
  const code = await findClaimedCode(db, old.id);
  const used = code !== null && (await usePromo(platform, counters.product(old.kind), { orderId, who: whoIs(ask.viewer), code })).ok;
  return done({ orderId, reference, lostCode: code !== null && !used });
}

/** A bank's page asks, or the bank has promised, for this order with others. */
async function hasLivingShare(db: Db, orderId: string): Promise<boolean> {
  return (await findPaymentsOfOrder(db, orderId)).some(({ partOf, status }) => partOf !== null && status !== 'canceled');
}
