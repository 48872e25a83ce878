import { sql } from 'drizzle-orm';
import type { DueSource } from '#app/commerce/due-work.server.ts';
import { orderWho } from '#app/commerce/orders/staff/order-who.server.ts';
import { takeOrder } from '#app/commerce/orders/staff/take-order.server.ts';

/** States in which the next step of a flight order is the desk's; in the others with a limit it is its traveller's. */
const ours = ['paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck', 'change_pending', 'schedule_change_pending'] as const;

/** Whether an order in this state stands in the queue of work. */
export const waitsForDesk = (status: string): boolean => (ours as readonly string[]).includes(status);

const inOurs = sql`in (${sql.join(
  ours.map((state) => sql`${state}`),
  sql`, `,
)})`;
// Said by whose the limit is alone: asked for the limit too, the database expects a hundredth of what there is.
const waits = sql`f.limit_of ${inOurs}`;

/** Flight orders by their ticketing limit, or by the day until which a change is to be answered. */
export const dueFlights: DueSource<'flight'> = {
  kind: 'flight',
  see: 'flight-orders:view',
  work: 'flight-orders:work',
  from: sql`flight_orders f join orders o on o.id = f.order_id`,
  open: waits,
  id: sql`f.order_id`,
  reference: sql`o.reference`,
  state: sql`o.status`,
  opened: sql`o.created_at`,
  due: sql`f.limit_at`,
  owner: sql`o.assigned_to`,
  amount: sql`o.total`,
  currency: sql`o.currency`,
  who: orderWho,
  takable: sql`true`,
  // A limit is of the state that its order is in.
  inHand: (me) => sql`o.assigned_to = ${me} and o.kind = 'flight' and o.status ${inOurs}`,
  ...takeOrder({ work: 'flight-orders:work', give: 'flight-orders:override' }),
  putsBack: true,
  standsFor: {
    tasks: ['order-stuck', 'ticketing-failed', 'ticketing-slow', 'payment-check', 'schedule-unanswered'],
    has: (id) => sql`exists (select 1 from flight_orders f where f.order_id = ${id} and ${waits})`,
  },
};
