import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, everyRow } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { ladderTerms } from '../bookings/booking-product.server.ts';
import { findBookings } from '../bookings/bookings-store.server.ts';
import { isDisputed } from '../disputes/disputes-store.server.ts';
import { creditBonus, creditGiven, creditTakenBack, takenBack } from '../ledger/ledger-postings.ts';
import { moneyPosition, post } from '../ledger/ledger-store.server.ts';
import { settleCancelled } from '../orders/cancel-order.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findHistory, findOrderAsSystem, lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { oweRefund } from '../orders/return-money.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import type { Product } from '../product-contract.ts';
import { bonusOf, creditEnds } from './credit-rules.ts';
import {
  findCreditTerms,
  findEndedLots,
  findLotsOfOrder,
  findMoves,
  insertLots,
  lockLots,
  moveCredit,
  sumPutAside,
} from './credits-store.server.ts';
import type { CreditLot } from './credits.tables.ts';

/** The house's desk, where days are reckoned. */
const deskZone = 'Asia/Dubai';

export interface CreditOffer {
  /** What was paid, all of it. */
  readonly paid: Money;
  readonly bonus: Money;
  readonly endsOn: CalendarDate;
  /** Of the terms that bonus and day are by. */
  readonly terms: number;
}

export type CreditRefusal = 'not-possible' | 'money-moving' | 'disputed' | 'no-account' | 'terms-changed';

/** What an order whose operator cancelled would bring as credit. Only an account can keep it. */
async function planCredit(tx: Tx, platform: Platform, order: Order | null): Promise<Outcome<CreditOffer, CreditRefusal>> {
  if (order?.status !== 'confirmed') return refuse('not-possible');
  if (!(await findBookings(tx, order.id)).some(({ status }) => status === 'operator_cancelled')) return refuse('not-possible');
  if (order.userId === null) return refuse('no-account');
  const now = platform.clock.now();
  // Credit is made of money that is here: what the bank still holds, or is giving back, is settled first.
  const refunds = (await findRefundsOfOrder(tx, order.id)).filter(({ status }) => status !== 'failed');
  const holds = (await findPaymentsOfOrder(tx, order.id)).some(({ status }) => status === 'requires_capture' || status === 'stuck');
  if (await isDisputed(tx, order.id)) return refuse('disputed');
  if (holds || refunds.some(({ status }) => status !== 'succeeded')) return refuse('money-moving');
  const position = await moneyPosition(tx, order.id, money(order.total, order.currency));
  const here = position.captured.amount - refunds.reduce((sum, one) => sum + one.amount, 0);
  const paid = money(Math.min((await ladderTerms(tx, order, now, true)).refund!.amount, here), order.currency);
  if (paid.amount <= 0) return refuse('not-possible');
  const terms = await findCreditTerms(tx);
  const endsOn = creditEnds(dateIn(deskZone, now), terms.months);
  return done({ paid, bonus: bonusOf(paid, terms.bonusPercent), endsOn, terms: terms.number });
}

/** For the page on which the traveller chooses; nothing is given or moved. */
export async function offerCredit(platform: Platform, orderId: string): Promise<Outcome<CreditOffer, CreditRefusal>> {
  return planCredit(platform.db as unknown as Tx, platform, await findOrderAsSystem(platform.db, orderId));
}

export type CreditOfOrder =
  | ({ readonly kind: 'offered' } & CreditOffer)
  | ({ readonly kind: 'given' } & Omit<CreditOffer, 'terms'>)
  /** Why there is no choice of credit although the operator cancelled. */
  | { readonly kind: 'no-account' | 'money-moving' };

/** What the page of an order says of credit; null where there is nothing to say. The caller has judged access. */
export async function showCreditOfOrder(platform: Platform, order: Pick<Order, 'id' | 'status'>): Promise<CreditOfOrder | null> {
  if (order.status === 'confirmed') {
    const offered = await offerCredit(platform, order.id);
    if (offered.ok) return { kind: 'offered', ...offered.value };
    return offered.refused === 'no-account' || offered.refused === 'money-moving' ? { kind: offered.refused } : null;
  }
  const lots = await findLotsOfOrder(platform.db, order.id);
  const paid = lots.find(({ part }) => part === 'money');
  if (!paid) return null;
  const bonus = lots.find(({ part }) => part === 'bonus')?.amount ?? 0;
  return { kind: 'given', paid: money(paid.amount, paid.currency), bonus: money(bonus, paid.currency), endsOn: paid.endsOn };
}

/**
 * The traveller takes credit for what an operator cancelled: the order ends with its credit note, what was paid becomes
 * credit of their account and the house lays the bonus of the day on top, all in one transaction.
 */
export async function takeCredit(
  platform: Platform,
  product: Product,
  ask: {
    readonly orderId: string;
    readonly by: 'customer' | 'staff';
    readonly who: string;
    /** The terms that the traveller read. */
    readonly terms: number;
  },
): Promise<Outcome<CreditOffer, CreditRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<CreditOffer, CreditRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const planned = await planCredit(tx, platform, order);
    if (!planned.ok) return planned;
    if (planned.value.terms !== ask.terms) return refuse('terms-changed');
    const { paid, bonus, endsOn } = planned.value;
    const { id: orderId, userId, currency } = order!;
    const lot = (part: CreditLot['part'], amount: number): CreditLot => ({
      id: randomUUID(),
      userId: userId!,
      orderId,
      pointsTransfer: null,
      part,
      currency,
      amount,
      remaining: amount,
      endsOn,
      madeAt: new Date(now),
    });
    const lots = [lot('money', paid.amount), ...(bonus.amount > 0 ? [lot('bonus', bonus.amount)] : [])];
    await insertLots(tx, lots);
    await post(tx, now, creditGiven(orderId, paid, `credit:${orderId}:given`));
    if (bonus.amount > 0) await post(tx, now, creditBonus(bonus, `credit:${orderId}:bonus`));
    await audit(tx, now, {
      actor: ask.who,
      action: 'credit.given',
      subject: `orders:${orderId}`,
      detail: { paid: paid.amount, bonus: bonus.amount, currency, endsOn },
    });
    const terms = await ladderTerms(tx, order!, now, true);
    const ended = await mustMoveOrder(tx, product.machine, now, {
      order: order!,
      event: 'operator-cancel',
      by: ask.by,
      who: ask.who,
      detail: { credit: paid.amount, bonus: bonus.amount },
    });
    // The invoice is credited whole; no money goes back.
    await settleCancelled(tx, platform, product, ended, { ...terms, refund: money(0, currency) }, ask.who, 'credit-given');
    return planned;
  });
}

/** Whether the money of an order's credit can go back to where it came from; while a part of it is on its way it waits. */
export const mayPayOut = (order: Pick<Order, 'status'>): boolean => order.status === 'cancelled' || order.status === 'refunded';

/**
 * The owner wants the money after all, or the credit's day is over: what is unspent of the money goes back the way it
 * was paid, and the bonus that came with it ends.
 */
export async function takeMoneyInstead(
  platform: Platform,
  product: Product,
  ask: {
    readonly orderId: string;
    readonly userId: string;
    readonly who: string;
    /** Only when its day is over still: what came back to it meanwhile has given it another. */
    readonly ended?: true;
  },
): Promise<Outcome<Money, 'not-possible' | 'put-aside'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Money, 'not-possible' | 'put-aside'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (!order || !mayPayOut(order) || order.userId !== ask.userId) return refuse('not-possible');
    const all = await lockLots(tx, ask.userId, order.currency);
    const lots = all.filter(({ orderId }) => orderId === order.id);
    const ofMoney = lots.find(({ part }) => part === 'money');
    const left = ofMoney?.remaining ?? 0;
    const today = dateIn(deskZone, now);
    if (!ofMoney || left <= 0 || (ask.ended && ofMoney.endsOn >= today)) return refuse('not-possible');
    // What is put aside must be covered by the rest of the account.
    const rest = all.filter((lot) => lot.orderId !== order.id && lot.endsOn >= today).reduce((sum, { remaining }) => sum + remaining, 0);
    if ((await sumPutAside(tx, ask.userId, order.currency, null)) > rest) return refuse('put-aside');
    const back = money(left, order.currency);
    const owedBefore = (await findHistory(tx, order.id)).filter(({ event }) => event === 'owe-refund').length;
    for (const lot of lots) await emptyLot(tx, now, lot, lot.part === 'money' ? 'paid-out' : 'lapsed');
    await post(tx, now, creditTakenBack(order.id, back, `credit:${order.id}:paid-out:${owedBefore + 1}`));
    await audit(tx, now, {
      actor: ask.who,
      action: 'credit.paid-out',
      subject: `orders:${order.id}`,
      detail: { amount: left, currency: order.currency },
    });
    await oweRefund(tx, platform, product.machine, order, left, 'credit-paid-out', ask.who);
    return done(back);
  });
}

/** Takes what is left out of a lot; a bonus goes back into the house's books. */
async function emptyLot(tx: Tx, now: Instant, lot: CreditLot, kind: 'paid-out' | 'lapsed'): Promise<void> {
  if (lot.remaining === 0) return;
  // It may be filled again by what returns to it, and emptied again.
  const times = (await findMoves(tx, [lot.id])).filter((move) => move.kind === kind).length;
  const key = `credit:${lot.id}:${kind}:${times + 1}`;
  await moveCredit(tx, now, { key, lotId: lot.id, kind, amount: -lot.remaining });
  if (lot.part === 'bonus') await post(tx, now, takenBack(creditBonus(money(lot.remaining, lot.currency), key), key));
}

export const creditsEnd = jobKind<Record<string, never>>('credits.end', 1);

/** What a lot came of, as the audit and a task name it. */
const sourceOf = (lot: Pick<CreditLot, 'id' | 'orderId'>) => (lot.orderId ? `orders:${lot.orderId}` : `credit_lots:${lot.id}`);

const pageOfEnded = 500;

/** Starts what happens to credit by itself: on the night after its day the money of it goes back and the bonus ends. */
export async function workOnCredits(platform: Platform, products: readonly Product[]): Promise<void> {
  await platform.jobs.handle(creditsEnd, () => endCredits(platform, products));
  await platform.jobs.schedule(creditsEnd, '20 1 * * *');
}

/**
 * Ends what is over, however much of it there is. What cannot end yet, or at all, does not keep the rest: a colleague hears
 * of a fault, and the next night tries again.
 */
export async function endCredits(platform: Platform, products: readonly Product[], atOnce = pageOfEnded): Promise<void> {
  const { db, clock } = platform;
  const today = dateIn(deskZone, clock.now());
  const ended = everyRow<CreditLot>((after) => findEndedLots(db, today, after, atOnce));
  await eachRow(platform, 'lot', ended, async (lot) => {
    try {
      await (lot.part === 'money' ? payOutEnded(platform, products, lot) : endBonus(platform, lot, today));
    } catch (fault) {
      await transact(db, (tx) =>
        openStaffTask(tx, clock.now(), {
          kind: 'refund-failed',
          subject: sourceOf(lot),
          textKey: 'tasks:refund-failed',
          detail: { amount: lot.remaining, currency: lot.currency },
        }),
      );
      throw fault;
    }
  });
}

/** Nothing happens to what is put aside, or while an earlier part of it is on its way: the next night looks again. */
async function payOutEnded(platform: Platform, products: readonly Product[], lot: CreditLot): Promise<void> {
  const order = lot.orderId && (await findOrderAsSystem(platform.db, lot.orderId));
  const product = order ? products.find(({ kind }) => kind === order.kind) : undefined;
  if (order && product) await takeMoneyInstead(platform, product, { orderId: order.id, userId: lot.userId, who: 'system', ended: true });
}

async function endBonus(platform: Platform, lot: CreditLot, today: CalendarDate): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const still = (await lockLots(tx, lot.userId, lot.currency)).find(({ id }) => id === lot.id);
    if (!still || still.remaining === 0 || still.endsOn >= today) return;
    await emptyLot(tx, now, still, 'lapsed');
    await audit(tx, now, {
      actor: 'system',
      action: 'credit.lapsed',
      subject: sourceOf(lot),
      detail: { amount: still.remaining, currency: still.currency },
    });
  });
}
