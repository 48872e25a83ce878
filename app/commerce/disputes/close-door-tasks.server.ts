import type { Tx } from '#app/platform/database.server.ts';
import { closeStaffTask, findOpenSubjects } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { soldStates, type BookingState } from '../bookings/booking-status.ts';
import { findBookingsIn } from '../bookings/bookings-store.server.ts';
import { partsOfDisputes } from './disputes-store.server.ts';

/** The task of whoever says whether guests are let in whose money a bank kept. */
export const disputeDoor = 'dispute-door';

/** In these a guest can still stand at the door: a stay has begun by its clock, and what an operator cancelled may be given another day. */
const awaited: readonly BookingState[] = [...soldStates, 'amending', 'operator_cancelled', 'redeemed'];

/** Closes what asks whether guests are let in, where none of them is to come any more: all is cancelled or over. */
export async function closeDoorTasks(tx: Tx, now: Instant): Promise<void> {
  const ids = [...(await findOpenSubjects(tx, disputeDoor))].map((subject) => subject.replace('disputes:', ''));
  if (ids.length === 0) return;
  const parts = await partsOfDisputes(tx, ids);
  const bookings = await findBookingsIn(
    tx,
    parts.map(({ orderId }) => orderId),
    awaited,
  );
  const coming = new Set(bookings.filter(({ endsAt }) => endsAt.getTime() > now).map(({ orderId }) => orderId));
  const open = new Set(parts.filter(({ orderId }) => coming.has(orderId)).map(({ disputeId }) => disputeId));
  for (const id of ids) if (!open.has(id)) await closeStaffTask(tx, now, { kind: disputeDoor, subject: `disputes:${id}`, by: 'system' });
}
