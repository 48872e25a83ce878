import { sql } from 'drizzle-orm';
import { basketSettled } from '#app/commerce/baskets/basket-jobs.server.ts';
import { findBasketOfOrder, findOrdersIn } from '#app/commerce/baskets/baskets-store.server.ts';
import { addToBasket, takeFromBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { beginBasketPayment } from '#app/commerce/baskets/pay-basket.server.ts';
import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, giveUpOrder, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { extendHold } from '#app/commerce/orders/change-hold.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findHistory, findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { keepEvents } from '#app/commerce/payments/receive-webhook.server.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import { armFailpoints, armRival, failpoints, type Failpoint } from '#app/platform/failpoint.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { aDraft } from '#app/products/flights/order/flight-order-testing.ts';
import { flightProduct } from '#app/products/flights/flight-product.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { lookUpFlights } from '#app/products/flights/order/look-up-flights.server.ts';
import { placeFlightOrder } from '#app/products/flights/order/place-flight-order.server.ts';
import { priceDraft } from '#app/products/flights/booking/price-draft.server.ts';
import { ticketOrder } from '#app/products/flights/tickets/ticket-order.server.ts';
import { voidOrder } from '#app/products/flights/order/void-order.server.ts';
import { workOnFlights } from '#app/products/flights/order/work-flights.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import type { Card } from '../../sandbox/journal.ts';
import { testNow, type TestPlatform } from '../support/test-platform.ts';
import { FaultyAirline } from './faulty-airline.ts';
import { openFaultyBank, type FaultyBank } from './faulty-bank.ts';
import { diceOf, type Dice } from './seeded.ts';

/*
 * One history: a few travellers, clerks, an airline and a bank, doing what they may do in an order that a seed decides,
 * while requests get lost and the shop dies at its failpoints. Then everything is well again, time goes by, and the end
 * is held against a model that knows the bank's and the airline's own books and nothing of the shop's.
 */

export interface Ended {
  readonly seed: number;
  /** What was done, in words: what a person reads when a history ends badly. */
  readonly steps: readonly string[];
  readonly orderIds: readonly string[];
  /** Where the shop and the model disagree; empty when all is well. */
  readonly wrong: readonly string[];
}

/** What somebody else may do in the middle of another's step. */
export const rivals = ['webhooks', 'work', 'pay', 'ask-cancel', 'confirm-cancel', 'expire', 'give-up', 'void', 'look-up'] as const;
export type Rival = (typeof rivals)[number];

export interface Simulator {
  /** `forgetful`: a control with an airline that denies what it did. */
  play(seed: number, forgetful?: boolean): Promise<Ended>;
  /** One sale, told by its points; at one of them a rival acts first. `met`: the sale came by that point. */
  interleave(point: Failpoint, rival: Rival, number: number): Promise<Ended & { readonly met: boolean }>;
  readonly bank: FaultyBank;
}

const cards: readonly Card[] = ['approved', 'approved', 'approved', 'secure', 'do-not-honour', 'late-minutes', 'late-seconds', 'silent'];
const resume = jobKind<Record<string, never>>('flight.resume', 1);
/** Ends in which nothing more happens by itself. */
const rests = new Set(['ticketed', 'expired', 'cancelled', 'refunded']);

/** Workers are registered once; airline and dice are those of the history that is being played. */
export async function openSimulator(platform: TestPlatform): Promise<Simulator> {
  const idle = diceOf(0);
  const bank = openFaultyBank(platform.clock.now, idle);
  const airlines = new Map<string, FaultyAirline>();
  const flights = {
    supplierOf: (offerId: string) => airlines.get(offerId.split('.')[0]!) ?? null,
    geography: {
      country: (airport: string) => (airport === 'LHR' ? 'GB' : 'AE'),
      city: (code: string) => code,
      airport: (code: string) => code,
      airline: (code: string) => code,
    },
  } as unknown as Flights;
  const product = flightProduct(platform, flights);
  await platform.jobs.handle(messageSend, async () => undefined);
  await platform.jobs.handle(basketSettled, async () => undefined);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnFlights(platform, flights, product);
  const open = (seed: number): History => {
    const dice = diceOf(seed);
    const code = `sim${seed}`;
    const airline = new FaultyAirline(code, `cabin:XX${seed % 10_000}/2026-12-05/DXB/${code}`, 2, dice);
    airlines.clear();
    airlines.set(code, airline);
    bank.dice = dice;
    platform.clock.set(testNow);
    return new History(platform, bank, airline, flights, product, dice, seed);
  };
  return {
    bank,
    async interleave(point, rival, number) {
      const history = open(number);
      let met = false;
      armRival(point, async () => {
        met = true;
        await history.rival(rival);
      });
      try {
        await history.tell(
          point.startsWith('payment.cancel') || point.startsWith('supply.cancel') ? 'do-not-honour' : 'approved',
          point.startsWith('release'),
        );
        await history.heal();
        return { seed: number, steps: history.steps, orderIds: history.orderIds, wrong: await history.compare(), met };
      } finally {
        armFailpoints(undefined);
      }
    },
    async play(seed, forgetful = false) {
      const history = open(seed);
      airlines.get(`sim${seed}`)!.forgetful = forgetful;
      try {
        await history.live();
        await history.heal();
        return { seed, steps: history.steps, orderIds: history.orderIds, wrong: await history.compare() };
      } finally {
        armFailpoints(undefined);
        bank.trouble = 0;
      }
    },
  };
}

class History {
  readonly steps: string[] = [];
  readonly orderIds: string[] = [];
  readonly #platform: TestPlatform;
  readonly #bank: FaultyBank;
  readonly #airline: FaultyAirline;
  readonly #flights: Flights;
  readonly #product: ReturnType<typeof flightProduct>;
  readonly #dice: Dice;
  readonly #seed: number;
  /** The first event of the bank that belongs to this history. */
  readonly #eventsFrom: number;
  #travellers = 0;

  constructor(
    platform: TestPlatform,
    bank: FaultyBank,
    airline: FaultyAirline,
    flights: Flights,
    product: ReturnType<typeof flightProduct>,
    dice: Dice,
    seed: number,
  ) {
    this.#platform = platform;
    this.#bank = bank;
    this.#airline = airline;
    this.#flights = flights;
    this.#product = product;
    this.#dice = dice;
    this.#seed = seed;
    this.#eventsFrom = bank.events.length;
  }

  async live(): Promise<void> {
    const trouble = this.#dice.pick([0, 5, 20]);
    this.#airline.trouble = trouble;
    this.#bank.trouble = trouble;
    const deaths = this.#dice.pick([0, 10, 25]);
    const length = 12 + this.#dice.below(20);
    await this.#step('place', () => this.#place());
    for (let step = 0; step < length; step += 1) {
      // The process dies here: what it was doing is left as it is, and somebody else goes on.
      if (this.#dice.percent(deaths)) {
        const point = this.#dice.pick(failpoints);
        this.steps.push(`(dies at ${point})`);
        armFailpoints(`${point}:throw`);
      }
      const [name, act] = this.#choose();
      await this.#step(name, act);
      armFailpoints(undefined);
    }
  }

  /** A whole sale without trouble: bought and cancelled, declined and cancelled, or let go. */
  async tell(card: Card, leave: boolean): Promise<void> {
    await this.#step('place', () => this.#place());
    const orderId = this.orderIds[0];
    if (!orderId) return;
    await this.#step('pay', () => this.#pressPay(orderId));
    if (leave) {
      this.#wait(20 * minuteMs);
      await this.#step('sweep', () => this.#sweep());
      return;
    }
    await this.#step('card', () => this.#card(orderId, card));
    await this.#step('webhooks', () => this.#allEvents());
    await this.#step('work', () => this.#work());
    const who = { orderId, by: 'customer', who: 'guest' } as const;
    await this.#step('ask-cancel', () => quoteCancel(this.#platform, this.#product, who));
    await this.#step('confirm-cancel', () => confirmCancel(this.#platform, this.#product, who));
    await this.#step('work', () => this.#work());
  }

  /** Done by somebody else, while a step of the first order is under way. */
  async rival(rival: Rival): Promise<void> {
    const orderId = this.orderIds[0] ?? (await this.#newest());
    if (!orderId) return;
    const staff = { orderId, by: 'staff', who: 'staff:1', reason: 'at the same moment' } as const;
    const customer = { orderId, by: 'customer', who: 'guest' } as const;
    const acts: Readonly<Record<Rival, () => Promise<unknown>>> = {
      webhooks: () => this.#allEvents(),
      work: () => this.#work(),
      pay: () => this.#pressPay(orderId),
      'ask-cancel': () => quoteCancel(this.#platform, this.#product, customer),
      'confirm-cancel': async () => {
        await quoteCancel(this.#platform, this.#product, staff);
        return confirmCancel(this.#platform, this.#product, staff);
      },
      expire: async () => {
        this.#wait(20 * minuteMs);
        return expireOrders(this.#platform, [this.#product]);
      },
      'give-up': () => giveUpOrder(this.#platform, this.#product, staff),
      void: () => voidOrder(this.#platform, this.#product, { orderId, who: 'staff:1', reason: 'at the same moment' }),
      'look-up': () => lookUpFlights(this.#platform, this.#flights, this.#product, orderId),
    };
    await this.#step(`[${rival}]`, acts[rival]);
  }

  async #newest(): Promise<string | undefined> {
    const key = `simulated-form-${this.#seed}-${this.#travellers}`;
    const made = (await this.#platform.db.execute(
      sql`select recovery_data ->> 'orderId' as id from idempotency_keys where key = ${key}`,
    )) as unknown as { rows: { id: string | null }[] };
    return made.rows[0]?.id ?? undefined;
  }

  async #allEvents(): Promise<void> {
    this.#bank.bank.settleAll();
    for (const event of this.#bank.events.slice(this.#eventsFrom)) await this.#hear(event);
  }

  async #hear(event: FaultyBank['events'][number]): Promise<void> {
    const refs = [event.payment, this.#bank.bank.find(event.payment)?.payment_id].filter((ref) => ref !== undefined);
    await keepEvents(this.#platform, this.#bank.provider, [{ eventId: event.id, type: event.type, refs }]);
  }

  #choose(): readonly [string, () => Promise<unknown>] {
    const orderId = this.orderIds.length > 0 ? this.#dice.pick(this.orderIds) : null;
    const customer = { by: 'customer', who: 'guest' } as const;
    const staff = { by: 'staff', who: 'staff:1', reason: 'as the traveller asked' } as const;
    const { pick } = this.#dice;
    if (orderId === null || this.#dice.percent(6)) return ['place', () => this.#place()];
    const at = ` ${this.orderIds.indexOf(orderId)}`;
    const platform = this.#platform;
    const product = this.#product;
    return pick<readonly [string, () => Promise<unknown>]>([
      [`pay${at}`, () => this.#pressPay(orderId)],
      [`pay${at}`, () => this.#pressPay(orderId)],
      [`card${at}`, () => this.#card(orderId)],
      [`card${at}`, () => this.#card(orderId)],
      ['work', () => this.#work()],
      ['work', () => this.#work()],
      ['work', () => this.#work()],
      ['tell', () => this.#tell()],
      ['tell', () => this.#tell()],
      ['wait', async () => this.#wait(pick([5_000, minuteMs, 4 * minuteMs, 16 * minuteMs]))],
      ['wait', async () => this.#wait(pick([1_000, 30_000, 2 * minuteMs]))],
      ['sweep', () => this.#sweep()],
      [`ask-cancel${at}`, () => quoteCancel(platform, product, { orderId, ...customer })],
      [`confirm-cancel${at}`, () => confirmCancel(platform, product, { orderId, ...pick([customer, staff]) })],
      [`keep${at}`, () => keepOrder(platform, product, { orderId, ...customer })],
      [`extend${at}`, () => extendHold(platform, product, { orderId, who: 'guest' })],
      [`staff-ticket${at}`, () => ticketOrder(platform, this.#flights, orderId, staff)],
      [`look-up${at}`, () => lookUpFlights(platform, this.#flights, product, orderId)],
      [`give-up${at}`, () => giveUpOrder(platform, product, { orderId, ...staff })],
      [`basket${at}`, () => this.#basket(orderId)],
      [`pay-basket${at}`, () => this.#pressPayBasket(orderId)],
      [`pay-basket${at}`, () => this.#pressPayBasket(orderId)],
      [`out${at}`, () => this.#outOfBasket(orderId)],
      [`void${at}`, () => voidOrder(platform, product, { orderId, who: 'staff:1', reason: 'wrong name' })],
    ]);
  }

  /** A fault that is not a drill's own is the shop's: it ends the history. */
  async #step(name: string, act: () => Promise<unknown>): Promise<void> {
    try {
      const answer = (await act()) as { ok?: boolean; refused?: string } | undefined;
      this.steps.push(answer?.ok === false ? `${name}: ${answer.refused}` : name);
    } catch (fault) {
      const words = (fault as Error).message;
      this.steps.push(`${name}! ${words}`);
      // A job that must be tried again says so by throwing.
      if (!/^Failpoint |did not (say|answer)/.test(words)) throw Object.assign(fault as Error, { seed: this.#seed, steps: this.steps });
    }
  }

  async #place(): Promise<unknown> {
    this.#travellers += 1;
    const draft = aDraft(FaultyAirline.offerOf(this.#airline.code));
    const priced = await priceDraft(this.#platform, this.#flights, draft);
    if (!priced.ok) return priced;
    const key = `simulated-form-${this.#seed}-${this.#travellers}`;
    try {
      return await placeFlightOrder(this.#platform, this.#flights, {
        viewer: { kind: 'anonymous' },
        draft: { ...draft, id: `sim-${this.#seed}-${this.#travellers}` },
        language: 'en',
        seenTotal: priced.value.quote.total,
        key,
        address: `10.${this.#seed % 200}.${this.#travellers}.${Math.floor(this.#seed / 200) % 200}`,
      });
    } finally {
      // Whether or not the answer came back: what there is, is there.
      const made = (await this.#platform.db.execute(
        sql`select recovery_data ->> 'orderId' as id from idempotency_keys where key = ${key} and recovery_point = 'placed'`,
      )) as unknown as { rows: { id: string }[] };
      if (made.rows[0]) this.orderIds.push(made.rows[0].id);
    }
  }

  async #pressPay(orderId: string): Promise<unknown> {
    return beginPayment(this.#platform, this.#bank.provider, this.#product, {
      orderId,
      by: 'customer',
      who: 'guest',
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
    });
  }

  /** Puts an order together with another one, in the basket of either or in a new one. */
  async #basket(orderId: string): Promise<unknown> {
    const { db } = this.#platform;
    const other = this.#dice.pick(this.orderIds);
    const lying = (await findBasketOfOrder(db, other)) ?? (await findBasketOfOrder(db, orderId));
    const viewer = { kind: 'anonymous' } as const;
    let basket = lying?.closedAt === null ? lying : null;
    let added: Awaited<ReturnType<typeof addToBasket>> | null = null;
    for (const id of new Set([orderId, other])) {
      added = await addToBasket(this.#platform, { order: (await findOrderAsSystem(db, id))!, basket, viewer, language: 'en' });
      if (added.ok) basket = added.value.basket;
    }
    return added;
  }

  async #outOfBasket(orderId: string): Promise<unknown> {
    const basket = await findBasketOfOrder(this.#platform.db, orderId);
    if (!basket) return { ok: false, refused: 'no basket' };
    return takeFromBasket(this.#platform, this.#bank.provider, { basket, orderId, viewer: { kind: 'anonymous' } });
  }

  async #pressPayBasket(orderId: string): Promise<unknown> {
    const basket = await findBasketOfOrder(this.#platform.db, orderId);
    if (!basket) return { ok: false, refused: 'no basket' };
    const seen = (await findOrdersIn(this.#platform.db, basket.id)).reduce((sum, order) => sum + order.total, 0);
    return beginBasketPayment(this.#platform, this.#bank.provider, () => this.#product, {
      basketId: basket.id,
      seen,
      who: 'guest',
      returnTo: { success: '/trip', failure: '/cart' },
      language: 'en',
    });
  }

  async #card(orderId: string, sure?: Card): Promise<unknown> {
    const payments = (await this.#platform.db.execute(
      sql`select coalesce(part_of, id) as id from payments where order_id = ${orderId} order by created_at, id`,
    )) as unknown as { rows: { id: string }[] };
    const pages = payments.rows.flatMap(({ id }) => this.#bank.bank.findByPaymentId(id));
    if (pages.length === 0) return { ok: false, refused: 'no page' };
    // Any page that was ever opened may still stand in some tab.
    const page = this.#dice.pick(pages);
    const card = sure ?? this.#dice.pick(cards);
    const paid =
      page.status === 'requires_action'
        ? this.#bank.bank.enterCode(page.id, this.#dice.pick(['123456', '000000']))
        : this.#bank.bank.pay(page.id, card, 3 * minuteMs);
    return { ok: false, refused: `${card} ${paid?.status}` };
  }

  /** Webhooks: some events, some twice, in no order, some never. */
  async #tell(): Promise<void> {
    this.#bank.bank.settleAll();
    const events = this.#bank.events.slice(this.#eventsFrom);
    for (let count = 0; count < 3 && events.length > 0; count += 1) {
      await this.#hear(this.#dice.pick(events));
    }
  }

  async #makeDue(): Promise<void> {
    const now = new Date(this.#platform.clock.now()).toISOString();
    // The queue goes by the machine's clock and the shop by ours; a job whose hour has come by ours is due.
    await this.#platform.db.execute(
      sql`update pgboss.job set start_after = pgboss.job_now() where state in ('created', 'retry') and (state = 'retry' or start_after <= ${now})`,
    );
  }

  async #work(): Promise<void> {
    await this.#makeDue();
    await this.#platform.jobs.drain();
  }

  async #sweep(): Promise<void> {
    await catchUpPayments(this.#platform, this.#bank.provider);
    await expireOrders(this.#platform, [this.#product]);
    await this.#platform.jobs.send(this.#platform.db, resume, {});
    await this.#work();
  }

  #wait(ms: number): void {
    this.#platform.clock.advance(ms);
  }

  /** Nothing is lost any more; minutes and then hours go by. */
  async heal(): Promise<void> {
    this.#airline.trouble = 0;
    this.#bank.trouble = 0;
    for (const wait of [minuteMs, minuteMs, 5 * minuteMs, 16 * minuteMs, 20 * minuteMs, 3 * hourMs, 2 * minuteMs, 2 * minuteMs]) {
      this.#wait(wait);
      this.#bank.bank.settleAll();
      for (let tries = 0, trace = ''; tries < 3; tries += 1) {
        await this.#step(`(${wait / minuteMs} minutes later)`, () => this.#sweep());
        const before = trace;
        trace = await this.#trace();
        // Nothing is lost any more: a sweep that left things as they were does the same when it is made again.
        if (trace === before) break;
      }
      if (await this.#isOver()) return;
    }
  }

  /** Differs when anything was done that matters: moved, called, heard, or left in the queue. */
  async #trace(): Promise<string> {
    const { rows } = (await this.#platform.db.execute(sql`
      select concat_ws(' ', (select string_agg(hash, ' ' order by id) from audit_head),
        (select count(*) || '/' || count(processed_at) from payment_inbox),
        (select count(*) || '/' || count(answered_at) || '/' || count(applied_at) from payment_attempts),
        (select count(*) || '/' || count(answered_at) || '/' || count(applied_at) from flight_attempts),
        (select count(*) from pgboss.job where state in ('created', 'retry', 'active'))) as trace`)) as unknown as {
      rows: { trace: string }[];
    };
    return `${rows[0]!.trace} ${this.#bank.lines.length}`;
  }

  async #isOver(): Promise<boolean> {
    const open = (await this.#platform.db.execute(sql`
      select (select count(*) from pgboss.job where state in ('created', 'retry', 'active') and name <> 'flight.resume')
        + (select count(*) from payment_attempts where applied_at is null and outcome is distinct from 'refused') as open`)) as unknown as {
      rows: { open: string }[];
    };
    if (Number(open.rows[0]!.open) > 0) return false;
    for (const id of this.orderIds) if (!rests.has((await findOrderAsSystem(this.#platform.db, id))!.status)) return false;
    return true;
  }

  /** What the bank kept and what the airline issued, against what each order says it is. */
  async compare(): Promise<string[]> {
    const { db } = this.#platform;
    const wrong: string[] = [];
    const say = (orderId: string, what: string) => wrong.push(`order ${this.orderIds.indexOf(orderId)} (${orderId}): ${what}`);
    for (const [locator, times] of this.#airline.issued) if (times > 1) wrong.push(`booking ${locator} was ticketed ${times} times`);
    const sold = (await db.execute(
      sql`select capacity, held, allocated from pools where key = ${this.#airline.stock.wishes(FaultyAirline.offerOf(this.#airline.code), 1, { now: 0 })![0]!.key}`,
    )) as unknown as {
      rows: { capacity: number; held: number; allocated: number }[];
    };
    const tickets = [...this.#airline.books.values()].filter((state) => state === 'ticketed').length;
    if (tickets > 2) wrong.push(`${tickets} tickets for 2 seats: ${JSON.stringify(sold.rows)}`);
    let flying = 0;
    for (const id of this.orderIds) {
      const order = (await findOrderAsSystem(db, id))!;
      const events = await findHistory(db, id);
      const quoted = order.status === 'cancel_quoted';
      if (!rests.has(order.status) && !quoted) say(id, `still ${order.status}`);
      const payments = (await db.execute(
        sql`select id, status, amount::int, coalesce(part_of, id) as asked, part_of is not null as shared from payments where order_id = ${id}`,
      )) as unknown as { rows: { id: string; status: string; amount: number; asked: string; shared: boolean }[] };
      const theirs = payments.rows.flatMap((payment) => this.#bank.bank.findByPaymentId(payment.asked));
      for (const payment of payments.rows) {
        const [other] = this.#bank.bank.findByPaymentId(payment.asked);
        // The bank takes of a basket's sum a part: a share of it may have been left.
        const left = payment.shared && payment.status === 'canceled' && other?.status === 'succeeded' && other.captured < other.amount;
        if (!left && (other?.status ?? 'canceled') !== payment.status)
          say(id, `its payment is ${payment.status}, at the bank ${other?.status ?? 'unheard of'}`);
      }
      const refundIds = new Set(
        ((await db.execute(sql`select id from refunds where order_id = ${id}`)) as unknown as { rows: { id: string }[] }).rows.map(
          (refund) => refund.id,
        ),
      );
      const kept = payments.rows.reduce((sum, payment) => {
        const [other] = this.#bank.bank.findByPaymentId(payment.asked);
        if (!other) return sum;
        const back = other.refunds.filter((refund) => !payment.shared || refundIds.has(refund.refund_id));
        const took = payment.shared ? (payment.status === 'succeeded' ? payment.amount : 0) : other.captured;
        return sum + took - back.reduce((total, refund) => total + refund.amount, 0);
      }, 0);
      const promised = theirs.filter((payment) => payment.status === 'requires_capture').length;
      if (promised > 0) say(id, `${order.status} while the bank holds money for it`);
      const wasTicketed = events.some((event) => event.toStatus === 'ticketed');
      if (order.status === 'ticketed' || (quoted && wasTicketed)) flying += 1;
      const owed = Number(events.findLast((event) => event.event === 'owe-refund')?.detail['owed'] ?? 0);
      const due = order.status === 'ticketed' || (quoted && wasTicketed) ? order.total : wasTicketed ? order.total - owed : 0;
      if (kept !== due) say(id, `${order.status}: the bank kept ${kept}, ${due} is right`);
      const locators = (
        (await db.execute(sql`select locator from flight_contracts where order_id = ${id} and locator is not null`)) as unknown as {
          rows: { locator: string }[];
        }
      ).rows;
      const booked = locators.map(({ locator }) => this.#airline.books.get(locator) ?? 'unknown');
      if (order.status === 'ticketed' && booked.join() !== 'ticketed') say(id, `ticketed, the airline says ${booked.join() || 'nothing'}`);
      if (quoted && wasTicketed && booked.join() !== 'ticketed') say(id, `quoted and nobody goes on, the airline says ${booked.join()}`);
      if (['expired', 'cancelled', 'refunded'].includes(order.status) && booked.includes('ticketed'))
        say(id, `${order.status}, the airline still has tickets`);
    }
    // Whatever the shop says each share was: the bank took no more and no less of a basket than its orders come to.
    const wholes = (await db.execute(sql`
      select w.id, coalesce(sum(s.amount) filter (where s.status = 'succeeded'), 0)::int as shares from payments w join payments s on s.part_of = w.id
      where s.order_id = any(${sql.param(this.orderIds)}) group by w.id`)) as unknown as { rows: { id: string; shares: number }[] };
    for (const whole of wholes.rows) {
      const took = this.#bank.bank.findByPaymentId(whole.id).reduce((sum, payment) => sum + payment.captured, 0);
      if (took !== whole.shares) wrong.push(`basket payment ${whole.id}: the bank took ${took}, its shares ${whole.shares}`);
    }
    if (tickets !== flying) wrong.push(`the airline has ${tickets} tickets out, ${flying} orders have one`);
    return wrong;
  }
}
