import { randomUUID } from 'node:crypto';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { assignOrder } from '#app/commerce/orders/staff/assign-order.server.ts';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Clerk, Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { flightBulkLine } from '../flight-jobs.server.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightOrderState } from '../flight-order-status.ts';
import { bulkActions, type BulkAction } from './bulk-rules.ts';
import { choicesFor } from './desk-action-rules.ts';
import { deskCase } from './show-flight-order.server.ts';
import { workFlightOrder, type DeskAnswer } from './work-flight-order.server.ts';

export interface TriedOrder {
  readonly reference: string;
  readonly status: FlightOrderState;
  /** Why it would be skipped; null: it would be done. */
  readonly locked: string | null;
}

type StaffViewer = Viewer & { readonly kind: 'staff' };

/** What one press would do to each order; nothing is done. References that are unknown are left out. */
export async function tryBulk(
  platform: Platform,
  viewer: StaffViewer,
  action: BulkAction,
  references: readonly string[],
): Promise<TriedOrder[]> {
  const tried: TriedOrder[] = [];
  for (const reference of references.slice(0, mostAtOnce)) {
    const order = await findFlightOrderAsStaff(platform.db, viewer, reference);
    if (!order) continue;
    tried.push({
      reference: order.reference,
      status: order.status as FlightOrderState,
      locked: await lockedBecause(platform, viewer, action, order),
    });
  }
  return tried;
}

async function lockedBecause(platform: Platform, clerk: Clerk, action: BulkAction, order: Order): Promise<string | null> {
  if (action === 'claim') {
    if (order.assignedTo === null) return null;
    return order.assignedTo === clerk.user.id ? 'already-yours' : 'somebody-elses';
  }
  const choice = choicesFor(await deskCase(platform, clerk, order)).find((one) => one.action === action);
  return choice ? choice.locked : 'not-possible';
}

/**
 * Writes down what is to be done and leaves each order to a job of its own, in one transaction: a run that was started
 * is worked through, whoever closes a window or falls over. The id of the run; null when no order is left of those named.
 */
export async function startBulk(
  platform: Platform,
  viewer: StaffViewer,
  ask: { readonly action: BulkAction; readonly references: readonly string[]; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const orders: Order[] = [];
  for (const reference of [...new Set(ask.references)].slice(0, mostAtOnce)) {
    const order = await findFlightOrderAsStaff(platform.db, viewer, reference);
    if (order) orders.push(order);
  }
  if (orders.length === 0) return null;
  const id = randomUUID();
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const run = { id, action: ask.action, startedBy: viewer.user.id, startedAt: new Date(now), list: 'flights', detail: {} } as const;
    await insertBulkRun(
      tx,
      run,
      orders.map((order) => ({ orderId: order.id, reference: order.reference })),
    );
    for (const position of orders.keys()) await platform.jobs.send(tx, flightBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'flight-orders.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: ask.action, orders: orders.length },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/**
 * One order of a run, judged and done as if its clerk had pressed the button on its record now: rights that were taken
 * from them since count. Done once, however often the job runs: the line's own key stands for the press.
 */
export async function workBulkLine(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  at: { readonly runId: string; readonly position: number },
): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  const action = bulkActions.find((one) => one === run.action)!;
  const answer = clerk
    ? await doOne(platform, flights, product, { clerk, action, orderId: line.orderId, key: `${run.id}-${line.position}` })
    : ({ ok: false, refused: 'permission' } as const);
  // Another worker has it in hand: this job comes again and finds the answer.
  if (!answer.ok && answer.refused === 'in-progress') throw new Error(`Order ${line.orderId} of run ${run.id} is being worked on`);
  const said = answer.ok ? answer.status : answer.refused;
  await finishLine(platform.db, platform.clock.now(), at, { ok: answer.ok, said });
}

async function doOne(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  product: Product,
  { clerk, action, orderId, key }: { clerk: Clerk; action: BulkAction; orderId: string; key: string },
): Promise<DeskAnswer> {
  if (action !== 'claim') return workFlightOrder(platform, flights, product, { viewer: clerk, orderId, action, reason: '', key });
  const order = await findOrderAsSystem(platform.db, orderId);
  if (order?.assignedTo && order.assignedTo !== clerk.user.id) return { ok: false, refused: 'somebody-elses' };
  const taken = await assignOrder(platform, clerk, { orderId, from: null, to: clerk.user.id, requestId: key });
  return taken.ok ? { ok: true, status: 'claimed' } : taken;
}
