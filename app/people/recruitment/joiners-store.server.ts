import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { jobApplications, type JobApplication } from './job-applications.tables.ts';
import { joiners, type Joiner } from './joiners.tables.ts';

export async function insertJoiner(
  tx: Tx,
  now: Instant,
  joiner: Pick<Joiner, 'applicationId' | 'startsOn' | 'roles' | 'preparedBy'>,
): Promise<void> {
  await tx.insert(joiners).values({ ...joiner, id: randomUUID(), createdAt: new Date(now) });
}

export async function findJoiner(db: Db, applicationId: string): Promise<Joiner | null> {
  const [row] = await db.select().from(joiners).where(eq(joiners.applicationId, applicationId));
  return row ?? null;
}

/** As whom a colleague came to us; null of who did not come by an application. */
export async function findJoinerOfUser(db: Db, userId: string): Promise<{ joiner: Joiner; reference: string } | null> {
  const [row] = await db
    .select({ joiner: joiners, reference: jobApplications.reference })
    .from(joiners)
    .innerJoin(jobApplications, eq(jobApplications.id, joiners.applicationId))
    .where(eq(joiners.userId, userId))
    .orderBy(asc(joiners.createdAt))
    .limit(1);
  return row ?? null;
}

/** Invitations that wait to be sent, the first day next first. Whose application was erased is not among them. */
export async function listPrepared(db: Db, most = 50): Promise<{ joiner: Joiner; application: JobApplication }[]> {
  return db
    .select({ joiner: joiners, application: jobApplications })
    .from(joiners)
    .innerJoin(jobApplications, eq(jobApplications.id, joiners.applicationId))
    .where(and(eq(joiners.status, 'prepared'), eq(jobApplications.status, 'hired')))
    .orderBy(asc(joiners.startsOn), asc(joiners.id))
    .limit(most);
}

/** The invitation that waits on an application, locked until the transaction ends; null when it does not wait any more. */
export async function lockPrepared(tx: Tx, reference: string): Promise<Joiner | null> {
  const [row] = await tx
    .select({ joiner: joiners })
    .from(joiners)
    .innerJoin(jobApplications, eq(jobApplications.id, joiners.applicationId))
    .where(and(eq(jobApplications.reference, reference), eq(joiners.status, 'prepared'), eq(jobApplications.status, 'hired')))
    .for('update', { of: joiners });
  return row?.joiner ?? null;
}

/** False when somebody else changed it since it was read. */
export async function changeJoiner(
  tx: Tx,
  joiner: Pick<Joiner, 'id' | 'version'>,
  set: Partial<Pick<Joiner, 'status' | 'roles' | 'userId' | 'reason' | 'decidedBy' | 'decidedAt'>>,
): Promise<boolean> {
  const rows = await tx
    .update(joiners)
    .set({ ...set, version: joiner.version + 1 })
    .where(and(eq(joiners.id, joiner.id), eq(joiners.version, joiner.version)))
    .returning({ id: joiners.id });
  return rows.length > 0;
}
