import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { RefusedPromo } from '../pricing/promo-code.ts';
import { dropClaim, findClaimedCode, keepPolicyUses, openPromo, PromoUsedUp } from '../pricing/promo-codes.server.ts';
import { getRulesOfQuote } from '../pricing/pricing-store.server.ts';
import { voucherOf } from '../pricing/apply-policy.ts';
import { changedLines, withCode, withVoucher, type PriceLine, type Quote } from '../pricing/quote.ts';
import type { Product, ProductKind } from '../product-contract.ts';
import { getQuote, readContact } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { lockUnpaid, repriceUnpaid, rulesOfSale, type RepriceRefusal } from './reprice-unpaid.server.ts';

/** Kinds of order a code may be used on. What a proposal asks is a price somebody agreed on, and a case has its own. */
const codeKinds: readonly ProductKind[] = ['flight', 'holiday', 'experience', 'staycation', 'evisa'];

export const takesCodes = (order: Pick<Order, 'kind'>): boolean => codeKinds.includes(order.kind);

export type UsePromoRefusal = Exclude<RefusedPromo, 'too-often'> | RepriceRefusal;

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
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
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
      if (!takesCodes(order)) return refuse('not-for-this');
      if (!lowers(before, after, opened.fact)) {
        const alone = withVoucher(before, rules, null);
        const without = withCode(alone, rules, opened.fact);
        return refuse(voucherOf(before.lines) && lowers(alone, without, opened.fact) ? 'beside-voucher' : 'not-for-this');
      }
      return done(await reprice(tx, platform, product, { order, quote: after, who: ask.who, code: opened.fact }));
    });
  } catch (fault) {
    if (fault instanceof PromoUsedUp) return refuse('used-up');
    throw fault;
  }
}

/** Whether a code takes something off a price. */
function lowers(before: Quote, after: Quote, code: string | null): boolean {
  const counts = after.lines.some(({ facts }) => facts['phase'] === 'promotion' && facts['words'] === code);
  return counts && after.total.amount < before.total.amount;
}

/** Takes a code off again: its use is given back at once, and the order costs what it does without it. */
export async function dropPromo(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
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
  return withCode(quote, await rulesOfSale(db, order, quote), null);
}

async function reprice(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'crypto'>,
  product: Pick<Product, 'machine'>,
  change: { readonly order: Order; readonly quote: Quote; readonly who: string; readonly code: string | null },
): Promise<Order> {
  const { order, quote, code } = change;
  const at = new Date(platform.clock.now());
  await dropClaim(tx, order.id, at);
  const repriced = await repriceUnpaid(tx, platform.clock.now(), product, {
    ...change,
    event: code === null ? 'noted-code-taken-off' : 'noted-code-used',
    detail: code === null ? {} : { code },
  });
  if (code !== null) await keepPolicyUses(tx, platform.crypto, { id: order.id, contact: readContact(platform.crypto, order) }, quote, at);
  return repriced;
}
