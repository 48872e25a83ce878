import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findBasketOfOrder } from '../baskets/baskets-store.server.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import { captured, houseCredit } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import { findOrderAsSystem, lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { findPaymentsOfOrder, insertPayment, isMoneyMoving, type creditPurpose } from '../payments/payments-store.server.ts';
import { readOfferedWays } from '../payments/offered-ways.server.ts';
import { refusedWay, type WayRefusal } from '../payments/payment-ways.ts';
import { paymentChanged } from '../payments/payment-jobs.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { closeSession } from '../payments/release-payment.server.ts';
import { creditFor, creditInTurn, takeFromLots } from './credit-rules.ts';
import { dropUse, findAvailable, findFree, findFrozenSources, findUse, lockLots, moveCredit, saveUse } from './credits-store.server.ts';
import type { CreditUse } from './credits.tables.ts';

const deskZone = 'Asia/Dubai';

/** Kept and unpaid: credit can be put aside for it. */
const isAsked = ({ status }: Pick<Order, 'status'>) => status === 'held' || status === 'payment_pending';
/** What lies in a trip is paid with a card, to which each order leaves its smallest charge. */
const isPaidAlone = async (db: Db, orderId: string) => (await findBasketOfOrder(db, orderId)) === null;

export type UseRefusal = 'not-payable' | 'no-credit' | 'money-moving' | 'provider-silent' | WayRefusal<'credit'>;

/**
 * Closes the pages of a bank that ask for another sum than will be owed; the bank is asked first, and what was paid a
 * moment ago stays paid.
 */
async function closePages(
  platform: Platform,
  provider: PaymentProvider,
  orderId: string,
): Promise<Outcome<null, 'already-paid' | 'in-progress' | 'provider-silent'>> {
  for (const { id, status } of await findPaymentsOfOrder(platform.db, orderId)) {
    if (status === 'canceled') continue;
    const closed = await closeSession(platform, provider, id);
    if (!closed.ok)
      return refuse(closed.refused === 'captured' ? 'already-paid' : closed.refused === 'in-progress' ? 'in-progress' : 'provider-silent');
    if (closed.value.status !== 'canceled') return refuse('already-paid');
  }
  return done(null);
}

/**
 * Puts credit aside for an order of one's own that is kept and unpaid, as much as it takes or there is, or lets it go
 * again. Nothing is spent before the rest is promised by the bank, whose open page asks for the sum without or with it
 * and is closed.
 */
export async function chooseCredit(
  platform: Platform,
  provider: PaymentProvider,
  ask: { readonly orderId: string; readonly userId: string; readonly use: boolean },
): Promise<Outcome<number, UseRefusal>> {
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  if (order?.userId !== ask.userId || !isAsked(order)) return refuse('not-payable');
  const unoffered = ask.use ? refusedWay(await readOfferedWays(platform.db), 'credit', order) : null;
  if (unoffered) return refuse(unoffered);
  const closed = await closePages(platform, provider, order.id);
  if (!closed.ok) return refuse(closed.refused === 'provider-silent' ? 'provider-silent' : 'money-moving');
  return transact(platform.db, async (tx) => chooseIn(tx, platform, ask));
}

/** The same for everything that lies in a trip: one after the other by id, until nothing is left of it. */
export async function chooseCreditForAll(
  platform: Platform,
  provider: PaymentProvider,
  ask: { readonly orderIds: readonly string[]; readonly userId: string; readonly use: boolean },
): Promise<Outcome<number, UseRefusal>> {
  let sum = 0;
  let refused: UseRefusal = 'no-credit';
  for (const orderId of ask.orderIds.toSorted()) {
    const chosen = await chooseCredit(platform, provider, { ...ask, orderId });
    if (chosen.ok) sum += chosen.value;
    else refused = chosen.refused;
  }
  return sum > 0 || !ask.use ? done(sum) : refuse(refused);
}

async function chooseIn(
  tx: Tx,
  platform: Platform,
  ask: { readonly orderId: string; readonly userId: string; readonly use: boolean },
): Promise<Outcome<number, UseRefusal>> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, ask.orderId);
  if (order?.userId !== ask.userId || !isAsked(order)) return refuse('not-payable');
  if ((await findPaymentsOfOrder(tx, order.id)).some(isMoneyMoving)) return refuse('money-moving');
  const note = (amount: number) =>
    audit(tx, now, { actor: `user:${ask.userId}`, action: 'credit.put-aside', subject: `orders:${order.id}`, detail: { amount } });
  if (!ask.use) {
    if (await findUse(tx, order.id)) await note(0);
    await dropUse(tx, order.id);
    return done(0);
  }
  await lockLots(tx, ask.userId, order.currency);
  const today = dateIn(deskZone, now);
  const available = await findAvailable(tx, { userId: ask.userId, currency: order.currency, butOrder: order.id, today });
  const amount = creditFor(available, await firstDue(tx, order), await isPaidAlone(tx, order.id));
  if (amount <= 0) return refuse('no-credit');
  // Asked for once more, as by a second tab or after a crash: nothing is new, and nothing is told again.
  const before = await findUse(tx, order.id);
  if (before?.amount === amount && before.userId === ask.userId && dayOf(before) === today) return done(amount);
  await saveUse(tx, { orderId: order.id, userId: ask.userId, amount, at: new Date(now) });
  await note(amount);
  return done(amount);
}

/**
 * What a page says of credit beside orders that can be paid, `used` being put aside already: `available` is what asking for
 * it would put aside, to the fils. Null where there is nothing to say.
 */
export async function showCreditOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  used: Money,
  orders: readonly Pick<Order, 'id' | 'kind' | 'userId' | 'status' | 'currency' | 'total'>[],
  userId: string | null,
): Promise<{ readonly used: Money; readonly available: Money } | null> {
  if (userId === null) return null;
  const { currency } = used;
  const own = orders.filter((order) => order.userId === userId && order.currency === currency && isAsked(order));
  if (own.length === 0) return null;
  const ways = await readOfferedWays(db);
  const asked = own.filter((order) => refusedWay(ways, 'credit', order) === null).sort(({ id }, other) => (id < other.id ? -1 : 1));
  const free = await findFree(db, { userId, currency, butOrder: null, today: dateIn(deskZone, clock.now()) });
  const turns = await Promise.all(
    asked.map(async (order) => ({
      due: await firstDue(db, order),
      own: (await findUse(db, order.id))?.amount ?? 0,
      whole: await isPaidAlone(db, order.id),
    })),
  );
  const available = creditInTurn(free, turns);
  return used.amount + available > 0 ? { used, available: money(available, currency) } : null;
}

/** The same beside one order, which the button beside it pays by itself, whether or not it lies in a trip as well. */
export async function showCredit(
  platform: Pick<Platform, 'db' | 'clock'>,
  order: Pick<Order, 'id' | 'kind' | 'userId' | 'status' | 'currency' | 'total'>,
  userId: string | null,
): Promise<{ readonly used: Money; readonly available: Money } | null> {
  return showCreditOf(platform, money(await creditOn(platform.db, order, true), order.currency), [order], userId);
}

/** What credit pays of the first part of an order, minor units. `whole`: it is paid by itself and may need no bank. */
export async function creditOn(db: Db, order: Pick<Order, 'id' | 'total'>, whole: boolean): Promise<number> {
  const use = await findUse(db, order.id);
  return use ? creditFor(use.amount, await firstDue(db, order), whole) : 0;
}

/** The day on which credit was put aside: what was good then is good for that order, and what had ended is not. */
const dayOf = ({ at }: CreditUse): CalendarDate => dateIn(deskZone, instant(at.getTime()));

/** Whether what is put aside for an order still covers a sum; asked again, locked, when it is spent. */
export async function mayUseCredit(db: Db, order: Pick<Order, 'id' | 'currency'>, amount: number): Promise<boolean> {
  const use = await findUse(db, order.id);
  if (!use || use.amount < amount) return false;
  const today = dayOf(use);
  return (await findAvailable(db, { userId: use.userId, currency: order.currency, butOrder: order.id, today })) >= amount;
}

/**
 * Spends what was put aside, in the transaction that makes the order paid: a payment of its own, taken from the start.
 * The caller holds the order's lock and has asked `mayUseCredit`; credit that went meanwhile throws, and is asked anew.
 */
export async function spendCredit(
  tx: Tx,
  now: Instant,
  order: Order,
  spent: { readonly amount: number; readonly purpose: typeof creditPurpose | 'order' },
): Promise<string> {
  const use = await findUse(tx, order.id);
  const frozen = use ? await findFrozenSources(tx, use.userId) : null;
  const lots = use
    ? (await lockLots(tx, use.userId, order.currency)).filter(
        ({ endsOn, orderId }) => endsOn >= dayOf(use) && !(orderId !== null && frozen?.has(orderId)),
      )
    : [];
  const taken = takeFromLots(lots, spent.amount);
  if (!taken || !(await mayUseCredit(tx, order, spent.amount))) throw new Error(`The credit put aside for order ${order.id} is gone`);
  const id = randomUUID();
  const at = new Date(now);
  const inserted = await insertPayment(tx, {
    id,
    orderId: order.id,
    orderVersion: order.version,
    purpose: spent.purpose,
    provider: houseCredit,
    providerRef: id,
    status: 'succeeded',
    amount: spent.amount,
    currency: order.currency,
    language: order.language,
    returnTo: { success: `/order-management/${order.reference}`, failure: `/order-management/${order.reference}` },
    expiresAt: at,
    createdAt: at,
    changedAt: at,
  });
  if (!inserted) throw new Error(`Order ${order.id} has another living payment for ${spent.purpose}`);
  for (const lot of taken)
    await moveCredit(tx, now, { key: `spent:${id}:${lot.id}`, lotId: lot.id, kind: 'spent', amount: -lot.amount, paymentId: id });
  await dropUse(tx, order.id);
  const facts = { provider: houseCredit, orderId: order.id, paymentId: id };
  await post(tx, now, captured(facts, money(spent.amount, order.currency), `payment:${id}:capture:${spent.amount}`));
  await audit(tx, now, {
    actor: `user:${use!.userId}`,
    action: 'payment.succeeded',
    subject: `payments:${id}`,
    detail: { order: order.id, amount: spent.amount, currency: order.currency, credit: true },
  });
  return id;
}

/**
 * Pays all that an order asks for now with the credit put aside for it: no bank has a part in it. A page of the bank that
 * is still open is closed first; the order follows its payment as it follows any other.
 */
export async function payWithCredit(
  platform: Platform,
  provider: PaymentProvider,
  orderId: string,
): Promise<Outcome<{ readonly paymentId: string }, 'already-paid' | 'in-progress' | 'provider-silent' | 'not-payable'>> {
  const closed = await closePages(platform, provider, orderId);
  if (!closed.ok) return closed;
  return transact(platform.db, async (tx): Promise<Outcome<{ paymentId: string }, 'already-paid' | 'in-progress' | 'not-payable'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    if (order && (await findPaymentsOfOrder(tx, order.id)).some(({ status }) => status !== 'canceled')) return refuse('already-paid');
    // The page that was closed puts the order back to being kept, whenever that is noticed.
    if (!order || !['held', 'payment_pending'].includes(order.status)) return refuse('not-payable');
    const due = await firstDue(tx, order);
    if (!(await mayUseCredit(tx, order, due))) return refuse('not-payable');
    const paymentId = await spendCredit(tx, now, order, { amount: due, purpose: 'order' });
    await platform.jobs.send(tx, paymentChanged, { paymentId, orderId: order.id });
    return done({ paymentId });
  });
}
