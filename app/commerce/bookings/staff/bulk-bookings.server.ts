import { randomUUID } from 'node:crypto';
import { assignOrder, type OwnRights } from '#app/commerce/orders/staff/assign-order.server.ts';
import { findOpenLine, finishLine, insertBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { mostAtOnce } from '#app/commerce/orders/staff/desk-lists.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { bookingBulkLine } from '../booking-jobs.server.ts';
import type { ListedKind } from './booking-lists.ts';
import { findBookingsById, type BookingRow } from './booking-desk-store.server.ts';

/** What may be done to many bookings with one press: nothing that a traveller would notice. */
export const bookingBulkActions = ['claim', 'assign', 'release'] as const;
export type BookingBulkAction = (typeof bookingBulkActions)[number];

/** Whoever answers travellers may have an order of theirs in hand; who works on products gives them out. */
export const bookingRights: OwnRights = { work: 'booking-orders:view', give: 'products:edit' };

export interface TriedBooking {
  readonly id: string;
  readonly reference: string;
  readonly status: BookingRow['status'];
  /** Why it would be skipped; null: it would be done. */
  readonly locked: string | null;
}

/** Whose an order would be after an action; null: nobody's. */
function ownerAfter(action: BookingBulkAction, who: { readonly me: string; readonly to: string }): string | null {
  return action === 'release' ? null : action === 'claim' ? who.me : who.to;
}

/** Why an order would be skipped; null: it would change hands. */
export function lockedFor(
  action: BookingBulkAction,
  owner: string | null,
  who: { readonly me: string; readonly to: string },
): string | null {
  if (ownerAfter(action, who) === owner) return action === 'claim' ? 'already-yours' : action === 'release' ? 'nobodys' : 'already-theirs';
  return action === 'claim' && owner !== null ? 'somebody-elses' : null;
}

/** What one press would do to each booking; nothing is done. */
export async function tryBookings(
  platform: Pick<Platform, 'db'>,
  clerk: Clerk,
  ask: { readonly kind: ListedKind; readonly action: BookingBulkAction; readonly ids: readonly string[]; readonly to: string },
): Promise<TriedBooking[]> {
  const rows = await findBookingsById(platform.db, ask.kind, ask.ids.slice(0, mostAtOnce));
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    status: row.status,
    locked: lockedFor(ask.action, row.owner, { me: clerk.user.id, to: ask.to }),
  }));
}

/** Writes down what is to be done and leaves each order to a job of its own. The id of the run; null when none is left. */
export async function startBookings(
  platform: Platform,
  clerk: Clerk,
  ask: {
    readonly kind: ListedKind;
    readonly action: BookingBulkAction;
    readonly ids: readonly string[];
    readonly to: string;
    readonly requestId: string;
  },
  keep?: Keep<string>,
): Promise<string | null> {
  const rows = await findBookingsById(platform.db, ask.kind, ask.ids.slice(0, mostAtOnce));
  if (rows.length === 0) return null;
  const id = randomUUID();
  const detail: Record<string, string> = {};
  if (ask.action === 'assign') detail['to'] = ask.to;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const run = { id, action: ask.action, startedBy: clerk.user.id, startedAt: new Date(now), list: ask.kind, detail };
    const lines = rows.map(({ id: subject, orderId, reference, owner }) => {
      const seen: Record<string, string> = owner === null ? {} : { from: owner };
      return { orderId, reference, subject, detail: seen };
    });
    await insertBulkRun(tx, run, lines);
    for (const position of rows.keys()) await platform.jobs.send(tx, bookingBulkLine, { runId: id, position });
    await audit(tx, now, {
      actor: `staff:${clerk.user.id}`,
      action: 'bookings.bulk',
      subject: `desk_bulk_runs:${id}`,
      detail: { action: ask.action, orders: rows.length, ...detail },
      requestId: ask.requestId,
    });
    await keep?.(tx, id);
  });
  return id;
}

/** One order of a run, judged as if its clerk had pressed the button now: rights that were taken from them since count. */
export async function workBookingLine(platform: Platform, at: { readonly runId: string; readonly position: number }): Promise<void> {
  const open = await findOpenLine(platform.db, at);
  if (!open) return;
  const { run, line } = open;
  const staff = await findStaffMember(platform.db, run.startedBy);
  const clerk: Clerk | null = staff && { kind: 'staff', user: { id: run.startedBy }, staff };
  const action = bookingBulkActions.find((one) => one === run.action);
  const finish = (ok: boolean, said: string) => finishLine(platform.db, platform.clock.now(), at, { ok, said });
  if (!clerk || !action || !may(clerk, bookingRights.give)) return finish(false, 'permission');
  const to = ownerAfter(action, { me: run.startedBy, to: run.detail['to'] ?? '' });
  const order = await findOrderAsSystem(platform.db, line.orderId);
  const given = await assignOrder(
    platform,
    clerk,
    { orderId: line.orderId, from: line.detail['from'] ?? null, to, requestId: `${run.id}-${line.position}` },
    bookingRights,
  );
  await finish(given.ok, given.ok ? (order?.status ?? '') : given.refused);
}
