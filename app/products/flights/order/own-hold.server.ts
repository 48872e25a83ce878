import { findUnitsOfOrders } from '#app/commerce/availability/taken-store.server.ts';
import { findOrdersOfPeople, personIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { FlightDraft } from '../booking/booking-draft.ts';

/** Kept for minutes, with no supplier being asked for anything. */
const replaceable = ['held', 'price_changed'];

/** Whose holds are counted together. */
export function actorOf(viewer: Viewer, draft: Pick<FlightDraft, 'id'>): string {
  return viewer.kind === 'anonymous' ? `guest:${draft.id}` : `user:${viewer.user.id}`;
}

export const peopleOf = ({ crypto }: Pick<Platform, 'crypto'>, booking: FlightDraft['booking']): string[] =>
  booking.passengerDetails.map((passenger) => personIndexOf(crypto, passenger));

/** Kept for minutes by this holder, and no bank was ever asked for its money, or has given it up: another choice takes its place. */
export async function isOwnHold(db: Db, holder: string, order: Order): Promise<boolean> {
  if (order.actor !== holder || order.payLater || !replaceable.includes(order.status)) return false;
  return (await findPaymentsOfOrder(db, order.id)).every(({ status }) => status === 'canceled');
}

/**
 * The named seats of ours, by their keys, that a draft's own travellers hold already in an order which gives way to what is
 * chosen anew: to them these are free. Nobody else's, and none that are being paid for.
 */
export async function findOwnSeats(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  draft: Pick<FlightDraft, 'id' | 'booking'>,
  viewer: Viewer,
): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'staff') return new Set();
  const { db, clock } = platform;
  const now = clock.now();
  const holder = actorOf(viewer, draft);
  const held: string[] = [];
  for (const order of await findOrdersOfPeople(db, peopleOf(platform, draft.booking), replaceable))
    if ((order.heldUntil?.getTime() ?? 0) > now && (await isOwnHold(db, holder, order))) held.push(order.id);
  return new Set(await findUnitsOfOrders(db, held));
}
