import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { houseCredit, refunded } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import { findOrderAsSystem } from '../orders/orders-store.server.ts';
import { paymentChanged } from '../payments/payment-jobs.server.ts';
import { refundStatusTable } from '../payments/payment-status.ts';
import { findRefund, lockPayment, saveRefund, settleRefundAttempt } from '../payments/payments-store.server.ts';
import type { Refund } from '../payments/payments.tables.ts';
import { daysAfterReturn, giveBackTo } from './credit-rules.ts';
import { extendLots, findMovesOfPayment, lockLots, moveCredit } from './credits-store.server.ts';

/** Makes a refund of what was paid with credit: it goes back where it was taken from, at once. Twice is once. */
export async function returnCredit(platform: Platform, asked: Refund): Promise<void> {
  const owner = (await findOrderAsSystem(platform.db, asked.orderId))?.userId;
  if (!owner) throw new Error(`Refund ${asked.id} of credit is of an order without an account`);
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const lots = await lockLots(tx, owner, asked.currency);
    const payment = (await lockPayment(tx, asked.paymentId))!;
    const refund = (await findRefund(tx, asked.id))!;
    const move = moveOn(refundStatusTable, refund.status, 'succeeded', 'provider');
    if (!move.ok) return;
    const moves = await findMovesOfPayment(tx, payment.id);
    const until = addDays(dateIn('Asia/Dubai', now), daysAfterReturn);
    const back = giveBackTo(moves, refund.amount);
    for (const { id, amount } of back)
      await moveCredit(tx, now, { key: `returned:${refund.id}:${id}`, lotId: id, kind: 'returned', amount, paymentId: payment.id });
    await extendLots(
      tx,
      lots.filter((lot) => back.some(({ id }) => id === lot.id)),
      until,
    );
    await settleRefundAttempt(tx, now, refund.id);
    await saveRefund(tx, refund, { status: move.to }, now);
    const facts = { provider: houseCredit, orderId: payment.orderId, paymentId: payment.id };
    await post(tx, now, refunded(facts, money(refund.amount, refund.currency), `refund:${refund.id}`));
    await audit(tx, now, {
      actor: 'system',
      action: `refund.${move.to}`,
      subject: `refunds:${refund.id}`,
      detail: { from: refund.status, amount: refund.amount, currency: refund.currency },
    });
    await platform.jobs.send(tx, paymentChanged, { paymentId: payment.id, orderId: payment.orderId });
  });
}
