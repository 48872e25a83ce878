import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { returnTask } from '../chase-suppliers.server.ts';
import { lockSupplierReturn, saveSupplierReturn } from '../supplier-returns-store.server.ts';

export type ReceiveRefusal = 'permission' | 'not-possible' | 'return-received' | 'return-amount' | 'return-reason';

/** Whoever may approve refunds knows the bank's account, and says what came in. */
export const mayReceive = (viewer: Parameters<typeof may>[0]): boolean => may(viewer, 'refunds:approve');

/** The supplier's money came: nobody chases it any more. Another sum than was owed takes a reason. */
export async function receiveReturn(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: {
    readonly orderId: string;
    readonly part: number;
    /** Minor units; null: what was typed is no amount. */
    readonly received: number | null;
    readonly note: string;
    readonly requestId: string;
  },
  keep?: Keep<Outcome<null, ReceiveRefusal>>,
): Promise<Outcome<null, ReceiveRefusal>> {
  if (!mayReceive(viewer)) return refuse('permission');
  const { received } = ask;
  if (received === null) return refuse('return-amount');
  return transact(platform.db, async (tx): Promise<Outcome<null, ReceiveRefusal>> => {
    const row = await lockSupplierReturn(tx, ask.orderId, ask.part);
    if (!row) return refuse('not-possible');
    if (row.receivedAt !== null) return refuse('return-received');
    const other = received !== row.amount;
    if (other && ask.note.length < 3) return refuse('return-reason');
    const now = platform.clock.now();
    const actor = `staff:${viewer.user.id}`;
    await saveSupplierReturn(tx, row, {
      received,
      receivedAt: new Date(now),
      receivedBy: viewer.user.id,
      note: ask.note === '' ? null : ask.note,
    });
    await closeStaffTask(tx, now, { ...returnTask(row), by: actor });
    await audit(tx, now, {
      actor,
      action: 'order.supplier-paid',
      subject: `orders:${row.orderId}`,
      detail: { part: row.part, supplier: row.supplier, owed: row.amount, received },
      ...(ask.note === '' ? {} : { reason: ask.note }),
      requestId: ask.requestId,
    });
    await keep?.(tx, done(null));
    return done(null);
  });
}
