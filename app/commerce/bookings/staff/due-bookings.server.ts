import { sql } from 'drizzle-orm';
import { takeOrder } from '#app/commerce/orders/staff/take-order.server.ts';
import type { DueSource } from '../../due-work.server.ts';
import { listedKinds, type ListedKind } from './booking-lists.ts';
import { bookingRights } from './bulk-bookings.server.ts';

/**
 * Bookings that wait for the desk: asked for and not granted yet, by when an answer is promised; cancelled by their operator,
 * by when the traveller chooses; overdue, since the day the next part was due in Dubai.
 */
const dueOf = (kind: ListedKind): DueSource<ListedKind> => ({
  kind,
  see: 'booking-orders:view',
  work: 'booking-orders:view',
  from: sql`bookings b join orders o on o.id = b.order_id left join experience_bookings x on x.order_id = b.order_id`,
  open: sql`b.kind = ${kind} and b.status in ('requested', 'operator_cancelled', 'overdue')`,
  id: sql`b.id`,
  reference: sql`o.reference`,
  state: sql`b.status`,
  opened: sql`b.changed_at`,
  due: sql`(case b.status
    when 'requested' then coalesce(x.answer_by, b.changed_at + interval '24 hours')
    when 'operator_cancelled' then coalesce(b.choice_by, b.changed_at + interval '24 hours')
    else coalesce(
      (select (min(i.due_on) + 1)::timestamp at time zone 'Asia/Dubai' from instalments i where i.order_id = b.order_id and i.paid_at is null),
      b.changed_at)
  end)`,
  owner: sql`o.assigned_to`,
  amount: sql`o.total`,
  currency: sql`o.currency`,
  takable: sql`true`,
  take: takeOrder(bookingRights, (id) => sql`select order_id from bookings where id = ${id}`),
  putsBack: true,
});

export const dueBookings = listedKinds.map(dueOf);
