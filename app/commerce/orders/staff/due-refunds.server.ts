import { sql } from 'drizzle-orm';
import type { DueSource } from '../../due-work.server.ts';
import { bankDays } from '../refund-track-rules.ts';
import { orderWho } from './order-who.server.ts';
import { takeOrder } from './take-order.server.ts';

const days = sql.raw(`interval '${bankDays} days'`);

/** Refunds with the bank, by the day on which banks are through with them: from then on somebody asks. */
export const dueRefunds: DueSource<'refund'> = {
  kind: 'refund',
  see: 'invoices:view',
  work: 'refunds:request',
  from: sql`order_work w join refunds r on r.id = w.id join orders o on o.id = w.order_id`,
  counted: sql`order_work w`,
  open: sql`w.kind = 'refund' and w.due_at is null`,
  id: sql`w.id`,
  reference: sql`o.reference`,
  state: sql`r.status`,
  opened: sql`w.opened_at`,
  due: sql`(w.opened_at + ${days})`,
  owner: sql`w.owner`,
  amount: sql`r.amount`,
  currency: sql`r.currency`,
  who: orderWho,
  takable: sql`true`,
  by: { column: sql`w.opened_at`, from: (after) => sql`w.opened_at >= ${after} - ${days}` },
  // A sum has no owner of its own: taking it on is taking on its order.
  ...takeOrder({ work: 'refunds:request', give: 'flight-orders:override' }, (id) => sql`select order_id from refunds where id = ${id}`),
  putsBack: true,
};
