import { randomUUID } from 'node:crypto';
import { holidayProduct } from './holiday-product.server.ts';
import { findBookings, findInstalments, nextPart } from '#app/commerce/bookings/bookings-store.server.ts';
import { beginInstalment } from '#app/commerce/bookings/pay-instalment.server.ts';
import { keepBookings, workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import type { Viewer } from '#app/platform/access.ts';
import { calendarDate, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { loadTours } from '../load-tours.server.ts';
import { findTour } from '../tours-store.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { createDraft } from './holiday-draft-store.server.ts';
import type { HolidayForm } from './holiday-form.ts';
import { openHolidayCounter } from './holiday-counter.server.ts';
import { quoteHoliday } from './holiday-price.ts';
import { emptyForm } from './open-holiday-booking.server.ts';
import { placeHolidayOrder } from './place-holiday-order.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';

const guest: Viewer = { kind: 'anonymous' };
let people = 0;

/** A grown-up whose form is whole. */
export function aPerson(more: HolidayForm['people'][number] = {}): HolidayForm['people'][number] {
  people += 1;
  const letters = `${String.fromCharCode(65 + (people % 26))}${String.fromCharCode(65 + (Math.floor(people / 26) % 26))}`;
  return { givenNames: 'Layla', surname: `Haddad ${letters}`, birthDate: '1990-01-02', nationality: 'PH', ...more };
}

export const theTour = 'best-of-italy';

/** A shop that sells tours, with the pretend bank; jobs run when a test settles. */
export async function openTestHolidays(platform: TestPlatform) {
  const { db, clock } = platform;
  const bank = await openTestBank(clock);
  const product = holidayProduct(platform);
  const counter = openHolidayCounter(platform);
  const counters: ProductCounters = { of: () => counter, product: () => product, draft: counter };
  await deliverMessages(platform, counters);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnBookings(platform, [product], {});
  await loadTours(
    platform,
    readCatalogueFiles('tours').filter(({ id }) => id === theTour),
    { replace: false },
  );
  const tour = (await findTour(db, theTour, 'en'))!;
  const today = () => dateIn('Asia/Dubai', clock.now());
  const settle = async () => {
    await platform.jobs.drain();
    await catchUpPayments(platform, bank.provider);
    await platform.jobs.drain();
  };
  let keys = 0;
  const sale = {
    bank,
    product,
    counter,
    tour,
    settle,
    today,
    daily: () => keepBookings(platform, [product]),
    departures: async () => listDepartures(db, clock.now(), tour, today()),
    order: async (id: string) => (await findOrderAsSystem(db, id))!,
    booking: async (id: string) => (await findBookings(db, id))[0]!,
    parts: (id: string) => findInstalments(db, id),
    async left(setsOff: CalendarDate) {
      return (await sale.departures()).find((one) => one.setsOff === setsOff)!.left;
    },
    form(setsOff: string, more: Partial<HolidayForm> = {}): HolidayForm {
      return {
        ...emptyForm(calendarDate(setsOff)),
        people: [aPerson(), aPerson()],
        contact: { email: `${randomUUID()}@example.com`, phone: '+971501234567' },
        ...more,
      };
    },
    async total(form: HolidayForm) {
      const departure = (await sale.departures()).find((one) => one.setsOff === form.setsOff)!;
      const at = new Date(clock.now()).toISOString();
      return quoteHoliday(
        { tourId: tour.id, price: departure.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip: form.trip },
        await getPricingRules(db, clock.now()),
        { quotedAt: at, expiresAt: at },
      ).total;
    },
    async place(form: HolidayForm, more: Partial<Parameters<typeof placeHolidayOrder>[1]> = {}) {
      keys += 1;
      const draft = await createDraft(platform, guest, tour.id, form);
      return placeHolidayOrder(platform, {
        viewer: guest,
        draftId: draft.id,
        language: 'en',
        seenTotal: money((await sale.total(form)).amount, 'AED'),
        agreed: true,
        option: false,
        key: `a-key-of-a-holiday-form-${keys}`,
        address: `10.0.${keys % 250}.1`,
        ...more,
      });
    },
    async placed(form: HolidayForm, more: Partial<Parameters<typeof placeHolidayOrder>[1]> = {}): Promise<string> {
      const placed = await sale.place(form, more);
      if (!placed.ok) throw new Error(placed.refused);
      return placed.value.orderId;
    },
    async pay(orderId: string, card = 'approved') {
      const begun = await beginPayment(platform, bank.provider, product, {
        orderId,
        by: 'customer',
        who: 'guest',
        returnTo: { success: '/payment-success', failure: '/payment-failed' },
        language: 'en',
      });
      if (!begun.ok) throw new Error(begun.refused);
      await bank.pay(begun.value.redirectTo, card as 'approved');
      await settle();
    },
    async payPart(orderId: string) {
      const part = nextPart(await sale.parts(orderId));
      const begun = await beginInstalment(platform, bank.provider, {
        orderId,
        returnTo: { success: '/track', failure: '/track' },
        language: 'en',
        seen: part && { number: part.number, amount: money(part.amount, 'AED') },
      });
      if (!begun.ok) throw new Error(begun.refused);
      await bank.pay(begun.value.redirectTo, 'approved');
      await settle();
    },
    /** Placed and paid: confirmed. */
    async sold(form: HolidayForm) {
      const orderId = await sale.placed(form);
      await sale.pay(orderId);
      return orderId;
    },
  };
  return sale;
}
