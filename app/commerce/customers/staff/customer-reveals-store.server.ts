import { and, eq, gt } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { RevealField } from '../records/customer-kinds.ts';
import { customerReveals } from '../records/customers.tables.ts';

export async function insertReveal(tx: Tx, reveal: typeof customerReveals.$inferInsert): Promise<void> {
  await tx.insert(customerReveals).values(reveal);
}

/** What of a customer is open to a colleague now, and until when. */
export async function openFields(db: Db, customerId: string, staffId: string, now: Instant): Promise<ReadonlyMap<RevealField, Date>> {
  const rows = await db
    .select({ field: customerReveals.field, until: customerReveals.until })
    .from(customerReveals)
    .where(and(eq(customerReveals.customerId, customerId), eq(customerReveals.staffId, staffId), gt(customerReveals.until, new Date(now))));
  const open = new Map<RevealField, Date>();
  for (const { field, until } of rows) if ((open.get(field)?.getTime() ?? 0) < until.getTime()) open.set(field, until);
  return open;
}
