import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { dropPromo, takesCodes, usePromo, type UsePromoRefusal } from '../orders/use-promo.server.ts';
import type { Product, ProductKind } from '../product-contract.ts';
import { mayLieInBasket } from './basket-rules.ts';
import { findOrdersIn } from './baskets-store.server.ts';

interface BasketAsker {
  readonly basketId: string;
  readonly who: string;
}
type BasketPlatform = Pick<Platform, 'db' | 'clock' | 'crypto'>;

/** What is said when no order took the code: the first of these that any of them was refused for. */
const telling: readonly UsePromoRefusal[] = ['used-up', 'page-open', 'beside-voucher', 'not-for-this', 'unknown', 'hold-over', 'not-held'];

/**
 * Uses a code on every order of a basket that it fits, each a use of its own: the dearest first, so that a code that
 * counts once counts where it saves most. Gives the orders that have it now.
 */
export async function useBasketCode(
  platform: BasketPlatform,
  productOf: (kind: ProductKind) => Product,
  ask: BasketAsker & { readonly code: string },
): Promise<Outcome<readonly string[], UsePromoRefusal>> {
  const used: string[] = [];
  const refused = new Set<UsePromoRefusal>();
  const lying = await openOrders(platform, ask.basketId);
  for (const order of lying.toSorted((a, b) => b.total - a.total)) {
    const outcome = await usePromo(platform, productOf(order.kind), { orderId: order.id, who: ask.who, code: ask.code });
    if (outcome.ok) used.push(order.id);
    else refused.add(outcome.refused);
  }
  return used.length > 0 ? done(used) : refuse(telling.find((each) => refused.has(each)) ?? 'not-for-this');
}

/** Takes codes off every order of a basket that is not paid yet. */
export async function dropBasketCode(
  platform: BasketPlatform,
  productOf: (kind: ProductKind) => Product,
  ask: BasketAsker,
): Promise<Outcome<null, UsePromoRefusal>> {
  const refused = new Set<UsePromoRefusal>();
  for (const order of await openOrders(platform, ask.basketId)) {
    const outcome = await dropPromo(platform, productOf(order.kind), { orderId: order.id, who: ask.who });
    if (!outcome.ok) refused.add(outcome.refused);
  }
  const said = telling.find((each) => refused.has(each));
  return said ? refuse(said) : done(null);
}

async function openOrders({ db, clock }: BasketPlatform, basketId: string) {
  const now = clock.now();
  return (await findOrdersIn(db, basketId)).filter((order) => takesCodes(order) && mayLieInBasket(order, now));
}
