import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { jobApplications } from './job-applications.tables.ts';
import type { Department } from './job-posting-kinds.ts';
import type { HiringOf } from './next-step-rules.ts';
import { jobPostings, jobRequisitions } from './recruitment.tables.ts';

/** How far hiring is for each of these requisitions; one that nothing was written for is among them with nothing. */
export async function findHiringOf(db: Db, requisitionIds: readonly string[]): Promise<ReadonlyMap<string, HiringOf>> {
  if (requisitionIds.length === 0) return new Map();
  const ofThem = inArray(jobPostings.requisitionId, [...requisitionIds]);
  const [postings, candidates] = await Promise.all([
    db
      .select({
        requisition: jobPostings.requisitionId,
        postings: count(),
        published: sql<number>`count(*) filter (where ${jobPostings.status} in ('published', 'scheduled'))::int`,
      })
      .from(jobPostings)
      .where(ofThem)
      .groupBy(jobPostings.requisitionId),
    db
      .select({ requisition: jobPostings.requisitionId, stage: jobApplications.status, count: count() })
      .from(jobApplications)
      .innerJoin(jobPostings, eq(jobPostings.id, jobApplications.postingId))
      .where(and(ofThem, isNull(jobApplications.purgedAt)))
      .groupBy(jobPostings.requisitionId, jobApplications.status),
  ]);
  return new Map(
    requisitionIds.map((id) => {
      const found = postings.find(({ requisition }) => requisition === id);
      const stages = candidates.filter(({ requisition }) => requisition === id).map(({ stage, count: many }) => [stage, many]);
      return [id, { postings: found?.postings ?? 0, published: found?.published ?? 0, stages: Object.fromEntries(stages) }];
    }),
  );
}

export interface HeadcountLine {
  readonly department: Department;
  /** Positions that were approved and not cancelled since, filled ones among them. */
  readonly approved: number;
  readonly hired: number;
  readonly toApprove: number;
  readonly onHold: number;
  /** Of what is approved and not filled, the first day by which somebody is needed. */
  readonly neededBy: string | null;
}

/**
 * The plan of positions by department. Who was hired counts for a requisition through the posting they applied to; what
 * the law lets nobody keep of them is purged, that they were hired is not.
 */
export async function planHeadcount(db: Db): Promise<HeadcountLine[]> {
  const sumOf = (states: readonly string[]) =>
    sql<number>`coalesce(sum(${jobRequisitions.positions}) filter (where ${jobRequisitions.status} in (${sql.join(
      states.map((state) => sql`${state}`),
      sql`, `,
    )})), 0)::int`;
  const [wanted, hired] = await Promise.all([
    db
      .select({
        department: jobRequisitions.department,
        approved: sumOf(['approved', 'filled']),
        toApprove: sumOf(['approval']),
        onHold: sumOf(['on_hold']),
        neededBy: sql<string | null>`min(${jobRequisitions.neededBy}) filter (where ${jobRequisitions.status} = 'approved')::text`,
      })
      .from(jobRequisitions)
      .groupBy(jobRequisitions.department)
      .orderBy(asc(jobRequisitions.department)),
    db
      .select({ department: jobRequisitions.department, count: count() })
      .from(jobApplications)
      .innerJoin(jobPostings, eq(jobPostings.id, jobApplications.postingId))
      .innerJoin(jobRequisitions, eq(jobRequisitions.id, jobPostings.requisitionId))
      .where(and(eq(jobApplications.status, 'hired'), inArray(jobRequisitions.status, ['approved', 'filled'])))
      .groupBy(jobRequisitions.department),
  ]);
  return wanted
    .map((line) => ({ ...line, hired: hired.find(({ department }) => department === line.department)?.count ?? 0 }))
    .filter(({ approved, toApprove, onHold }) => approved + toApprove + onHold > 0);
}
