import { sql } from 'drizzle-orm';
import { orderWho } from '#app/commerce/orders/staff/order-who.server.ts';
import { takeOrder } from '#app/commerce/orders/staff/take-order.server.ts';
import type { DueSource } from '../../due-work.server.ts';
import { listedKinds, type ListedKind } from './booking-lists.ts';
import { bookingRights } from './bulk-bookings.server.ts';

/**
 * Bookings that wait for the desk: asked for and not granted yet, by when an answer is promised; cancelled by their operator,
 * by when the traveller chooses; overdue, since the day the next part was due in Dubai. The database keeps which these are and
 * by when (`booking_work_of`).
 */
const dueOf = (kind: ListedKind): DueSource<ListedKind> => ({
  kind,
  see: 'booking-orders:view',
  work: 'booking-orders:view',
  from: sql`order_work w join bookings b on b.id = w.id join orders o on o.id = w.order_id`,
  counted: sql`order_work w`,
  open: sql`w.kind = ${kind}`,
  id: sql`w.id`,
  reference: sql`o.reference`,
  state: sql`b.status`,
  opened: sql`w.opened_at`,
  due: sql`w.due_at`,
  owner: sql`w.owner`,
  amount: sql`o.total`,
  currency: sql`o.currency`,
  who: orderWho,
  takable: sql`true`,
  ...takeOrder(bookingRights, (id) => sql`select order_id from bookings where id = ${id}`),
  putsBack: true,
});

export const dueBookings = listedKinds.map(dueOf);
