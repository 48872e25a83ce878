import type { Db } from '#app/platform/database.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { findOrdersWithRefunds, findPaymentsOfOrder, findRefundSendings, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import { findHistory } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { findOrdersWithAsked, findRefundRequests } from './refund-requests-store.server.ts';
import { isAwaited, refundTracks, type RefundTrack } from './refund-track-rules.ts';

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

/** What is awaited, with the credit that came back in the same go: without it the sums would not be what was given back. */
function awaitedWhole(tracks: readonly RefundTrack[], today: CalendarDate): readonly RefundTrack[] {
  const acts = new Set(tracks.filter((track) => isAwaited(track, today)).map(({ act }) => act));
  return tracks.filter((track) => isAwaited(track, today) || (track.toCredit && acts.has(track.act)));
}

/** What is still awaited of the money that goes back of these orders, by order; only those of which anything is. */
export async function trackAwaited(
  db: Db,
  orders: readonly Pick<Order, 'id' | 'status' | 'total' | 'currency'>[],
  today: CalendarDate,
): Promise<ReadonlyMap<string, readonly RefundTrack[]>> {
  const ids = orders.map(({ id }) => id);
  const touched = new Set([...(await findOrdersWithRefunds(db, ids)), ...(await findOrdersWithAsked(db, ids))]);
  const tracked = await Promise.all(
    orders
      .filter(({ id, status }) => status === 'refund_due' || touched.has(id))
      .map(async (order) => [order.id, awaitedWhole(await trackRefunds(db, order), today)] as const),
  );
  return new Map(tracked.filter(([, tracks]) => tracks.length > 0));
}
