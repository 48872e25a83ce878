import { sql } from 'drizzle-orm';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { messageSend, type OrderMessage } from '#app/commerce/messages/message-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { openTestBank, type TestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { money } from '#app/values/money.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import { emptyBooking, passengerTypes, type FlightBooking, type FlightDraft, type PassengerDetails } from '../booking/booking-draft.ts';
import { flightProduct } from '../flight-product.server.ts';
import type { Flights } from '../flights-context.ts';
import type { Offer, Passengers } from '../offer.ts';
import { placeFlightOrder, type ToPlace } from './place-flight-order.server.ts';
import { priceDraft } from '../booking/price-draft.server.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { workOnFlights } from './work-flights.server.ts';

export interface TestSale {
  readonly platform: TestPlatform;
  readonly bank: TestBank;
  readonly flights: Flights;
  readonly product: Product;
  /** Mails sent, in order. */
  readonly mails: OrderMessage[];
  place(draft: FlightDraft, more?: Partial<ToPlace>): ReturnType<typeof placeFlightOrder>;
  /** Placed, or throws what refused it. */
  placed(draft: FlightDraft, more?: Partial<ToPlace>): Promise<Order>;
  /** Presses pay; returns where the bank's page is. */
  pressPay(orderId: string): Promise<string>;
  /** Pays with a card that works, and lets the work be done. */
  paid(orderId: string): Promise<Order>;
  order(orderId: string): Promise<Order>;
  /** Everything in the outbox, and what the bank has to tell. */
  settle(): Promise<void>;
}

const anonymous: Viewer = { kind: 'anonymous' };

/** A shop over given suppliers with the pretend bank: jobs run when a test settles. */
export async function openTestSale(platform: TestPlatform, suppliers: readonly BookableSupplier[]): Promise<TestSale> {
  const bank = await openTestBank(platform.clock);
  const flights = {
    scheduleNews: suppliers.filter((supplier) => 'notices' in supplier),
    supplierOf: (offerId: string) =>
      suppliers.find((each) => (offerId.startsWith('h1.') ? each.code === 'house' : offerId.startsWith(each.code))) ?? null,
    geography: {
      country: (airport: string) => (['LHR', 'MAN'].includes(airport) ? 'GB' : 'AE'),
      city: (airport: string) => airport,
      airport: (airport: string) => airport,
      airline: (code: string) => code,
      aircraft: (code: string) => code,
    },
  } as unknown as Flights;
  const product = flightProduct(platform, flights);
  const mails: OrderMessage[] = [];
  await platform.jobs.handle(messageSend, async (mail) => void mails.push(mail));
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnFlights(platform, flights, product);
  let key = 0;
  const order = async (orderId: string) => (await findOrderAsSystem(platform.db, orderId))!;
  const place: TestSale['place'] = async (draft, more = {}) => {
    const priced = await priceDraft(platform, flights, draft);
    const seenTotal = priced.ok ? priced.value.quote.total : money(0, 'AED');
    key += 1;
    return placeFlightOrder(platform, flights, {
      viewer: anonymous,
      draft,
      language: 'en',
      seenTotal,
      key: `a-key-of-a-test-form-${key}`,
      address: '10.0.0.1',
      ...more,
    });
  };
  const settle = async () => {
    await platform.jobs.drain();
    const { catchUpPayments } = await import('#app/commerce/payments/catch-up-payments.server.ts');
    await catchUpPayments(platform, bank.provider);
    await platform.jobs.drain();
  };
  const pressPay = async (orderId: string) => {
    const begun = await beginPayment(platform, bank.provider, product, {
      orderId,
      by: 'customer',
      who: 'guest',
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
    });
    if (!begun.ok) throw new Error(`Paying was refused: ${begun.refused}`);
    return begun.value.redirectTo;
  };
  return {
    platform,
    bank,
    flights,
    product,
    mails,
    place,
    async placed(draft, more) {
      const outcome = await place(draft, more);
      if (!outcome.ok) throw new Error(`Placing was refused: ${outcome.refused}`);
      return order(outcome.value.orderId);
    },
    pressPay,
    async paid(orderId) {
      await bank.pay(await pressPay(orderId), 'approved');
      await settle();
      return order(orderId);
    },
    order,
    settle,
  };
}

let people = 0;

/** Grown-ups, children of eight and babies, each a person of their own. */
export function aParty(passengers: Passengers): PassengerDetails[] {
  return passengerTypes(passengers).map((type): PassengerDetails => {
    people += 1;
    const letters = [...String(people)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
    return {
      type,
      title: type === 'adult' ? 'MS' : 'MISS',
      givenNames: `Layla ${letters}`,
      surname: 'Haddad',
      singleName: false,
      nativeName: '',
      birthDate: type === 'adult' ? '1990-05-04' : type === 'child' ? '2018-05-04' : '2026-01-04',
      nationality: 'AE',
      residence: 'AE',
      document: { number: `P${1_000_000 + people}`, expires: '2034-01-01', issuedBy: 'AE' },
      frequentFlyer: null,
      assistance: [],
    };
  });
}

let drafts = 0;

/** A draft with nothing missing, for one offer. */
export function aDraft(offer: Offer, more: Partial<FlightBooking> = {}, people?: readonly PassengerDetails[]): FlightDraft {
  drafts += 1;
  const { passengers } = offer;
  const booking: FlightBooking = {
    ...emptyBooking,
    searchParams: {
      slices: offer.slices.map((slice) => ({ from: slice.from, to: slice.to, date: slice.segments[0]!.departs.local.slice(0, 10) })),
      passengers,
      cabin: offer.cabin,
      maxStops: 2,
    },
    selectedOutboundFlight: {
      offerId: offer.id,
      brand: offer.brands[0]!.code,
      summary: { from: offer.slices[0]!.from, to: offer.slices[0]!.to, departs: '', arrives: '', flights: [] },
    },
    passengerDetails: people ?? aParty(passengers),
    contactInfo: { email: 'layla@example.com', phone: '+971501234567', secondPhone: '' },
    currentStep: 6,
    ...more,
  };
  return { id: `draft-${drafts}`, version: 1, booking, checkedBags: {} };
}

/** References of flight orders whose limit beside them, the state or money it is of, or their rare state is not the one that their facts give. */
export async function limitsNotKept(db: Db | Tx): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select o.reference from flight_orders f join orders o on o.id = f.order_id
    where f.limit_at is distinct from flight_limit(f.order_id)
      or f.limit_of is distinct from (case when f.limit_at is not null then o.status end)
      or f.limit_paid is distinct from (case when f.limit_at is not null
        then (select m.state from order_money_states m where m.order_id = o.id) end)
      or f.rare_state is distinct from (case when o.status not in ('expired', 'ticketed', 'flown') then o.status end) order by 1`)) as unknown as {
    rows: { reference: string }[];
  };
  return rows.map(({ reference }) => reference);
}
