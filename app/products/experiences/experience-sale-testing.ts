import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import { openExperienceCounter } from './experience-counter.server.ts';
import { experienceProduct } from './experience-product.server.ts';
import { openVisit, placeExperienceOrder, type ToPlaceExperience } from './place-experience-order.server.ts';
import { workOnExperiences } from './work-experiences.server.ts';
import { tellItems } from '../tell-items.server.ts';

/** A shop of experiences with the pretend bank; jobs run when a test settles. */
export async function openTestExperiences(platform: TestPlatform) {
  const bank = await openTestBank(platform.clock);
  const product = experienceProduct(platform);
  const counter = openExperienceCounter(platform);
  const counters: ProductCounters = { of: () => counter, product: () => product, draft: counter };
  await deliverMessages(platform, counters);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnBookings(platform, [product], tellItems(platform));
  await workOnExperiences(platform, product);
  let keys = 0;
  const settle = async () => {
    await platform.jobs.drain();
    await catchUpPayments(platform, bank.provider);
    await platform.jobs.drain();
  };
  const place = async (experienceId: string, query: string, more: Partial<ToPlaceExperience> = {}) => {
    keys += 1;
    const visit = new URLSearchParams(query);
    const open = await openVisit(platform, experienceId, visit, 'en');
    if (!open) throw new Error(`No visit ${query}`);
    return placeExperienceOrder(platform, {
      viewer: { kind: 'anonymous' },
      experienceId,
      visit,
      booker: { givenNames: 'Mona', surname: 'Sabbagh', email: `mona${keys}@example.com`, phone: '+971501234567', note: 'A pram' },
      language: 'en',
      seenTotal: open.quote.total,
      key: `a-key-of-an-experience-${keys}`,
      address: `10.2.${keys % 250}.1`,
      ...more,
    });
  };
  const pay = async (orderId: string) => {
    const begun = await beginPayment(platform, bank.provider, product, {
      orderId,
      by: 'customer',
      who: 'guest',
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
    });
    if (!begun.ok) throw new Error(begun.refused);
    await bank.pay(begun.value.redirectTo, 'approved');
    await settle();
  };
  return {
    bank,
    product,
    counter,
    settle,
    place,
    pay,
    order: async (id: string) => (await findOrderAsSystem(platform.db, id))!,
    booking: async (id: string) => (await findBookings(platform.db, id))[0]!,
    /** Placed and paid. */
    async bought(experienceId: string, query: string) {
      const placed = await place(experienceId, query);
      if (!placed.ok) throw new Error(placed.refused);
      await pay(placed.value.orderId);
      return placed.value.orderId;
    },
  };
}
