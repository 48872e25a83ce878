import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findInstalments, saveParts } from '../bookings/bookings-store.server.ts';
import { replan } from '../bookings/payment-plan-rules.ts';
import { findPaymentsOfOrder, isMoneyMoving } from '../payments/payments-store.server.ts';
import { appliedOn, findPolicyByNumber } from '../pricing/policies-store.server.ts';
import type { RefusedPromo } from '../pricing/promo-code.ts';
import { dropClaim, findClaimedCode, keepPolicyUses, openPromo, PromoUsedUp } from '../pricing/promo-codes.server.ts';
import { getPricingRules, getRulesOfQuote } from '../pricing/pricing-store.server.ts';
import { changedLines, withCode, type PriceLine, type Quote } from '../pricing/quote.ts';
import type { Product, ProductKind } from '../product-contract.ts';
import { isOver } from './begin-payment.server.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { findSnapshots, getQuote, insertSnapshot, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/** Kinds of order a code may be used on. What a proposal asks is a price somebody agreed on, and a case has its own. */
const codeKinds: readonly ProductKind[] = ['flight', 'holiday', 'experience', 'staycation', 'evisa'];

export const takesCodes = (order: Pick<Order, 'kind'>): boolean => codeKinds.includes(order.kind);

export type UsePromoRefusal = Exclude<RefusedPromo, 'too-often'> | 'not-held' | 'hold-over' | 'page-open';

export interface PromoAsker {
  readonly orderId: string;
  /** As the audit names people. */
  readonly who: string;
}

/**
 * Prices an order that is kept and unpaid by a code: a price of its own on record, the use claimed behind the row of the
 * code, all in one transaction. The same code again changes nothing. The caller has judged that the order is the visitor's.
 */
export async function usePromo(
  platform: Pick<Platform, 'db' | 'clock'>,
  product: Pick<Product, 'machine'>,
  ask: PromoAsker & { readonly code: string },
): Promise<Outcome<Order, UsePromoRefusal>> {
  try {
    return await transact(platform.db, async (tx): Promise<Outcome<Order, UsePromoRefusal>> => {
      const now = platform.clock.now();
      const locked = await lockUnpaid(tx, ask.orderId, now);
      if (!locked.ok) return locked;
      const order = locked.value;
      const before = await getQuote(tx, order);
      const rules = await getRulesOfQuote(tx, now, before);
      const claimed = await findClaimedCode(tx, order.id);
      const opened = await openPromo(tx, rules, ask.code);
      if (claimed !== null && opened.typed === claimed) return done(order);
      if (opened.refused) return refuse(opened.refused);
      const after = withCode(before, rules, opened.fact);
      const counts = after.lines.some(({ facts }) => facts['phase'] === 'promotion' && facts['words'] === opened.fact);
      if (!takesCodes(order) || !counts || after.total.amount >= before.total.amount) return refuse('not-for-this');
      return done(await reprice(tx, platform, product, { order, quote: after, who: ask.who, code: opened.fact }));
    });
  } catch (fault) {
    if (fault instanceof PromoUsedUp) return refuse('used-up');
    throw fault;
  }
}

/** Takes a code off again: its use is given back at once, and the order costs what it does without it. */
export async function dropPromo(
  platform: Pick<Platform, 'db' | 'clock'>,
  product: Pick<Product, 'machine'>,
  ask: PromoAsker,
): Promise<Outcome<Order, UsePromoRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, UsePromoRefusal>> => {
    const locked = await lockUnpaid(tx, ask.orderId, platform.clock.now());
    if (!locked.ok) return locked;
    const order = locked.value;
    if ((await findClaimedCode(tx, order.id)) === null) return done(order);
    const quote = await withoutCode(tx, order, await getQuote(tx, order));
    return done(await reprice(tx, platform, product, { order, quote, who: ask.who, code: null }));
  });
}

/** What a code does to an order, for its page. */
export interface PromoOnOrder {
  readonly code: string;
  readonly saves: Money;
  readonly before: Money;
  readonly after: Money;
  /** The lines that the code changes, without it and with it. */
  readonly changes: readonly { readonly before: PriceLine | null; readonly after: PriceLine | null }[];
}

/** Null where no code counts on the order. */
export async function findPromoOf(db: Db, order: Order): Promise<PromoOnOrder | null> {
  const code = await findClaimedCode(db, order.id);
  if (code === null) return null;
  const after = await getQuote(db, order);
  const before = await withoutCode(db, order, after);
  const saves = money(before.total.amount - after.total.amount, after.currency);
  return { code, saves, before: before.total, after: after.total, changes: changedLines(before.lines, after.lines) };
}

/** The same price by the policy it was made by, without its code. */
async function withoutCode(db: Db, order: Pick<Order, 'createdAt'>, quote: Quote): Promise<Quote> {
  const rules = await getPricingRules(db, instant(order.createdAt.getTime()));
  const own = quote.policy ? await findPolicyByNumber(db, quote.policy.number) : null;
  const day = dateIn('Asia/Dubai', instant(order.createdAt.getTime()));
  return withCode(quote, { ...rules, policy: own ? appliedOn(own, day) : null }, null);
}

/** The order, locked, while its price may still change: kept, in time, and no page of the bank asks for its sum. */
async function lockUnpaid(tx: Tx, orderId: string, now: number): Promise<Outcome<Order, UsePromoRefusal>> {
  const order = await lockOrder(tx, orderId);
  if (order?.status === 'payment_pending') return refuse('page-open');
  if (order?.status !== 'held') return refuse('not-held');
  // Paid a moment ago, with credit or at a bank that was noticed late: the order is about to follow its money.
  if ((await findPaymentsOfOrder(tx, order.id)).some(isMoneyMoving)) return refuse('page-open');
  return isOver(order, now) ? refuse('hold-over') : done(order);
}

async function reprice(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  product: Pick<Product, 'machine'>,
  change: { readonly order: Order; readonly quote: Quote; readonly who: string; readonly code: string | null },
): Promise<Order> {
  const { order, quote, code } = change;
  const now = platform.clock.now();
  const at = new Date(now);
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await dropClaim(tx, order.id, at);
  await insertSnapshot(tx, order.id, number, quote, quote.total.amount < order.total ? 'lower' : 'consented', at);
  if (code !== null) await keepPolicyUses(tx, order.id, quote, at);
  await fitParts(tx, now, order, quote.total.amount);
  return mustMoveOrder(tx, product.machine, now, {
    order,
    event: code === null ? 'noted-code-taken-off' : 'noted-code-used',
    by: 'customer',
    who: change.who,
    detail: { ...(code === null ? {} : { code }), before: order.total, after: quote.total.amount },
    with: { total: quote.total.amount, snapshot: number },
  });
}

/** The parts in which it is paid add up to the new price; none of them is paid yet, and each keeps its day. */
async function fitParts(tx: Tx, now: Instant, order: Order, total: number): Promise<void> {
  const parts = await findInstalments(tx, order.id);
  const last = parts.at(-1);
  if (!last) return;
  const fitted = replan(
    parts.map(({ number, amount }) => ({ number, amount, paid: false })),
    total,
  );
  const on = last.dueOn ?? dateIn('Asia/Dubai', instant(order.createdAt.getTime()));
  await saveParts(tx, now, order.id, fitted.parts, { on, at: instant(last.dueAt?.getTime() ?? order.createdAt.getTime()) });
}
