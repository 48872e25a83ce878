import { and, eq } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import { sendAhead, type Tx } from '#app/platform/database.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { followVoucher } from '../loyalty/follow-voucher.server.ts';
import type { OrderActor, OrderMachine } from '../product-contract.ts';
import { tasksAnsweredBy } from './order-task-rules.ts';
import { orderEvents, orders, type Order } from './orders.tables.ts';

export interface OrderMove {
  readonly order: Pick<Order, 'id' | 'status' | 'version'>;
  /** An event of the machine; `noted` keeps the state and writes history (a hold extended, a price lowered). */
  readonly event: string;
  readonly by: OrderActor;
  /** As the audit names people: `user:<id>`, `staff:<id>`, `guest`, `system`, `supplier`, `provider`. */
  readonly who: string;
  readonly reason?: string;
  /** Ids and amounts only. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Columns that change with the move. */
  readonly with?: Partial<
    Pick<
      Order,
      | 'heldUntil'
      | 'hardUntil'
      | 'extensions'
      | 'payLater'
      | 'total'
      | 'reduction'
      | 'snapshot'
      | 'assignedTo'
      | 'shownCurrency'
      | 'shownRate'
    >
  >;
  readonly requestId?: string;
}

/** `changed-meanwhile`: somebody else moved the order first; read it again and decide anew. */
export type OrderMoveRefusal = MoveRefusal | 'changed-meanwhile';

/**
 * The only writer of an order's status: one compare-and-set on status and version, a history row and an audit row, in
 * the caller's transaction. Returns the order as it now stands.
 */
export async function moveOrder(tx: Tx, machine: OrderMachine, now: Instant, move: OrderMove): Promise<Outcome<Order, OrderMoveRefusal>> {
  const { order } = move;
  const next = move.event.startsWith('noted')
    ? ({ ok: true, to: order.status } as const)
    : moveOn(machine, order.status, move.event, move.by);
  if (!next.ok) return next;
  const [moved] = await tx
    .update(orders)
    .set({ ...move.with, status: next.to, version: order.version + 1, changedAt: new Date(now) })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status), eq(orders.version, order.version)))
    .returning();
  if (!moved) return refuse('changed-meanwhile');
  await sendAhead(
    tx,
    tx.insert(orderEvents).values({
      orderId: order.id,
      version: moved.version,
      event: move.event,
      fromStatus: order.status,
      toStatus: next.to,
      actor: move.who,
      reason: move.reason ?? null,
      detail: move.detail ?? {},
      at: new Date(now),
    }),
  );
  const answered = next.to === order.status ? [] : tasksAnsweredBy(next.to, order.status);
  if (answered.length > 0) await closeStaffTasks(tx, now, { kinds: answered, subject: `orders:${order.id}`, by: move.who });
  if (next.to !== order.status) await followVoucher(tx, now, moved, order.status);
  await audit(tx, now, {
    actor: move.who,
    action: `order.${move.event}`,
    subject: `orders:${order.id}`,
    ...(move.reason === undefined ? {} : { reason: move.reason }),
    detail: { from: order.status, to: next.to, version: moved.version, ...move.detail },
    ...(move.requestId === undefined ? {} : { requestId: move.requestId }),
  });
  return done(moved);
}

/** For moves that nothing but a fault of ours can refuse, made on a row this transaction has locked. */
export async function mustMoveOrder(tx: Tx, machine: OrderMachine, now: Instant, move: OrderMove): Promise<Order> {
  const moved = await moveOrder(tx, machine, now, move);
  if (!moved.ok) throw new Error(`Order ${move.order.id} in ${move.order.status} refused ${move.event}: ${moved.refused}`);
  return moved.value;
}
