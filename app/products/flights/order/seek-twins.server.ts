import { readWhoTravels } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { shareTraveller } from './twin-rules.ts';
import { findPossibleTwins, forgetTwins, insertTwins } from './twins-store.server.ts';

/**
 * Puts on record which living orders may be the same trip as this one. The index of surnames finds who may be meant; names
 * are opened and compared here, once for an order and its flights.
 */
export async function seekTwins({ db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>, orderId: string): Promise<void> {
  const possible = await findPossibleTwins(db, orderId);
  const ours = possible.length > 0 ? await readWhoTravels<PassengerDetails>(db, crypto, orderId) : [];
  const twins: (typeof possible)[number][] = [];
  for (const other of possible) if (shareTraveller(ours, await readWhoTravels<PassengerDetails>(db, crypto, other.id))) twins.push(other);
  await transact(db, (tx) => insertTwins(tx, clock.now(), orderId, twins));
  if (twins.length > 0) forgetTwins(db);
}
