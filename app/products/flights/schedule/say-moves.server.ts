import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { getFlightOrder, saveAllowedMoves, type AllowedMoves } from '../order/flight-store.server.ts';
import { mayAllowMoves, mayForbidMoves, readMovesAllowed, type ConsentWay, type MovesAllowed } from './moves-allowed-rules.ts';

/**
 * A traveller says by how many minutes an airline may move a flight of theirs unasked, or that it may not (0). It holds for
 * what the airline says from then on; said as it stands already, nothing is written.
 */
export async function sayMoves(
  platform: Platform,
  ask: { readonly orderId: string; readonly who: string; readonly userId: string | null; readonly minutes: MovesAllowed | 0 },
): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    const now = platform.clock.now();
    if (order?.kind !== 'flight' || !(ask.minutes === 0 ? mayForbidMoves : mayAllowMoves)(order, now)) return refuse('not-possible');
    const { movesAllowed } = await getFlightOrder(tx, order.id);
    if ((movesAllowed ?? 0) === ask.minutes) return done(order);
    // Whoever is signed in may hold the link of somebody else's order.
    const way: ConsentWay = order.userId !== null && order.userId === ask.userId ? 'owner' : 'link';
    const consent = ask.minutes === 0 ? null : { minutes: ask.minutes, by: ask.who, at: new Date(now), way };
    await saveAllowedMoves(tx, order.id, consent);
    const event = ask.minutes === 0 ? 'noted-moves-not-allowed' : 'noted-moves-allowed';
    const said = { order, event, by: 'customer', who: ask.who, detail: { minutes: ask.minutes } } as const;
    return done(await mustMoveOrder(tx, flightOrderMachine, now, said));
  });
}

/** What an account said of every flight it books: its own word, and of the day on which it was given. Null for a guest. */
export async function usualMoves(tx: Tx, { crypto }: Pick<Platform, 'crypto'>, userId: string | null): Promise<AllowedMoves | null> {
  if (userId === null) return null;
  const { moves, movesAt } = (await readProfile({ db: tx, crypto }, userId)).flightPreferences;
  const minutes = readMovesAllowed(String(moves));
  return minutes && movesAt !== '' ? { minutes, by: `user:${userId}`, at: new Date(movesAt), way: 'account' } : null;
}
