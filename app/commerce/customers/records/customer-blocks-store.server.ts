import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { risks, type Risk } from './customer-kinds.ts';
import { customerKeys, customers } from './customers.tables.ts';

interface Who {
  readonly userId: string | null;
  readonly emailIndex: string | null;
}

/** By their account, and by the address a guest orders with. */
function keysOf(who: Who) {
  return [
    ...(who.userId === null ? [] : [and(eq(customerKeys.kind, 'account'), eq(customerKeys.key, who.userId))]),
    ...(who.emailIndex === null ? [] : [and(eq(customerKeys.kind, 'mail'), eq(customerKeys.key, who.emailIndex))]),
  ];
}

/** Whether an order's owner may not buy. */
export async function isBlocked(db: Db | Tx, who: Who): Promise<boolean> {
  for (const key of keysOf(who)) {
    const [row] = await db
      .select({ blockedAt: customers.blockedAt })
      .from(customerKeys)
      .innerJoin(customers, eq(customers.id, customerKeys.customerId))
      .where(key);
    if (row?.blockedAt) return true;
  }
  return false;
}

/** Who of these accounts may not buy. */
export async function findBlocked(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: customerKeys.key })
    .from(customerKeys)
    .innerJoin(customers, eq(customers.id, customerKeys.customerId))
    .where(and(eq(customerKeys.kind, 'account'), inArray(customerKeys.key, [...userIds]), isNotNull(customers.blockedAt)));
  return new Set(rows.map(({ userId }) => userId));
}

/** What colleagues say of whoever owns an order; the graver one where account and address are two customers. */
export async function riskOf(db: Db | Tx, who: Who): Promise<Risk> {
  const found = await db
    .select({ risk: customers.risk })
    .from(customerKeys)
    .innerJoin(customers, eq(customers.id, customerKeys.customerId))
    .where(or(...keysOf(who)));
  return found.reduce<Risk>((worst, { risk }) => (risks.indexOf(risk) > risks.indexOf(worst) ? risk : worst), 'none');
}
