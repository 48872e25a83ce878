import { and, count, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { addMilliseconds, dayMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { openStages, type OpenStage } from './job-application-status.ts';
import { jobApplications, jobOffers } from './job-applications.tables.ts';
import type { ApplicationSource } from './job-application-kinds.ts';
import { jobPostings } from './recruitment.tables.ts';

export interface HiringFigures {
  readonly openings: number;
  readonly closingSoon: number;
  /** Each open stage with how many stand in it, and how long on average: days, and the longest. */
  readonly stages: readonly {
    readonly stage: OpenStage;
    readonly count: number;
    readonly meanDays: number;
    readonly longestDays: number;
  }[];
  readonly offers: { readonly draft: number; readonly sent: number; readonly overdue: number };
  /** Of the last ninety days, the most first. */
  readonly sources: readonly { readonly source: ApplicationSource; readonly count: number; readonly hired: number }[];
}

/** How hiring stands. The caller has judged access; nobody is named. */
export async function findHiringFigures(db: Db, now: Instant, today: CalendarDate, soon: CalendarDate): Promise<HiringFigures> {
  const days = sql`extract(epoch from (${new Date(now).toISOString()}::timestamptz - ${jobApplications.stageSince})) / 86400`;
  const [open, closing, stages, offers, sources] = await Promise.all([
    db
      .select({ all: count() })
      .from(jobPostings)
      .where(and(eq(jobPostings.status, 'published'), gte(jobPostings.closesOn, today))),
    db
      .select({ all: count() })
      .from(jobPostings)
      .where(and(eq(jobPostings.status, 'published'), gte(jobPostings.closesOn, today), lte(jobPostings.closesOn, soon))),
    db
      .select({
        stage: jobApplications.status,
        count: count(),
        meanDays: sql<number>`round(avg(${days}))::int`,
        longestDays: sql<number>`floor(max(${days}))::int`,
      })
      .from(jobApplications)
      .where(and(inArray(jobApplications.status, [...openStages]), isNull(jobApplications.purgedAt)))
      .groupBy(jobApplications.status),
    db
      .select({
        draft: sql<number>`count(*) filter (where ${jobOffers.status} = 'draft')::int`,
        sent: sql<number>`count(*) filter (where ${jobOffers.status} = 'sent')::int`,
        overdue: sql<number>`count(*) filter (where ${jobOffers.status} = 'sent' and ${jobOffers.answerBy} < ${today})::int`,
      })
      .from(jobOffers),
    db
      .select({
        source: jobApplications.source,
        count: count(),
        hired: sql<number>`count(*) filter (where ${jobApplications.status} = 'hired')::int`,
      })
      .from(jobApplications)
      .where(gte(jobApplications.createdAt, new Date(addMilliseconds(now, -90 * dayMs))))
      .groupBy(jobApplications.source),
  ]);
  return {
    openings: open[0]?.all ?? 0,
    closingSoon: closing[0]?.all ?? 0,
    stages: openStages.map((stage) => {
      const found = stages.find((row) => row.stage === stage);
      return { stage, count: found?.count ?? 0, meanDays: found?.meanDays ?? 0, longestDays: found?.longestDays ?? 0 };
    }),
    offers: offers[0] ?? { draft: 0, sent: 0, overdue: 0 },
    sources: sources.toSorted((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1)),
  };
}
