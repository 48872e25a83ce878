import { sql } from 'drizzle-orm';
import { bookingProduct } from '#app/commerce/bookings/booking-product.server.ts';
import { findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { findCreditTerms } from '#app/commerce/credits/credits-store.server.ts';
import { takeCredit } from '#app/commerce/credits/give-credit.server.ts';
import { chooseCredit } from '#app/commerce/credits/use-credit.server.ts';
import { captured } from '#app/commerce/ledger/ledger-postings.ts';
import { post } from '#app/commerce/ledger/ledger-store.server.ts';
import { useVoucher } from '#app/commerce/loyalty/use-voucher.server.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { postings } from '#app/commerce/loyalty/points-postings.ts';
import { insertLot, lockMember, postPoints } from '#app/commerce/loyalty/points-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { money } from '#app/values/money.ts';
import { beginFirstCard } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { chooseBuyer } from '#app/commerce/orders/choose-buyer.server.ts';
import { quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { basketCookies } from '#app/commerce/baskets/basket-access.server.ts';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { askBuyer, holdBackByStaff } from '#app/commerce/orders/hold-back.server.ts';
import { orderCookie, trackOrder } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import type { StaffMember } from '#app/platform/access.ts';
import { createDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { withFlights } from '#app/products/flights/booking/booking-draft.ts';
import { workOnDesk } from '#app/backoffice/work-desk.server.ts';
import { aDraft, aParty, openTestSale, type TestSale } from '#app/products/flights/order/flight-order-testing.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { keepFlights } from '#app/products/flights/order/keep-flights.server.ts';
import { askReturn } from '#app/products/flights/staff/ask-return.server.ts';
import { claimMissed, recordNoShow } from '#app/products/flights/trip/missed-flights.server.ts';
import { getFlightOrder } from '#app/products/flights/order/flight-store.server.ts';
import { insertSchedule } from '#app/products/flights/schedule/schedule-store.server.ts';
import { insertTwins } from '#app/products/flights/order/twins-store.server.ts';
import { noteSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { fieldsOf } from '#app/products/flights/booking/passenger-form.ts';
import { priceOption } from '#app/products/flights/quotes/price-option.server.ts';
import { draftFlightQuote } from '#app/products/flights/quotes/work-flight-quote.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import type { Offer } from '#app/products/flights/offer.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import type { BookableSupplier } from '#app/products/flights/supplier/own-stock.ts';
import { createDraft as createHolidayDraft } from '#app/products/holidays/booking/holiday-draft-store.server.ts';
import type { HolidayForm } from '#app/products/holidays/booking/holiday-form.ts';
import { quoteHoliday } from '#app/products/holidays/booking/holiday-price.ts';
import { aPerson, theTour } from '#app/products/holidays/booking/holiday-testing.ts';
import { listDepartures } from '#app/products/holidays/booking/departures-store.server.ts';
import { emptyForm } from '#app/products/holidays/booking/open-holiday-booking.server.ts';
import { placeHolidayOrder } from '#app/products/holidays/booking/place-holiday-order.server.ts';
import { loadTours } from '#app/products/holidays/load-tours.server.ts';
import { findTour } from '#app/products/holidays/tours-store.server.ts';
import { usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { addDays, dateIn, dayMs } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { readForms } from './http-traveller.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import type { TestPlatform } from './test-platform.ts';

/** A form as a page of ours shows it, ready to be sent, and a change of it that makes it another request. */
export interface ReadyForm {
  readonly path: string;
  readonly cookie: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly changed: Readonly<Record<string, string>>;
}

export interface OrderForms {
  readonly app: TestApp;
  readonly sale: TestSale;
  /** By the id of the place in the site map, then by what the form does. */
  readonly ready: Readonly<Record<string, Readonly<Record<string, () => Promise<ReadyForm>>>>>;
}

/** A supplier whose seats are the house's own, so that a hold can be made longer. */
class OwnSeats extends ScriptedSupplier implements BookableSupplier {
  readonly stock = { wishes: () => [{ key: 'cabin:EK1/2026-12-05/DXB/economy', quantity: 1, capacity: 10_000, ceiling: 10_000 }] };
}
/** Between its price and its hold this one becomes a tenth dearer. */
class Rising extends ScriptedSupplier {
  override async hold(...given: Parameters<ScriptedSupplier['hold']>) {
    const held = await super.hold(...given);
    if (held.outcome !== 'ok') return held;
    const brands = held.value.offer.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: { ...fare.base, amount: Math.round(fare.base.amount * 1.1) } })),
    }));
    return { outcome: 'ok' as const, value: { ...held.value, offer: { ...held.value.offer, brands } } };
  }
}

/** Issues the tickets of each booking when it is asked for the second time. */
class AtSecondTry extends ScriptedSupplier {
  readonly #asked = new Set<string>();
  override async ticket(...given: Parameters<ScriptedSupplier['ticket']>): ReturnType<ScriptedSupplier['ticket']> {
    const [{ locator }] = given;
    if (this.#asked.has(locator)) return super.ticket(...given);
    this.#asked.add(locator);
    return { outcome: 'failed', refused: 'sold-out' };
  }
}

const offerOf = (code: string): Offer => ({ ...anOffer({ supplier: code }), id: `${code}.one`, expiresAt: '2026-12-01T00:00:00.000Z' });

/** Every form that changes an order or its money, on orders in the state that shows it. Staff sign in with `clerk`. */
export async function openOrderForms(platform: TestPlatform, clerk: { email: string; password: string }): Promise<OrderForms> {
  const offer = {
    own: offerOf('own'),
    rising: offerOf('rising'),
    failing: offerOf('failing'),
    second: offerOf('second'),
    unheard: offerOf('unheard'),
    kept: offerOf('kept'),
  };
  const sale = await openTestSale(platform, [
    new OwnSeats({ code: 'own', offers: [offer.own] }),
    new OwnSeats({ code: 'kept', offers: [offer.kept], keepsHours: 96 }),
    new Rising({ code: 'rising', offers: [offer.rising] }),
    new ScriptedSupplier({ code: 'failing', offers: [offer.failing], ticket: ['failed'] }),
    new AtSecondTry({ code: 'second', offers: [offer.second] }),
    new ScriptedSupplier({ code: 'unheard', offers: [offer.unheard], ticket: ['ticketed-but-unknown'] }),
  ]);
  const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
  await workOnDesk(platform, flights);
  const app = await openTestApp(platform, flights, sale.bank.provider);
  const staff = await app.signIn(clerk.email, clerk.password);

  let buyers = 0;
  const held = (of: Offer = offer.own): Promise<Order> => {
    buyers += 1;
    return sale.placed(aDraft(of), { address: `10.${Math.floor(buyers / 200)}.${buyers % 200}.1` });
  };
  const paid = async (of: Offer = offer.own) => sale.paid((await held(of)).id);
  /** Kept for days; nobody's mail address keeps more than two of them. */
  const heldToKeep = async () => {
    buyers += 1;
    const draft = aDraft(offer.kept, {
      contactInfo: { email: `kept-${buyers}@example.com`, phone: '+971501234567', secondPhone: '' },
    });
    return sale.placed(draft, { address: `10.7.${buyers}.1` });
  };
  const keptFor = async () => {
    const order = await heldToKeep();
    const kept = await keepFlights(platform, sale.flights, { orderId: order.id, who: 'guest' });
    if (!kept.ok) throw new Error(kept.refused);
    return kept.value;
  };
  /** A quote of flights that can be kept, and the form on which a clerk keeps them for whoever is on the telephone. */
  const quotedToCaller = async (): Promise<ReadyForm> => {
    buyers += 1;
    const { db, clock } = platform;
    const option = await priceOption(
      flights,
      await getPricingRules(db, clock.now()),
      { offerId: offer.kept.id, brand: offer.kept.brands[0]!.code },
      offer.kept.passengers,
      clock.now(),
    );
    if (typeof option === 'string') throw new Error(option);
    const email = `caller-${buyers}@example.com`;
    const reference = await draftFlightQuote(platform, {
      words: {
        contact: { name: 'Mona Caller', email, phone: '+971501234567' },
        language: 'en',
        message: '',
        expiresAt: new Date(clock.now() + dayMs),
      },
      options: [option],
      inquiryId: null,
      customerId: null,
      staffId: 'x',
    });
    const [person] = aParty(offer.kept.passengers);
    const path = `/admin/orders/flights/quotes/${reference}/hold?option=1`;
    const form = await formOn(path, staff, 'hold', {
      ...fieldsOf([person!], { email, phone: '+971501234567', secondPhone: '' }),
      phoneCountry: 'AE',
    });
    // What there is to know of a passport was told to the caller.
    const told = await app.send(form.path, { cookie: staff, form: { ...form.fields, seen: '1', key: `${form.fields['key']}-told` } });
    const read = /name="read"[^>]*value="([^"]*)"/.exec(told.status === 422 ? await told.text() : '')?.[1];
    const fields = read === undefined ? form.fields : { ...form.fields, read };
    return { ...form, fields, changed: { ...fields, 'p0.given': 'Another' } };
  };
  const cookieOf = (order: Order) => orderCookie(platform, order.id).split(';')[0]!;

  /** The form on a page that has this button, with what a browser would send when it is pressed. */
  async function formOn(page: string, cookie: string, button: string, more: Record<string, string> = {}): Promise<ReadyForm> {
    const answer = await app.send(page, { cookie });
    const html = await answer.text();
    const form = readForms(html, new URL(page, 'http://localhost:3999')).find((one) => {
      const fixed = one.fields.some(([name, value]) => name === 'intent' && value === button);
      return fixed || one.buttons.some((each) => ['intent', 'go'].includes(each.name) && each.value === button);
    });
    if (!form) throw new Error(`No form ${button} on ${page}: ${answer.status}`);
    const named = form.buttons.find((each) => each.value === button);
    const fields = { ...Object.fromEntries(form.fields), ...(named ? { [named.name]: button } : {}), ...more };
    return { path: form.action, cookie, fields, changed: { ...fields, note: 'other contents' } };
  }
  const onCheckout = async (order: Order, intent: string, more: Record<string, string> = {}) =>
    formOn(`/checkout/${order.reference}`, cookieOf(order), intent, more);
  const aCode = 'TWENTY';
  await putInForce(platform.db, [aPolicyRule({ basisPoints: null, amount: 2_000, scope: { ...openScope, promo: aCode } })]);
  const coded = async (): Promise<Order> => {
    const used = await usePromo(platform, sale.product, { orderId: (await held()).id, who: 'guest', code: aCode });
    if (!used.ok) throw new Error(used.refused);
    return used.value;
  };
  /** A basket with one order in it; `other` is the field that another content would change. */
  const inCart = async (intent: string, other: string, order?: Order, more: Record<string, string> = {}): Promise<ReadyForm> => {
    const viewer = { kind: 'anonymous' } as const;
    const added = await addToBasket(platform, { order: order ?? (await held()), basket: null, viewer, language: 'en' });
    if (!added.ok) throw new Error(added.refused);
    const cookie = basketCookies(platform, added.value.basket.id, 1)
      .map((line) => line.split(';')[0]!)
      .join('; ');
    const form = await formOn('/cart', cookie, intent, more);
    return { ...form, changed: { ...form.fields, [other]: `${form.fields[other]}1` } };
  };
  const onTrack = async (order: Order, intent: string) => formOn(`/track?order=${order.reference}`, cookieOf(order), intent);
  const onRecord = async (order: Order, action: string, more: Record<string, string> = {}) => {
    const form = await formOn(`/admin/orders/flights/${order.reference}`, staff, action, more);
    return { ...form, changed: { ...form.fields, reason: 'another reason', words: 'another note' } };
  };
  const quoted = async () => {
    const order = await paid();
    await quoteCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    return order;
  };
  /** Its flights have left; how the days pass is tried elsewhere. */
  const departed = async (status = 'ticketed') => {
    const order = await paid();
    await platform.db.execute(sql`
      update orders set travel_starts = ${new Date(platform.clock.now() - dayMs).toISOString()}, status = ${status}, version = version + 1
      where id = ${order.id}`);
    return (await findOrderAsSystem(platform.db, order.id))!;
  };
  const claimedMissed = async () => {
    const order = await departed('flown');
    await claimMissed(platform, { orderId: order.id, who: 'guest' });
    return order;
  };
  const heldBack = async () => {
    const order = await paid(offer.failing);
    const stopped = await holdBackByStaff(platform, sale.product, { orderId: order.id, who: 'staff:somebody', reason: 'looks odd' });
    if (!stopped.ok) throw new Error(stopped.refused);
    return stopped.value;
  };
  const returnAsked = async () => {
    const order = await paid();
    const wish = { orderId: order.id, action: 'void', amount: order.total, who: 'staff:somebody', reason: 'twice booked' } as const;
    await askReturn(platform, sale.product, wish);
    return order;
  };
  const buyerAsked = async () => {
    const order = await heldBack();
    await askBuyer(platform, sale.product, { orderId: order.id, who: 'staff:somebody' });
    return order;
  };
  const drafted = async (of: Offer = offer.own) => {
    buyers += 1;
    const draft = aDraft(of, { contactInfo: { email: `drafted-${buyers}@example.com`, phone: '+971501234567', secondPhone: '' } });
    const searched = withFlights(draft.booking, draft.booking.searchParams!, [of], of.brands[0]!.code);
    const booking = { ...draft.booking, selectedOutboundFlight: searched.selectedOutboundFlight };
    return (await createDraft(platform, { booking, checkedBags: {} })).cookie.split(';')[0]!;
  };
  await loadTours(
    platform,
    readCatalogueFiles('tours').filter(({ id }) => id === theTour),
    { replace: false },
  );
  const tour = (await findTour(platform.db, theTour, 'en'))!;
  let departures = 0;
  /** A tour that stands with its deposit paid and its balance open; how it comes to that is tried elsewhere. */
  const inParts = async () => {
    const today = dateIn('Asia/Dubai', platform.clock.now());
    const ahead = (await listDepartures(platform.db, platform.clock.now(), tour, today)).filter(
      ({ setsOff }) => setsOff > addDays(today, 120),
    );
    departures += 1;
    const form: HolidayForm = {
      ...emptyForm(ahead[departures]!.setsOff),
      plan: 'deposit',
      people: [aPerson(), aPerson()],
      contact: { email: `parts-${departures}@example.com`, phone: '+971501234567' },
    };
    const quotedAt = new Date(platform.clock.now()).toISOString();
    const { total } = quoteHoliday(
      { tourId: tour.id, price: ahead[departures]!.price, singleSupplement: tour.singleSupplement, terms: tour.terms, trip: form.trip },
      await getPricingRules(platform.db, platform.clock.now()),
      { quotedAt, expiresAt: quotedAt },
    );
    const viewer = { kind: 'anonymous' } as const;
    const draft = await createHolidayDraft(platform, viewer, tour.id, form);
    const placed = await placeHolidayOrder(platform, {
      viewer,
      draftId: draft.id,
      language: 'en',
      seenTotal: total,
      agreed: true,
      option: false,
      key: `a-key-of-an-order-in-parts-${departures}`,
      address: `10.8.${departures}.1`,
    });
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    for (const status of ['payment_pending', 'paid', 'confirmed'])
      await platform.db.execute(sql`update orders set status = ${status}, version = version + 1 where id = ${orderId}`);
    await platform.db.execute(sql`update instalments set paid_at = ${quotedAt} where order_id = ${orderId} and number = 1`);
    return (await findOrderAsSystem(platform.db, orderId))!;
  };
  const traveller = await app.signIn('traveller@rihla.example', clerk.password);
  const travellerId = (await findAccountByEmail(platform.db, 'traveller@rihla.example'))!.id;
  const madeTheirs = (order: Order) => platform.db.execute(sql`update orders set user_id = ${travellerId} where id = ${order.id}`);
  /** An order of the traveller's account, who also has credit for all of it. */
  const withCredit = async (order: Order) => {
    await madeTheirs(order);
    await platform.db.execute(sql`insert into credit_lots (id, user_id, order_id, part, currency, amount, remaining, ends_on, made_at)
      values (${order.id}, ${travellerId}, ${order.id}, 'bonus', 'AED', ${order.total}, ${order.total}, '2030-01-01', now())`);
    return order;
  };
  let points = 0;
  /** Half of the points of the traveller, who may turn them by terms that are at work. */
  const withPoints = async () => {
    points += 1;
    await platform.db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
    await platform.db
      .execute(sql`insert into loyalty_terms (id, burn_least, burn_step, burn_fils, credit_months, inviter_points, friend_points,
        trip_least, invites_a_year, hold_invites, hold_days, hold_adjusted, status, made_by, made_at, approved_by, live_at)
      select 'terms', 500, 100, 100, 12, 0, 0, 100, 1, 1, 1, 1000000, 'live', min(user_id), now(), max(user_id), now() from internal_users
      on conflict do nothing`);
    await joinProgramme(platform, travellerId, 'en');
    await transact(platform.db, async (tx) => {
      await lockMember(tx, travellerId);
      const given = { key: `form:${points}`, kind: 'adjust', userId: travellerId, orderId: null, entries: postings.give(1_000) } as const;
      const transferId = (await postPoints(tx, platform.clock.now(), given))!;
      await insertLot(tx, { transferId, userId: travellerId, points: 1_000, expiresOn: '2030-01-01' });
    });
    return formOn('/account/loyalty', traveller, 'burn', { points: '500' });
  };
  let vouchers = 0;
  const asMember = async () => {
    await platform.db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
    await joinProgramme(platform, travellerId, 'en');
  };
  /** A kept order of the traveller, who has one more voucher that goes with it. */
  const withVoucher = async (): Promise<{ readonly order: Order; readonly voucherId: string }> => {
    const order = await held();
    await madeTheirs(order);
    await asMember();
    vouchers += 1;
    const voucherId = `form-voucher-${vouchers}`;
    await platform.db.execute(sql`
      insert into loyalty_vouchers (id, code, user_id, occasion, amount, most, valid_until, reason, status, made_by, made_at, asked_by, live_at,
        changed_at)
      select ${voucherId}, ${`FORM${String(vouchers).padStart(4, '0')}`}, ${travellerId}, 'thanks', 500, 500, '2027-06-01', 'sealed', 'live',
        min(user_id), now(), min(user_id), now(), now() from internal_users`);
    return { order, voucherId };
  };
  /** A tour of theirs, paid with its deposit, that its operator cannot run. */
  const operatorCancelled = async () => {
    const order = await inParts();
    await madeTheirs(order);
    const choiceBy = new Date(platform.clock.now() + 7 * dayMs).toISOString();
    for (const status of ['confirmed', 'operator_cancelled'])
      await platform.db.execute(
        sql`update bookings set status = ${status}, version = version + 1, voucher = 'V' || id, choice_by = ${choiceBy}::timestamptz where order_id = ${order.id}`,
      );
    const [deposit] = await findInstalments(platform.db, order.id);
    const facts = { provider: 'sandbox', orderId: order.id, paymentId: `deposit-${order.id}` };
    await transact(platform.db, (tx) =>
      post(tx, platform.clock.now(), captured(facts, money(deposit!.amount, 'AED'), `deposit-${order.id}`)),
    );
    return order;
  };
  let trackers = 0;
  const linked = async () => {
    const order = await held();
    trackers += 1;
    const found = await trackOrder(platform, { reference: order.reference, emailOrSurname: 'haddad', address: `10.9.${trackers}.1` });
    if (!found.ok) throw new Error(found.refused);
    return formOn(`/track?order=${order.reference}`, found.value.cookie.split(';')[0]!, 'send-link');
  };
  /** Somebody without a limit of their own asked for money back, so that it waits. */
  const askedByAnother = async () => {
    const order = await paid();
    const { rows } = (await platform.db.execute(
      sql`select user_id from internal_users where user_id <> (select id from users where email = ${clerk.email}) order by user_id limit 1`,
    )) as unknown as { rows: { user_id: string }[] };
    const userId = rows[0]!.user_id;
    const member: StaffMember = { userId, displayName: 'A colleague', roles: ['flight_agent'] };
    const user = { id: userId, email: 'colleague@rihla.example', emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' };
    const asked = await askOrderRefund(platform, sale.product, {
      viewer: { kind: 'staff', user, staff: member },
      orderId: order.id,
      wish: { amount: 40_000, lines: {}, reason: 'the lounge was closed' },
      requestId: 'test',
    });
    if (!asked.ok || asked.value !== 'asked') throw new Error(JSON.stringify(asked));
    return order;
  };
  const invoiceOf = async (order: Order) => (await findInvoicesOfOrder(platform.db, order.id))[0]!.number;
  const onCredit = async (order: Order, intent: string, more: Record<string, string> = {}) =>
    formOn(`/admin/invoices/${await invoiceOf(order)}/credit`, staff, intent, more);
  const reason = { reason: 'the traveller asked on the phone' };
  /** The airline flies half an hour later, and its traveller was told a day ago. */
  const announced = async () => {
    const order = await paid();
    const { contracts } = await getFlightOrder(platform.db, order.id);
    const { slices } = contracts[0]!.offer;
    const moved = slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({
        ...segment,
        departs: { ...segment.departs, utc: new Date(Date.parse(segment.departs.utc) + 1_800_000).toISOString() },
      })),
    }));
    const [told, by] = [new Date(platform.clock.now() - dayMs), new Date(platform.clock.now() + dayMs)];
    await transact(platform.db, (tx) =>
      insertSchedule(tx, {
        id: `schedule-${order.id}`,
        source: 'own',
        notice: order.id,
        orderId: order.id,
        contract: 0,
        status: 'open',
        severity: 'minor',
        kinds: ['moved'],
        was: slices,
        slices: moved,
        refundable: false,
        acceptable: true,
        departsAt: new Date(slices[0]!.segments[0]!.departs.utc),
        saidAt: told,
        receivedAt: told,
        toldAt: told,
        answerBy: by,
      }),
    );
    await platform.db.execute(sql`update orders set status = 'schedule_change_pending', version = version + 1 where id = ${order.id}`);
    return (await findOrderAsSystem(platform.db, order.id))!;
  };
  const twin = async () => {
    const [order, other] = [await held(), await held()];
    await transact(platform.db, (tx) => insertTwins(tx, platform.clock.now(), order.id, [{ id: other.id, earlier: false }]));
    return order;
  };
  const owedBack = async () => {
    const order = await paid();
    const part = { part: 0, supplier: 'own', amount: 90_000 };
    await transact(platform.db, (tx) => noteSupplierReturns(tx, platform.clock.now(), order, [part]));
    return order;
  };
  const clerkId = (await findAccountByEmail(platform.db, clerk.email))!.id;
  const aims: Readonly<Record<string, string>> = { 'accept-schedule': '&aim=agreed-by-phone', assign: `&aim=${clerkId}` };
  return {
    app,
    sale,
    ready: {
      checkout: {
        'place and pay': async () => formOn('/checkout', await drafted(), 'pay'),
        'place and pay in four': async () => {
          const form = await formOn('/checkout', await drafted(), 'pay-four');
          return { ...form, changed: { ...form.fields, seen: String(Number(form.fields['seen']) + 100) } };
        },
        'place and hold': async () => {
          const form = await formOn('/checkout', await drafted(), 'hold');
          return { ...form, changed: { ...form.fields, seen: String(Number(form.fields['seen']) + 100) } };
        },
        'place and pay later': async () => {
          const form = await formOn('/checkout', await drafted(offer.kept), 'pay-later');
          return { ...form, changed: { ...form.fields, seen: String(Number(form.fields['seen']) + 100) } };
        },
        'pay-later': async () => onCheckout(await heldToKeep(), 'pay-later'),
        renew: async () => {
          const order = await keptFor();
          const ended = new Date(platform.clock.now() - 60_000).toISOString();
          await platform.db.execute(sql`
            update orders set status = 'expired', version = version + 1, held_until = ${ended} where id = ${order.id}`);
          return onCheckout(order, 'renew');
        },
        pay: async () => onCheckout(await held(), 'pay'),
        'pay-four': async () => onCheckout(await held(), 'pay-four'),
        extend: async () => onCheckout(await held(), 'extend'),
        accept: async () => onCheckout(await held(offer.rising), 'accept'),
        'ask-cancel': async () => onTrack(await paid(), 'ask-cancel'),
        'confirm-cancel': async () => onTrack(await quoted(), 'confirm-cancel'),
        'let-go': async () => onTrack(await held(), 'let-go'),
        keep: async () => onTrack(await quoted(), 'keep'),
        'pay-part': async () => onTrack(await inParts(), 'pay-part'),
        'add-to-trip': async () => onCheckout(await held(), 'add-to-trip'),
        'use-code': async () => onCheckout(await held(), 'use-code', { promo: aCode }),
        'drop-code': async () => onCheckout(await coded(), 'drop-code'),
        'use-voucher': async () => {
          const { order, voucherId } = await withVoucher();
          return formOn(`/checkout/${order.reference}`, traveller, 'use-voucher', { voucher: voucherId });
        },
        'drop-voucher': async () => {
          const { order, voucherId } = await withVoucher();
          const used = await useVoucher(platform, sale.product, { orderId: order.id, userId: travellerId, voucherId });
          if (!used.ok) throw new Error(used.refused);
          return formOn(`/checkout/${order.reference}`, traveller, 'drop-voucher');
        },
        'use-credit': async () => formOn(`/checkout/${(await withCredit(await held())).reference}`, traveller, 'use-credit'),
        'leave-credit': async () => {
          const order = await withCredit(await held());
          const chosen = await chooseCredit(platform, sale.bank.provider, { orderId: order.id, userId: travellerId, use: true });
          if (!chosen.ok) throw new Error(chosen.refused);
          return formOn(`/checkout/${order.reference}`, traveller, 'leave-credit');
        },
        'first-card': async () => onCheckout(await held(), 'first-card', { first: '400' }),
        'first-card-back': async () => {
          const order = await held();
          const begun = await beginFirstCard(platform, sale.bank.provider, sale.product, {
            orderId: order.id,
            by: 'customer',
            who: 'guest',
            returnTo: { success: '/payment-success', failure: '/payment-failed' },
            language: 'en',
            first: 40_000,
          });
          if (!begun.ok) throw new Error(begun.refused);
          await sale.bank.pay(begun.value.redirectTo, 'approved');
          await sale.settle();
          return onCheckout(order, 'first-card-back');
        },
        'invoice-company': async () => onCheckout(await held(), 'invoice-company', { company: 'Acme Trading LLC' }),
        'invoice-person': async () => {
          const order = await held();
          await chooseBuyer(platform, { orderId: order.id, who: 'guest', buyer: { name: 'Acme Trading LLC' } });
          return onCheckout(order, 'invoice-person');
        },
        'take-money': async () => formOn(`/track?order=${(await operatorCancelled()).reference}`, traveller, 'take-money'),
        'take-credit': async () => formOn(`/track?order=${(await operatorCancelled()).reference}`, traveller, 'take-credit'),
      },
      cart: {
        'use-code': async () => inCart('use-code', 'promo', await held(), { promo: aCode }),
        'drop-code': async () => inCart('drop-code', 'intent', await coded()),
        pay: async () => inCart('pay', 'seen'),
        extend: async () => inCart('extend', 'order'),
        remove: async () => inCart('remove', 'order'),
      },
      'my-invoices': {
        correct: async () => {
          const order = await held();
          await madeTheirs(order);
          await sale.paid(order.id);
          const [invoice] = await findInvoicesOfOrder(platform.db, order.id);
          return formOn(`/my-invoices?correct=${invoice!.number}`, traveller, 'correct', { company: 'Acme Trading LLC' });
        },
      },
      'my-credit': {
        'take-money': async () => {
          const order = await operatorCancelled();
          const taken = await takeCredit(platform, bookingProduct(platform, 'holiday'), {
            orderId: order.id,
            by: 'customer',
            who: 'guest',
            terms: (await findCreditTerms(platform.db)).number,
          });
          if (!taken.ok) throw new Error(taken.refused);
          return formOn('/account/credit', traveller, 'take-money', { sure: 'yes', order: order.reference });
        },
      },
      'my-points': { burn: withPoints },
      'loyalty-voucher-new': {
        write: async () => {
          await asMember();
          return formOn(`/admin/loyalty/vouchers/new?member=${travellerId}`, staff, 'write', { amount: '25', ...reason });
        },
      },
      track: { 'send-link': linked },
      'track-booking': { 'send-link': async () => ({ ...(await linked()), path: '/track-booking' }) },
      'flight-quote-hold': { 'place and pay later': quotedToCaller },
      'flight-seats': { keep: async () => formOn('/flight-seat-selection', await drafted(), 'keep') },
      'flight-bulk': Object.fromEntries(
        (
          [
            ['claim', () => held()],
            ['ticket', () => paid(offer.second)],
            ['look-up', () => paid(offer.unheard)],
            ['quote-cancel', () => paid()],
            ['keep', quoted],
            ['check-price', () => held()],
            ['tell-schedule', announced],
            ['accept-schedule', announced],
            ['assign', () => held()],
          ] as const
        ).map(([action, make]) => [
          action,
          async () =>
            formOn(`/admin/orders/flights/bulk?action=${action}&ref=${(await make()).reference}${aims[action] ?? ''}`, staff, action),
        ]),
      ),
      'refund-bulk': {
        assign: async () => formOn(`/admin/orders/refunds/bulk?ref=${(await held()).reference}&aim=${clerkId}`, staff, 'assign'),
      },
      'invoice-bulk': {
        send: async () => formOn(`/admin/invoices/bulk?action=send&number=${await invoiceOf(await paid())}`, staff, 'send'),
      },
      'invoice-credit': {
        credit: async () => onCredit(await paid(), 'credit', { 'amount.1': '12.50', cause: 'goodwill', ...reason }),
        approve: async () => onCredit(await askedByAnother(), 'approve'),
        decline: async () => onCredit(await askedByAnother(), 'decline'),
      },
      record: {
        note: async () => onRecord(await held(), 'note', { words: 'Asked for a window' }),
      },
      'flight-order': {
        ticket: async () => onRecord(await paid(offer.second), 'ticket'),
        'look-up': async () => onRecord(await paid(offer.unheard), 'look-up'),
        'quote-cancel': async () => onRecord(await paid(), 'quote-cancel'),
        'confirm-cancel': async () => onRecord(await quoted(), 'confirm-cancel', reason),
        keep: async () => onRecord(await quoted(), 'keep'),
        void: async () => onRecord(await paid(), 'void', reason),
        refund: async () => onRecord(await paid(), 'refund', { amount: '12.50', ...reason }),
        'refund-approve': async () => onRecord(await askedByAnother(), 'refund-approve'),
        'refund-decline': async () => onRecord(await askedByAnother(), 'refund-decline'),
        'give-up': async () => onRecord(await paid(offer.failing), 'give-up', reason),
        'drop-return': async () => onRecord(await returnAsked(), 'drop-return'),
        'carry-price': async () => onRecord(await held(offer.rising), 'carry-price', reason),
        'check-price': async () => onRecord(await held(), 'check-price'),
        'tell-schedule': async () => onRecord(await announced(), 'tell-schedule'),
        'dismiss-twin': async () => onRecord(await twin(), 'dismiss-twin', reason),
        'supplier-paid': async () => {
          const form = await onRecord(await owedBack(), 'supplier-paid');
          return { ...form, changed: { ...form.fields, note: 'another note' } };
        },
        'write-price': async () => onRecord(await held(offer.rising), 'write-price'),
        'keep-longer': async () => onRecord(await keptFor(), 'keep-longer', reason),
        'pay-link': async () => onRecord(await held(), 'pay-link'),
        'hold-back': async () => onRecord(await paid(offer.failing), 'hold-back', reason),
        'ask-buyer': async () => onRecord(await heldBack(), 'ask-buyer'),
        release: async () => onRecord(await heldBack(), 'release', reason),
        'no-show': async () => onRecord(await departed(), 'no-show', reason),
        'deny-no-show': async () => onRecord(await claimedMissed(), 'deny-no-show', reason),
        'undo-no-show': async () => {
          const order = await departed();
          await recordNoShow(platform, { orderId: order.id, who: 'staff:somebody', ...reason });
          return onRecord(order, 'undo-no-show', reason);
        },
      },
      'missed-flight': {
        claim: async () => {
          const order = await departed();
          return formOn(`/missed-flight/${order.reference}`, cookieOf(order), 'claim');
        },
      },
      'payment-questions': {
        answer: async () => {
          const order = await buyerAsked();
          const answer = { cardholder: 'Salma Haddad', relation: 'family', phone: '+971501112233' };
          return formOn(`/payment-questions/${order.reference}`, cookieOf(order), 'answer', answer);
        },
      },
    },
  };
}
