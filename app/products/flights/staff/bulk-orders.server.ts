import { randomUUID } from 'node:crypto';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { OrderLine } from '#app/commerce/orders/staff/bulk-runs.tables.ts';
import { assignOrder } from '#app/commerce/orders/staff/assign-order.server.ts';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { flightBulkLine } from '../flight-jobs.server.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightOrderState } from '../order/flight-order-status.ts';
import { acceptSchedule } from '../schedule/answer-schedule.server.ts';
import { findOpenSchedules } from '../schedule/schedule-store.server.ts';
import { agreements, aimed, bulkActions, type BulkAction } from './bulk-rules.ts';
import { whyNot } from './schedule-bulk.server.ts';
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

/** What is to be done, with what it aims at where it needs that (`aimed`): a colleague's id, or one of `agreements`. */
export interface BulkWish {
  readonly action: BulkAction;
  readonly aim: string | null;
}

/** The wish as a form or an address says it; null as long as its aim is missing or makes no sense. */
export function readBulkWish(action: BulkAction, aim: string): BulkWish | null {
  if (!aimed.some((one) => one === action)) return { action, aim: null };
  if (action === 'accept-schedule') return agreements.some((one) => one === aim) ? { action, aim } : null;
  return /^[\w-]{1,64}$/.test(aim) ? { action, aim } : null;
}

/** What one press would do to each order; nothing is done. References that are unknown are left out. */
export async function tryBulk(
  platform: Platform,
  viewer: StaffViewer,
  wish: BulkWish,
  references: readonly string[],
): Promise<TriedOrder[]> {
  const tried: TriedOrder[] = [];
  for (const reference of references.slice(0, mostAtOnce)) {
    const order = await findFlightOrderAsStaff(platform.db, viewer, reference);
    if (!order) continue;
    tried.push({
      reference: order.reference,
      status: order.status as FlightOrderState,
      locked: await lockedBecause(platform, viewer, wish, order),
    });
  }
  return tried;
}

async function lockedBecause(platform: Platform, clerk: Clerk, { action, aim }: BulkWish, order: Order): Promise<string | null> {
  switch (action) {
    case 'claim':
      if (order.assignedTo === null) return null;
      return order.assignedTo === clerk.user.id ? 'already-yours' : 'somebody-elses';
    case 'assign':
      if (aim !== clerk.user.id && !may(clerk, 'flight-orders:override')) return 'permission';
      return order.assignedTo === aim ? 'already-theirs' : null;
    case 'accept-schedule':
      return (await scheduleToAccept(platform.db, order)).not;
    default: {
      const choice = choicesFor(await deskCase(platform, clerk, order)).find((one) => one.action === action);
      return choice ? choice.locked : 'not-possible';
    }
  }
}

/** The change that waits for the traveller's answer, and why it is none to take for them: the rule of the list of changes. */
async function scheduleToAccept(db: Db, order: Order): Promise<{ readonly id: string | null; readonly not: string | null }> {
  const open = (await findOpenSchedules(db, order.id)).find(({ answer }) => answer === null);
  if (!open) return { id: null, not: 'not-open' };
  const { id, status, severity, acceptable, answer, toldAt } = open;
  const row = { status, severity, acceptable, answer, told: toldAt?.toISOString() ?? null, orderStatus: order.status };
  return { id, not: whyNot('accept', row) };
}

/** What a line remembers of its order as it stood when the run was started. */
async function seenOf(db: Db, action: BulkAction, order: Order): Promise<Record<string, string>> {
  if (action === 'assign') return order.assignedTo === null ? {} : { from: order.assignedTo };
  const schedule = action === 'accept-schedule' ? (await scheduleToAccept(db, order)).id : null;
  return schedule === null ? {} : { schedule };
}

/**
 * Writes down what is to be done and leaves each order to a job of its own, in one transaction: a run that was started
 * is worked through, whoever closes a window or falls over. The id of the run; null when no order is left of those named.
 */
export async function startBulk(
  platform: Platform,
  viewer: StaffViewer,
  ask: { readonly wish: BulkWish; readonly references: readonly string[]; readonly requestId: string },
  keep?: Keep<string>,
): Promise<string | null> {
  const { action, aim } = ask.wish;
  const lines: { orderId: string; reference: string; detail: Record<string, string> }[] = [];
  for (const reference of [...new Set(ask.references)].slice(0, mostAtOnce)) {
    const order = await findFlightOrderAsStaff(platform.db, viewer, reference);
    if (order) lines.push({ orderId: order.id, reference: order.reference, detail: await seenOf(platform.db, action, order) });
  }
  if (lines.length === 0) return null;
  const id = randomUUID();
  const detail: Record<string, string> = aim === null ? {} : { aim };
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertBulkRun(tx, { id, action, startedBy: viewer.user.id, startedAt: new Date(now), list: 'flights', detail }, lines);
    for (const position of lines.keys()) await platform.jobs.send(tx, flightBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'flight-orders.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action, orders: lines.length, ...detail },
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
  const wish = { action: bulkActions.find((one) => one === run.action)!, aim: run.detail['aim'] ?? null };
  const answer = clerk
    ? await doOne(platform, flights, product, { clerk, wish, line, key: `${run.id}-${line.position}` })
    : ({ ok: false, refused: 'permission' } as const);
  // Another worker has it in hand: this job comes again and finds the answer.
  if (!answer.ok && answer.refused === 'in-progress') throw new Error(`Order ${line.orderId} of run ${run.id} is being worked on`);
  const said = answer.ok ? answer.status : answer.refused;
  await finishLine(platform.db, platform.clock.now(), at, { ok: answer.ok, said });
}

interface LineWork {
  readonly clerk: Clerk;
  readonly wish: BulkWish;
  readonly line: Pick<OrderLine, 'orderId' | 'detail'>;
  readonly key: string;
}

async function doOne(platform: Platform, flights: Pick<Flights, 'supplierOf'>, product: Product, work: LineWork): Promise<DeskAnswer> {
  const { clerk, wish, line, key } = work;
  const { orderId } = line;
  switch (wish.action) {
    case 'claim': {
      const order = await findOrderAsSystem(platform.db, orderId);
      if (order?.assignedTo && order.assignedTo !== clerk.user.id) return { ok: false, refused: 'somebody-elses' };
      const taken = await assignOrder(platform, clerk, { orderId, from: null, to: clerk.user.id, requestId: key });
      return taken.ok ? { ok: true, status: 'claimed' } : taken;
    }
    case 'assign': {
      const ask = { orderId, from: line.detail['from'] ?? null, to: wish.aim, requestId: key };
      const given = await assignOrder(platform, clerk, ask);
      return given.ok ? { ok: true, status: 'assigned' } : given;
    }
    case 'accept-schedule':
      return acceptFor(platform, work);
    default:
      return workFlightOrder(platform, flights, product, { viewer: clerk, orderId, action: wish.action, reason: '', key });
  }
}

/** The change that was looked at, and no other that the airline has made of it since. */
async function acceptFor(platform: Platform, { clerk, wish, line }: LineWork): Promise<DeskAnswer> {
  const { orderId } = line;
  const schedule = line.detail['schedule'];
  const order = await findOrderAsSystem(platform.db, orderId);
  if (!may(clerk, 'flight-orders:work')) return { ok: false, refused: 'permission' };
  if (!order || schedule === undefined) return { ok: false, refused: 'not-open' };
  const { id, not } = await scheduleToAccept(platform.db, order);
  // A job that comes again after its work was done finds its own answer; what it asks for then is the same press.
  if (not !== null && order.status !== 'change_pending') return { ok: false, refused: not };
  if (id !== null && id !== schedule) return { ok: false, refused: 'changed-meanwhile' };
  const who = `staff:${clerk.user.id}`;
  const taken = await acceptSchedule(platform, { orderId, schedule, version: order.version, by: 'staff', who, reason: wish.aim! });
  return taken.ok ? { ok: true, status: taken.value.status } : taken;
}
