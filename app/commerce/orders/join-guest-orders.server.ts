import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { emailIndexOf, giveOrdersTo } from './orders-store.server.ts';

/**
 * Gives an account the bookings that were made without one with its e-mail address, once that address is proved to be
 * theirs. Returns how many there were. Bookings of another account stay where they are.
 */
export async function joinGuestOrders(
  platform: Platform,
  account: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
): Promise<number> {
  if (!account.emailVerified) return 0;
  return transact(platform.db, async (tx) => {
    const joined = await giveOrdersTo(tx, account.id, emailIndexOf(platform.crypto, account.email));
    for (const orderId of joined)
      await audit(tx, platform.clock.now(), { actor: `user:${account.id}`, action: 'order.joined', subject: `orders:${orderId}` });
    return joined.length;
  });
}
