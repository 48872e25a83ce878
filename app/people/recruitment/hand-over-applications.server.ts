import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Instant } from '#app/values/dates.ts';
import { openStages } from './job-application-status.ts';
import { noteApplication } from './job-applications-store.server.ts';
import { jobApplications } from './job-applications.tables.ts';

const openOf = (userId: string) => and(eq(jobApplications.ownerId, userId), inArray(jobApplications.status, [...openStages]));

export async function countApplicationsOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(jobApplications).where(openOf(userId));
  return row?.all ?? 0;
}

/** Every application that is not over goes on with a colleague, or is free; how many that were. */
export async function handOverApplications(tx: Tx, now: Instant, { from, to, by }: HandOver): Promise<number> {
  const theirs = await tx.select().from(jobApplications).where(openOf(from)).orderBy(asc(jobApplications.id)).for('update');
  for (const application of theirs) {
    await noteApplication(tx, now, { application, event: 'assign', actor: by, detail: to, set: { ownerId: to } });
    await audit(tx, now, {
      actor: by,
      action: 'job-application.assign',
      subject: `job_applications:${application.id}`,
      detail: { from, to },
    });
  }
  return theirs.length;
}
