import { audit } from '#app/platform/audit.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { getQuote } from '../orders/orders-store.server.ts';
import { voucherOf } from '../pricing/apply-policy.ts';
import { calledOff } from './earning-rules.ts';
import { givesBack } from './voucher-rules.ts';
import { changeVoucher, findVoucherOfOrder, lockVoucher } from './vouchers-store.server.ts';

/**
 * Brings the voucher of an order to what became of the order: given back where `givesBack` says so, and taken again where an
 * order that had run out is paid all the same. Said twice it changes nothing. The caller holds the order.
 */
export async function followVoucher(tx: Tx, now: Instant, order: Order, from: string = order.status): Promise<void> {
  if (from === 'expired' && !calledOff.includes(order.status)) return takeAgain(tx, now, order);
  if (!calledOff.includes(order.status)) return;
  const seen = await findVoucherOfOrder(tx, order.id);
  const voucher = seen && (await lockVoucher(tx, seen.id));
  if (voucher?.orderId !== order.id) return;
  const { captured, refunded } = await moneyPosition(tx, order.id);
  const calledOffAt = voucher.calledOffAt ?? new Date(now);
  if (!givesBack(order, { captured: captured.amount, refunded: refunded.amount }, calledOffAt)) {
    if (voucher.calledOffAt === null) await changeVoucher(tx, now, voucher.id, { calledOffAt });
    return;
  }
  const status = dateIn('Asia/Dubai', now) > voucher.validUntil ? 'expired' : 'live';
  await changeVoucher(tx, now, voucher.id, { status, orderId: null, taken: null, usedAt: null, calledOffAt: null });
  await audit(tx, now, {
    actor: 'system',
    action: 'loyalty.voucher-given-back',
    subject: `loyalty_vouchers:${voucher.id}`,
    detail: { order: order.id, status },
  });
}

/** The price that was agreed stands. Where the voucher is used on another order by now, the house carries it. */
async function takeAgain(tx: Tx, now: Instant, order: Order): Promise<void> {
  const off = voucherOf((await getQuote(tx, order)).lines);
  const voucher = off && (await lockVoucher(tx, off.id));
  if (!off || !voucher || voucher.orderId === order.id) return;
  const free = voucher.status === 'live' || voucher.status === 'expired';
  if (free) await changeVoucher(tx, now, voucher.id, { status: 'used', orderId: order.id, taken: off.amount, usedAt: new Date(now) });
  await audit(tx, now, {
    actor: 'system',
    action: free ? 'loyalty.voucher-taken-again' : 'loyalty.voucher-carried',
    subject: `loyalty_vouchers:${voucher.id}`,
    detail: { order: order.id, amount: off.amount },
  });
}
