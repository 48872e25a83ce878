import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { customerKeys, customers } from './customers.tables.ts';

/** Whether an order's owner may not buy: by their account, or by the address a guest orders with. */
export async function isBlocked(
  db: Db | Tx,
  who: { readonly userId: string | null; readonly emailIndex: string | null },
): Promise<boolean> {
  const keys = [
    ...(who.userId === null ? [] : [and(eq(customerKeys.kind, 'account'), eq(customerKeys.key, who.userId))]),
    ...(who.emailIndex === null ? [] : [and(eq(customerKeys.kind, 'mail'), eq(customerKeys.key, who.emailIndex))]),
  ];
  for (const key of keys) {
    const [row] = await db
      .select({ blockedAt: customers.blockedAt })
      .from(customerKeys)
      .innerJoin(customers, eq(customers.id, customerKeys.customerId))
      .where(key);
    if (row?.blockedAt) return true;
  }
  return false;
}
