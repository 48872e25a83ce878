import { sql } from 'drizzle-orm';
import type { DueSource } from '../../due-work.server.ts';
import { bankDays } from '../refund-track-rules.ts';
import { takeOrder } from './take-order.server.ts';

const days = sql.raw(`interval '${bankDays} days'`);

/** Refunds with the bank, by the day on which banks are through with them: from then on somebody asks. */
export const dueRefunds: DueSource<'refund'> = {
  kind: 'refund',
  see: 'invoices:view',
  work: 'refunds:request',
  from: sql`refunds r join orders o on o.id = r.order_id`,
  open: sql`r.status in ('pending', 'stuck')`,
  id: sql`r.id`,
  reference: sql`o.reference`,
  state: sql`r.status`,
  opened: sql`r.created_at`,
  due: sql`(r.created_at + ${days})`,
  owner: sql`o.assigned_to`,
  amount: sql`r.amount`,
  currency: sql`r.currency`,
  takable: sql`true`,
  // The few refunds are read, and not all orders that a colleague ever had.
  inHand: (me) => sql`o.assigned_to || '' = ${me}`,
  by: { column: sql`r.created_at`, from: (after) => sql`r.created_at >= ${after} - ${days}` },
  // A sum has no owner of its own: taking it on is taking on its order.
  take: takeOrder({ work: 'refunds:request', give: 'flight-orders:override' }, (id) => sql`select order_id from refunds where id = ${id}`),
  putsBack: true,
};
