import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { getQuote } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { lockUnpaid, repriceUnpaid, rulesOfSale, type RepriceRefusal } from '../orders/reprice-unpaid.server.ts';
import { lowerable, voucherOf } from '../pricing/apply-policy.ts';
import { withCode, withVoucher, type PricingRules, type Quote } from '../pricing/quote.ts';
import type { Product } from '../product-contract.ts';
import type { Voucher } from './loyalty.tables.ts';
import { findMember } from './points-store.server.ts';
import { isLoyaltyOn } from './reckon-points.server.ts';
import { askedOff, misfitOf, type VoucherMisfit } from './voucher-rules.ts';
import { changeVoucher, findUsableFor, findVoucherOfOrder, lockVoucherFor } from './vouchers-store.server.ts';

export type UseVoucherRefusal = RepriceRefusal | VoucherRefusal;
type VoucherRefusal = 'voucher-unknown' | 'voucher-used' | 'voucher-misfit' | 'one-voucher';

/** The price of an order without a voucher, and with this one; what it takes off, in fils. */
function priceWith(
  voucher: Pick<Voucher, 'id' | 'code' | 'amount' | 'basisPoints' | 'most'>,
  plain: Quote,
  rules: PricingRules,
): { readonly after: Quote; readonly saves: number } {
  const base = plain.lines.filter((line) => line.facts['phase'] === undefined && line.kind !== 'absorbed');
  const off = { id: voucher.id, code: voucher.code, amount: askedOff(voucher, lowerable(base)) };
  const after = withVoucher(plain, rules, off);
  return { after, saves: plain.total.amount - after.total.amount };
}

/**
 * Uses a member's own voucher on an order of theirs that is kept and unpaid: one for an order, one order for each. The
 * voucher is locked until the price is on record, so of two tabs one wins; the same once more changes nothing.
 */
export async function useVoucher(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly orderId: string; readonly userId: string; readonly voucherId: string },
): Promise<Outcome<Order, UseVoucherRefusal>> {
  if (!(await isLoyaltyOn(platform))) return refuse('voucher-unknown');
  return transact(platform.db, async (tx): Promise<Outcome<Order, UseVoucherRefusal>> => {
    const now = platform.clock.now();
    const locked = await lockUnpaid(tx, ask.orderId, now);
    if (!locked.ok) return locked;
    const order = locked.value;
    if (order.userId !== ask.userId) return refuse('voucher-unknown');
    const voucher = await lockVoucherFor(tx, ask.userId, ask.voucherId);
    if (!voucher || !['live', 'used', 'expired'].includes(voucher.status)) return refuse('voucher-unknown');
    if (voucher.orderId === order.id) return done(order);
    if (voucher.status === 'used') return refuse('voucher-used');
    const before = await getQuote(tx, order);
    if (voucherOf(before.lines)) return refuse('one-voucher');
    const held = (await findMember(tx, ask.userId))?.heldAt !== null;
    const known = { today: dateIn('Asia/Dubai', now), held };
    if (misfitOf(voucher, { ...order, total: before.total.amount }, known)) return refuse('voucher-misfit');
    const { after, saves } = priceWith(voucher, before, await rulesOfSale(tx, order, before));
    if (saves <= 0) return refuse('voucher-misfit');
    await changeVoucher(tx, now, voucher.id, { status: 'used', orderId: order.id, taken: saves, usedAt: new Date(now) });
    await audit(tx, now, {
      actor: `user:${ask.userId}`,
      action: 'loyalty.voucher-used',
      subject: `loyalty_vouchers:${voucher.id}`,
      detail: { order: order.id, amount: saves },
    });
    const event = 'noted-voucher-used';
    return done(
      await repriceUnpaid(tx, now, product, { order, quote: after, who: `user:${ask.userId}`, event, detail: { voucher: voucher.id } }),
    );
  });
}

/** Takes it off again while the order is unpaid: the member has it back, and the order costs what it does without it. */
export async function dropVoucher(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly orderId: string; readonly userId: string },
): Promise<Outcome<Order, UseVoucherRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, UseVoucherRefusal>> => {
    const now = platform.clock.now();
    const locked = await lockUnpaid(tx, ask.orderId, now);
    if (!locked.ok) return locked;
    const order = locked.value;
    if (order.userId !== ask.userId) return refuse('voucher-unknown');
    const before = await getQuote(tx, order);
    const off = voucherOf(before.lines);
    if (!off) return done(order);
    const voucher = await lockVoucherFor(tx, ask.userId, off.id);
    if (voucher?.orderId === order.id) {
      const status = dateIn('Asia/Dubai', now) > voucher.validUntil ? 'expired' : 'live';
      await changeVoucher(tx, now, voucher.id, { status, orderId: null, taken: null, usedAt: null, calledOffAt: null });
      await audit(tx, now, {
        actor: `user:${ask.userId}`,
        action: 'loyalty.voucher-given-back',
        subject: `loyalty_vouchers:${voucher.id}`,
        detail: { order: order.id, status },
      });
    }
    const quote = withVoucher(before, await rulesOfSale(tx, order, before), null);
    const event = 'noted-voucher-taken-off';
    return done(await repriceUnpaid(tx, now, product, { order, quote, who: `user:${ask.userId}`, event, detail: { voucher: off.id } }));
  });
}

/** A voucher beside an order of its member: what it takes off there, or why it takes nothing. */
export interface OfferedVoucher {
  readonly id: string;
  readonly code: string;
  readonly occasion: Voucher['occasion'];
  readonly amount: Money | null;
  /** In percent; null where it is an amount. */
  readonly percent: number | null;
  readonly most: Money;
  readonly kinds: Voucher['kinds'];
  readonly least: Money;
  readonly validUntil: string;
  readonly saves: Money | null;
  readonly misfit: VoucherMisfit | null;
}

const offered = (voucher: Voucher, saves: number | null, misfit: VoucherMisfit | null): OfferedVoucher => ({
  id: voucher.id,
  code: voucher.code,
  occasion: voucher.occasion,
  amount: voucher.amount === null ? null : money(voucher.amount, 'AED'),
  percent: voucher.basisPoints === null ? null : voucher.basisPoints / 100,
  most: money(voucher.most, 'AED'),
  kinds: voucher.kinds,
  least: money(voucher.least, 'AED'),
  validUntil: voucher.validUntil,
  saves: saves === null ? null : money(saves, 'AED'),
  misfit,
});

/** What the checkout of an order offers its owner; null where there is nothing to choose. */
export async function showVouchers(
  platform: Platform,
  order: Order,
  userId: string | null,
): Promise<{ readonly used: OfferedVoucher | null; readonly offered: readonly OfferedVoucher[] } | null> {
  const { db, clock } = platform;
  if (userId === null || order.userId !== userId || order.status !== 'held' || !(await isLoyaltyOn(platform))) return null;
  const today = dateIn('Asia/Dubai', clock.now());
  const [member, mine, taken] = await Promise.all([
    findMember(db, userId),
    findUsableFor(db, userId, today),
    findVoucherOfOrder(db, order.id),
  ]);
  if (taken) return { used: offered(taken, taken.taken, null), offered: [] };
  if (!member || mine.length === 0) return null;
  const quote = await getQuote(db, order);
  const rules = await rulesOfSale(db, order, quote);
  const { promo } = quote.facts ?? {};
  const uncoded = promo === undefined ? null : withCode(quote, rules, null);
  const known = { today, held: member.heldAt !== null };
  return {
    used: null,
    offered: mine.map((voucher) => {
      const misfit = misfitOf(voucher, { ...order, total: quote.total.amount }, known);
      if (misfit) return offered(voucher, null, misfit);
      const { saves } = priceWith(voucher, quote, rules);
      if (saves > 0) return offered(voucher, saves, null);
      return offered(voucher, null, uncoded && priceWith(voucher, uncoded, rules).saves > 0 ? 'beside-code' : 'no-room');
    }),
  };
}

/** How many vouchers a member could choose from, were an order of this kind kept. */
export async function countVouchersFor(platform: Platform, userId: string | null, kind: string): Promise<number> {
  if (userId === null || !(await isLoyaltyOn(platform))) return 0;
  const usable = await findUsableFor(platform.db, userId, dateIn('Asia/Dubai', platform.clock.now()));
  return usable.filter(({ kinds }) => kinds.length === 0 || kinds.some((one) => one === kind)).length;
}
