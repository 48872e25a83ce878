import { and, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { roleRequests, type RoleRequest } from './role-requests.tables.ts';

export async function findRoleRequest(db: Db, id: string): Promise<RoleRequest | null> {
  const [row] = await db.select().from(roleRequests).where(eq(roleRequests.id, id));
  return row ?? null;
}

/** The requests of a colleague, newest first. */
export async function listRoleRequests(db: Db, userId: string): Promise<RoleRequest[]> {
  return db.select().from(roleRequests).where(eq(roleRequests.userId, userId)).orderBy(desc(roleRequests.askedAt)).limit(20);
}

/** Null when one of this colleague waits already. */
export async function insertRoleRequest(
  tx: Tx,
  request: Pick<RoleRequest, 'userId' | 'roles' | 'rolesBefore' | 'reason' | 'askedBy' | 'askedAt'>,
): Promise<string | null> {
  const [made] = await tx.insert(roleRequests).values(request).onConflictDoNothing().returning({ id: roleRequests.id });
  return made?.id ?? null;
}

/** Whether it waits still; whoever else decides waits until this transaction ends. */
export async function lockAsked(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: roleRequests.id })
    .from(roleRequests)
    .where(and(eq(roleRequests.id, id), eq(roleRequests.status, 'asked')))
    .for('update');
  return found.length > 0;
}

/** The request of a colleague that waits, if one does; whoever else decides on it waits until this transaction ends. */
export async function lockAskedOf(tx: Tx, userId: string): Promise<RoleRequest | null> {
  const [row] = await tx
    .select()
    .from(roleRequests)
    .where(and(eq(roleRequests.userId, userId), eq(roleRequests.status, 'asked')))
    .for('update');
  return row ?? null;
}

/** Of one that is locked and waits. */
export async function decideRoleRequest(
  tx: Tx,
  id: string,
  decision: { readonly status: 'granted' | 'refused'; readonly decidedBy: string; readonly decidedAt: Date },
): Promise<void> {
  await tx.update(roleRequests).set(decision).where(eq(roleRequests.id, id));
}
