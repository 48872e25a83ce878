import type { Db } from '#app/platform/database.server.ts';
import { money } from '#app/values/money.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { findPaymentsOfOrder, findRefundSendings, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import { findHistory } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { findRefundRequests } from './refund-requests-store.server.ts';
import { refundTracks, type RefundTrack } from './refund-track-rules.ts';

/** Where each sum of an order that goes back is, by the bank's and our own books. The caller has judged access. */
export async function trackRefunds(db: Db, order: Pick<Order, 'id' | 'total' | 'currency'>): Promise<RefundTrack[]> {
  const [refunds, requests, payments, sendings, history, position] = await Promise.all([
    findRefundsOfOrder(db, order.id),
    findRefundRequests(db, order.id),
    findPaymentsOfOrder(db, order.id),
    findRefundSendings(db, order.id),
    findHistory(db, order.id),
    moneyPosition(db, order.id, money(order.total, order.currency)),
  ]);
  const owing = history.findLast(({ event }) => event === 'owe-refund');
  return refundTracks({
    currency: order.currency,
    refunds,
    requests,
    payments,
    sendings,
    owed: owing
      ? {
          amount: Number(owing.detail['owed'] ?? 0),
          at: owing.at,
          backAt: history.findLast(({ event, version }) => event === 'refunded' && version > owing.version)?.at ?? null,
        }
      : null,
    captured: position.captured.amount > 0,
  });
}
