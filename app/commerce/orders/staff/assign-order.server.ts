import { and, eq, isNull } from 'drizzle-orm';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, permissionsOf, type Clerk, type Permission } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { orders } from '../orders.tables.ts';

export type AssignRefusal = 'permission' | 'changed-meanwhile' | 'not-a-colleague';

/** What it takes to have orders of a kind in hand, and to give them to others. */
export interface OwnRights {
  readonly work: Permission;
  readonly give: Permission;
}
const flightRights: OwnRights = { work: 'flight-orders:work', give: 'flight-orders:override' };

/**
 * Makes an order somebody's, or nobody's. Whoever works on orders may take one, put an own one back and hand an own one on to
 * a colleague; giving away what is not one's own, or taking it from somebody for nobody, needs the right to give. `from` is the owner the page showed: an
 * order may be taken over, but never by accident. The order's version stays: what is going on with it is not disturbed.
 */
export async function assignOrder(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: { readonly orderId: string; readonly from: string | null; readonly to: string | null; readonly requestId: string },
  rights: OwnRights = flightRights,
): Promise<Outcome<string | null, AssignRefusal>> {
  const { orderId, from, to } = ask;
  const me = viewer.user.id;
  if (!may(viewer, rights.work)) return refuse('permission');
  if (to !== me && from !== me && !may(viewer, rights.give)) return refuse('permission');
  if (to !== null && to !== me) {
    const colleague = await findStaffMember(platform.db, to);
    if (!colleague || !permissionsOf(colleague.roles).has(rights.work)) return refuse('not-a-colleague');
  }
  return transact(platform.db, async (tx): Promise<Outcome<string | null, AssignRefusal>> => {
    const was = from === null ? isNull(orders.assignedTo) : eq(orders.assignedTo, from);
    const given = await tx
      .update(orders)
      .set({ assignedTo: to })
      .where(and(eq(orders.id, orderId), was))
      .returning({ id: orders.id });
    if (given.length === 0) {
      const [now] = await tx.select({ owner: orders.assignedTo }).from(orders).where(eq(orders.id, orderId));
      // A second press of the same form finds what the first one did.
      return now && now.owner === to ? done(to) : refuse('changed-meanwhile');
    }
    if (from !== to)
      await audit(tx, platform.clock.now(), {
        actor: `staff:${me}`,
        action: 'order.assigned',
        subject: `orders:${orderId}`,
        detail: { from, to },
        requestId: ask.requestId,
      });
    return done(to);
  });
}
