import { sql, type SQL } from 'drizzle-orm';

/** Whether an order is kept for days and paid later, as a condition of a larger question. */
export function isPaidLater(orderId: SQL): SQL {
  return sql`exists (select 1 from orders kept where kept.id = ${orderId} and kept.pay_later)`;
}
