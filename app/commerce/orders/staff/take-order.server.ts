import type { SQL } from 'drizzle-orm';
import { may } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { DueSource, TakeOutcome } from '../../due-work.server.ts';
import { assignOrder, type OwnRights } from './assign-order.server.ts';

/**
 * Taking on, from the queue of work, something whose owner is its order's. `orderOf` finds that order where the id of the
 * thing is not the order's own.
 */
export function takeOrder(rights: OwnRights, orderOf?: (id: string) => SQL): Pick<DueSource, 'take' | 'gives'> {
  return {
    async take(platform, viewer, { id, ...ask }): Promise<TakeOutcome> {
      const orderId = orderOf ? await readId(platform.db, orderOf(id)) : id;
      if (orderId === null) return 'not-possible';
      const given = await assignOrder(platform, viewer, { orderId, ...ask }, rights);
      return given.ok ? 'done' : given.refused;
    },
    gives: (viewer, owner) => may(viewer, rights.give) || (owner === viewer.user.id && may(viewer, rights.work)),
  };
}

async function readId(db: Db, question: SQL): Promise<string | null> {
  const { rows } = (await db.execute(question)) as unknown as { rows: { order_id: string }[] };
  return rows[0]?.order_id ?? null;
}
