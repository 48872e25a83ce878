import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { findBasketAsSystem } from '#app/commerce/baskets/baskets-store.server.ts';
import { beginBasketPayment } from '#app/commerce/baskets/pay-basket.server.ts';
import type { Basket } from '#app/commerce/baskets/baskets.tables.ts';
import { stayProduct } from './staycations/stay-product.server.ts';
import { firstDue } from '#app/commerce/bookings/bookings-store.server.ts';
import { workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { Product, ProductKind } from '#app/commerce/product-contract.ts';
import type { ProductCounter, ProductCounters } from '#app/commerce/product-counter.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import { openExperienceCounter } from './experiences/experience-counter.server.ts';
import { experienceProduct } from './experiences/experience-product.server.ts';
import { openVisit, placeExperienceOrder } from './experiences/place-experience-order.server.ts';
import { workOnExperiences } from './experiences/work-experiences.server.ts';
import { openRooms, placeStayOrder } from './staycations/place-stay-order.server.ts';
import { openStayCounter } from './staycations/stay-counter.server.ts';
import { openEvisaCounter } from './visas/evisa/evisa-counter.server.ts';
import { evisaProduct } from './visas/evisa/evisa-product.server.ts';
import { tellItems } from './tell-items.server.ts';

const guest: Viewer = { kind: 'anonymous' };

/** A shop of experiences, stays and e-visas with one till; jobs run when a test settles. */
export async function openTestBaskets(platform: TestPlatform) {
  const bank = await openTestBank(platform.clock);
  const counters: Partial<Record<ProductKind, ProductCounter>> = {
    experience: openExperienceCounter(platform),
    staycation: openStayCounter(platform),
    evisa: openEvisaCounter(platform),
  };
  const products: Partial<Record<ProductKind, Product>> = {
    experience: experienceProduct(platform),
    staycation: stayProduct(platform),
    evisa: evisaProduct(platform),
  };
  const productOf = (kind: ProductKind) => products[kind]!;
  const all: ProductCounters = { of: (kind) => counters[kind]!, product: productOf, draft: counters.experience! };
  await deliverMessages(platform, all);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, Object.values(products));
  await workOnBookings(platform, [products.experience!, products.staycation!], tellItems(platform));
  await workOnExperiences(platform, products.experience!);
  let keys = 0;
  const order = async (id: string) => (await findOrderAsSystem(platform.db, id))!;
  const booker = () => {
    keys += 1;
    return { givenNames: 'Mona', surname: 'Sabbagh', email: 'mona@example.com', phone: '+971501234567', note: '' };
  };
  const who = () => ({
    viewer: guest,
    booker: booker(),
    language: 'en' as const,
    key: `a-key-of-a-basket-form-${keys}`,
    address: `10.9.${keys % 250}.${Math.floor(keys / 250)}`,
  });
  return {
    bank,
    productOf,
    counters: all,
    order,
    async settle() {
      await platform.jobs.drain();
      await catchUpPayments(platform, bank.provider);
      await platform.jobs.drain();
    },
    async experience(experienceId: string, query: string): Promise<string> {
      const visit = new URLSearchParams(query);
      const open = await openVisit(platform, experienceId, visit, 'en');
      if (!open) throw new Error(`No visit ${query}`);
      const placed = await placeExperienceOrder(platform, { experienceId, visit, seenTotal: open.quote.total, ...who() });
      if (!placed.ok) throw new Error(placed.refused);
      return placed.value.orderId;
    },
    async stay(stayId: string, query: string): Promise<string> {
      const visit = new URLSearchParams(query);
      const open = await openRooms(platform, stayId, visit, 'en');
      if (!open) throw new Error(`No rooms ${query}`);
      const placed = await placeStayOrder(platform, { stayId, visit, seenTotal: open.quote.total, ...who() });
      if (!placed.ok) throw new Error(placed.refused);
      return placed.value.orderId;
    },
    async basket(...orderIds: readonly string[]): Promise<Basket> {
      let basket: Basket | null = null;
      for (const id of orderIds) {
        const added = await addToBasket(platform, { order: await order(id), basket, viewer: guest, language: 'en' });
        if (!added.ok) throw new Error(added.refused);
        basket = added.value.basket;
      }
      return basket!;
    },
    read: async (basket: Basket) => (await findBasketAsSystem(platform.db, basket.id))!,
    /** What the button says: the sum of what each order asks for now. */
    async sum(orderIds: readonly string[]): Promise<number> {
      let sum = 0;
      for (const id of orderIds) sum += await firstDue(platform.db, await order(id));
      return sum;
    },
    press: (basket: Basket, seen: number, shown?: readonly string[], soldBy = productOf) =>
      beginBasketPayment(platform, bank.provider, soldBy, {
        basketId: basket.id,
        seen,
        ...(shown && { shown }),
        who: 'guest',
        returnTo: { success: `/trip/${basket.reference}`, failure: '/cart' },
        language: 'en',
      }),
    payments: (orderId: string) => findPaymentsOfOrder(platform.db, orderId),
  };
}
