import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOrdersByReferences } from '../orders-store.server.ts';
import type { Order } from '../orders.tables.ts';
import { refundBulkLine } from '../refund-jobs.server.ts';
import { assignOrder, type OwnRights } from './assign-order.server.ts';
import { findOpenLine, finishLine, insertBulkRun } from './bulk-runs-store.server.ts';
import { mostAtOnce } from './desk-lists.ts';

/** A sum has no owner of its own: whoever has its order has it. As the queue of work gives them. */
export const refundRights: OwnRights = { work: 'refunds:request', give: 'flight-orders:override' };

const found = (platform: Pick<Platform, 'db'>, references: readonly string[]): Promise<Order[]> =>
  findOrdersByReferences(platform.db, [...new Set(references)].slice(0, mostAtOnce));

/** What one press would do with each order; nothing is done. */
export async function tryRefunds(
  platform: Pick<Platform, 'db'>,
  clerk: Clerk,
  { references, to }: { readonly references: readonly string[]; readonly to: string },
) {
  const permitted = to === clerk.user.id || may(clerk, refundRights.give);
  return (await found(platform, references)).map(({ reference, status, kind, assignedTo }) => ({
    reference,
    kind,
    status,
    locked: !permitted ? 'permission' : assignedTo === to ? 'already-theirs' : null,
  }));
}

/** Writes down who is to have them and leaves each order to a job of its own. The id of the run; null when none is left. */
export async function startRefunds(
  platform: Platform,
  clerk: Clerk,
  ask: { readonly references: readonly string[]; readonly to: string; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const orders = await found(platform, ask.references);
  if (orders.length === 0) return null;
  const id = randomUUID();
  const lines = orders.map(({ id: orderId, reference, assignedTo }) => {
    const seen: Record<string, string> = assignedTo === null ? {} : { from: assignedTo };
    return { orderId, reference, detail: seen };
  });
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const detail = { to: ask.to };
    await insertBulkRun(tx, { id, action: 'assign', startedBy: clerk.user.id, startedAt: new Date(now), list: 'refunds', detail }, lines);
    for (const position of lines.keys()) await platform.jobs.send(tx, refundBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'refunds.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: 'assign', orders: lines.length, ...detail },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/** One order of a run, judged as if its clerk gave it now: rights that were taken from them since count. */
export async function workRefundLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  if (!staff) return finish(false, 'permission');
  const clerk: Clerk = { kind: 'staff', user: { id: run.startedBy }, staff };
  const to = run.detail['to'] ?? null;
  const ask = { orderId: line.orderId, from: line.detail['from'] ?? null, to, requestId: `${run.id}-${line.position}` };
  const given = await assignOrder(platform, clerk, ask, refundRights);
  return given.ok ? finish(true, 'assigned') : finish(false, given.refused);
}
